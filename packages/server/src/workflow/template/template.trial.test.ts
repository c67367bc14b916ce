import { workbookParts, zip } from '@cuadre/tables/fixtures/make'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'

// Workbooks are read in a worker, which is slow to start on a busy machine.
jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let id: number
const FIELDS = ['COD_ANALISIS', 'CUENTA', 'PERIODO', 'VALOR_BALANCE', 'VALOR_ANALISIS']
const book = (title: string, names = FIELDS) =>
  zip(
    workbookParts(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${title}</t></is></c></row>${names.map((_, i) => `<row r="${i + 2}"><c r="B${i + 2}"/></row>`).join('')}`,
      { names: names.map((name, i) => `<definedName name="${name}">Hoja1!$B$${i + 2}</definedName>`).join('') },
    ),
  )
const ask = (url: string, query: Record<string, unknown> = {}, as = who.control) =>
  server.call({ url: `/template/${id}/${url}`, query, as })
const patch = (body: object) => server.call({ method: 'PATCH', url: `/template/${id}`, body, as: who.control })
const sendFile = (content: Uint8Array) =>
  server.call({ method: 'POST', url: `/template/${id}/file`, file: { name: 'libro.xlsx', content }, as: who.control })

beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`insert into heading (name) values ('Activo')`.execute(server.db)
  await sql`insert into heading (name, parent_id) values ('Caja', 1)`.execute(server.db)
  await sql`insert into account (business_id, code, name, currency, heading_id) values (1, '0010', 'Caja', 'BRL', 2), (2, '0020', 'Bancos', 'BRL', null)`.execute(
    server.db,
  )
  const made = await server.call({
    method: 'POST',
    url: '/template/create-template',
    body: { nombre: 'Conciliación', tipo: 'ANALISIS', rubros: '1' },
    file: { name: 'libro.xlsx', content: book('Conciliación') },
    as: who.control,
  })
  id = made.body.id
})
afterAll(() => server.close())

test('the workbook is shown as it is and filled in for an account of its headings, read back cell by cell', async () => {
  const { status, body } = await ask('sheet')
  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 1, cuenta: { CUENTA: '0010' } })
  expect(body.hojas[0].filas[2]?.[1] ?? null).toBeNull()
  expect(body.llenas[0].filas[2][1].texto).toBe('0010')
  const of = (campo: string) => body.celdas.find((cell: { campo: string }) => cell.campo === campo)
  expect(of('CUENTA')).toMatchObject({ seLlena: true, celda: 'Hoja1!B3', valor: '0010', leido: '0010', bien: true })
  expect(of('VALOR_ANALISIS')).toMatchObject({ seLlena: false, obligatoria: true, celda: 'Hoja1!B6', valor: null, bien: true })
  expect(of('COMENTARIO')).toMatchObject({ celda: null, obligatoria: false, bien: true })
})

test('another account may be tried, one out of scope or a version that is not there may not', async () => {
  expect((await ask('sheet', { COD_CUENTA: 2 })).body.cuenta).toMatchObject({ CUENTA: '0020', NEGOCIO: 'SAFRA' })
  expect((await ask('sheet', { COD_CUENTA: 99 })).status).toBe(404)
  expect((await ask('sheet', { version: 9 })).status).toBe(404)
  const answer = await ask('example', { COD_CUENTA: 2 })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.headers['content-disposition']).toContain('0020')
  for (const as of [who.analista, who.jefatura]) expect((await ask('sheet', {}, as)).status).toBe(403)
})

test('a required cell that is missing is said where it is looked for', async () => {
  await patch({ mapa: { CUENTA: 'NO_HAY' } })
  const { body } = await ask('sheet')
  expect(body.celdas.find((cell: { campo: string }) => cell.campo === 'CUENTA')).toMatchObject({ celda: null, bien: false })
  await patch({ mapa: {} })
})

test('who gets it, and what keeps the version before: by headings with all below them', async () => {
  expect((await ask('reach')).body).toEqual({ cuentas: 1, abiertos: 0 })
  // An account with a template of its own, or one for a nearer heading, does not get it.
  const nearer = await server.call({
    method: 'POST',
    url: '/template/create-template',
    body: { nombre: 'De la caja', tipo: 'ANALISIS', rubros: '2' },
    file: { name: 'libro.xlsx', content: book('Caja') },
    as: who.control,
  })
  const change = (estado: string) => server.call({ method: 'PATCH', url: `/template/${nearer.body.id}`, body: { estado }, as: who.control })
  expect((await change('PUBLICADA')).status).toBe(200)
  expect((await ask('reach')).body).toEqual({ cuentas: 0, abiertos: 0 })
  await sql`update account set template_id = ${id}`.execute(server.db)
  expect((await ask('reach')).body).toEqual({ cuentas: 2, abiertos: 0 })
  await sql`update account set template_id = null`.execute(server.db)
  expect((await change('RETIRADA')).status).toBe(200)
  expect((await patch({ estado: 'PUBLICADA' })).status).toBe(200)
  const tree = (await server.call({ url: '/heading/tree', as: who.control })).body
  expect(tree[0].PLANTILLA).toEqual({ id, nombre: 'Conciliación', propia: true })
  expect(tree[0].RUBROS_HIJOS[0].PLANTILLA).toEqual({ id, nombre: 'Conciliación', propia: false })
})

test('an older version is restored as a draft, once; the draft is thrown away, and a template with nothing else goes with it', async () => {
  await sendFile(book('Segunda'))
  expect((await patch({ estado: 'PUBLICADA' })).status).toBe(200)
  const restored = await patch({ desde: 1 })
  expect(restored.body).toMatchObject({ borrador: 3, versiones: [{ version: 3 }, { version: 2 }, { version: 1 }] })
  expect(restored.body.versiones[0].archivo.name).toBe(restored.body.versiones[2].archivo.name)
  expect(await patch({ desde: 1 })).toMatchObject({ status: 409, body: { code: 'template_has_draft' } })
  const discard = () => server.call({ method: 'DELETE', url: `/template/${id}/draft`, as: who.control })
  expect((await discard()).body).toEqual({ ok: true })
  expect(await discard()).toMatchObject({ status: 409, body: { code: 'template_no_draft' } })
  expect(await patch({ desde: 9 })).toMatchObject({ status: 422, body: { code: 'template_version' } })

  const other = await server.call({
    method: 'POST',
    url: '/template/create-template',
    body: { nombre: 'De paso', tipo: 'CORREO' },
    file: { name: 'carta.html', content: '<!doctype html><html><body>Hola</body></html>' },
    as: who.control,
  })
  id = other.body.id
  expect((await ask('sheet')).body).toMatchObject({ hojas: [], celdas: [] })
  expect(await ask('example')).toMatchObject({ status: 422, body: { code: 'template_no_workbook' } })
  expect((await discard()).status).toBe(200)
  expect((await server.call({ url: `/template/${id}`, as: who.control })).status).toBe(404)
})
