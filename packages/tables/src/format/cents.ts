import { trimZeros } from './number-text.ts'

/** At most this far (in units of money) may the float of a spreadsheet be from two decimals and still be rounded to them. */
const NEAR = { numerator: 1n, places: 6 }

/**
 * To at most two decimals. Further decimals that are all zero are dropped. Others are rounded only for numbers that a program
 * computed in binary, and only when they are within 0.000001 of the result; null otherwise: an amount is never rounded silently.
 */
export function toCents(value: string, computed: boolean): string | null {
  const point = value.indexOf('.')
  if (point < 0 || value.length - point <= 3) return value
  const [whole = '0', fraction = ''] = value.split('.')
  if (!computed) return null
  const places = Math.max(fraction.length, NEAR.places)
  const unit = 10n ** BigInt(places - 2)
  const negative = value.startsWith('-')
  const scaled = BigInt(whole.replace('-', '') + fraction.padEnd(places, '0'))
  // What lies half-way is never near enough.
  const cents = (scaled + unit / 2n) / unit
  const distance = cents * unit - scaled
  if ((distance < 0n ? -distance : distance) > NEAR.numerator * 10n ** BigInt(places - NEAR.places)) return null
  const digits = cents.toString().padStart(3, '0')
  return trimZeros(`${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

/** a − b, of canonical decimal texts with at most two decimals. */
export const subtractAmounts = (a: string, b: string) => ofCents(centsOf(a) - centsOf(b))

/** a + b, of canonical decimal texts with at most two decimals. */
export const addAmounts = (a: string, b: string) => ofCents(centsOf(a) + centsOf(b))

function ofCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return trimZeros(`${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

/** '12.5' → 1250n. The text must have at most two decimals. */
export function centsOf(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  const cents = BigInt(whole.replace('-', '')) * 100n + BigInt(fraction.padEnd(2, '0') || '0')
  return value.startsWith('-') ? -cents : cents
}
