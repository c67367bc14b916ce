import { describe, expect, test } from '@jest/globals'
import { numberFormat } from './number-format.ts'
import { shownAmount } from './shown-amount.ts'

/** What a person reads in the cell, and so what the amount is; the texts are what Excel shows. */
const SHOWN: [code: string, n: string, shows: string, value: string][] = [
  // Of Tally and others: every amount is stored without a sign, and its format says on which side it stands.
  ['0.00" Dr"', '5', '5.00 Dr', '5'],
  ['0.00" Cr"', '5', '5.00 Cr', '-5'],
  ['#,##0.00\\ "(CR)"', '5', '5.00 (CR)', '-5'],
  ['"Cr "0.00', '5', 'Cr 5.00', '-5'],
  ['""0.00"Cr"', '0', '0.00Cr', '0'],
  ['#,##0.00" DR";#,##0.00" CR"', '5.5', '5.50 DR', '5.5'],
  ['#,##0.00" DR";#,##0.00" CR"', '-5.5', '5.50 CR', '-5.5'],
  // As a bank sees it: what is below zero is a debit.
  ['#,##0.00" CR";#,##0.00" DR"', '-5.5', '5.50 DR', '5.5'],
  ['#,##0.00_);(#,##0.00)', '-5', '(5.00)', '-5'],
  ['#,##0.00;[Red]#,##0.00', '-5', '5.00, red', '-5'],
  ['#,##0.00 [$€-407];[Red]#,##0.00 [$€-407]', '-5', '5.00 €, red', '-5'],
  ['#,##0" D";#,##0" H";"–"', '0', '–', '0'],
  // Counted by the format: the cell holds all of it.
  ['#,##0,', '1234567.89', '1,235', '1234567.89'],
  ['0.0,,"M"', '1234567.89', '1.2M', '1234567.89'],
  ['[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', '2500', '2.5K', '2500'],
  ['[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', '25', '25', '25'],
  ['#,##0," Cr"', '5000', '5 Cr', '-5000'],
  ['#,##0.00', '-5', '-5.00', '-5'],
  ['General', '5', '5', '5'],
  ['@', '5', '5', '5'],
  ['0.00" unidades"', '5', '5.00 unidades', '5'],
]

describe('a number is read as its format shows it', () => {
  test.each(SHOWN)('%s of %s shows %s', (code, n, _, value) => {
    const shown = numberFormat(code)?.(n)
    expect(shownAmount(shown ? { n, shown } : { n }, 1)).toEqual({ value })
  })

  test.each([
    ['a minus and a credit', '0.00" Cr"', '-5', 'signo-doble'],
    ['brackets and a credit', '0.00;(0.00)" CR"', '-5', 'signo-doble'],
    ['thousands that are not divided', '0.00" miles"', '5', 'unidad-distinta'],
    ['K that is not divided', '#,##0"K"', '5', 'unidad-distinta'],
    ['M$ that is not divided', '"M$ "#,##0', '5', 'unidad-distinta'],
    ['millions, divided by a thousand', '0.0," millones"', '5000', 'unidad-distinta'],
  ])('%s contradict each other', (_, code, n, problem) => {
    expect(shownAmount({ n, shown: numberFormat(code)!(n)! }, 1)).toEqual({ problem })
  })

  test('what is shown in thousands is not multiplied where a title says thousands; what is not, is', () => {
    const shown = numberFormat('#,##0,')!('5000')!
    expect(shownAmount({ n: '5000', shown }, 1000)).toEqual({ value: '5000' })
    expect(shownAmount({ n: '5' }, 1000)).toEqual({ value: '5000' })
    expect(shownAmount({ n: '5000', shown }, 1_000_000)).toEqual({ problem: 'unidad-distinta' })
  })

  test.each([
    '#,##0.00',
    'General',
    '0%',
    '#,##0.00_);[Red](#,##0.00)',
    '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-',
    '',
    '[$-409]0.00',
    '0.00E+00',
    '##0.0E+0',
  ])('%s says nothing of the amount', (code) => expect(numberFormat(code)).toBeUndefined())
})
