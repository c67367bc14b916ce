import { describe, expect, test } from '@jest/globals'
import { addressOf, columnName, placeOf, written } from './cell.ts'

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
    expect(written(rows, (amount, decimals) => `${amount}~${decimals}`)).toEqual([
      ['5010', '2026'],
      ['980849573.62~2', '1899000'],
      ['1361108~2', '1.5'],
      ['-0.30000000000000004~2', ''],
    ])
  })
})
