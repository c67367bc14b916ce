/** Where a notification about an analysis leads: the analyst works at home, those who decide in the review. */
export const routeToPrepare = (analysisId: number) => `/home?analisis=${analysisId}`
export const routeToDecide = (analysisId: number) => `/cuentas/analisis?analisis=${analysisId}`
