import { ALERT_TYPES } from '@cuadre/api/alert-types'
import { expect, test } from '@jest/globals'
import { daysOf, FAMILIES } from './rule.ts'

test('every kind has its place in the list, once', () => {
  expect(
    Object.values(FAMILIES)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(ALERT_TYPES.map(({ id }) => id))
})

test.each([
  ['3, 1 y 0', [3, 1, 0]],
  ['0 1 1', [1, 0]],
  ['14;7', [14, 7]],
  ['', undefined],
  ['tres', undefined],
  ['1,5.5', undefined],
  ['-1', undefined],
])('days from %s are %j', (text, days) => {
  expect(daysOf(text)).toEqual(days)
})
