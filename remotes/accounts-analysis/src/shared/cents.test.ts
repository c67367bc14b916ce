import { describe, expect, test } from '@jest/globals'
import { differenceOf, fromCents, isAmount, percentOf, toCents } from './cents.ts'

describe('amounts in cents', () => {
  test.each([
    ['416332431.03', '416147985.65', '184445.38'],
    ['999999999999999999.99', '-0.01', '1000000000000000000.00'],
    ['-95006307.5', '-95006307.50', '0.00'],
    ['0.1', '0.3', '-0.20'],
    ['100', '0.01', '99.99'],
  ])('%s − %s = %s, to the cent', (balance, supported, difference) => {
    expect(differenceOf(balance, supported)).toBe(difference)
  })
  test.each(['0.00', '-0.05', '12.30', '-123456789012345678.90'])('%s is written as it was read', (amount) => {
    expect(fromCents(toCents(amount))).toBe(amount)
  })
  test.each(['', '1,5', '1.234', '--1', 'abc', '1e5'])('"%s" is no amount', (text) => {
    expect(isAmount(text)).toBe(false)
    expect(() => toCents(text)).toThrow()
  })
  test('a part in percent of the whole; a whole of zero has no percentage', () => {
    expect(percentOf('184445.38', '416332431.03')).toBe('0.04')
    expect(percentOf('-50', '200')).toBe('25.00')
    expect(percentOf('1', '0')).toBeNull()
  })
})
