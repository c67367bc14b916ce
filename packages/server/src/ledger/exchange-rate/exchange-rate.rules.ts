import { currencies } from '@cuadre/api/shapes'
import { Invalid } from '../../platform/errors.ts'

/** @throws 422 at the field */
export function checkCurrency(currency: string, group: string | null) {
  if (!currencies().has(currency)) throw Invalid('MONEDA', 'rate_currency_unknown', { currency })
  if (currency === group) throw Invalid('MONEDA', 'rate_same_currency', { currency })
}
/** The rate of a close is of a day of its month. @throws 422 at the field */
export function checkDay(day: string, period: string) {
  if (day.slice(0, 7) !== period) throw Invalid('FECHA_TASA', 'rate_day', { period })
}
/** Whoever governs the rates changes those of a closed period, and says why. @throws 422 at the field */
export function checkOpen({ name, closed }: { name: string; closed: boolean }, governs: boolean, reason: string | undefined) {
  if (!closed) return
  if (!governs) throw Invalid('COD_PERIODO', 'rate_closed', { period: name })
  if (reason === undefined) throw Invalid('motivo', 'rate_closed_reason', { period: name })
}
/** Decimal texts of the same number: '3.70' and '3.7'. */
export const sameRate = (a: string, b: string) => units(a) === units(b)
const units = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(10, '0'))
}
