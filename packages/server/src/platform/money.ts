import { toCents as cents, fromCents, magnitude, sumsByCurrency } from '@cuadre/tables/format/cents'
import type { Locale } from './http/context.ts'

export { cents, fromCents, magnitude, sumsByCurrency }
/** Whether an amount fits NUMERIC(20,2) and the contract. */
export const fits = (value: bigint) => magnitude(value) < 10n ** 20n

/** A number of a spreadsheet, rounded half away from zero; it may carry a floating-point error (0.30000000000000004). */
export function roundToCents(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const rounded = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')) + (Number(fraction[2] ?? 0) >= 5 ? 1n : 0n)
  return text.startsWith('-') ? -rounded : rounded
}

/** 1.234.567,89 in Spanish, 1,234,567.89 in English. */
export function amountText(value: string | bigint, locale: Locale): string {
  const [whole = '0', fraction = '00'] = fromCents(typeof value === 'bigint' ? value : cents(value)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, locale === 'es' ? '.' : ',')
  return `${grouped}${locale === 'es' ? ',' : '.'}${fraction}`
}
