import { createHash } from 'node:crypto'
import { decodePDFRawStream, PDFArray, PDFDocument, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { pdf, type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', balance: '100.00' },
    { code: '1102', balance: '100.00' },
    { code: '1103', balance: '100.00' },
    { code: '1104', balance: '100.00' },
    { code: '1105', balance: '100.00' },
    { code: '1106', balance: '100.00' },
  ])
  await sql`update auditor set only_approved = false`.execute(s.db)
})
afterAll(() => s.close())

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
async function send(code: string, file: { name: string; content: string | Uint8Array }) {
  const { body } = await s.submit(code, {}, { file })
  return body.ARCHIVO as { ID: number; SHA256: string }
}
const open = (id: number, as: Person, language = 'es') => s.call({ url: `/analysis/file/${id}`, as, language })
/** The texts that are drawn on a page. */
function textsOf(page: PDFPage): string[] {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents]
  return streams.flatMap((stream) => {
    if (!(stream instanceof PDFRawStream)) return []
    const drawn = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
    return [...drawn.matchAll(/<([0-9A-F]+)> Tj/gi)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
  })
}

test('an auditor reads and takes away a copy with their name and the moment on every page, however it is turned', async () => {
  const original = pdf('con varias páginas', [0, 90, 180, 270])
  const file = await send('1101', original)
  const answer = await open(file.ID, s.who.auditor)
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
  const pages = (await PDFDocument.load(answer.body)).getPages()
  expect(pages.map((page) => page.getRotation().angle)).toEqual([0, 90, 180, 270])
  for (const page of pages) {
    const [mark, foot] = textsOf(page)
    expect(mark).toMatch(/^Copia para Pilar Ayala · \d\d-\d\d-\d{4} \d\d:\d\d$/)
    expect(foot).toBe(`${mark} (America/Sao_Paulo) · SHA-256 del original: ${file.SHA256}`)
  }
  const [page] = (await PDFDocument.load((await open(file.ID, s.who.auditor, 'en')).body)).getPages()
  expect(textsOf(page!)[0]).toContain('Copy for Pilar Ayala')
})

test('everybody else gets the original, which stays what it was', async () => {
  const original = pdf('original')
  const file = await send('1102', original)
  await open(file.ID, s.who.auditor)
  for (const as of [s.who.analista, s.who.jefatura, s.who.control, s.who.gerencia, s.who.administrador])
    expect([as.name, sha256((await open(file.ID, as)).body)]).toEqual([as.name, file.SHA256])
  expect(file.SHA256).toBe(sha256(original.content))
  expect(sha256((await open(file.ID, s.who.auditor)).body)).not.toBe(file.SHA256)
})

test('a name in other letters is written as far as the font goes', async () => {
  const { ID } = await send('1103', pdf('otro'))
  await sql`update app_user set name = 'Łukasz Řehoř Ñandú 李' where id = ${s.who.auditor.id}`.execute(s.db)
  const [page] = (await PDFDocument.load((await open(ID, s.who.auditor)).body)).getPages()
  expect(textsOf(page!)[0]).toContain('Rehor Ñandú ?')
})

test('a statement that its bank locked against changes is marked like any other; one that asks for a password is nobody’s evidence', async () => {
  const locked = async (passwords: { userPassword: string; ownerPassword: string }) => {
    const document = await PDFDocument.create()
    document.addPage([200, 300])
    document.encrypt(passwords)
    return { name: 'cartola.pdf', content: await document.save() }
  }
  const statement = await send('1105', await locked({ userPassword: '', ownerPassword: 'banco' }))
  const copy = await open(statement.ID, s.who.auditor)
  expect(copy.status).toBe(200)
  expect(textsOf((await PDFDocument.load(copy.body)).getPages()[0]!)[1]).toContain(statement.SHA256)
  const closed = await locked({ userPassword: 'secreto', ownerPassword: 'banco' })
  expect(await s.submit('1106', {}, { file: closed })).toMatchObject({ status: 422, body: { code: 'file_cifrado' } })
})

test('what cannot be marked is not handed over, and says so', async () => {
  const broken = await send('1104', { name: 'roto.pdf', content: '%PDF-1.4\nnada\n%%EOF\n' })
  expect(await open(broken.ID, s.who.auditor)).toMatchObject({
    status: 409,
    body: { code: 'auditor_unmarked', message: expect.stringContaining('«roto.pdf»') },
  })
  expect((await open(broken.ID, s.who.control)).status).toBe(200)
})
