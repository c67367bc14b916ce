import { fromCents, magnitude, toCents } from '@cuadre/tables/format/cents'

/** VARIACION = VALOR_BALANCE − VALOR_ANALISIS (decisions §2). */
export const differenceOf = (balance: string, supported: string) => fromCents(toCents(balance) - toCents(supported))

/** The size of a part in percent of a whole, two decimals, rounded half up; nothing of nothing. */
export const percentOf = (part: string, whole: string): string | null => {
  const [of, all] = [magnitude(toCents(part)), magnitude(toCents(whole))]
  return all === 0n ? null : fromCents((of * 20_000n + all) / (all * 2n))
}
