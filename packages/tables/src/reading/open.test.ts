import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import XLSX from 'xlsx'
import { deflatedZeros, scratch, workbookParts, zip } from '../../fixtures/make.ts'
import { fixture, SHARED } from '../../fixtures/shared.ts'
import { FileRefused, type OpenedTable, openTable, REFUSALS, type Row, readSheet } from '../index.ts'

// Each file is read in a worker of its own, which is slow to start on a busy machine.
jest.setTimeout(240_000)

let folder: Awaited<ReturnType<typeof scratch>>
beforeAll(async () => {
  folder = await scratch()
})
afterAll(() => folder.remove())

async function all(table: OpenedTable, sheet?: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of table.rows(sheet)) rows.push(...batch)
  return rows
}

async function read(name: string, content: string | Buffer) {
  const table = await openTable(await folder.file(name, content), name)
  return { table, rows: await all(table) }
}

async function refusal(name: string, content: string | Buffer): Promise<string> {
  try {
    await read(name, content)
  } catch (error) {
    if (error instanceof FileRefused) return error.code
    throw error
  }
  return 'aceptado'
}

const cell = (sheetData: string, more = {}) => zip(workbookParts(sheetData, more))

describe('a text file opens however it was written', () => {
  const text = 'Cuenta;Descripción;Saldo\r\n0010;Años "buenos";1.234,50\r\n'
  const expected = [
    { number: 1, cells: ['Cuenta', 'Descripción', 'Saldo'] },
    { number: 2, cells: ['0010', 'Años "buenos"', '1.234,50'] },
  ]
  test.each([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little-endian', 'utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big-endian', 'utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', 'utf-16le', Buffer.from(text.repeat(20), 'utf16le')],
    ['Latin-1', 'windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', async (_, encoding, bytes) => {
    const { table, rows } = await read('balance.csv', bytes)
    expect(table.encoding).toBe(encoding)
    expect(table.separator).toBe(';')
    expect(rows.slice(0, 2)).toEqual(expected)
  })

  test.each([
    [';', 'a;b;c\n1;2;3,5\n4;5;6,7\n'],
    [',', 'a,b,c\n1,2,3.5\n4,5,6.7\n'],
    ['\t', 'a\tb\tc\n1\t2\t3,5\n4\t5\t6,7\n'],
    ['|', 'a|b|c\n1|2|3,5\n4|5|6,7\n'],
    [';', 'cuenta;saldo\n10;1,234.50\n20;2,345.60\n'],
    [';', 'sep=;\ncuenta;saldo\n10;1\n'],
  ])('separator %j', async (separator, text) => {
    expect((await read('balance.txt', text)).table.separator).toBe(separator)
  })

  test('the euro and the quotes of Windows-1252 are read', async () => {
    const { rows } = await read('balance.csv', Buffer.from([0x31, 0x3b, 0x80, 0x93, 0xe1, 0x94, 0x0a]))
    expect(rows[0]!.cells).toEqual(['1', '€“á”'])
  })

  test('a quoted cell may hold separators and line breaks; the row has the number of its first line', async () => {
    const { rows } = await read('balance.csv', 'a;b\n1;"x;\ny ""z"""\n2;w\n')
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['1', 'x;\ny "z"'] },
      { number: 4, cells: ['2', 'w'] },
    ])
  })

  test('quotes inside a name are part of it', async () => {
    const { rows } = await read('balance.csv', '10;Bar "El Sol" S.A.;5\n11;"Bar" S.A.;6\n12;tubo 3";7\n')
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Bar "El Sol" S.A.', '"Bar" S.A.', 'tubo 3"'])
  })

  test('padding is kept out, zeros are kept in, blank lines count', async () => {
    const { rows } = await read('balance.csv', '0010000007;CAIXA          ; 0000252631726891,22\n\n="0012";x;1\n')
    expect(rows.map((row) => [row.number, ...row.cells])).toEqual([
      [1, '0010000007', 'CAIXA', '0000252631726891,22'],
      [2],
      [3, '0012', 'x', '1'],
    ])
  })

  test('text under .xls is what many systems export, and opens', async () => {
    expect((await read('balance.xls', 'Cuenta\tSaldo\n10\t5\n')).table.kind).toBe('csv')
  })
})

