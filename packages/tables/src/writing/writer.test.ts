import { readFile, stat } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { readXlsx } from 'hucre/xlsx'
import XLSX from 'xlsx'
import { scratch, workbookParts, zip } from '../../fixtures/make.ts'
import { fixture } from '../../fixtures/shared.ts'
import {
  openTable,
  type Row,
  readNamedCells,
  readSheet,
  type SheetColumn,
  type SheetRowValues,
  type WrittenSheet,
  writeCsv,
  writeWorkbook,
} from '../index.ts'

// Each file is read in a worker of its own, which is slow to start on a busy machine.
jest.setTimeout(240_000)

let folder: Awaited<ReturnType<typeof scratch>>
beforeAll(async () => {
  folder = await scratch()
})
afterAll(() => folder.remove())

const columns: SheetColumn[] = [
  { header: 'Cuenta', type: 'code' },
  { header: 'Nombre', type: 'text', width: 40 },
  { header: 'Saldo', type: 'amount' },
  { header: 'Fecha', type: 'date' },
]
const rows: SheetRowValues[] = [
  ['0010', 'Caja & "Bancos" <ñ>', '1234567.89', '2008-01-31'],
  ['0011', '=1+1', '-5', '2008-02-29'],
  ['0012', '  blanco\n\u0001\ud800', '252631726891.22', null],
  ['0013', '_x000D_', '123456789012345678.99', 'sin fecha'],
]
const table: WrittenSheet = { name: 'Cuentas: 2008/01', columns, rows }

async function readBack(path: string, sheet?: string): Promise<Row['cells'][]> {
  const found: Row['cells'][] = []
  const opened = await openTable(path, 'a.xlsx')
  for await (const batch of opened.rows(sheet)) found.push(...batch.map(({ cells }) => cells))
  return found
}

