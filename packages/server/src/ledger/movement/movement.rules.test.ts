import { describe, expect, it } from '@jest/globals'
import { readMonths } from '../../lab/movements/cosif.ts'
import { DEMO_MONTHS, judgeAt, share } from '../../lab/movements/share.ts'
import { judge, type Movement, type Rule } from './movement.rules.ts'

const RULE: Rule = { sensitivity: 'MEDIA', minimum: 100_000n, percent: 500n }
const monthOf = (at: number) => `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
/** Whole units, from January 2024 on; the last one is judged. */
const verdictOf = (units: readonly (number | null)[], rule = RULE, before = 0n) => {
  const movements: Movement[] = units.map((unit, at) => ({ month: monthOf(at), amount: unit === null ? null : BigInt(unit) * 100n }))
  return judge({ ...movements.at(-1)!, before }, movements.slice(0, -1), rule)
}
const steady = (n: number) => Array.from({ length: n }, (_, i) => 50_000 + (i % 3) * 1000)

describe('an account is judged by its own history', () => {
  it.each([
    ['what it always does', [...steady(12), 51_000], 'usual'],
    ['much more', [...steady(12), 90_000], 'alto'],
    ['much less', [...steady(12), 10_000], 'bajo'],
    ['nothing, though it always moves', [...steady(12), 0], 'silencio'],
    ['nothing, as half of the time', [...steady(6), 0, 0, 0, 0, 0, 0, 0], 'usual'],
    ['anything, with five months of history', [...steady(5), 900_000], 'poca_historia'],
    ['with six there is enough', [...steady(6), 900_000], 'alto'],
    ['without a balance before', [...steady(12), null], 'poca_historia'],
    ['a movement where there never was one', [0, 0, 0, 0, 0, 0, 0, 5000], 'alto'],
    ['a movement under the minimum where there never was one', [0, 0, 0, 0, 0, 0, 0, 900], 'usual'],
    ['credits are as good as debits', [...steady(12).map((n) => -n), -90_000], 'bajo'],
    ['silence of a nothing', [...Array(12).fill(100), 0], 'usual'],
  ] as const)('%s', (_, units, verdict) => {
    expect(verdictOf(units).verdict).toBe(verdict)
  })

  it('a month with a way of its own is judged by the same month of earlier years', () => {
    const year = [...steady(11), 300_000]
    expect(verdictOf([...year, ...year, ...year.slice(0, 11), 305_000])).toMatchObject({
      verdict: 'usual',
      likely: { basis: 'mes', centre: 30_000_000n },
    })
    expect(verdictOf([...year, ...year, ...year.slice(0, 11), 51_000]).verdict).toBe('bajo')
    // Two Decembers that disagree say nothing.
    const other = [...steady(11), 900_000]
    expect(verdictOf([...year, ...other, ...year.slice(0, 11), 305_000]).likely?.basis).toBe('mediana')
    // Once is no season.
    expect(verdictOf([...year, ...year.slice(0, 11), 305_000]).verdict).toBe('alto')
  })

  it('an account that was silent in this month of an earlier year may be again', () => {
    const year = [...steady(11), 0]
    expect(verdictOf([...year, ...year.slice(0, 11), 0]).verdict).not.toBe('silencio')
  })

  it('says nothing of what strays by little against the balance that it moved from', () => {
    const units = [...steady(12), 90_000]
    expect(verdictOf(units, RULE, 10_000_000n).verdict).toBe('alto')
    expect(verdictOf(units, RULE, 100_000_000_00n).verdict).toBe('usual')
  })

  it('marks fewer the less sensitive it is', () => {
    const marks = (['ALTA', 'MEDIA', 'BAJA'] as const).map(
      (sensitivity) => verdictOf([...steady(12), 59_000], { ...RULE, sensitivity }).verdict,
    )
    expect(marks).toEqual(['alto', 'usual', 'usual'])
  })

  it('does not depend on the order of the months', () => {
    const movements = [...steady(12), 90_000].map((unit, at) => ({ month: monthOf(at), amount: BigInt(unit) * 100n }))
    const [now, earlier] = [{ ...movements.at(-1)!, before: 0n }, movements.slice(0, -1)]
    expect(judge(now, earlier.toReversed(), RULE)).toEqual(judge(now, earlier, RULE))
  })
})

describe('at the edges', () => {
  const ALL: Rule = { sensitivity: 'MEDIA', minimum: 0n, percent: 0n }
  /** In cents, from January 2024 on; the last one is judged. */
  const judged = (cents: readonly number[], rule = ALL) => {
    const movements = cents.map((each, at) => ({ month: monthOf(at), amount: BigInt(each) }))
    return judge({ ...movements.at(-1)!, before: 0n }, movements.slice(0, -1), rule)
  }
  it('says what it was judged by', () => {
    expect(judged([7, 0, 9])).toEqual({ movement: 9n, months: 2, moved: 1, verdict: 'poca_historia', likely: null })
    // What never strays has a spread of two hundredths of its centre; with six months the reach is wider.
    expect(judged([...Array(6).fill(10_000), 10_000])).toEqual({
      movement: 10_000n,
      months: 6,
      moved: 6,
      verdict: 'usual',
      likely: { basis: 'mediana', centre: 10_000n, spread: 200n, low: 8333n, high: 11_667n },
    })
  })
  it.each([
    [11_667, 'usual'],
    [11_668, 'alto'],
    [8333, 'usual'],
    [8332, 'bajo'],
  ])('a movement of %i cents is %s', (cents, verdict) => expect(judged([...Array(6).fill(10_000), cents]).verdict).toBe(verdict))
  it.each([
    [99_999, 'usual'],
    [100_000, 'alto'],
    [-99_999, 'usual'],
    [-100_000, 'bajo'],
  ])('%i cents against a minimum of 100,000 where there never was one: %s', (cents, verdict) =>
    expect(judged([...Array(6).fill(0), cents], RULE).verdict).toBe(verdict),
  )
  it.each([
    ['in nine of ten months', 100_000, 1, 'silencio'],
    ['in eight of ten', 100_000, 2, 'usual'],
    ['by less than the minimum', 99_999, 1, 'usual'],
  ])('silence of what moves %s', (_, cents, silent, verdict) =>
    expect(judged([...Array(silent).fill(0), ...Array(10 - silent).fill(cents), 0], RULE).verdict).toBe(verdict),
  )
  /** Two years in which it goes to and fro by 10,000, but for January. */
  const likely = (first: number, second: number, rule = ALL) => {
    const others = Array.from({ length: 11 }, (_, at) => (at % 2 === 0 ? 10_000 : -10_000))
    return judged([first, ...others, second, ...others.map((each) => -each), first], rule).likely!
  }
  it.each([
    [182_970, 182_970, 'mediana'],
    [182_971, 182_970, 'mediana'],
    [182_970, 182_971, 'mediana'],
    [182_971, 182_971, 'mes'],
    [-182_970, -182_970, 'mediana'],
    [-182_971, -182_970, 'mediana'],
    [-182_970, -182_971, 'mediana'],
    [-182_971, -182_971, 'mes'],
    [-182_971, 182_971, 'mediana'],
    [10_000, 10_000, 'mediana'],
  ])('a month that brought %i and %i has a way of its own where both lie beyond what is likely: %s', (first, second, basis) =>
    expect(likely(first, second).basis).toBe(basis),
  )
  it.each([
    // By up to two spreads, or up to a quarter.
    [131_080, 190_384, 'mes'],
    [131_080, 190_385, 'mediana'],
    [900_000, 1_200_000, 'mes'],
    [900_000, 1_200_004, 'mediana'],
  ])('and agree: %i and %i, %s', (first, second, basis) => expect(likely(first, second, { ...ALL, sensitivity: 'ALTA' }).basis).toBe(basis))
})

/** The rule once more, in floating point and by other means: counting ranks, no bigint, no helper of the module. */
function second(balances: readonly (bigint | null)[], at: number): string {
  const n = balances.map((b) => (b === null ? null : Number(b)))
  const of = (i: number) => (i < 1 || n[i] == null || n[i - 1] == null ? null : n[i]! - n[i - 1]!)
  const earlier = Array.from({ length: at }, (_, i) => of(i)).filter((each) => each !== null)
  const now = of(at)
  if (now === null || earlier.length < 6) return 'poca_historia'
  const middle = (of: number[]) => {
    const ranked = Float64Array.from(of).sort()
    return (ranked[Math.ceil(ranked.length / 2) - 1]! + ranked[Math.floor(ranked.length / 2)]!) / 2
  }
  const centre = middle(earlier)
  const far = earlier.map((each) => Math.abs(each - centre))
  const mad = middle(far)
  const spread = Math.max(mad > 0.5 ? mad * 1.4826 : (far.reduce((a, b) => a + b) / far.length) * 1.2533, Math.abs(centre) * 0.02, 1)
  const least = Math.max(100_000, Math.abs(n[at - 1]!) * 0.05)
  const zeros = earlier.filter((each) => each === 0).length
  if (now === 0 && zeros / earlier.length <= 0.1) return middle(earlier.map(Math.abs)) >= least ? 'silencio' : 'usual'
  if (Math.abs(now - centre) < least || Math.abs(now - centre) <= spread * 5 * (1 + 4 / earlier.length)) return 'usual'
  return now > centre ? 'alto' : 'bajo'
}

describe('twelve real months (Banco Central do Brasil, 2008; lab/demo/ATTRIBUTION.md)', () => {
  const { months, histories } = readMonths(DEMO_MONTHS)

  it('are judged as a second way of computing judges them', () => {
    let compared = 0
    for (const { account, balances } of histories)
      for (let at = 0; at < months.length; at++) {
        if (balances[at] === null) continue
        const found = judgeAt(months, balances, at, RULE).verdict
        if (found !== second(balances, at)) throw new Error(`${account} ${months[at]}: ${found}, ${second(balances, at)}`)
        compared++
      }
    expect(compared).toBeGreaterThan(12_000)
  })

  it('mark about an eighth of the accounts of six large banks in the autumn of 2008', () => {
    const sum = { judged: 0, marked: 0 }
    for (const { counts } of share(months, histories, RULE)) {
      const marks = counts.alto + counts.bajo + counts.silencio
      sum.marked += marks
      sum.judged += marks + counts.usual
    }
    expect(sum).toEqual({ judged: 4965, marked: 657 })
  })
})
