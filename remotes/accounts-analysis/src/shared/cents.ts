import { fromCents, toCents } from '@cuadre/tables/format/cents'

/** VARIACION = VALOR_BALANCE − VALOR_ANALISIS (decisions §2). */
export const differenceOf = (balance: string, supported: string) => fromCents(toCents(balance) - toCents(supported))

/** Exact; different currencies stay apart. */
export function addAmounts(amounts: readonly { MONEDA: string; monto: string }[]) {
  const sums = new Map<string, bigint>()
  for (const { MONEDA, monto } of amounts) sums.set(MONEDA, (sums.get(MONEDA) ?? 0n) + toCents(monto))
  return [...sums].map(([MONEDA, sum]) => ({ MONEDA, monto: fromCents(sum) })).sort((a, b) => (a.MONEDA < b.MONEDA ? -1 : 1))
}

export const isZero = (amount: string) => toCents(amount) === 0n

/** The size of a part in percent of a whole, two decimals, rounded half up; nothing of nothing. */
export const percentOf = (part: string, whole: string): string | null => {
  const [of, all] = [toCents(part), toCents(whole)]
  if (all === 0n) return null
  const magnitude = (n: bigint) => (n < 0n ? -n : n)
  return fromCents((magnitude(of) * 20_000n + magnitude(all)) / (magnitude(all) * 2n))
}
