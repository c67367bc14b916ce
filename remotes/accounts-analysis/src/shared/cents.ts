/** Amounts are decimal strings; what is computed of them is computed in whole cents, exactly. */
const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/** '-12.5' → -1250n. @throws when it is no amount of the contract */
export const toCents = (amount: string): bigint => {
  const [, sign, whole, fraction = ''] = AMOUNT.exec(amount) ?? []
  if (whole === undefined) throw new Error(`No amount: ${amount}`)
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign ? -cents : cents
}

export const fromCents = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** VARIACION = VALOR_BALANCE − VALOR_ANALISIS (decisions §2). */
export const differenceOf = (balance: string, supported: string) => fromCents(toCents(balance) - toCents(supported))

export const isAmount = (value: unknown): value is string => typeof value === 'string' && AMOUNT.test(value)
export const isZero = (amount: string) => toCents(amount) === 0n

/** The size of a part in percent of a whole, two decimals, rounded half up; nothing of nothing. */
export const percentOf = (part: string, whole: string): string | null => {
  const [of, all] = [toCents(part), toCents(whole)]
  if (all === 0n) return null
  const magnitude = (n: bigint) => (n < 0n ? -n : n)
  return fromCents((magnitude(of) * 20_000n + magnitude(all)) / (magnitude(all) * 2n))
}
