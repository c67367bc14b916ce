import { expect, test } from '@jest/globals'
import { differences, partsOf, placeOf } from './cell.ts'

test.each([
  ['Hoja1', 0, 0, 'Hoja1!A1'],
  ['Análisis', 13, 7, 'Análisis!H14'],
  ['Hoja 1', 2, 27, "'Hoja 1'!AB3"],
  ["D'Or", 2, 1, "'D''Or'!B3"],
])('%s %i %i is %s', (sheet, row, column, place) => {
  expect(placeOf(sheet, row, column)).toBe(place)
})

test('a place has its sheet and its address', () => {
  expect(partsOf('Hoja 1!C4')).toEqual({ sheet: 'Hoja 1', address: 'C4' })
})

test('two workbooks differ in what is written, a formula before its value, and in sheets that only one has', () => {
  const cell = (texto: string, formula?: string) => ({ texto, ...(formula && { formula }) })
  const before = [{ nombre: 'A', filas: [[cell('x'), null], [cell('1', 'B1')]] }]
  const after = [
    { nombre: 'A', filas: [[cell('x'), cell('y')], [cell('2', 'B1')]] },
    { nombre: 'B', filas: [[cell('z')]] },
  ]
  expect(differences(before, after)).toEqual([
    { sheet: 'A', address: 'B1', before: '', after: 'y' },
    { sheet: 'B', address: 'A1', before: '', after: 'z' },
  ])
})