describe('a written workbook', () => {
  test('is read back as it was given, texts as texts, and says which amounts Excel could not hold', async () => {
    const path = folder.path('tabla.xlsx')
    expect(await writeWorkbook([table], path)).toEqual({ rows: 4, amountsAsText: 1 })
    expect(await readBack(path)).toEqual([
      ['Cuenta', 'Nombre', 'Saldo', 'Fecha'],
      ['0010', 'Caja & "Bancos" <ñ>', { n: '1234567.89' }, '2008-01-31'],
      ['0011', '=1+1', { n: '-5' }, '2008-02-29'],
      ['0012', 'blanco', { n: '252631726891.22' }],
      ['0013', '_x000D_', '123456789012345678.99', 'sin fecha'],
    ])
  })

  test('is read alike by two other readers, with its frame', async () => {
    const path = folder.path('otros.xlsx')
    await writeWorkbook(
      [
        { ...table, merges: ['F1:G1'] },
        { name: 'Oculta', columns: [], rows: [['x']], hidden: true },
      ],
      path,
    )
    const bytes = await readFile(path)
    const hucre = await readXlsx(bytes)
    expect(hucre.sheets[0]!.name).toBe('Cuentas  2008 01')
    expect(hucre.sheets[0]!.rows[1]!.slice(0, 3)).toEqual(['0010', 'Caja & "Bancos" <ñ>', 1234567.89])
    expect(hucre.sheets[0]!.rows[2]![1]).toBe('=1+1')
    const book = XLSX.read(bytes, { cellDates: true, cellFormula: true })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    expect(sheet['!autofilter']).toEqual({ ref: 'A1:D5' })
    expect(sheet.B3).toMatchObject({ t: 's', v: '=1+1' })
    expect(sheet.B3).not.toHaveProperty('f')
    expect(sheet.C2).toMatchObject({ t: 'n', v: 1234567.89, w: '1,234,567.89' })
    expect(sheet.D2).toMatchObject({ w: '31/01/2008' })
    expect(book.Workbook!.Sheets!.map(({ Hidden }) => Hidden)).toEqual([0, 1])
  })

  test('is the same bytes for the same content', async () => {
    await writeWorkbook([table], folder.path('uno.xlsx'))
    await writeWorkbook([table], folder.path('dos.xlsx'))
    expect((await readFile(folder.path('uno.xlsx'))).equals(await readFile(folder.path('dos.xlsx')))).toBe(true)
  })

  test('goes to any stream', async () => {
    const out = new PassThrough()
    const pieces: Buffer[] = []
    out.on('data', (piece: Buffer) => pieces.push(piece))
    await writeWorkbook([table], out)
    expect(XLSX.read(Buffer.concat(pieces)).SheetNames).toHaveLength(1)
  })

  test('has every row of many pages as it was, where texts and days come again and where they never do', async () => {
    const names = ['Caja & Bancos', '=1+1', '_x000D_', 'Ñandú <S.A.>', 'x'.repeat(120), '0010']
    const days = ['2008-01-31', '2024-02-29', 'sin fecha']
    const row = (at: number) => [
      `cuenta ${at}`,
      names[(at * 7) % names.length]!,
      at % 500 === 0 ? '123456789012345678.99' : `${(at * 37) % 1000}.5`,
      days[at % days.length]!,
      // More than are remembered, each of them twice at once.
      `rubro ${at >> 1}`,
    ]
    async function* pages() {
      for (let page = 0; page < 12; page++) yield Array.from({ length: page === 5 ? 0 : 1000 }, (_, at) => row(page * 1000 + at))
    }
    const path = folder.path('muchas.xlsx')
    const sheet: WrittenSheet = { name: 'a', columns: [...columns, { header: 'Rubro', type: 'text' }], rows: pages() }
    expect(await writeWorkbook([sheet], path)).toEqual({ rows: 11_000, amountsAsText: 22 })
    const [, ...found] = await readBack(path)
    const expected = Array.from({ length: 12_000 }, (_, at) => row(at))
      .filter((_, at) => Math.floor(at / 1000) !== 5)
      .map(([account, name, amount, ...more]) => [account, name, amount!.length > 15 ? amount : { n: amount }, ...more])
    expect(found).toEqual(expected)
  })

  test('texts that come again stand once, in all its sheets, and no more of them than are kept', async () => {
    const path = folder.path('textos.xlsx')
    const text = (at: number) => `rubro ${at}\n<&>`
    const again = Array.from({ length: 66_000 }, (_, at) => Math.floor(at / 3)).map((at) => [text(at), text(at)])
    const two: SheetColumn[] = [{ type: 'text' }, { type: 'code' }]
    const sheets = ['una', 'otra'].map((name) => ({ name, columns: two, rows: again }))
    await writeWorkbook(sheets, path)
    const file = await readFile(path)
    const part = (name: string) => inflateRawSync(file.subarray(file.indexOf(name) + name.length)).toString()
    const shared = part('xl/sharedStrings.xml').match(/<si>.*?<\/si>/gs)!
    expect([shared.length, new Set(shared).size]).toEqual([20_000, 20_000])
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']) expect(part(name)).toMatch(/ t="inlineStr"><is><t/)
    for (const name of ['una', 'otra']) {
      const found = await readBack(path, name)
      expect(found).toHaveLength(again.length)
      expect(found.findIndex((cells, at) => String(cells) !== String(again[at]))).toBe(-1)
    }
    // One that has none has no place for them.
    await writeWorkbook([{ name: 'a', columns: [{ type: 'amount' }], rows: [['1']] }], path)
    expect((await readFile(path)).includes('sharedStrings')).toBe(false)
  })

  test('goes on in a second sheet where Excel has no more rows, and not before', async () => {
    const path = folder.path('larga.xlsx')
    const counts = async (count: number) => {
      const rows = (function* () {
        for (let at = 0; at < count; at++) yield [at]
      })()
      await writeWorkbook([{ name: 'N', columns: [{ header: 'n', type: 'integer' }], rows }], path)
      const { sheets, rows: read } = await openTable(path, 'a.xlsx', { maxRows: 2_000_000 })
      const found: [string, number][] = []
      for (const { name } of sheets) {
        let length = 0
        for await (const batch of read(name)) length += batch.length
        found.push([name, length])
      }
      return found
    }
    // The header is a row of each.
    expect(await counts(1_048_575)).toEqual([['N', 1_048_576]])
    expect(await counts(1_048_576)).toEqual([
      ['N', 1_048_576],
      ['N (2)', 2],
    ])
  })

  test('is not left behind half written', async () => {
    async function* failing() {
      yield [['0010']]
      throw new Error('base de datos')
    }
    const path = folder.path('mitad.xlsx')
    await expect(writeWorkbook([{ ...table, rows: failing() }], path)).rejects.toThrow('base de datos')
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test('stops asking for rows when its reader goes away', async () => {
    let closed = false
    async function* endless() {
      try {
        for (;;) yield [['0010', `Cuenta ${Math.random()}`]]
      } finally {
        closed = true
      }
    }
    const out = new PassThrough()
    const writing = writeWorkbook([{ ...table, rows: endless() }], out)
    out.once('data', () => out.destroy())
    await expect(writing).rejects.toThrow()
    expect(closed).toBe(true)
  })

  test('gives sheets names that Excel accepts', async () => {
    const path = folder.path('nombres.xlsx')
    await writeWorkbook(
      ['a/b', 'A B', '', 'x'.repeat(40), 'x'.repeat(40)].map((name) => ({ name, columns: [], rows: [['1']] })),
      path,
    )
    const { sheets } = await openTable(path, 'a.xlsx')
    expect(sheets.map(({ name }) => name)).toEqual(['a b', 'A B (2)', 'Hoja', 'x'.repeat(31), `${'x'.repeat(26)} (2)`])
  })
})

/** The bytes of the first entry of a zip that was written as a stream, from its header to where the next begins. */
const partOf = (bytes: Buffer, name: string) => bytes.subarray(30 + name.length, bytes.indexOf(Buffer.from([0x50, 0x4b, 7, 8])))

/** The workbook that an analyst downloads, fills in and uploads. */
const form: WrittenSheet = {
  name: "Análisis d'Or",
  columns: [
    { type: 'text', width: 24 },
    { type: 'amount', width: 24 },
  ],
  protect: true,
  rows: [
    [{ value: 'Análisis de cuenta', look: 'title' }],
    [
      { value: 'Cuenta', look: 'label' },
      { value: '0010', type: 'code', name: 'CUENTA' },
    ],
    [
      { value: 'Saldo', look: 'label' },
      { value: '252631726891.22', name: 'VALOR_BALANCE' },
    ],
    [
      { value: 'Valor del análisis', look: 'label' },
      { value: '100.50', look: 'input', locked: false, name: 'VALOR_ANALISIS' },
    ],
    [
      { value: 'Variación', look: 'label' },
      { value: '252631726790.72', name: 'VARIACION', formula: 'VALOR_BALANCE-VALOR_ANALISIS' },
    ],
    [
      { value: 'Comentario', look: 'label' },
      { value: null, type: 'text', look: 'input', locked: false, name: 'COMENTARIO' },
    ],
  ],
}

describe('the cells of an uploaded workbook', () => {
  test('are found by their names', async () => {
    const path = folder.path('analisis.xlsx')
    await writeWorkbook([{ name: 'Instrucciones', columns: [], rows: [['Lea esto']] }, form], path)
    const sheet = "Análisis d'Or"
    expect(
      await readNamedCells(path, [
        'CUENTA',
        'VALOR_BALANCE',
        'valor_analisis',
        'VARIACION',
        'COMENTARIO',
        'NADA',
        "'Análisis d''Or'!B3",
        'A1',
        'ZZ9',
      ]),
    ).toEqual({
      CUENTA: { sheet, address: 'B2', value: '0010', formula: null },
      VALOR_BALANCE: { sheet, address: 'B3', value: { n: '252631726891.22' }, formula: null },
      valor_analisis: { sheet, address: 'B4', value: { n: '100.5' }, formula: null },
      VARIACION: { sheet, address: 'B5', value: { n: '252631726790.72' }, formula: 'VALOR_BALANCE-VALOR_ANALISIS' },
      COMENTARIO: { sheet, address: 'B6', value: null, formula: null },
      NADA: null,
      "'Análisis d''Or'!B3": { sheet, address: 'B3', value: { n: '252631726891.22' }, formula: null },
      A1: { sheet: 'Instrucciones', address: 'A1', value: 'Lea esto', formula: null },
      ZZ9: { sheet: 'Instrucciones', address: 'ZZ9', value: null, formula: null },
    })
  })

  test('are found after LibreOffice has saved it', async () => {
    const names =
      '<definedName function="false" hidden="false" localSheetId="0" name="VALOR_ANALISIS" vbProcedure="false">&apos;Mi hoja&apos;!$B$2</definedName><definedName name="VARIACION">$&apos;Mi hoja&apos;.$B$3</definedName>'
    const parts = workbookParts(
      '<row r="2" customFormat="false" ht="12.8"><c r="A2" s="0" t="s"><v>0</v></c><c r="B2" s="0" t="n"><v>99.5</v></c></row><row r="3"><c r="B3" s="0" t="n"><f aca="false">100-VALOR_ANALISIS</f><v>0.5</v></c></row>',
      { names, strings: '<si><t xml:space="preserve">Valor</t></si>', sheet: 'Mi hoja' },
    )
    const path = await folder.file('libre.xlsx', zip(parts))
    expect(await readNamedCells(path, ['VALOR_ANALISIS', 'VARIACION'])).toEqual({
      VALOR_ANALISIS: { sheet: 'Mi hoja', address: 'B2', value: { n: '99.5' }, formula: null },
      VARIACION: { sheet: 'Mi hoja', address: 'B3', value: { n: '0.5' }, formula: '100-VALOR_ANALISIS' },
    })
  })

  test('can be locked but for those to be filled in', async () => {
    const path = folder.path('protegido.xlsx')
    await writeWorkbook([form], path)
    const book = XLSX.read(await readFile(path))
    const xml = inflateRawSync(partOf(await readFile(path), 'xl/worksheets/sheet1.xml')).toString()
    expect(xml).toContain('<sheetProtection sheet="1"')
    expect(book.Workbook!.Names!.map(({ Name, Ref }) => [Name, Ref])).toContainEqual(['VALOR_ANALISIS', "'Análisis d''Or'!$B$4"])
  })
})

describe('a workbook shown as a grid', () => {
  test('has texts, formulas, alignment, merged cells and names', async () => {
    const path = folder.path('evidencia.xlsx')
    await writeWorkbook([{ ...form, merges: ['A1:B1'] }], path)
    const { sheets, names, moreSheets } = await readSheet(path, 'evidencia.xlsx')
    expect(moreSheets).toBe(0)
    expect(sheets[0]).toMatchObject({ name: "Análisis d'Or", visible: true, merges: ['A1:B1'], truncated: false })
    expect(sheets[0]!.rows[4]).toEqual([
      { text: 'Variación', kind: 'texto' },
      {
        text: '252631726790.72',
        kind: 'numero',
        align: 'right',
        formula: 'VALOR_BALANCE-VALOR_ANALISIS',
        format: '#,##0.00;[Red]\\-#,##0.00',
      },
    ])
    expect(names).toContainEqual({ name: 'VALOR_ANALISIS', refersTo: "'Análisis d''Or'!$B$4" })
  })

  test('keeps to its limits', async () => {
    const path = folder.path('grande.xlsx')
    const many = Array.from({ length: 3_000 }, (_, at) => Array.from({ length: 60 }, (_, column) => `${at}-${column}`))
    await writeWorkbook(
      Array.from({ length: 3 }, (_, at) => ({ name: `H${at}`, columns: [], rows: many })),
      path,
    )
    const { sheets, moreSheets } = await readSheet(path, 'grande.xlsx', { maxRows: 5, maxColumns: 4, maxSheets: 2 })
    expect(moreSheets).toBe(1)
    expect(sheets.map((sheet) => [sheet.rows.length, sheet.rows[4]!.length, sheet.truncated])).toEqual([
      [5, 4, true],
      [5, 4, true],
    ])
  })

  test('works for old workbooks and for text', async () => {
    const old = await readSheet(fixture('readxl-mtcars.xls'), 'mtcars.xls', { maxRows: 2 })
    expect(old.sheets[0]!.rows[1]![0]).toEqual({ text: '21', kind: 'numero', align: 'right' })
    const text = await readSheet(fixture('cosif-200801.csv'), 'a.csv', { maxRows: 5 })
    expect(text.sheets[0]!.rows[4]!.map((cell) => cell.text)).toContain('ITAU')
    expect(text.sheets[0]!.truncated).toBe(true)
  })
})

describe('written CSV', () => {
  test('has a mark, semicolons, commas and no formula of a user', async () => {
    const path = folder.path('salida.csv')
    const dangerous = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'a;b', 'di "hola"', "'x"]
    expect(
      await writeCsv(
        columns,
        [...dangerous.map((text) => ['0010', text, '-1234.5', '2008-01-31']), [null, null, '123456789012345678.99']],
        path,
      ),
    ).toBe(10)
    const text = (await readFile(path)).toString()
    expect(text.startsWith('\ufeffCuenta;Nombre;Saldo;Fecha\r\n')).toBe(true)
    expect(text.split('\r\n').slice(1, 5)).toEqual([
      "0010;'=1+1;-1234,5;2008-01-31",
      "0010;'+1;-1234,5;2008-01-31",
      "0010;'-1;-1234,5;2008-01-31",
      "0010;'@x;-1234,5;2008-01-31",
    ])
    expect(text).toContain('0010;"\'\rx";-1234,5;')
    expect(text).toContain('0010;"a;b";')
    expect(text).toContain('0010;"di ""hola""";')
    expect(text).toContain(';;123456789012345678,99\r\n')
  })

  test('an amount that is no amount is text like any other', async () => {
    const path = folder.path('malo.csv')
    await writeCsv([{ type: 'amount' }], [['=cmd()'], ['-1+2']], path)
    expect((await readFile(path)).toString()).toBe("\ufeff'=cmd()\r\n'-1+2\r\n")
  })
})
