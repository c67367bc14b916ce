import { COMPONENTS } from '@cuadre/api/statistics'

/** The competitiveness index (rules §1.4), as pure arithmetic. */
export type Component = (typeof COMPONENTS)[number]
export type Weights = Record<Component, number>
export const WEIGHTS: Weights = { P: 30, C: 25, Q: 20, E: 15, A: 10 }
/** Minimum number of items to be ranked. */
export const MIN_ITEMS = 20
const TARGET_DAYS = 6
const TOLERATED = 0.005

/** Numerator and denominator of a component. */
export type Share = { part: number; whole: number }
export const value = ({ part, whole }: Share) => (whole === 0 ? null : part / whole)

/** 1 with nothing unexplained, 0 from half a percent of the balance. */
export const exactness = (unexplained: number | null) => (unexplained === null ? null : 1 - Math.min(1, unexplained / TOLERATED))
/** 1 up to the target of six working days, 0 from twice as many. */
export const agility = (days: number | null) => (days === null ? null : Math.min(1, Math.max(0, (2 * TARGET_DAYS - days) / TARGET_DAYS)))

/** Wilson score interval of a proportion at 95 %. */
export function wilson({ part, whole }: Share): { desde: number | null; hasta: number | null } {
  if (whole === 0) return { desde: null, hasta: null }
  const z = 1.959964
  const p = part / whole
  const middle = (p + (z * z) / (2 * whole)) / (1 + (z * z) / whole)
  const half = (z / (1 + (z * z) / whole)) * Math.sqrt((p * (1 - p)) / whole + (z * z) / (4 * whole * whole))
  return { desde: Math.max(0, middle - half), hasta: Math.min(1, middle + half) }
}

/** 0 to 100 points; a component with nothing to measure contributes none. */
export const index = (components: Record<Component, number | null>, weights: Weights) =>
  COMPONENTS.reduce((sum, name) => sum + weights[name] * (components[name] ?? 0), 0)

export const together = (of: Iterable<Share>): Share =>
  [...of].reduce((all, { part, whole }) => ({ part: all.part + part, whole: all.whole + whole }), { part: 0, whole: 0 })
/** Indirect standardisation: the difference to what its mix of strata lets expect (in the unit of `part`), added to the share of everybody. */
export function adjusted(own: Share, expected: number, everybody: Share): number | null {
  if (own.whole === 0) return null
  return Math.min(1, Math.max(0, (own.part - expected) / own.whole + everybody.part / everybody.whole))
}

/** Dense ranking: ties share a rank. */
export function ranks<K>(indices: ReadonlyMap<K, number>): Map<K, number> {
  const levels = [...new Set(indices.values())].sort((a, b) => b - a)
  return new Map([...indices].map(([key, of]) => [key, levels.indexOf(of) + 1]))
}

export type Estimate = { index: number; variance: number }
/** Variance of the index from its three shares, each a proportion; exactness and agility are figures, not samples. In points squared. */
export const varianceOf = (shares: Record<'P' | 'C' | 'Q', Share>, weights: Weights) =>
  (['P', 'C', 'Q'] as const).reduce((sum, name) => {
    const { part, whole } = shares[name]
    if (whole === 0) return sum
    const p = part / whole
    return sum + (weights[name] ** 2 * p * (1 - p)) / whole
  }, 0)

const Z = 1.959964
export const intervalOf = ({ index: at, variance }: Estimate) => ({
  desde: Math.max(0, at - Z * Math.sqrt(variance)),
  hasta: Math.min(100, at + Z * Math.sqrt(variance)),
})

/** Two-sided probability of a difference at least as large between two that are alike (normal approximation). */
function probabilityOf(a: Estimate, b: Estimate) {
  const spread = Math.sqrt(a.variance + b.variance)
  if (spread === 0) return a.index === b.index ? 1 : 0
  return 2 * (1 - normal(Math.abs(a.index - b.index) / spread))
}
/** Distribution function of the normal distribution (Abramowitz and Stegun 26.2.17; error below 7.5e-8). */
function normal(z: number) {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}

/**
 * The places that each may have: better than it are only those whose difference is beyond chance, worse likewise. All pairs are compared at 5 %
 * together (Holm 1979), so that with many of them none stands apart by chance alone. Of hundreds these are a hundred thousand pairs: their
 * probabilities are kept as numbers, not as objects.
 */
export function possiblePlaces<K>(estimates: ReadonlyMap<K, Estimate>): Map<K, { desde: number; hasta: number }> {
  const all = [...estimates.values()]
  const pairs = new Float64Array((all.length * (all.length - 1)) / 2)
  let at = 0
  for (let a = 0; a < all.length; a++) for (let b = a + 1; b < all.length; b++) pairs[at++] = probabilityOf(all[a]!, all[b]!)
  const apart = beyondChance(pairs)
  const places = all.map(() => ({ desde: 1, hasta: all.length }))
  at = 0
  for (let a = 0; a < all.length; a++)
    for (let b = a + 1; b < all.length; b++) {
      if (pairs[at++]! > apart) continue
      const isBetter = all[a]!.index > all[b]!.index
      places[isBetter ? b : a]!.desde++
      places[isBetter ? a : b]!.hasta--
    }
  return new Map([...estimates.keys()].map((key, i) => [key, places[i]!]))
}
/** The greatest probability that is still a difference; below 0 where none is. Equal ones are told apart together: each next one is allowed more. */
function beyondChance(pairs: Float64Array): number {
  const sorted = pairs.filter((p) => p <= 0.05).sort()
  const first = sorted.findIndex((p, i) => p > 0.05 / (pairs.length - i))
  return (first < 0 ? sorted : sorted.subarray(0, first)).at(-1) ?? -1
}
