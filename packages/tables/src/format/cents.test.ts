import { expect, test } from '@jest/globals'
import { fromCents, isAmount, isZero, magnitude, sumsByCurrency, toCents } from './cents.ts'

test.each([
  ['0.00', 0n],
  ['0.01', 1n],
  ['-0.05', -5n],
  ['12.30', 1230n],
  ['-123456789012345678.90', -12345678901234567890n],
])('%s is %s cents, and is written again as it was', (amount, cents) => {
  expect(isAmount(amount)).toBe(true)
  expect(toCents(amount)).toBe(cents)
  expect(fromCents(cents)).toBe(amount)
})

test.each([
  ['7', 700n],
  ['-7.5', -750n],
  ['-0', 0n],
])('%s, with fewer decimals, is %s cents', (amount, cents) => expect(toCents(amount)).toBe(cents))

test.each(['', '1,5', '1.234', '--1', '.5', '5.', 'abc', '1e5', ' 1', '1\n'])('"%s" is no amount', (text) => {
  expect(isAmount(text)).toBe(false)
  expect(() => toCents(text)).toThrow(`No amount: ${text}`)
})

test('neither is what is no text', () => expect([5, null, undefined].some(isAmount)).toBe(false))

test.each([
  ['0', true],
  ['-0.0', true],
  ['0.01', false],
  ['-0.01', false],
])('whether %s is nothing: %s', (amount, answer) => expect(isZero(amount)).toBe(answer))

test.each([
  [5n, 5n],
  [-5n, 5n],
  [0n, 0n],
])('%s without its sign is %s', (cents, size) => expect(magnitude(cents)).toBe(size))

test('amounts are summed by currency, to the cent, in the order of their names', () => {
  const amounts = [
    { MONEDA: 'USD', monto: '0.10' },
    { MONEDA: 'BRL', monto: '100.00' },
    { MONEDA: 'USD', monto: '0.20' },
    { MONEDA: 'CLP', monto: '-7.00' },
    { MONEDA: 'BRL', monto: '-100.01' },
  ]
  const sums = [
    { MONEDA: 'BRL', monto: '-0.01' },
    { MONEDA: 'CLP', monto: '-7.00' },
    { MONEDA: 'USD', monto: '0.30' },
  ]
  expect(sumsByCurrency(amounts)).toEqual(sums)
  expect(sumsByCurrency(amounts.toReversed())).toEqual(sums)
  expect(sumsByCurrency([])).toEqual([])
  expect(() => sumsByCurrency([{ MONEDA: 'USD', monto: '1,5' }])).toThrow('No amount')
})
