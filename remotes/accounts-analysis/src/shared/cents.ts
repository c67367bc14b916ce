import { fromCents, toCents } from '@cuadre/tables/format/cents'

/** VARIACION = VALOR_BALANCE − VALOR_ANALISIS (decisions §2). */
export const differenceOf = (balance: string, supported: string) => fromCents(toCents(balance) - toCents(supported))

export const isZero = (amount: string) => toCents(amount) === 0n

/** The size of a part in percent of a whole, two decimals, rounded half up; nothing of nothing. */
export const percentOf = (part: string, whole: string): string | null => {
  const [of, all] = [toCents(part), toCents(whole)]
  if (all === 0n) return null
  const magnitude = (n: bigint) => (n < 0n ? -n : n)
  return fromCents((magnitude(of) * 20_000n + magnitude(all)) / (magnitude(all) * 2n))
}
