/**
 * Distributes a sample of `n` over the strata: one of each first, if `n` allows, the rest in proportion to size, remainders to the largest
 * fractions (on a tie to the stratum named first). Never more than a stratum has.
 */
export function allocate<S extends string>(n: number, sizes: Readonly<Record<S, number>>): Record<S, number> {
  const strata = (Object.keys(sizes) as S[]).filter((stratum) => sizes[stratum] > 0)
  const total = strata.reduce((sum, stratum) => sum + sizes[stratum], 0)
  // The record has the keys of `sizes`; strata without rows stay at 0.
  const quotas = Object.fromEntries(Object.keys(sizes).map((stratum) => [stratum, 0])) as Record<S, number>
  const wanted = Math.min(n, total)
  const first = wanted >= strata.length ? 1 : 0
  const rest = wanted - first * strata.length
  const left = total - first * strata.length
  const shares = strata.map((stratum) => ({ stratum, share: left === 0 ? 0 : (rest * (sizes[stratum] - first)) / left }))
  for (const { stratum, share } of shares) quotas[stratum] = first + Math.floor(share)
  const allocated = strata.reduce((sum, stratum) => sum + quotas[stratum], 0)
  const byFraction = [...shares].sort((a, b) => (b.share % 1) - (a.share % 1))
  for (const { stratum } of byFraction.slice(0, wanted - allocated)) quotas[stratum]++
  return quotas
}