describe('a workbook gives what its cells hold', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-80A]d&quot; de &quot;mmm;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>'
  test.each([
    ['a number', '<c r="A1"><v>100000.0</v></c>', { n: '100000' }],
    ['a float artefact', '<c r="A1"><v>0.30000000000000004</v></c>', { n: '0.3' }],
    ['an exponent', '<c r="A1"><v>1.5E-3</v></c>', { n: '0.0015' }],
    ['an amount with 17 digits', '<c r="A1"><v>252631726891222.33</v></c>', { n: '252631726891222.33' }],
    ['a shared text', '<c r="A1" t="s"><v>0</v></c>', 'Caja & Bancos'],
    ['an inline text in runs', '<c r="A1" t="inlineStr"><is><r><t>Ca</t></r><r><t>ja</t></r></is></c>', 'Caja'],
    ['a text of a formula', '<c r="A1" t="str"><f>"a"</f><v>a</v></c>', 'a'],
    ['a code kept as text', '<c r="A1" t="inlineStr"><is><t>0010</t></is></c>', '0010'],
    ['a truth value', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['a date', '<c r="A1" s="1"><v>39478</v></c>', '2008-01-31'],
    ['a date in a format of its own', '<c r="A1" s="2"><v>39478.5</v></c>', '2008-01-31T12:00:00'],
    ['an ISO date', '<c r="A1" t="d"><v>2008-01-31T00:00:00</v></c>', '2008-01-31'],
    ['a formula with its value', '<c r="A1"><f>1+1</f><v>2</v></c>', { n: '2' }],
    ['a formula without a value', '<c r="A1"><f>1+1</f></c>', { error: 'formula-sin-valor' }],
    ['a formula with an empty value', '<c r="A1"><f>1+1</f><v></v></c>', { error: 'formula-sin-valor' }],
    ['an error', '<c r="A1" t="e"><f>B9</f><v>#REF!</v></c>', { error: '#REF!' }],
    ['an escape of Excel', '<c r="A1" t="str"><v>a_x000D_b</v></c>', 'a\rb'],
    ['a number as text of letters', '<c r="A1"><v>0x10</v></c>', '0x10'],
  ])('%s', async (_, xml, expected) => {
    const { rows } = await read('libro.xlsx', cell(`<row r="1">${xml}</row>`, { styles, strings: '<si><t>Caja &amp; Bancos</t></si>' }))
    expect(rows[0]!.cells[0]).toEqual(expected)
  })

  test('shown as a grid, a formula without its result stands there itself, also one that is written once for many cells', async () => {
    const xml =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B2" si="0">A1*2</f></c></row>' +
      '<row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>4</v></c></row>'
    const { sheets } = await readSheet(await folder.file('formulas.xlsx', cell(xml)), 'formulas.xlsx')
    expect(sheets[0]!.rows.map((row) => [row[1]!.text, row[1]!.formula])).toEqual([
      ['=A1*2', 'A1*2'],
      ['4', 'A2*2'],
    ])
  })

  test('rows and cells may be left out or carry no addresses', async () => {
    const { rows } = await read('libro.xlsx', cell('<row r="3"><c r="C3"><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row>'))
    expect(rows).toEqual([
      { number: 3, cells: [null, null, { n: '1' }] },
      { number: 4, cells: [{ n: '2' }, { n: '3' }] },
    ])
  })

  test('also when its zip keeps every figure where that of large files does, as Java writes it', async () => {
    const { rows } = await read('libro.xlsx', zip(workbookParts('<row r="1"><c r="A1"><v>5</v></c></row>'), { large: true }))
    expect(rows).toEqual([{ number: 1, cells: [{ n: '5' }] }])
    const lying = zip([...workbookParts(''), { name: 'xl/a.xml', content: 'x', declaredSize: 2 ** 40 }], { large: true })
    expect(await refusal('libro.xlsx', lying)).toBe('bomba')
  })

  test('the first visible sheet is read when none is named', async () => {
    const table = await openTable(fixture('sheetjs-sheet_visibility.xlsx'), 'libro.xlsx')
    expect(table.sheets).toEqual([
      { name: 'Visible', visible: true },
      { name: 'Hidden', visible: false },
      { name: 'VeryHidden', visible: false },
    ])
    expect((await table.head(1))[0]!.cells.join('')).toBe('visible')
  })

  test('dates before March 1900, of the calendar of 1904 and of LibreOffice are the same day', async () => {
    for (const name of ['readxl-dates-1904.xls', 'readxl-dates-1900-LibreOffice.xlsx']) {
      const rows = await all(await openTable(fixture(name), name))
      expect(rows[0]!.cells).toEqual(Array(5).fill('2000-01-01'))
    }
  })

  test('BIFF5 and BIFF8 open', async () => {
    const biff5 = await all(await openTable(fixture('readxl-biff5-label-records.xls'), 'viejo.xls'))
    expect(biff5[0]!.cells).toEqual(['Table for Time Range: 21/01/2017'])
    const biff8 = await all(await openTable(fixture('readxl-mtcars.xls'), 'mtcars.xls'))
    expect(biff8[1]!.cells.slice(0, 5)).toEqual([{ n: '21' }, { n: '6' }, { n: '160' }, { n: '110' }, { n: '3.9' }])
  })
})

