import { pageLink } from '@cuadre/api/pages'
/** Where a notification about an analysis leads: the analyst works at home, those who decide in the review. */
export const routeToPrepare = (analysisId: number) => pageLink('/home', { analisis: analysisId })
export const routeToDecide = (analysisId: number) => pageLink('/cuentas/analisis', { analisis: analysisId })
