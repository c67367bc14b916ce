import { expect, test } from '@jest/globals'
import { besideTable, columnAt, columnsOf, isDecimalUnclear, type Layout, needsOf, usesOf, withUse } from './mapping.ts'
import { stepOf } from './step.ts'

const layout = (cells: (string | null)[][]): Layout => ({
  kind: 'csv',
  encoding: 'utf-8',
  separator: ';',
  sheets: [],
  sample: cells.map((row, i) => ({ number: i + 1, cells: row })),
})

test.each([
  [{ columns: { cuenta: 1, saldo: 3 } }, ['', 'cuenta', '', 'saldo']],
  [
    { columns: { cuenta: 1 }, cuentaPartes: [0], negocios: [{ columna: 2, ID_NEGOCIO: 7 }, { columna: 3 }] },
    ['cuentaParte', 'cuenta', 'saldoDe', 'saldoDe'],
  ],
] as const)('columns and their uses say the same', (mapping, uses) => {
  const { columns, ...more } = mapping
  const said = { columns, ...(more as object) }
  expect(usesOf(said, 4)).toEqual(uses)
  expect(columnsOf(uses, ['', '', '7', ''])).toEqual(said)
})

test('balances beside each other exclude one column of balances for all, and the other way round', () => {
  expect(withUse(['cuenta', 'saldo', 'negocioNombre', ''], 3, 'saldoDe')).toEqual(['cuenta', '', '', 'saldoDe'])
  expect(withUse(['cuenta', 'saldoDe', 'saldoDe', ''], 3, 'saldo')).toEqual(['cuenta', '', '', 'saldo'])
  expect(withUse(['cuenta', 'saldoDe', 'cuentaParte', ''], 3, 'cuentaParte')).toEqual(['cuenta', 'saldoDe', 'cuentaParte', 'cuentaParte'])
})

test('a field is in one column only', () => {
  expect(withUse(['cuenta', '', 'saldo'], 1, 'cuenta')).toEqual(['', 'cuenta', 'saldo'])
  expect(withUse(['cuenta', '', 'saldo'], 0, '')).toEqual(['', '', 'saldo'])
})

test.each([
  ['nothing', {}, undefined, ['cuenta', 'saldo', 'negocio']],
  ['a debit without a credit', { cuenta: 0, debe: 1 }, 7, ['saldo']],
  ['debit and credit', { cuenta: 0, debe: 1, haber: 2 }, 7, []],
  ['balances beside each other', { cuenta: 0 }, undefined, ['saldo', 'negocio']],
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

test('a table beside the table is told, a column that only sounds alike is not', () => {
  const sides = layout([
    ['Activo', null, null, null, 'Pasivo'],
    ['Cuenta', 'Nombre', 'Saldo', null, 'CUENTA ', 'Nombre', 'Saldo'],
    ['1101', 'Caja', '1,00', null, '2101', 'Deudas', '-1,00'],
  ])
  expect(besideTable(sides, { headerRow: 2, account: 0 })).toEqual({ index: 4, header: 'CUENTA ' })
  expect(besideTable(sides, { headerRow: 2, account: 4 })).toBeUndefined()
  expect(besideTable(sides, { headerRow: 0, account: 0 })).toBeUndefined()
  expect(besideTable(sides, { headerRow: 2, account: undefined })).toBeUndefined()
  // One code column twice, with nothing of a table behind it.
  expect(besideTable(layout([['Cuenta', 'Saldo', 'Cuenta', 'Analista']]), { headerRow: 1, account: 0 })).toBeUndefined()
})

test('coming back goes on where the load stands', () => {
  expect(stepOf(undefined, null)).toBe('archivo')
  expect(stepOf({ ESTADO: 'columnas' }, null)).toBe('columnas')
  expect(stepOf({ ESTADO: 'revision' }, null)).toBe('revision')
  expect(stepOf({ ESTADO: 'revision' }, 'columnas')).toBe('columnas')
  expect(stepOf({ ESTADO: 'confirmada' }, 'columnas')).toBe('resultado')
  expect(stepOf({ ESTADO: 'descartada' }, null)).toBe('archivo')
})
