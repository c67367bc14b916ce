import { describe, expect, test } from '@jest/globals'
import XLSX, { type WorkSheet } from 'xlsx'
import type { Row } from './cell.ts'
import { firstXlsRows, openXls, readXlsSheet } from './xls-book.ts'

type Sheets = Record<string, WorkSheet>
const table = (rows: unknown[][]) => XLSX.utils.aoa_to_sheet(rows)
const file = (sheets: Sheets, bookType: 'biff8' | 'biff5' = 'biff8', hidden: string[] = []) => {
  const book = { SheetNames: Object.keys(sheets), Sheets: sheets, Workbook: {} }
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) }
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType }))
}

type Item = [type: number, body: number[]]
const word = (value: number) => [value % 256, value >> 8]

/** The same file with other records, of one sheet only: what a record becomes, or undefined where it stays. */
function rewritten(bytes: Uint8Array, change: (type: number, body: number[]) => Item[] | undefined) {
  const container = XLSX.CFB.read(bytes, { type: 'buffer' })
  const entry = XLSX.CFB.find(container, '/Workbook') ?? XLSX.CFB.find(container, '/Book')
  const stream: number[] = [...entry.content]
  const written: number[] = []
  for (let at = 4; at <= stream.length; ) {
    const end = at + stream[at - 2]! + stream[at - 1]! * 256
    const type = stream[at - 4]! + stream[at - 3]! * 256
    const body = stream.slice(at, end)
    for (const [type_, body_] of change(type, body) ?? [[type, body] as Item]) written.push(...word(type_), ...word(body_.length), ...body_)
    at = end + 4
  }
  entry.content = written
  entry.size = written.length
  return new Uint8Array(XLSX.CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

async function whole(bytes: Uint8Array, sheet: string): Promise<Row[]> {
  return [...readXlsSheet(await openXls(bytes), sheet, false).rows].flat()
}

describe('texts come as they were written', () => {
  test.each<[what: string, page: number, bytes: number[], text: string]>([
    ['Windows', 1252, [0x80, 0xf1, 0x93], '€ñ“'],
    ['Windows, as Excel 5 called it', 0x8001, [0x80, 0xf1, 0x93], '€ñ“'],
    ['DOS', 850, [0xa2, 0xa4, 0xd5], 'óñı'],
    ['DOS of the United States', 437, [0xa2, 0xa4, 0xe1], 'óñß'],
    ['Macintosh', 10_000, [0x97, 0x96, 0x8e], 'óñé'],
    ['Windows in the east of Europe', 1250, [0xb3, 0xea, 0x9c], 'łęś'],
  ])('%s', async (_, page, letters, text) => {
    const written = file({ qqq: table([['Caja qqq', 5]]) }, 'biff5')
    const bytes = rewritten(written, (type, body) => {
      if (type === 0x42) return [[type, word(page)]]
      const at = body.findIndex((_, from) => [0, 1, 2].every((more) => body[from + more] === 0x71))
      return at < 0 ? undefined : [[type, body.toSpliced(at, 3, ...letters)]]
    })
    expect((await openXls(bytes)).sheets).toEqual([{ name: text, visible: true }])
    expect(await whole(bytes, text)).toEqual([{ number: 1, cells: [`Caja ${text}`, { n: '5' }] }])
  })

  test('Unicode, and beside it what some write in the code page of Windows', async () => {
    const written = file({ Año: table([['Ñuñoa “€”']]) })
    expect(await whole(written, 'Año')).toEqual([{ number: 1, cells: ['Ñuñoa “€”'] }])
    const mixed = rewritten(written, (type, body) => {
      if (type === 0x42) return [[type, word(1252)]]
      return type === 0x204 ? [[type, [...body.slice(0, 6), ...word(3), 0, 0x80, 0xf1, 0x93]]] : undefined
    })
    expect(await whole(mixed, 'Año')).toEqual([{ number: 1, cells: ['€ñ“'] }])
  })
})

describe('the first rows', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => [`${1000 + at}`, `Cuenta ${at}`, at / 4, at % 2 === 0])
  test.each<[what: string, sheet: WorkSheet]>([
    ['of a long sheet', table(lines(300))],
    ['of a short one', table(lines(3))],
    ['of one that begins late', table([...Array(75).fill([]), ...lines(300)])],
    ['of one with blank lines between', table(lines(100).flatMap((line) => [line, []]))],
    ['of one without any', table([])],
  ])('%s are those of the whole', async (_, sheet) => {
    for (const kind of ['biff8', 'biff5'] as const) {
      const bytes = file({ Portada: table([['Portada']]), Datos: sheet }, kind)
      const book = await openXls(bytes, 60)
      const rows = await whole(bytes, 'Datos')
      expect(firstXlsRows(book, 'Datos', 60)).toEqual(rows.slice(0, 60))
      // What was cut for the first rows is still there for all.
      expect([...readXlsSheet(book, 'Datos', false).rows].flat()).toEqual(rows)
    }
  })

  test('also where texts are what formulas gave, and where a cell further down has a comment', async () => {
    let ends = 0
    const computed = rewritten(file({ A: table(lines(300)) }), (type, body) => {
      if (type === 0x204)
        return [
          [0x06, [...body.slice(0, 6), ...[0, 0, 0, 0, 0, 0, 0xff, 0xff], ...Array(8).fill(0)]],
          [0x207, [...word(2), 0, 0x53, 0x69]],
        ]
      const comment: Item[] = [
        [0x5d, [0x15, 0, 0x12, 0, 0x19, 0, ...word(1), ...Array(14).fill(0)]],
        [0x1b6, Array(18).fill(0)],
        [0x1c, [...word(199), ...word(1), ...word(0), ...word(1), ...word(1), 0, 0x61, 0]],
      ]
      // The globals end first.
      return type === 0x0a && ++ends === 2 ? [...comment, [type, body]] : undefined
    })
    const rows = await whole(computed, 'A')
    expect(rows[199]).toEqual({ number: 200, cells: ['Si', 'Si', { n: '49.75' }, 'FALSE'] })
    expect(firstXlsRows(await openXls(computed, 60), 'A', 60)).toEqual(rows.slice(0, 60))
    expect(firstXlsRows(await openXls(computed, 1), 'A', 1)).toEqual(rows.slice(0, 1))
  })

  test('hidden sheets are known, and a sheet that is not there', async () => {
    const book = await openXls(file({ Uno: table([[1]]), Dos: table([[2]]) }, 'biff8', ['Dos']), 60)
    expect(book.sheets).toEqual([
      { name: 'Uno', visible: true },
      { name: 'Dos', visible: false },
    ])
    expect(() => firstXlsRows(book, 'Tres', 60)).toThrow(expect.objectContaining({ code: 'hoja' }))
  })
})

