import { readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { fixture } from '@cuadre/tables/fixtures/shared'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { csv, period, traces, uploadAs } from './balance.testing.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let upload: ReturnType<typeof uploadAs>
let open: number
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  upload = uploadAs(server, who.control)
  open = await period(server, '2026-01')
})
afterAll(() => server?.close())

type Part = { name: string; content: Buffer; packed?: Buffer; size?: number }
/** Builds a ZIP by hand, as no honest writer would. */
function zip(...parts: Part[]): Buffer {
  const crc = (bytes: Buffer) => {
    let value = ~0
    for (const byte of bytes) {
      value ^= byte
      for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (0xedb88320 & -(value & 1))
    }
    return ~value >>> 0
  }
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, content, packed = deflateRawSync(content), size = content.length } of parts) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed === undefined ? 0 : crc(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]))
    bodies.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, directory, end])
}
const part = (name: string, text: string): Part => ({ name, content: Buffer.from(text) })
const book = (...more: Part[]) => [
  part(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  ),
  part(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  ),
  part(
    'xl/workbook.xml',
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Saldos" sheetId="1" r:id="r1"/></sheets></workbook>',
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  ...more,
]
const sheet = (...rows: (string | number)[][]) =>
  part(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
      .map(
        (cells) =>
          `<row>${cells.map((c) => (typeof c === 'number' ? `<c><v>${c}</v></c>` : `<c t="inlineStr"><is><t>${c}</t></is></c>`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  )
const good = sheet(['negocio', 'cuenta', 'saldo'], ['VOTORANTIM', '1', 5])
const lines = csv('VOTORANTIM;1101;Caja;1,00')
const huge = deflateRawSync(Buffer.alloc(20 * 1024 * 1024))

describe('a file that cannot be used is refused with one clear sentence, and nothing of it stays', () => {
  test.each<[what: string, name: string, content: () => Buffer | string, message: RegExp]>([
    ['that is empty', 'a.csv', () => '', /vacío/],
    ['with nothing but blanks', 'a.csv', () => ' \n \n', /vacío/],
    ['that has headings and no rows', 'a.csv', () => csv(), /no tiene ninguna fila/],
    [
      'whose title says billions',
      'a.csv',
      () => `Cifras en miles de millones de pesos
${lines}`,
      /miles de millones.*Expórtelo en unidades/,
    ],
    ['that is a picture', 'a.xlsx', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /no es un libro|extensión/],
    ['that is a PDF under another name', 'a.csv', () => '%PDF-1.7\n%âãÏÓ\n1 0 obj', /no es un libro/],
    ['that is a workbook under the name of a text', 'a.csv', () => zip(...book(good)), /extensión/],
    ['that is a program', 'a.xls', () => Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(200)]), /no es un libro/],
    ['that ends in the middle', 'a.xlsx', () => zip(...book(good)).subarray(0, 900), /incompleto|dañado/],
    ['whose last quote is never closed', 'a.csv', () => `${lines}\r\nVOTORANTIM;1102;"Bancos;2,00`, /comillas sin cerrar/],
    [
      'that is a zip bomb',
      'a.xlsx',
      () => zip(...book({ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(0), packed: huge, size: 20 * 1024 * 1024 })),
      /expande/,
    ],
    [
      'that is a zip bomb and lies about its size',
      'a.xlsx',
      () => zip(...book({ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(0), packed: huge, size: 2000 })),
      /expande|dañado|incompleto/,
    ],
    ['with macros', 'a.xlsx', () => zip(...book(good, part('xl/vbaProject.bin', 'x'))), /macros/],
    [
      'with links to other workbooks',
      'a.xlsx',
      () => zip(...book(good, part('xl/externalLinks/externalLink1.xml', '<externalLink/>'))),
      /vínculos/,
    ],
  ])('%s', async (_, name, content, message) => {
    const before = await traces(server)
    const answer = await upload({ name, content: content() }, open)
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'file', message: expect.stringMatching(message) }] } })
    expect(answer.body.message).toBe(answer.body.issues[0].message)
    expect(await traces(server)).toEqual(before)
  })

  test('over 50 MB, by one byte', async () => {
    const before = await traces(server)
    const answer = await upload({ name: 'a.csv', content: Buffer.alloc(50 * 1024 * 1024 + 1, lines) }, open)
    expect([413, 422]).toContain(answer.status)
    expect(answer.body).toMatchObject({ code: 'file_too_large', message: 'El archivo supera los 50 MB.' })
    expect(await traces(server)).toEqual(before)
  })

  test('no file at all', async () => {
    const answer = await server.call({ method: 'POST', url: '/balances/upload', body: { COD_PERIODO: open }, as: who.control })
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'file', message: 'Adjunte un archivo.' }] } })
  })

  test('in the direct way: a text for an amount, a repeated account, an unknown business, another month', async () => {
    const before = await traces(server)
    for (const [content, message] of [
      [csv('VOTORANTIM;2;Bancos;1,00', 'VOTORANTIM;1;Caja;mil'), /fila 3, El saldo no es un número/],
      [csv('VOTORANTIM;1;Caja;1,00', 'VOTORANTIM;1;Caja;2,00'), /fila 2, La cuenta aparece 2 veces \(filas 2 a 3\)/],
      [csv('NADIE;1;Caja;1,00'), /fila 2, El negocio NADIE no existe/],
      ['negocio;cuenta;saldo;periodo\nVOTORANTIM;1;2,00;202512', /fila 2, El período de la fila no es enero de 2026/],
      ['negocio;cuenta;debe;haber\nVOTORANTIM;1;-999999999999999999,00;999999999999999999,00', /fila 2, El importe tiene más de 18 cifras/],
    ] as const) {
      const answer = await upload({ name: 'a.csv', content }, open, { SIMULAR: false })
      expect(answer).toMatchObject({ status: 422, body: { code: 'load_refused_rows', message: expect.stringMatching(message) } })
    }
    expect(await traces(server)).toEqual(before)
  })
})

