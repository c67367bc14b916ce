import { describe, expect, test } from '@jest/globals'
import { amountText, cents, fits, fromCents, roundToCents } from './money.ts'

describe('amounts are whole cents', () => {
  test.each([
    ['0.00', 0n],
    ['0.01', 1n],
    ['-0.01', -1n],
    ['0.10', 10n],
    ['1.00', 100n],
    ['-12.30', -1230n],
    ['99999999999999999999.99', 9_999_999_999_999_999_999_999n],
  ])('%s', (text, whole) => {
    expect(cents(text)).toBe(whole)
    expect(fromCents(whole)).toBe(text)
  })
  test.each([
    ['7', 700n],
    ['-7', -700n],
    ['7.5', 750n],
  ])('%s, as a file may have it', (text, whole) => expect(cents(text)).toBe(whole))
})

test.each([
  [10n ** 20n - 1n, true],
  [10n ** 20n, false],
  [-(10n ** 20n) + 1n, true],
  [-(10n ** 20n), false],
  [0n, true],
])('whether %i cents fit in NUMERIC(20,2): %s', (value, answer) => expect(fits(value)).toBe(answer))

test.each([
  // Half a cent goes away from zero.
  ['0.004', 0n],
  ['0.005', 1n],
  ['0.0049999', 0n],
  ['0.0050', 1n],
  ['-0.004', 0n],
  ['-0.005', -1n],
  ['1.015', 102n],
  ['-1.015', -102n],
  ['0.994', 99n],
  ['0.995', 100n],
  ['9.995', 1000n],
  // The residue of binary arithmetic.
  ['0.30000000000000004', 30n],
  ['1.1500000000000001', 115n],
  ['0.29999999999999999', 30n],
  ['12', 1200n],
  ['12.3', 1230n],
  ['-12.34', -1234n],
  ['.5', 50n],
  ['12345678901234567890.125', 1_234_567_890_123_456_789_013n],
])('%s is %i cents', (text, whole) => expect(roundToCents(text)).toBe(whole))

test.each([
  ['0.00', '0,00', '0.00'],
  ['999.99', '999,99', '999.99'],
  ['1000.00', '1.000,00', '1,000.00'],
  ['-1234567.89', '-1.234.567,89', '-1,234,567.89'],
  ['-100.50', '-100,50', '-100.50'],
  [123456n, '1.234,56', '1,234.56'],
])('%s in Spanish is %s, in English %s', (value, es, en) => expect([amountText(value, 'es'), amountText(value, 'en')]).toEqual([es, en]))
