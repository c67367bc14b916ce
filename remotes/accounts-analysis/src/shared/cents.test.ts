import { describe, expect, test } from '@jest/globals'
import { differenceOf, percentOf } from './cents.ts'

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
  test('a part in percent of the whole; a whole of zero has no percentage', () => {
    expect(percentOf('184445.38', '416332431.03')).toBe('0.04')
    expect(percentOf('-50', '200')).toBe('25.00')
    expect(percentOf('50', '-200')).toBe('25.00')
    // Half a hundredth goes up.
    expect(percentOf('0.01', '200')).toBe('0.01')
    expect(percentOf('0.01', '200.01')).toBe('0.00')
    expect(percentOf('1', '0')).toBeNull()
  })
})