describe('a file that is no sound table is refused by name', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 7)])
  const book = (more: { name: string; content: string }[]) => zip([...workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>'), ...more])
  const compound = (streams: Record<string, Buffer>) => {
    const file = XLSX.CFB.utils.cfb_new()
    for (const [name, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(file, name, content)
    return Buffer.from(XLSX.CFB.write(file, { type: 'buffer' }) as Uint8Array)
  }
  const record = (type: number, body: string) => {
    const bytes = Buffer.from(body, 'hex')
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(bytes.length, 2)
    return Buffer.concat([head, bytes])
  }
  const bof = record(0x809, '00060500bb0dcc07000000000600000')

  test.each<[string, string, string, () => Buffer | string]>([
    ['vacio', 'an empty file', 'a.xlsx', () => ''],
    ['vacio', 'only blanks', 'a.csv', () => ' \n\n '],
    ['tipo', 'a PDF', 'a.xlsx', () => '%PDF-1.7\n%âãÏÓ'],
    ['tipo', 'a PDF called CSV', 'a.csv', () => '%PDF-1.7\nhola;hola'],
    ['html', 'an HTML page called XLS', 'a.xls', () => '<html><table><tr><td>1</td></tr></table></html>'],
    ['tipo', 'an image', 'a.xlsx', () => png],
    [
      'tipo',
      'a document of Word',
      'a.xlsx',
      () =>
        zip([
          { name: '[Content_Types].xml', content: '<Types/>' },
          { name: 'word/document.xml', content: '<w/>' },
        ]),
    ],
    ['tipo', 'a zip of anything', 'a.zip', () => zip([{ name: 'hola.png', content: 'hola' }])],
    ['extension', 'a zip of a text, called XLSX', 'a.xlsx', () => zip([{ name: 'hola.txt', content: 'hola' }])],
    ['danado', 'a binary workbook that is none', 'a.xlsb', () => zip([{ name: 'xl/workbook.bin', content: 'x' }])],
    ['tipo', 'binary noise called CSV', 'a.csv', () => Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7919) % 256))],
    ['tipo', 'another document of Office in the old container', 'a.xls', () => compound({ WordDocument: Buffer.alloc(600, 1) })],
    ['extension', 'text called XLSX', 'a.xlsx', () => 'a;b\n1;2\n'],
    ['extension', 'a workbook called CSV', 'a.csv', () => book([])],
    ['extension', 'a workbook called otherwise', 'a.exe', () => book([])],
    ['truncado', 'half a workbook', 'a.xlsx', () => book([]).subarray(0, 900)],
    ['truncado', 'a workbook without its last byte of directory', 'a.xlsx', () => Buffer.from([0x50, 0x4b, 3, 4, 0])],
    ['comillas', 'quotes that never close', 'a.csv', () => 'a;b\n1;"sin cerrar\n2;3\n'],
    [
      'danado',
      'XML that ends early',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name.includes('sheet1') ? { ...part, content: '<worksheet><sheetData><row r="1">' } : part,
          ),
        ),
    ],
    [
      'danado',
      'entities that multiply',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name.includes('sheet1') ? { ...part, content: '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>' } : part,
          ),
        ),
    ],
    [
      'danado',
      'bytes that do not match their checksum',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name.includes('sheet1') ? { ...part, raw: Buffer.from([3, 0]), declaredSize: 0, content: 'xxxx' } : part,
          ),
        ),
    ],
    ['danado', 'a path that climbs out', 'a.xlsx', () => book([{ name: 'xl/../../etc/passwd', content: 'x' }])],
    ['danado', 'an impossible row', 'a.xlsx', () => cell('<row r="99999999"><c><v>1</v></c></row>')],
    ['columnas', 'a cell in the last column', 'a.xlsx', () => cell('<row r="1"><c r="XFD1"><v>1</v></c></row>')],
    ['columnas', 'a line of a million separators', 'a.csv', () => `${';'.repeat(5_000)}1\n`],
    [
      'celda',
      'a text of two million letters',
      'a.xlsx',
      () => cell(`<row r="1"><c r="A1" t="str"><v>${'a'.repeat(2_000_000)}</v></c></row>`),
    ],
    ['celda', 'a tag of two million letters', 'a.xlsx', () => cell(`<row r="1"><c r="A1" x="${'a'.repeat(2_000_000)}"/></row>`)],
    ['celda', 'a line of two million letters', 'a.csv', () => `a;b\n"${'a'.repeat(2_000_000)}";1\n`],
    [
      'hoja',
      'a workbook without sheets',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name === 'xl/workbook.xml' ? { ...part, content: '<workbook><sheets/></workbook>' } : part,
          ),
        ),
    ],
    [
      'cifrado',
      'a workbook with a password',
      'a.xlsx',
      () => compound({ EncryptionInfo: Buffer.alloc(600, 1), EncryptedPackage: Buffer.alloc(5_000, 2) }),
    ],
    [
      'cifrado',
      'an old workbook with a password',
      'a.xls',
      () => compound({ Workbook: Buffer.concat([bof, record(0x2f, '010001000000'), Buffer.alloc(5_000)]) }),
    ],
    ['cifrado', 'a zip with a password', 'a.xlsx', () => zip(workbookParts('').map((part) => ({ ...part, flags: 1 })))],
    ['macros', 'a workbook with macros', 'a.xlsm', () => book([{ name: 'xl/vbaProject.bin', content: 'x' }])],
    ['macros', 'macros under another name', 'a.xlsx', () => book([{ name: 'xl/VBAPROJECT.BIN', content: 'x' }])],
    ['macros', 'macro sheets of Excel 4', 'a.xlsx', () => book([{ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }])],
    [
      'macros',
      'an old workbook with macros',
      'a.xls',
      () => compound({ Workbook: Buffer.concat([bof, Buffer.alloc(5_000)]), '_VBA_PROJECT_CUR/VBA/dir': Buffer.alloc(600, 1) }),
    ],
    [
      'macros',
      'an old workbook with a macro sheet',
      'a.xls',
      () => compound({ Workbook: Buffer.concat([bof, record(0x85, '00000000000103006162'), Buffer.alloc(5_000)]) }),
    ],
    ['enlaces', 'links to other workbooks', 'a.xlsx', () => book([{ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }])],
    [
      'enlaces',
      'an old workbook with links',
      'a.xls',
      () => compound({ Workbook: Buffer.concat([bof, record(0x1ae, '0100080000016162632e786c73'), Buffer.alloc(5_000)]) }),
    ],
    [
      'bomba',
      'a gigabyte of zeros',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name.includes('sheet1') ? { ...part, raw: deflatedZeros(1_024), declaredSize: 1_073_741_824 } : part,
          ),
        ),
    ],
    [
      'bomba',
      'a gigabyte that claims to be small',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name.includes('sheet1') ? { ...part, raw: deflatedZeros(1_024), declaredSize: 400_000 } : part,
          ),
        ),
    ],
    [
      'bomba',
      'sixty-four megabytes of the same',
      'a.xlsx',
      () =>
        zip(
          workbookParts('').map((part) =>
            part.name.includes('sheet1') ? { ...part, raw: deflatedZeros(64), declaredSize: 67_108_864 } : part,
          ),
        ),
    ],
    [
      'bomba',
      'a thousand entries',
      'a.xlsx',
      () => book(Array.from({ length: 1_000 }, (_, at) => ({ name: `xl/x${at}.xml`, content: 'x' }))),
    ],
    ['bomba', 'entries that share their bytes', 'a.xlsx', () => zip([...workbookParts(''), { name: 'xl/a.xml', content: 'x', offset: 0 }])],
    ['compresion', 'an unknown method', 'a.xlsx', () => zip(workbookParts('').map((part) => ({ ...part, method: 14 })))],
    ['compresion', 'zip64', 'a.xlsx', () => zip([...workbookParts(''), { name: 'xl/a.xml', content: 'x', declaredSize: 0xffffffff }])],
  ])('%s: %s', async (code, _, name, make) => {
    const since = performance.now()
    expect(await refusal(name, make())).toBe(code)
    expect(performance.now() - since).toBeLessThan(15_000)
  })

  test.each([
    ['of 50 MB it is what is inside that counts', 50 * 1024 * 1024, 'tipo'],
    ['of a byte more nothing inside is looked at', 50 * 1024 * 1024 + 1, 'tamano'],
  ])('%s', async (_, size, code) => {
    const path = folder.path(`de-${size}.csv`)
    const { open } = await import('node:fs/promises')
    const file = await open(path, 'w')
    await file.truncate(size)
    await file.close()
    await expect(openTable(path, 'grande.csv')).rejects.toMatchObject({ code })
  })

  test('more rows than allowed', async () => {
    const path = await folder.file('filas.csv', 'a;b\n'.repeat(3_000))
    const table = await openTable(path, 'filas.csv', { maxRows: 2_999 })
    await expect(all(table)).rejects.toMatchObject({ code: 'filas' })
  })

  test('more time than allowed', async () => {
    await expect(openTable(fixture('cosif-200801.csv'), 'a.csv', { maxMs: 1 })).rejects.toMatchObject({ code: 'tiempo' })
  })

  test('a sheet that is not there', async () => {
    const table = await openTable(fixture('sheetjs-LONumbers.xlsx'), 'a.xlsx')
    await expect(all(table, 'Otra')).rejects.toMatchObject({ code: 'hoja' })
  })

  test('every refusal has a sentence in both languages', () => {
    for (const { es, en } of Object.values(REFUSALS)) expect([es, en].every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
  })
})