describe('a period that takes no balances', () => {
  const file = { name: 'a.csv', content: lines }
  test('refuses them before the file is looked at', async () => {
    const [closing, closed] = [await period(server, '2025-12', 2), await period(server, '2025-11', 3)]
    const before = await traces(server)
    expect(await upload(file, 999)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'COD_PERIODO', message: 'El período no existe.' }] },
    })
    expect(await upload(file, closed)).toMatchObject({ status: 409, body: { code: 'period_closed' } })
    expect(await upload(file, closing)).toMatchObject({ status: 409, body: { code: 'period_not_open' } })
    expect(await traces(server)).toEqual(before)
    expect((await uploadAs(server, who.administrador)(file, closing)).status).toBe(200)
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await uploadAs(server, as)(file, open)).status).toBe(403)
    await sql`delete from balance_load`.execute(server.db)
  })
})

describe('awkward but honest', () => {
  test.each(readdirSync(fixture('')).filter((name) => /\.xlsx?$/.test(name)))(
    '%s is taken for choosing its columns, or refused with a sentence and gone',
    async (name) => {
      const before = await traces(server)
      const { status, body } = await upload({ name, content: readFileSync(fixture(name)) }, open)
      expect([200, 422]).toContain(status)
      if (status === 200) expect(body).toMatchObject({ ESTADO: 'columnas', layout: { sample: expect.any(Array) } })
      else {
        expect(body.issues).toEqual([{ path: 'file', message: expect.stringMatching(/^\p{Lu}.*\.$/su) }])
        expect(await traces(server)).toEqual(before)
      }
    },
  )

  test('workbooks load: title rows above, totals below, debit and credit as numbers', async () => {
    const workbook = zip(
      ...book(
        sheet(
          ['Balance de comprobación'],
          [],
          ['Empresa', 'Cód. Cuenta', 'Descripción', 'Debe', 'Haber'],
          ['Votorantim', '0010', 'Caja', 0.1, 0],
          ['Votorantim', '0020', 'Bancos', 0, 1234.5],
          ['TOTAL', '', '', 0.1, 1234.5],
        ),
      ),
    )
    const { body } = await upload({ name: 'balance.xlsx', content: workbook }, open)
    expect(body).toMatchObject({
      ESTADO: 'revision',
      layout: { kind: 'xlsx', sheets: [{ name: 'Saldos', visible: true }] },
      preview: { filas: 2, omitidas: 4, clases: [{ clase: 'nueva', cuentas: 2, saldoDespues: '-1234.40' }] },
    })
    const rows = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, as: who.control })
    expect(rows.body.data.map((r: Record<string, unknown>) => [r.CUENTA, r.saldoDespues])).toEqual([
      ['0010', '0.10'],
      ['0020', '-1234.50'],
    ])
  })

  test('texts that would break a statement are only texts', async () => {
    const nasty = [
      "O'Higgins; drop",
      '{"a"}',
      '\\N',
      'NULL',
      '%_',
      'a\0b',
      '😀',
      '=HYPERLINK("x")',
      ...Array.from({ length: 40 }, (_, n) => `Relleno para que sea un texto ${n}`),
    ]
    const content = `negocio\tcuenta\tnombre\tsaldo\n${nasty.map((text, at) => `VOTORANTIM\t${at}1\t${text.replaceAll('"', '""').replace(/^(.*)$/s, '"$1"')}\t${at},50`).join('\n')}`
    const { status, body } = await upload({ name: 'a.txt', content }, open)
    expect(status).toBe(200)
    const rows = await server.call({ url: `/balances/load/${body.COD_CARGA}/rows`, as: who.control })
    expect(rows.body.data.map((r: { NOMBRE: string }) => r.NOMBRE)).toEqual(nasty.map((text) => text.replace('\0', '')))
  })
})
