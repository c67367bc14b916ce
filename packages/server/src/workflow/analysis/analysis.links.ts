import { pageLink } from '@cuadre/api/pages'

/** Where a notification opens an analysis: analysts prepare at /home, deciders review. */
export const routeToPrepare = (analysisId: number) => pageLink('/home', { analisis: analysisId })
export const routeToDecide = (analysisId: number) => pageLink('/cuentas/analisis', { analisis: analysisId })
