import { describe, expect, test } from '@jest/globals'
import { currencyIn, guessDecimal, parseAmount, subtractAmounts, toTwoDecimals } from './amount.ts'
import { toCents } from './cents.ts'
import { expandExponent, numberText } from './number-text.ts'

describe('an amount is read as people and systems write it', () => {
  test.each([
    ['1.234.567,89', '1234567.89'],
    ['1,234,567.89', '1234567.89'],
    [' 0000252631726891,22', '252631726891.22'],
    ['-0000007571603848,85', '-7571603848.85'],
    ['1234-', '-1234'],
    ['1.234,50-', '-1234.5'],
    ['$ 5.005.391.506.-', '5005391506'],
    ['$ 1.-', '1'],
    ['-$ 1.234.567.-', '-1234567'],
    ['($ 1.234.567,--)', '-1234567'],
    ['1.234.567,- EUR', '1234567'],
    ["'1.234.567,89", '1234567.89'],
    ['(1.234,50)', '-1234.5'],
    ['( 1.234,50 )', '-1234.5'],
    ['$ (1.234,50)', '-1234.5'],
    ['−5', '-5'],
    ['– 5', '-5'],
    ['+5', '5'],
    ['1\u00a0234,50', '1234.5'],
    ['1 234 567,5', '1234567.5'],
    ['1\u202f234', '1234'],
    ["1'234'567.80", '1234567.8'],
    ['$ 1.234,00', '1234'],
    ['-$1,234.56', '-1234.56'],
    ['$-1,234.56', '-1234.56'],
    ['R$ 5,00', '5'],
    ['US$ 1,234.56', '1234.56'],
    ['€1.234,56', '1234.56'],
    ['1.234,56 €', '1234.56'],
    ['BRL 5', '5'],
    ['5 USD', '5'],
    ['S/ 12,30', '12.3'],
    ['S/. 12,30', '12.3'],
    ['1.234,56 CR', '-1234.56'],
    ['1.234,56 DR', '1234.56'],
    ['10,00 C', '-10'],
    ['10,00D', '10'],
    ['1.234,56 A', '-1234.56'],
    ['1.234,56 CRE', '-1234.56'],
    ['1.234,56 HAB', '-1234.56'],
    ['1.234,56 DEB', '1234.56'],
    ['1.234,56 (C)', '-1234.56'],
    ['1.234,56 (D)', '1234.56'],
    ['$1,234.56 M.N.', '1234.56'],
    ['CLP 1.234.567', '1234567'],
    ['Gs. 80.500.000', '80500000'],
    ['Gs 1.234.567', '1234567'],
    ['-1.234.567 Gs.', '-1234567'],
    ['(GS. 1.234.567)', '-1234567'],
    ['0,00', '0'],
    ['-0,00', '0'],
    ['0.125', '0.125'],
    ['0001,5', '1.5'],
    [',5', '0.5'],
    ['1234.5', '1234.5'],
    ['12,5', '12.5'],
    ['1234567', '1234567'],
    ['123456789012345678,99', '123456789012345678.99'],
    ['9.231371223e-11', '0.00000000009231371223'],
    ['1.25E+2', '125'],
  ])('%s is %s', (text, value) => {
    expect(parseAmount(text)).toEqual({ value })
  })

  test.each([
    ['', 'vacio'],
    ['  \u00a0', 'vacio'],
    ['abc', 'numero'],
    ['-', 'numero'],
    ['12a', 'numero'],
    ['12/3', 'numero'],
    ['1-2', 'numero'],
    ['--5', 'numero'],
    ['(-5)', 'numero'],
    ['-5-', 'numero'],
    ['5%', 'numero'],
    ['5 MIL', 'numero'],
    ['5 NEG', 'numero'],
    ['CRE 5,00', 'numero'],
    ['#REF!', 'numero'],
    ['=1+1', 'numero'],
    ['0x10', 'numero'],
    ['١٢', 'numero'],
    ['1.23.4567', 'separadores'],
    ['1,23,456.78', 'separadores'],
    ['1.234,567,8', 'separadores'],
    ['1.234.56', 'separadores'],
    ['12 34', 'separadores'],
    ['1.234', 'ambiguo'],
    ['-12,345', 'ambiguo'],
    ['1234567890123456789', 'largo'],
    ['1,23457E+12', 'notacion'],
    ['1E+05', 'notacion'],
    ['1e999', 'notacion'],
  ])('%j is refused: %s', (text, problem) => {
    expect(parseAmount(text)).toEqual({ problem })
  })

  test.each([
    ['1.234', ',', { value: '1234' }],
    ['1.234', '.', { value: '1.234' }],
    ['1,234', '.', { value: '1234' }],
    ['1.234,56', '.', { problem: 'separadores' }],
    ['1,234.56', ',', { problem: 'separadores' }],
    ['1234.5', ',', { problem: 'separadores' }],
    ['1234,5', '.', { problem: 'separadores' }],
    ['1.234.567', '.', { problem: 'separadores' }],
    ['1.234.567', ',', { value: '1234567' }],
    ['1234', ',', { value: '1234' }],
  ] as const)('%s with decimal mark %s', (text, decimal, expected) => {
    expect(parseAmount(text, decimal)).toEqual(expected)
  })
})

/** Numbers that repeat from run to run. */
function* random(count: number): Generator<bigint> {
  let state = 20080131n
  for (let at = 0; at < count; at++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    const digits = (state >> 8n) % 20n
    yield ((state >> 3n) % 10n ** (digits + 1n)) * (state % 2n === 0n ? 1n : -1n)
  }
}

