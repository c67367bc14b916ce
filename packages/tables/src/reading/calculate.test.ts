import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, jest, test } from '@jest/globals'
import type { SheetCell } from '../writing/workbook-cells.ts'
import { writeWorkbook } from '../writing/workbook-writer.ts'
import { calculateCells } from './evidence.ts'
import { formulaParts, shifted } from './formula.ts'

jest.setTimeout(60_000)
const folder = mkdtempSync(join(tmpdir(), 'calculate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const of = (formula: string, value: string | null): SheetCell => ({ value, type: 'amount', formula })
const amount = (value: string): SheetCell => ({ value, type: 'amount' })
async function book(rows: (SheetCell | string | null)[][]) {
  const path = join(folder, 'libro.xlsx')
  await writeWorkbook([{ name: 'Análisis', columns: [{ type: 'text' }, { type: 'amount' }], rows }], path)
  return path
}
const computed = async (rows: (SheetCell | string | null)[][], ...wanted: string[]) =>
  calculateCells(
    await book(rows),
    'libro.xlsx',
    wanted.map((address) => ({ sheet: 'Análisis', address })),
  )

describe('the formulas of a workbook are computed anew', () => {
  test('through other formulas; a stored value that they do not give is named, with both figures', async () => {
    const rows = [
      ['a', amount('10.25')],
      ['b', amount('20')],
      ['total', of('SUM(B1:B2)', '30.25')],
      ['más cien', of('B3+100', '130.25')],
      ['guardado', of('B3+100', '99.00')],
    ]
    expect(await computed(rows, 'B3', 'B4', 'B5')).toEqual({
      values: { 'Análisis!B3': { n: '30.25' }, 'Análisis!B4': { n: '130.25' }, 'Análisis!B5': { n: '130.25' } },
      differing: [{ sheet: 'Análisis', address: 'B5', stored: '99', computed: '130.25' }],
      unchecked: [],
    })
  })
  test.each([
    ['NOW()*0+B1', 'NOW'],
    ['INDIRECT("B1")', 'INDIRECT'],
    ['AGGREGATE(9,6,B1:B1)', 'AGGREGATE'],
    ['VALUE(B1&"0")', '&'],
    ['SUM(Tabla1[Importe])', 'SUM(Tabla1[Importe])'],
    ['SUMPRODUCT(B1:B1048576*A2:XFD2)', 'tamaño'],
    ['B1+OTRO', 'OTRO'],
  ])('what cannot be is left unchecked with its reason: %s', async (formula, why) => {
    const { values, unchecked } = await computed(
      [
        ['a', amount('1')],
        ['t', of(formula, '1')],
        ['u', of('B2', '1')],
      ],
      'B3',
    )
    expect(values).toEqual({})
    expect(unchecked).toContainEqual({ sheet: 'Análisis', address: 'B2', why })
  })
  test('a circle and a thousand steps end', async () => {
    const circle = await computed(
      [
        ['a', of('B2', '1')],
        ['b', of('B1', '1')],
      ],
      'B1',
    )
    expect([circle.values, circle.unchecked.length > 0]).toEqual([{}, true])
    const chain = Array.from({ length: 1_000 }, (_, i) => ['n', i === 0 ? amount('1') : of(`B${i}+1`, String(i + 1))])
    expect((await computed(chain, 'B1000')).values).toEqual({ 'Análisis!B1000': { n: '1000' } })
  })
  test('a formula filled into further cells is meant relative to each', () => {
    expect(shifted("B19*$C19+'Hoja d''or'!D$1-SUM($A$1:B2)", 2, 1)).toBe("C21*$C21+'Hoja d''or'!E$1-SUM($A$1:C4)")
    expect(formulaParts('SUM(D:D)', [])).toEqual({
      reaches: [{ sheet: null, top: 1, bottom: 1048576, left: 3, right: 3 }],
      names: new Map(),
    })
  })
})
