import { describe, expect, test } from '@jest/globals'
import { formatBytes, formatCompact, formatMoney, formatPercent, type Locale, parseMoney } from './money.ts'

describe('an amount on the screen', () => {
  test.each<[string | number | null | undefined, string, string]>([
    ['12345678901234567.89', '12.345.678.901.234.567,89', '12,345,678,901,234,567.89'],
    ['-99999999999999999999.99', '−99.999.999.999.999.999.999,99', '−99,999,999,999,999,999,999.99'],
    ['1234', '1.234,00', '1,234.00'],
    ['1234.5', '1.234,50', '1,234.50'],
    ['0', '0,00', '0.00'],
    ['-0.00', '0,00', '0.00'],
    ['-0.01', '−0,01', '−0.01'],
    [null, '—', '—'],
    [undefined, '—', '—'],
    ['', '—', '—'],
    ['abc', 'abc', 'abc'],
  ])('%s', (value, es, en) => {
    expect(formatMoney(value, 'es')).toBe(es)
    expect(formatMoney(value, 'en')).toBe(en)
  })

  test('a change carries its sign on both sides of zero', () => {
    expect(formatMoney('239411882.70', 'es', { signed: true })).toBe('+239.411.882,70')
    expect(formatMoney('-12643108954.01', 'es', { signed: true })).toBe('−12.643.108.954,01')
    expect(formatMoney('0', 'es', { signed: true })).toBe('0,00')
  })

  test('percentages are points, with the language’s own spacing', () => {
    expect(formatPercent(88.7, 'es')).toBe('88,7\u00a0%')
    expect(formatPercent('88.7', 'en')).toBe('88.7%')
    expect(formatPercent(-9.64, 'es', { signed: true })).toBe('−9,6\u00a0%')
    expect(formatPercent(null, 'es')).toBe('—')
  })

  test('charts and files are short', () => {
    expect(formatCompact('416332431.03', 'es')).toBe('416,3\u00a0M')
    expect(formatCompact('416332431.03', 'en')).toBe('416.3M')
    expect(formatCompact('1007013539.65', 'es')).toBe('1.007\u00a0M')
    expect(formatCompact('1007013539.65', 'en')).toBe('1.01B')
    expect(formatBytes(48 * 1024, 'es')).toBe('48\u00a0KB')
    expect(formatBytes(1.8 * 1024 * 1024, 'es')).toBe('1,8\u00a0MB')
  })
})

describe('an amount as typed or pasted', () => {
  test.each<[string, Locale, string | undefined]>([
    ['1.234,56', 'es', '1234.56'],
    ['1,234.56', 'es', '1234.56'],
    ['1.234,56', 'en', '1234.56'],
    ['1,234.56', 'en', '1234.56'],
    ['1234.56', 'es', '1234.56'],
    ['1234,56', 'en', '1234.56'],
    ['12.345.678.901.234.567,89', 'es', '12345678901234567.89'],
    ['1.234', 'es', '1234'],
    ['1,234', 'en', '1234'],
    ['1.234.567', 'en', '1234567'],
    ['1.5', 'es', '1.5'],
    ['−95.006.307,50', 'es', '-95006307.50'],
    ['-1', 'es', '-1'],
    ['(1.234,00)', 'es', '-1234.00'],
    ['R$ 1.234,00', 'es', '1234.00'],
    ['1.234,00 BRL', 'es', '1234.00'],
    ['1 234,56', 'es', '1234.56'],
    [',5', 'es', '0.5'],
    ['007', 'es', '7'],
    ['-0,00', 'es', '0.00'],
    // As spreadsheets and ledgers write what is less than zero.
    ['($1,234.50)', 'en', '-1234.50'],
    ['-$1,234.50', 'es', '-1234.50'],
    ['$-1.234', 'es', '-1234'],
    ['$ (1.234,50)', 'es', '-1234.50'],
    ['(CLP 1.234)', 'es', '-1234'],
    ['1.234,50-', 'es', '-1234.50'],
    ['−1.234,50 USD', 'es', '-1234.50'],
    ['₲ 1.234.567', 'es', '1234567'],
    // Chile writes figures without cents so.
    ['$ 1.234.-', 'es', '1234'],
    ['500,-', 'es', '500'],
    // Thousands, or a credit: no currency.
    ['5 MIL', 'es', undefined],
    ['5 CRE', 'es', undefined],
    ['M$ 5', 'es', undefined],
    ['(-5)', 'es', undefined],
    ['-5-', 'es', undefined],
    // Ambiguous: thousands or decimals?
    ['1,234', 'es', undefined],
    ['1.234', 'en', undefined],
    ['1.204.55,10', 'es', undefined],
    ['1.23.456', 'es', undefined],
    ['1,234.567', 'es', undefined],
    ['12e3', 'es', undefined],
    ['#¡REF!', 'es', undefined],
    ['--1', 'es', undefined],
    ['', 'es', undefined],
    ['.', 'es', undefined],
  ])('%s in %s is %s', (text, locale, value) => {
    expect(parseMoney(text, locale)).toBe(value)
  })

  test('what is written is read back', () => {
    for (const value of ['0.00', '-1.05', '999999999999999999.99', '1000.00'])
      for (const locale of ['es', 'en'] as const) expect(parseMoney(formatMoney(value, locale), locale)).toBe(value)
  })
})
