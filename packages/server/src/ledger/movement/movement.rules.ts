import type { SENSITIVITIES, VERDICTS } from '@cuadre/api/movement'
import { magnitude } from '../../platform/money.ts'

/**
 * Which movement the own history of an account makes likely, and whether that of the month is one. Amounts are whole cents; nothing here depends on
 * the clock, on other accounts or on the order of loads.
 */
export type Verdict = (typeof VERDICTS)[number]
type Sensitivity = (typeof SENSITIVITIES)[number]
/** What strays by less than `minimum`, or than `percent` (in hundredths) of the balance before, is not worth a mark. */
export type Rule = { sensitivity: Sensitivity; minimum: bigint; percent: bigint }
/** Of a month, YYYY-MM; null where the account had no balance then or in the period before. */
export type Movement = { month: string; amount: bigint | null }

/** Earlier months that are looked at, and how many movements of them it takes to say anything. */
export const HISTORY = 24
export const ENOUGH = 6
/** How many spreads a likely movement may lie from the centre, in tenths; more of them where few months tell (`reachOf`). */
const WIDTH: Record<Sensitivity, bigint> = { ALTA: 35n, MEDIA: 50n, BAJA: 70n }
const FEW = 4n
/** It always moves: in at least nine of ten months. */
const ALWAYS = { of: 10, at: 9 }
/** A spread is never under this part of the centre: what moves by nearly the same each month may round. */
const FLOOR_PERCENT = 2n

export type Likely = {
  /** 'mes': what earlier years did in the same month; 'mediana': what it does in any month. */
  basis: 'mediana' | 'mes'
  centre: bigint
  spread: bigint
  low: bigint
  high: bigint
}
export type Judged = {
  movement: bigint | null
  /** Earlier movements that are known, and how many of them were not 0. */
  months: number
  moved: number
  verdict: Verdict
  /** null with too little history. */
  likely: Likely | null
}

/**
 * `now`: with the balance that it moved from. `earlier`: the movements of the months before, in any order; those beyond `HISTORY` months must not be
 * among them.
 */
export function judge(now: Movement & { before: bigint | null }, earlier: readonly Movement[], rule: Rule): Judged {
  const known = earlier.filter((one): one is { month: string; amount: bigint } => one.amount !== null)
  const amounts = known.map(({ amount }) => amount)
  const moved = amounts.filter((amount) => amount !== 0n).length
  const { amount: movement } = now
  const of = { movement, months: known.length, moved }
  if (movement === null || known.length < ENOUGH) return { ...of, verdict: 'poca_historia', likely: null }
  const season = known.filter(({ month }) => month.slice(5) === now.month.slice(5)).map(({ amount }) => amount)
  const likely = likelyOf(amounts, season, WIDTH[rule.sensitivity])
  const least = most(rule.minimum, rounded(magnitude(now.before ?? 0n) * rule.percent, 10_000n))
  const verdict = (): Verdict => {
    const always = moved * ALWAYS.of >= known.length * ALWAYS.at
    // In earlier years it was silent in this month too: then silence is its way.
    if (movement === 0n && always && !season.includes(0n)) return median(amounts.map(magnitude)) >= least ? 'silencio' : 'usual'
    if (magnitude(movement - likely.centre) < least) return 'usual'
    return movement > likely.high ? 'alto' : movement < likely.low ? 'bajo' : 'usual'
  }
  return { ...of, verdict: verdict(), likely }
}

function likelyOf(amounts: readonly bigint[], season: readonly bigint[], width: bigint): Likely {
  const centre = median(amounts)
  const spread = most(robust(amounts, centre), floor(centre))
  const reach = (of: bigint) => reachOf(of, width, BigInt(amounts.length))
  const any = band('mediana', centre, spread, reach(spread))
  const [first, second] = season
  if (first === undefined || second === undefined) return any
  // The month has a way of its own where earlier years left what is likely on the same side, and by about the same.
  const apart = magnitude(first - second)
  const outside = season.every((amount) => amount > any.high) || season.every((amount) => amount < any.low)
  const agree = apart <= most(2n * spread, most(magnitude(first), magnitude(second)) / 4n)
  if (!outside || !agree) return any
  const middle = half(first + second)
  const own = most(most(spread, half(apart)), floor(middle))
  return band('mes', middle, own, reach(own))
}
/** A spread of six months says less than one of 24: the reach is wider by 4/n. */
const reachOf = (spread: bigint, width: bigint, months: bigint) => rounded(spread * width * (months + FEW), 10n * months)
const band = (basis: Likely['basis'], centre: bigint, spread: bigint, reach: bigint): Likely => ({
  basis,
  centre,
  spread,
  low: centre - reach,
  high: centre + reach,
})

/**
 * The median absolute deviation, scaled to a standard deviation (× 1.4826). Where more than half of the months are alike it is 0 and says nothing of the
 * others: then the mean absolute deviation (× 1.2533) does.
 */
function robust(amounts: readonly bigint[], centre: bigint): bigint {
  const deviations = amounts.map((amount) => magnitude(amount - centre))
  const middle = median(deviations)
  if (middle > 0n) return rounded(middle * 14826n, 10_000n)
  const sum = deviations.reduce((total, each) => total + each, 0n)
  return rounded(sum * 12533n, 10_000n * BigInt(deviations.length))
}
const floor = (centre: bigint) => most(1n, rounded(magnitude(centre) * FLOOR_PERCENT, 100n))

export function median(amounts: readonly bigint[]): bigint {
  const sorted = [...amounts].sort((a, b) => (a < b ? -1 : 1))
  const at = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[at]! : half(sorted[at - 1]! + sorted[at]!)
}
const most = (a: bigint, b: bigint) => (a > b ? a : b)
const half = (amount: bigint) => rounded(amount, 2n)
/** Half cents away from 0. */
const rounded = (amount: bigint, by: bigint) => ((magnitude(amount) * 2n + by) / (by * 2n)) * (amount < 0n ? -1n : 1n)
