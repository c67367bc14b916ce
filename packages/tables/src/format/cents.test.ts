import { expect, test } from '@jest/globals'
import { addAmounts, centsOf, subtractAmounts, toCents } from './cents.ts'

test.each([
  ['12', false, '12'],
  ['12.', false, '12.'],
  ['12.3', false, '12.3'],
  ['12.34', false, '12.34'],
  ['12.345', false, null],
  ['12.340', true, '12.34'],
  ['12.3450001', true, null],
  ['12.3400000001', true, '12.34'],
  ['12.3399999999', true, '12.34'],
  ['-12.3399999999', true, '-12.34'],
  ['0.00000000009', true, '0'],
  ['-0.9999999', true, '-1'],
  ['12.340001', true, '12.34'],
  ['12.340002', true, null],
  ['12.339999', true, '12.34'],
  ['12.339998', true, null],
  ['-12.340001', true, '-12.34'],
  ['-12.340002', true, null],
  // Half-way is near neither.
  ['12.345', true, null],
  ['12.335', true, null],
  ['0.005', true, null],
  ['0.0999999', true, '0.1'],
  ['0.010000000001', true, '0.01'],
  ['123456789012345678.999999999', true, '123456789012345679'],
])('%s, computed %s, in cents is %s', (value, computed, expected) => {
  expect(toCents(value, computed)).toBe(expected)
})

test('debe less haber is exact', () => {
  expect(subtractAmounts('0.1', '0.3')).toBe('-0.2')
  expect(subtractAmounts('999999999999999999.99', '-0.01')).toBe('1000000000000000000')
  expect(subtractAmounts('5', '5')).toBe('0')
  expect(subtractAmounts('0.05', '0.1')).toBe('-0.05')
})
test('a sum is exact', () => {
  expect(addAmounts('0.1', '0.2')).toBe('0.3')
  expect(addAmounts('-0.1', '0.05')).toBe('-0.05')
  expect(addAmounts('999999999999999999.99', '0.01')).toBe('1000000000000000000')
})

test.each([
  ['12.5', 1250n],
  ['12', 1200n],
  ['-12.05', -1205n],
  ['-0.5', -50n],
  ['0.05', 5n],
  ['12.', 1200n],
])('%s is %i cents', (text, whole) => expect(centsOf(text)).toBe(whole))
