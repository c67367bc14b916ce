import { expect, test } from '@jest/globals'
import { columnAt, columnsOf, isDecimalUnclear, type Layout, letterOf, needsOf, usesOf, withUse } from './mapping.ts'
import { stepOf } from './step.ts'

const layout = (cells: (string | null)[][]): Layout => ({
  kind: 'csv',
  encoding: 'utf-8',
  separator: ';',
  sheets: [],
  sample: cells.map((row, i) => ({ number: i + 1, cells: row })),
})

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('columns and their uses say the same', () => {
  const columns = { cuenta: 1, saldo: 3 }
  expect(usesOf(columns, 4)).toEqual(['', 'cuenta', '', 'saldo'])
  expect(columnsOf(usesOf(columns, 4))).toEqual(columns)
})

test('a field is in one column only', () => {
  expect(withUse(['cuenta', '', 'saldo'], 1, 'cuenta')).toEqual(['', 'cuenta', 'saldo'])
  expect(withUse(['cuenta', '', 'saldo'], 0, '')).toEqual(['', '', 'saldo'])
})

test.each([
  ['nothing', {}, undefined, ['cuenta', 'saldo', 'negocio']],
  ['a debit without a credit', { cuenta: 0, debe: 1 }, 7, ['saldo']],
  ['debit and credit', { cuenta: 0, debe: 1, haber: 2 }, 7, []],
  ['a business column', { cuenta: 0, saldo: 1, negocioNombre: 2 }, undefined, []],
])('%s', (_, columns, ID_NEGOCIO, needs) => {
  expect(needsOf({ columns, ID_NEGOCIO })).toEqual(needs)
})

test.each([
  ['1.234 alone', ['1.234', '2.500'], true],
  ['two decimals', ['1.234', '2.500,10'], false],
  ['whole numbers', ['1234', '25'], false],
  ['more than three digits after the mark', ['0.1234'], false],
])('the decimal mark of %s', (_, amounts, unclear) => {
  expect(isDecimalUnclear(layout([['Saldo'], ...amounts.map((amount) => [amount])]), ['saldo'], 1)).toBe(unclear)
})

test('a column is shown with its heading and the first value under it', () => {
  const file = layout([
    ['Balancete', null],
    ['CONTA', 'SALDO '],
    ['1.1', null],
    ['1.2', '10,00'],
  ])
  expect(columnAt(file, 2, 1)).toEqual({ header: 'SALDO', example: '10,00' })
  expect(columnAt(file, 0, 0)).toEqual({ header: null, example: 'Balancete' })
})

test('coming back goes on where the load stands', () => {
  expect(stepOf(undefined, null)).toBe('archivo')
  expect(stepOf({ ESTADO: 'columnas' }, null)).toBe('columnas')
  expect(stepOf({ ESTADO: 'revision' }, null)).toBe('revision')
  expect(stepOf({ ESTADO: 'revision' }, 'columnas')).toBe('columnas')
  expect(stepOf({ ESTADO: 'confirmada' }, 'columnas')).toBe('resultado')
  expect(stepOf({ ESTADO: 'descartada' }, null)).toBe('archivo')
})
