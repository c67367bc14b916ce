import { describe, expect, test } from '@jest/globals'
import { addressOf, columnName, placeOf, written } from './cell.ts'

const forms = {
  money: (amount: string, decimals: number) => `${amount}~${decimals}`,
  percent: (points: string, decimals: number) => `${points}%${decimals}`,
  date: (day: string) => `día ${day}`,
}
describe('cells of a sheet', () => {
  test.each([
    ['A1', 0, 0],
    ['G12', 11, 6],
    ['$AB$7', 6, 27],
    ['Hoja!C3', 2, 2],
  ])('%s is row %i, column %i', (address, row, column) => {
    expect(placeOf(address)).toEqual({ row, column })
  })
  test('what is no address has no place', () => expect(placeOf('total')).toBeUndefined())
  test('places are written as a sheet names them', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
    expect(addressOf({ row: 11, column: 6 })).toBe('G12')
  })
  test('amounts take the language; codes, years and texts stay as they came', () => {
    const n = (texto: string) => ({ texto, numero: true })
    const rows = [
      [n('5010'), n('2026')],
      [n('980849573.62'), n('1899000')],
      [n('1361108'), { texto: '1.5' }],
      [n('-0.30000000000000004'), null],
    ]
    expect(written(rows, forms)).toEqual([
      ['5010', '2026'],
      ['980849573.62~2', '1899000'],
      ['1361108~2', '1.5'],
      ['-0.30000000000000004~2', ''],
    ])
  })
  test('what its number format says is shown: percentages, dates, the side of an amount, codes as they are', () => {
    const cell = (texto: string, formato: string, numero = true) => ({ texto, formato, ...(numero && { numero }) })
    const rows = [
      [cell('0.125', '0.0%'), cell('-1', '0%'), cell('1.00345', '0.00%')],
      [cell('2026-10-31', 'dd/mm/yyyy', false), cell('2026-10-31T08:30:00', 'dd/mm/yyyy hh:mm', false)],
      [cell('5', '#,##0.00" CR";#,##0.00" DB"'), cell('-5', '#,##0.00" CR";#,##0.00" DB"')],
      [cell('10010203', '0'), cell('1234567', '#,##0'), cell('1234.56', '#,##0')],
    ]
    expect(written(rows, forms)).toEqual([
      ['12.5%1', '-100%0', '100.345%2'],
      ['día 2026-10-31', 'día 2026-10-31 08:30'],
      ['5~2 CR', '5~2 DB'],
      ['10010203', '1234567~0', '1234.56~2'],
    ])
  })
})