const grouped = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark)

test('whatever the amount and the way of writing it, not a cent is lost', () => {
  for (const cents of random(2_000)) {
    const absolute = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
    const [whole, fraction] = [absolute.slice(0, -2), absolute.slice(-2)]
    const negative = cents < 0n
    const written = [
      `${negative ? '-' : ''}${grouped(whole, '.')},${fraction}`,
      `${negative ? '-' : ''}${grouped(whole, ',')}.${fraction}`,
      `${grouped(whole, '\u00a0')},${fraction}${negative ? '-' : ''}`,
      negative ? `(${whole},${fraction})` : `$ ${whole},${fraction}`,
      `${negative ? '−' : '+'}${whole.padStart(16, '0')}.${fraction}`,
      `  ${negative ? '-' : ''}${grouped(whole, "'")}.${fraction} BRL `,
    ]
    for (const text of written) {
      const parsed = parseAmount(text)
      expect([text, 'value' in parsed ? toCents(parsed.value) : parsed]).toEqual([text, cents])
      if ('value' in parsed) expect(parseAmount(parsed.value, '.')).toEqual(parsed)
    }
  }
})

test('any text is an amount or a named problem, never an exception and never a wrong shape', () => {
  const alphabet = "0123456789.,-+() $€CRE'e−%\u00a0x"
  let state = 7
  for (let at = 0; at < 20_000; at++) {
    let text = ''
    for (let length = at % 12; length >= 0; length--) {
      state = (state * 1103515245 + 12345) % 2 ** 31
      text += alphabet[Math.floor((state / 2 ** 31) * alphabet.length)]
    }
    const parsed = parseAmount(text)
    if ('value' in parsed) expect(parsed.value).toMatch(/^(0|-?(0|[1-9]\d{0,17})(\.\d*[1-9])?)$/)
  }
})

test.each([
  [['1.234', '12', '1.234,5'], { decimal: ',', ambiguous: false, mixed: false }],
  [['1,234', '1234.5'], { decimal: '.', ambiguous: false, mixed: false }],
  [['1.234', '5.678'], { decimal: null, ambiguous: true, mixed: false }],
  [['1234', '12'], { decimal: null, ambiguous: false, mixed: false }],
  [['1.234,5', '1,234.5'], { decimal: null, ambiguous: false, mixed: true }],
  [['', 'x'], { decimal: null, ambiguous: false, mixed: false }],
])('the column %j decides its decimal mark', (samples, expected) => {
  expect(guessDecimal(samples)).toEqual(expected)
})

test.each([
  ['12.34', false, '12.34'],
  ['12.345', false, null],
  ['12.3450001', true, null],
  ['12.3400000001', true, '12.34'],
  ['12.3399999999', true, '12.34'],
  ['-12.3399999999', true, '-12.34'],
  ['0.00000000009', true, '0'],
  ['-0.9999999', true, '-1'],
  ['12.340001', true, '12.34'],
  ['12.340002', true, null],
  ['123456789012345678.999999999', true, '123456789012345679'],
])('%s, computed %s, in cents is %s', (value, computed, expected) => {
  expect(toTwoDecimals(value, computed)).toBe(expected)
})

test('debe less haber is exact', () => {
  expect(subtractAmounts('0.1', '0.3')).toBe('-0.2')
  expect(subtractAmounts('999999999999999999.99', '-0.01')).toBe('1000000000000000000')
  expect(subtractAmounts('5', '5')).toBe('0')
})

test.each([
  ['0.30000000000000004', '0.3'],
  ['100000.0', '100000'],
  ['1234567.8900000001', '1234567.89'],
  ['-1.16415321827e-10', '-0.000000000116415321827'],
  ['1E3', '1000'],
  ['1e400', null],
  ['252631726891222.33', '252631726891222.33'],
  ['123456789012345678', '123456789012345678'],
  ['.5', '0.5'],
  ['-0', '0'],
  ['007', '7'],
  ['', null],
  ['NaN', null],
  ['Infinity', null],
  ['0x10', null],
])('a cell with %s shows %s', (raw, text) => {
  expect(numberText(raw)).toBe(text)
})

test('moving the point rounds nothing', () => {
  expect(expandExponent('123.456e1')).toBe('1234.56')
  expect(expandExponent('123.456e-5')).toBe('0.00123456')
  expect(expandExponent('1e401')).toBeNull()
})

describe('the currency that an amount names', () => {
  test.each([
    ['USD 10.000,00', 'USD'],
    ['€ 7.000,25', 'EUR'],
    ['7.000,25 €', 'EUR'],
    ['R$ 1.234,00', 'BRL'],
    ['US$ 5', 'USD'],
    ['U$S 5', 'USD'],
    ['(1.234,50) BRL', 'BRL'],
    ['S/ 12,00', 'PEN'],
    ['clp 300', 'CLP'],
    ['Gs. 80.500.000', 'PYG'],
    ['1.234 GS', 'PYG'],
  ])('%s: %s', (text, code) => expect(currencyIn(text)).toBe(code))
  test.each(['1.234,50', '$ 1.234,00', 'Bs 5', '100,00 CR', '100,00 CRE', '5 MIL', '(5,00)', '9.2e-11', 'Q 5'])('%s: none', (text) =>
    expect(currencyIn(text)).toBeNull(),
  )
})
