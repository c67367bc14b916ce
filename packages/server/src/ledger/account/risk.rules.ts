/**
 * Risk score of an account, 0–100 (rules §2.1): balance against materiality 30, volatility 25, rejections of twelve months 20, reopenings
 * 15, age of an open difference 10. A from 60, M from 30. The rules give the weights; the maximum is reached at a balance of ten
 * thresholds, average monthly movements of half the balance, three rejections, two reopenings, a difference open for six months.
 */
export type Evidence = {
  /** |balance| / threshold amount. */
  times: number
  /** Mean |movement| / mean |balance|. */
  volatility: number
  rejections: number
  reopenings: number
  /** Months since the oldest open difference; 0 without one. */
  monthsOpen: number
}
const part = (value: number, full: number, weight: number) => Math.round(Math.min(1, Math.max(0, value / full)) * weight)

export function riskOf({ times, volatility, rejections, reopenings, monthsOpen }: Evidence) {
  const partes = {
    saldo: part(times, 10, 30),
    volatilidad: part(volatility, 0.5, 25),
    rechazos: part(rejections, 3, 20),
    reaperturas: part(reopenings, 2, 15),
    antiguedad: part(monthsOpen, 6, 10),
  }
  const puntaje = Object.values(partes).reduce((sum, points) => sum + points, 0)
  return { RIESGO: puntaje >= 60 ? ('A' as const) : puntaje >= 30 ? ('M' as const) : ('B' as const), puntaje, partes }
}
