import { expect, test } from '@jest/globals'
import {
  adjusted,
  agility,
  type Estimate,
  exactness,
  index,
  intervalOf,
  possiblePlaces,
  ranks,
  type Share,
  together,
  value,
  varianceOf,
  WEIGHTS,
  wilson,
} from './ranking.rules.ts'

test('the usual weights sum to a hundred, the most for punctuality', () => expect(WEIGHTS).toEqual({ P: 30, C: 25, Q: 20, E: 15, A: 10 }))

test.each([
  [{ part: 1, whole: 4 }, 0.25],
  [{ part: 0, whole: 4 }, 0],
  [{ part: 0, whole: 0 }, null],
])('the share of %o is %s', (share, answer) => expect(value(share)).toBe(answer))

test.each([
  [null, null],
  [0, 1],
  [0.0025, 0.5],
  [0.00499, 0.002],
  [0.005, 0],
  [0.02, 0],
])('with %s of the balance unexplained exactness is %s', (unexplained, answer) => {
  const found = exactness(unexplained)
  if (answer === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(answer, 10)
})

test.each([
  [null, null],
  [0, 1],
  [3, 1],
  [6, 1],
  [7.5, 0.75],
  [9, 0.5],
  [12, 0],
  [20, 0],
])('with %s working days agility is %s', (days, answer) => expect(agility(days)).toBe(answer))

// Figures of Wilson's interval as published in tables: 81 of 263, and the ends.
test.each([
  [{ part: 81, whole: 263 }, 0.2553, 0.3662],
  [{ part: 0, whole: 10 }, 0, 0.2775],
  [{ part: 10, whole: 10 }, 0.7225, 1],
  [{ part: 1, whole: 2 }, 0.0945, 0.9055],
])('the interval of %o is from %d to %d', (share, from, to) => {
  const { desde, hasta } = wilson(share)
  expect(desde).toBeCloseTo(from, 4)
  expect(hasta).toBeCloseTo(to, 4)
})
test('an interval of nothing is none, and none leaves the scale', () => {
  expect(wilson({ part: 0, whole: 0 })).toEqual({ desde: null, hasta: null })
  for (let whole = 1; whole <= 60; whole++) {
    expect(wilson({ part: 0, whole }).desde).toBeGreaterThanOrEqual(0)
    expect(wilson({ part: whole, whole }).hasta).toBeLessThanOrEqual(1)
  }
})

test.each([
  [{ P: 1, C: 1, Q: 1, E: 1, A: 1 }, 100],
  [{ P: 1, C: null, Q: null, E: null, A: null }, 30],
  [{ P: null, C: 0.5, Q: 0, E: 1, A: null }, 27.5],
  [{ P: null, C: null, Q: null, E: null, A: null }, 0],
])('of %o the index is %d', (components, points) => expect(index(components, WEIGHTS)).toBe(points))

const strata = (of: Record<string, [part: number, whole: number]>) =>
  new Map<string, Share>(Object.entries(of).map(([name, [part, whole]]) => [name, { part, whole }]))

/** Against what everybody makes of the same strata. */
const against = (own: ReadonlyMap<string, Share>, everybody: ReadonlyMap<string, Share>) =>
  adjusted(
    together(own.values()),
    [...own].reduce((sum, [stratum, { whole }]) => sum + whole * (value(everybody.get(stratum)!) ?? 0), 0),
    together(everybody.values()),
  )

// Of everybody 150 of 200 are done: half of the hard ones, all of the easy ones.
const everybody = strata({ hard: [50, 100], easy: [100, 100] })
test.each([
  ['only the hard ones, as everybody does there', strata({ hard: [5, 10] }), 0.75],
  ['only the easy ones, as everybody does there', strata({ easy: [10, 10] }), 0.75],
  ['a little better than everybody at the hard ones', strata({ hard: [6, 10] }), 0.85],
  ['a little worse', strata({ hard: [4, 10] }), 0.65],
  ['a mix of both', strata({ hard: [10, 20], easy: [20, 20] }), 0.75],
  ['most of them hard', strata({ hard: [12, 30], easy: [9, 10] }), 0.65],
  ['no more than all', strata({ hard: [10, 10] }), 1],
  ['no less than none', strata({ easy: [0, 10] }), 0],
])('against one mix: %s', (_, own, answer) => expect(against(own, everybody)).toBeCloseTo(answer, 10))
test('against nothing there is no comparison; a stratum without items expects nothing', () => {
  expect(against(strata({}), everybody)).toBeNull()
  expect(against(strata({ hard: [0, 0] }), everybody)).toBeNull()
  expect(against(strata({ hard: [5, 10], none: [0, 0] }), strata({ hard: [50, 100], none: [0, 0] }))).toBeCloseTo(0.5, 10)
})

test.each([
  [
    { a: 5, b: 9, c: 5, d: 1 },
    { a: 2, b: 1, c: 2, d: 3 },
  ],
  [
    { a: 10, b: 9 },
    { a: 1, b: 2 },
  ],
  [
    { a: 9, b: 10, c: 100 },
    { a: 3, b: 2, c: 1 },
  ],
  [{ a: 0 }, { a: 1 }],
  [{}, {}],
])('the ranks of %o are %o', (indices, expected) => expect(Object.fromEntries(ranks(new Map(Object.entries(indices))))).toEqual(expected))

// A second way to the same figures: the counts are drawn again, many times, and the index computed of each draw.
const random = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const DRAWS = 3000
type Shares = Record<'P' | 'C' | 'Q', Share>
function redrawn(shares: Shares, next: () => number) {
  const draw = ({ part, whole }: Share) => {
    let found = 0
    for (let i = 0; i < whole; i++) if (next() < part / whole) found++
    return found / whole
  }
  return index({ P: draw(shares.P), C: draw(shares.C), Q: draw(shares.Q), E: 0.5, A: 0.5 }, WEIGHTS)
}
const indexOf = ({ P, C, Q }: Shares) => index({ P: value(P), C: value(C), Q: value(Q), E: 0.5, A: 0.5 }, WEIGHTS)
const sample = (p: number, c: number, q: number, n: number): Shares => ({
  P: { part: Math.round(p * 3 * n), whole: 3 * n },
  C: { part: Math.round(c * n), whole: n },
  Q: { part: Math.round(q * n), whole: n },
})

test.each([[sample(0.95, 0.9, 0.85, 40)], [sample(0.8, 0.7, 0.6, 120)], [sample(0.6, 0.5, 0.9, 300)]])(
  'the interval of the index is what drawing again gives: %o',
  (shares) => {
    const next = random(7)
    const drawn = Array.from({ length: DRAWS }, () => redrawn(shares, next)).sort((a, b) => a - b)
    const { desde, hasta } = intervalOf({ index: indexOf(shares), variance: varianceOf(shares, WEIGHTS) })
    const width = hasta - desde
    expect(Math.abs(desde - drawn[Math.round(0.025 * DRAWS)]!)).toBeLessThan(0.1 * width)
    expect(Math.abs(hasta - drawn[Math.round(0.975 * DRAWS)]!)).toBeLessThan(0.1 * width)
  },
)

test('who is told apart is who drawing again tells apart', () => {
  const all = new Map<string, Shares>([
    ['high', sample(0.97, 0.95, 0.95, 200)],
    ['near', sample(0.96, 0.94, 0.94, 200)],
    ['low', sample(0.7, 0.6, 0.6, 200)],
  ])
  const estimates = new Map(
    [...all].map(([key, of]): [string, Estimate] => [key, { index: indexOf(of), variance: varianceOf(of, WEIGHTS) }]),
  )
  const next = random(11)
  const beats = (a: string, b: string) =>
    Array.from({ length: DRAWS }, () => redrawn(all.get(a)!, next) > redrawn(all.get(b)!, next)).filter(Boolean).length / DRAWS
  expect(beats('high', 'near')).toBeLessThan(0.975)
  expect(beats('near', 'low')).toBeGreaterThan(0.999)
  expect(Object.fromEntries(possiblePlaces(estimates))).toEqual({
    high: { desde: 1, hasta: 2 },
    near: { desde: 1, hasta: 2 },
    low: { desde: 3, hasta: 3 },
  })
})

test('of many that are alike chance sets hardly any apart', () => {
  const next = random(3)
  const rounds = 200
  let apart = 0
  for (let round = 0; round < rounds; round++) {
    const estimates = new Map(
      Array.from({ length: 8 }, (_, i): [number, Estimate] => {
        const drawn = sample(0.9, 0.85, 0.8, 60)
        const again = { P: drawn.P, C: drawn.C, Q: drawn.Q }
        return [i, { index: redrawn(again, next), variance: varianceOf(again, WEIGHTS) }]
      }),
    )
    if ([...possiblePlaces(estimates).values()].some(({ desde, hasta }) => desde > 1 || hasta < 8)) apart++
  }
  expect(apart / rounds).toBeLessThan(0.08)
})

test('nobody to compare with, and the same figures without any spread', () => {
  expect([...possiblePlaces(new Map([['one', { index: 90, variance: 1 }]]))]).toEqual([['one', { desde: 1, hasta: 1 }]])
  const exact = new Map([
    ['a', { index: 90, variance: 0 }],
    ['b', { index: 90, variance: 0 }],
    ['c', { index: 80, variance: 0 }],
  ])
  expect([...possiblePlaces(exact).values()]).toEqual([
    { desde: 1, hasta: 2 },
    { desde: 1, hasta: 2 },
    { desde: 3, hasta: 3 },
  ])
})

test('a share of nothing does not make the index vary', () => {
  const none = { part: 0, whole: 0 }
  expect(varianceOf({ P: { part: 1, whole: 2 }, C: none, Q: none }, WEIGHTS)).toBe((30 ** 2 * 0.25) / 2)
  expect(varianceOf({ P: none, C: none, Q: none }, WEIGHTS)).toBe(0)
})

// Of a spread of one each difference is its own z: 5 % is 1.95996, a third of it 2.39398, a half of it 2.24140.
test.each([
  ['alike', [0, 1], ['1-2', '1-2']],
  ['not quite apart', [0, 1.9599], ['1-2', '1-2']],
  ['just apart', [0, 1.9601], ['2-2', '1-1']],
  ['just apart, the better one first', [1.9601, 0], ['1-1', '2-2']],
  ['three, of which none is far enough', [0, 0, 2.3939], ['1-3', '1-3', '1-3']],
  ['three, of which one is', [0, 0, 2.3941], ['2-3', '2-3', '1-1']],
  ['the next one is allowed more', [0, 0.1, 2.4], ['2-3', '2-3', '1-1']],
  ['whatever their order', [0.1, 0, 2.4], ['2-3', '2-3', '1-1']],
  ['but not more than a half', [0, 0.2, 2.4], ['2-3', '1-3', '1-2']],
] as const)('places of some that are %s', (_, indices, expected) => {
  const found = possiblePlaces(new Map(indices.map((index, at) => [at, { index, variance: 0.5 }])))
  expect([...found.values()].map(({ desde, hasta }) => `${desde}-${hasta}`)).toEqual(expected)
})
