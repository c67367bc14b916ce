import { describe, expect, test } from '@jest/globals'
import { median, paceOf, paceRange } from './pace.rules.ts'

/** By counting every sign-off one by one. */
function paceByHand(days: readonly { nth: number; items: number }[]) {
  const each = days.flatMap(({ nth, items }) => Array.from({ length: items }, () => nth)).sort((a, b) => a - b)
  const lastDay = each[Math.ceil(each.length * 0.9) - 1]!
  return each.filter((nth) => nth <= lastDay).length / (lastDay - each[0]! + 1)
}

describe('the pace of a month', () => {
  test('counts its working days until nine tenths are signed, whatever the order', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let run = 0; run < 200; run++) {
      const days = Array.from({ length: 1 + random(8) }, (_, at) => ({ nth: at * 2 - 3 + random(2), items: 1 + random(30) }))
      expect(paceOf(days.toReversed())).toBeCloseTo(paceByHand(days), 10)
    }
  })
  test('a straggler does not make it slow; in the month in course a day without a sign-off does', () => {
    const days = [
      { nth: 1, items: 50 },
      { nth: 2, items: 49 },
    ]
    expect(paceOf([...days, { nth: 40, items: 1 }])).toBe(49.5)
    expect(paceOf(days, 2)).toBe(49.5)
    expect(paceOf(days, 9)).toBe(11)
    expect(paceOf([], 4)).toBeNull()
    // Exactly nine tenths are enough.
    expect(
      paceOf([
        { nth: 1, items: 9 },
        { nth: 5, items: 1 },
      ]),
    ).toBe(9)
  })
})

test('the range holds the middle half of the months, this month and the forecast', () => {
  expect(paceRange([1, 8, 9, 10, 11, 90], [9.5, null])).toEqual({ slow: 8, fast: 11 })
  expect(paceRange([90, 9, 1, 11, 8, 10], [])).toEqual({ slow: 8, fast: 11 })
  expect(paceRange([8, 9, 10, 11], [9.5, 3])).toEqual({ slow: 3, fast: 10 })
  expect(paceRange([], [null, 0])).toBeNull()
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, null])
})
