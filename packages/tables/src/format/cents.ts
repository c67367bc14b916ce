/** Amounts are decimal text with at most two decimals; what is computed of them is computed in whole cents, exactly, never through a float. */
const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

export const isAmount = (value: unknown): value is string => typeof value === 'string' && AMOUNT.test(value)

/** '-12.5' → -1250n. @throws when it is no such amount */
export function toCents(amount: string): bigint {
  const [, sign, whole, fraction = ''] = AMOUNT.exec(amount) ?? []
  if (whole === undefined) throw new Error(`No amount: ${amount}`)
  const cents = BigInt(whole + fraction.padEnd(2, '0'))
  return sign ? -cents : cents
}

/** Without its sign. */
export const magnitude = (cents: bigint) => (cents < 0n ? -cents : cents)
export const isZero = (amount: string) => toCents(amount) === 0n

/** -1250n → '-12.50' */
export function fromCents(cents: bigint): string {
  const digits = magnitude(cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The sum of each currency, by its name. */
export function sumsByCurrency(amounts: readonly { MONEDA: string; monto: string }[]) {
  const sums = new Map<string, bigint>()
  for (const { MONEDA, monto } of amounts) sums.set(MONEDA, (sums.get(MONEDA) ?? 0n) + toCents(monto))
  return [...sums].map(([MONEDA, sum]) => ({ MONEDA, monto: fromCents(sum) })).sort((a, b) => (a.MONEDA < b.MONEDA ? -1 : 1))
}
