/** Where a notification opens an analysis: analysts prepare at /home, deciders review. */
export const routeToPrepare = (analysisId: number) => `/home?analisis=${analysisId}`
export const routeToDecide = (analysisId: number) => `/cuentas/analisis?analisis=${analysisId}`
