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

/** Indirect standardisation: the difference to what its mix of strata would predict, added to the overall share. */
export function adjusted(own: ReadonlyMap<string, Share>, everybody: ReadonlyMap<string, Share>): number | null {
  const sum = (of: Iterable<Share>) =>
    [...of].reduce((all, { part, whole }) => ({ part: all.part + part, whole: all.whole + whole }), { part: 0, whole: 0 })
  const [raw, overall] = [sum(own.values()), sum(everybody.values())]
  if (raw.whole === 0) return null
  const expected = [...own].reduce((all, [stratum, { whole }]) => all + whole * (value(everybody.get(stratum)!) ?? 0), 0) / raw.whole
  return Math.min(1, Math.max(0, raw.part / raw.whole - expected + overall.part / overall.whole))
}

/** Dense ranking: ties share a rank. */
export function ranks<K>(indices: ReadonlyMap<K, number>): Map<K, number> {
  const levels = [...new Set(indices.values())].sort((a, b) => b - a)
  return new Map([...indices].map(([key, of]) => [key, levels.indexOf(of) + 1]))
}
