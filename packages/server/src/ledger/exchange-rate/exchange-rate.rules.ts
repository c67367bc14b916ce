import { MAX_RATE_CHANGE } from '@cuadre/api/exchange-rate'
import { currencies } from '@cuadre/api/shapes'
import { Invalid } from '../../platform/errors.ts'
import type { Locale } from '../../platform/http/context.ts'

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
/** Where a rate stands the wrong way round (940 for 0.001064) every converted figure would be wrong without a word. @throws 422 at the field */
export function checkLikely(rate: string, beside: { rate: string; period: string } | undefined, locale: Locale) {
  if (!beside) return
  const [given, other] = [units(rate), units(beside.rate)]
  if (given < other * MAX && other < given * MAX) return
  const said = locale === 'es' ? beside.rate.replace('.', ',') : beside.rate
  throw Invalid('TASA', 'rate_far', { period: beside.period, rate: said, times: MAX_RATE_CHANGE })
}
const MAX = BigInt(MAX_RATE_CHANGE)
/** Decimal texts of the same number: '3.70' and '3.7'. */
export const sameRate = (a: string, b: string) => units(a) === units(b)
const units = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(10, '0'))
}
