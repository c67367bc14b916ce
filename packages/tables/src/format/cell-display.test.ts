import { expect, test } from '@jest/globals'
import { cellDisplay } from './cell-display.ts'

test.each([
  ['#,##0.00', '1234.5', { kind: 'number', decimals: 2, grouped: true }],
  ['#,##0', '1234', { kind: 'number', decimals: 0, grouped: true }],
  ['0', '5010', { kind: 'number', decimals: 0, grouped: false }],
  // Cents are shown whatever the format hides; of more figures than that only those that it asks for.
  ['#,##0', '1234.567', { kind: 'number', decimals: 2, grouped: true }],
  ['0.####', '0.00106', { kind: 'number', decimals: 4, grouped: false }],
  ['0.00##', '2.5', { kind: 'number', decimals: 2, grouped: false }],
  ['#,##0.00" CR";#,##0.00" DB"', '5', { kind: 'number', decimals: 2, grouped: true, around: '# CR' }],
  ['#,##0.00" CR";#,##0.00" DB"', '-5', { kind: 'number', decimals: 2, grouped: true, around: '# DB' }],
  ['[$€-C0A] #,##0.00', '7', { kind: 'number', decimals: 2, grouped: true, around: '€ #' }],
  ['_-* #,##0.00_-;\\-* #,##0.00_-', '-7', { kind: 'number', decimals: 2, grouped: true }],
  // Shown in thousands there, whole here.
  ['#,##0,', '1234567', { kind: 'number', decimals: 0, grouped: true }],
  ['0%', '0.05', { kind: 'percent', decimals: 0 }],
  ['0.0%', '0.05', { kind: 'percent', decimals: 1 }],
  ['0.##%', '0.1234', { kind: 'percent', decimals: 2 }],
  ['0.00E+00', '12', undefined],
  ['# ?/?', '0.5', undefined],
  ['General', '0.5', undefined],
  ['@', '5', undefined],
])('%s of %s', (format, text, expected) => expect(cellDisplay(format, text, true)).toEqual(expected))

test('a date is one where its cell says so', () => {
  expect(cellDisplay('dd/mm/yyyy', '2026-10-31', false)).toEqual({ kind: 'date' })
  expect(cellDisplay('General', '2026-10-31', false)).toBeUndefined()
  expect(cellDisplay('dd/mm/yyyy', 'sin fecha', false)).toBeUndefined()
})
