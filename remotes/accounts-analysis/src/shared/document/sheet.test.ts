import { expect, test } from '@jest/globals'
import { changesBetween, compositionAt, isWhole, nextSort, nextZoom, orderOf, type Sheet, sheetsGone, tableIn } from './sheet.ts'

const cell = (texto: string) => (texto === '' ? null : { texto, ...(/^-?\d/.test(texto) && { numero: true }) })
const rows = (text: string): Sheet['filas'] => text.split('\n').map((line) => line.split(';').map(cell))
const sheet = (nombre: string, text: string): Sheet => ({ nombre, filas: rows(text), recortada: false })
const book = (...hojas: Sheet[]) => ({ hojas })
const BOOK = rows('Análisis de saldo\nSaldo;300\n\nComposición del saldo\n\nConcepto;Importe\nB;200\nA;30\nC;\nD;70\n\nTotal;300')

test('a template opens at the composition, whose rows are sorted without its total', () => {
  expect(compositionAt(BOOK)).toBe(3)
  expect(compositionAt(rows('Concepto;Importe'))).toBeUndefined()
  // A row with a name alone ends it.
  expect(tableIn(BOOK)).toEqual({ header: 5, from: 6, to: 8 })
  expect(tableIn(rows('Partida;Importe\nComisión;1\nFlete;2\nTotal;3'))).toEqual({ header: 0, from: 1, to: 3 })
  expect(tableIn(rows('Nota\nUna'))).toBeUndefined()
})

test('up, down, as it came; figures by what they are worth, what is empty last', () => {
  const table = { header: 0, from: 1, to: 5 }
  const of = rows('Concepto;Importe\nb;200\na;30\nc;\nd;1000\nTotal;1')
  const up = nextSort(undefined, 1)
  expect(orderOf(of, 6, table, up)).toEqual([0, 2, 1, 4, 3, 5])
  const down = nextSort(up, 1)
  expect(orderOf(of, 6, table, down)).toEqual([0, 4, 1, 2, 3, 5])
  expect(nextSort(down, 1)).toBeUndefined()
  expect(orderOf(of, 6, table, nextSort(down, 0))).toEqual([0, 2, 1, 3, 4, 5])
})

test('two versions: what was changed, added or taken away, sheet by sheet', () => {
  const older = book(sheet('Uno', 'a;1\nb;2'), sheet('Dos', 'x'))
  const newer = book(sheet('Dos', 'x;9'), sheet('Uno', 'a;1\nb;3\nc'))
  expect(
    changesBetween(older, newer).map(({ sheet, before, place, was, is }) => [sheet, before, place.row, place.column, was, is]),
  ).toEqual([
    [0, 1, 0, 1, '', '9'],
    [1, 0, 1, 1, '2', '3'],
    [1, 0, 2, 0, '', 'c'],
  ])
  expect(changesBetween(older, older)).toEqual([])
  expect(changesBetween(book(sheet('a.csv', '1')), book(sheet('b.csv', '2')))).toHaveLength(1)
})

test('a figure typed over its formula is a change though it says the same; a formula that another program wrote is none', () => {
  const of = (...formulas: (string | undefined)[]): Sheet[] => [
    { nombre: 'A', recortada: false, filas: [formulas.map((formula) => ({ texto: '300', numero: true, ...(formula && { formula }) }))] },
  ]
  const told = (older: Sheet[], newer: Sheet[]) => changesBetween(book(...older), book(...newer)).map(({ was, is }) => [was, is])
  expect(told(of('SUM(D1:D9)'), of(undefined))).toEqual([['=SUM(D1:D9)', '300']])
  expect(told(of('SUM(D1:D9)', 'A1'), of('SUM(D1:D8)', 'A1'))).toEqual([['=SUM(D1:D9)', '=SUM(D1:D8)']])
  expect(told(of('SUM(D1:D9, 1)'), of('=sum(D1:D9,1)'))).toEqual([])
})

test('sheets that were taken away are named; whether all was there to compare is known', () => {
  expect(sheetsGone(book(sheet('Uno', 'a'), sheet('Dos', 'x')), book(sheet('Uno', 'a')))).toEqual(['Dos'])
  expect(sheetsGone(book(sheet('a.csv', '1')), book(sheet('b.csv', '1')))).toEqual([])
  // What is not shown may be there.
  const [long, shown] = [{ ...book(sheet('Uno', 'a')), masHojas: 1 }, book(sheet('Uno', 'a'), sheet('Dos', 'x'))]
  expect([sheetsGone(shown, long), changesBetween(long, shown)]).toEqual([[], []])
  const cut = { ...sheet('Uno', 'a'), recortada: true }
  expect([isWhole({ hojas: [sheet('Uno', 'a')] }), isWhole({ hojas: [cut] }), isWhole({ hojas: [], masHojas: 1 })]).toEqual([
    true,
    false,
    false,
  ])
})

test('it is not made larger or smaller than can be read', () => {
  expect([nextZoom(1, 1), nextZoom(2, 1), nextZoom(0.75, -1)]).toEqual([1.25, 2, 0.75])
})
