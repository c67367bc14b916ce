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

/** -1250n → '-12.50' */
export function fromCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
