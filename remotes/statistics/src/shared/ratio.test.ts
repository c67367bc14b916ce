import { formatMoney } from '@cuadre/ui'
import { expect, test } from '@jest/globals'
import { pointsBetween } from './ratio.ts'

test('points are rounded once, where they are shown', () => {
  // 62.549 to two decimals is 62.55, which to one would be 62.6.
  expect(formatMoney(pointsBetween(0.3133, 0.93879), 'es', { decimals: 1 })).toBe('−62,5')
  expect([pointsBetween(0.5, 0.25), pointsBetween(null, 1), pointsBetween(1, null)]).toEqual([25, null, null])
})