test('a file is read by its own formats, not by those of the file before', async () => {
  const dates = table([[39_478]])
  dates.A1!.z = 'yyyy-mm-dd'
  // It calls its date the first of the formats that need no name.
  const before = rewritten(file({ A: dates }), (type, body) => (type === 0x41e ? [[type, [...word(1), ...body.slice(2)]]] : undefined))
  const numbers = table([[39_478]])
  numbers.A1!.z = '0'
  const after = file({ A: numbers })
  await whole(before, 'A')
  expect(await whole(after, 'A')).toEqual([{ number: 1, cells: [{ n: '39478' }] }])
})

test('a sheet named as what every object has is a sheet like others', async () => {
  const bytes = Buffer.from(file({ qqqqqqqqq: table([['Caja', 5]]), Dos: table([['Banco', 6]]) }))
  bytes.write('__proto__', bytes.indexOf(Buffer.from('qqqqqqqqq', 'utf16le')), 'utf16le')
  const book = await openXls(new Uint8Array(bytes), 60)
  expect(book.sheets.map(({ name }) => name)).toEqual(['__proto__', 'Dos'])
  expect(await whole(new Uint8Array(bytes), '__proto__')).toEqual([{ number: 1, cells: ['Caja', { n: '5' }] }])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('!data' in {}).toBe(false)
})