test('a slow reader is not hurried and the worker does not run ahead of it', async () => {
  const path = await folder.file('lenta.csv', 'a;b;c\n'.repeat(20_000))
  const table = await openTable(path, 'lenta.csv')
  let rows = 0
  for await (const batch of table.rows()) {
    rows += batch.length
    if (rows === 2_000) await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(rows).toBe(20_000)
})

const collection = SHARED && `${SHARED}/awkward-spreadsheets`
const awkward = collection
  ? ['readxl', 'sheetjs'].flatMap((from) => readdirSync(`${collection}/${from}`).map((name) => `${from}/${name}`))
  : []
const REFUSED: Record<string, string> = {
  'readxl/LICENSE.md': 'extension',
  'readxl/datasets.xls': 'enlaces',
  'sheetjs/BlankSheetTypes.ods': 'tipo',
  'sheetjs/large_strings.xlsx': 'bomba',
  'sheetjs/number_format_russian.xls': 'macros',
}

describe('the awkward workbooks of others', () => {
  test.each(readdirSync(fixture('')).filter((name) => /\.xlsx?$/.test(name)))('%s of the fixtures opens', async (name) => {
    const table = await openTable(fixture(name), name)
    for (const sheet of table.sheets) await all(table, sheet.name)
  })

  const some = awkward.length > 0 ? test.each(awkward) : test.skip.each(['(not here)'])
  some('%s opens or is refused by name, soon', async (name) => {
    const since = performance.now()
    let outcome = 'abierto'
    try {
      await readSheet(`${collection}/${name}`, name, { maxRows: 100_000, maxColumns: 1_000, maxSheets: 100 })
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      outcome = error.code
    }
    expect(outcome).toBe(REFUSED[name] ?? 'abierto')
    expect(performance.now() - since).toBeLessThan(30_000)
  })
})

test('a workbook cut anywhere, or with any byte changed, is refused or read, and nothing else', async () => {
  const bytes = readFileSync(fixture('readxl-missing-v-node-xlsx.xlsx'))
  for (let at = 40; at < bytes.length; at += 467) {
    const flipped = Buffer.from(bytes)
    flipped[at] = flipped[at]! ^ 0x55
    for (const [name, content] of [
      ['cortado.xlsx', bytes.subarray(0, at)],
      ['cambiado.xlsx', flipped],
    ] as const)
      expect([...Object.keys(REFUSALS), 'aceptado']).toContain(await refusal(name, content))
  }
})
