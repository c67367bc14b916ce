import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'
import { checkStale, probeOf, probe as realProbe } from './link.check.ts'

// Texts are read in a worker, which is slow to start on a busy machine.
jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server.close())

const FOLDERS = '/tools-and-services/folders'
const FILES = '/tools-and-services/files'
const make = async (name: string, parentFolderId: number | null = null, as: Person = who.control) =>
  server.call({ method: 'POST', url: FOLDERS, body: { name, parentFolderId }, as })
const change = (id: number, body: object, as: Person = who.control) => server.call({ method: 'PATCH', url: `${FOLDERS}/${id}`, body, as })
const open = (id: number, as: Person = who.analista) => server.call({ url: `${FOLDERS}/${id}`, as })
const put = (body: object, file?: { name: string; content: string | Buffer }, as: Person = who.control) =>
  server.call({ method: 'POST', url: FILES, body, form: true, ...(file && { file }), as })
const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF'

let manuals: number
let year: number

describe('folders', () => {
  test('are a tree that everyone reads, kept by control and administration', async () => {
    manuals = (await make('Manuales')).body.id
    year = (await make('2026', manuals, who.administrador)).body.id
    await make('Leyes')
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await server.call({ url: `${FOLDERS}/tree`, as })).body).toMatchObject([
        { name: 'Leyes', CARPETAS_HIJAS: [] },
        { name: 'Manuales', carpetas: 1, archivos: 0, CARPETAS_HIJAS: [{ name: '2026', parentFolderId: manuals, CARPETAS_HIJAS: [] }] },
      ])
      expect((await make('Otra', null, as)).status).toBe(403)
      expect((await change(manuals, { name: 'Otra' }, as)).status).toBe(403)
      expect((await server.call({ method: 'DELETE', url: `${FOLDERS}/${manuals}`, as })).status).toBe(403)
    }
    expect((await open(year)).body).toMatchObject({
      name: '2026',
      ruta: [{ name: 'Manuales' }, { name: '2026' }],
      CARPETAS_HIJAS: [],
      ARCHIVOS: [],
    })
    const roots = await server.call({ url: FOLDERS, query: { parentFolderId: 'raiz' }, as: who.analista })
    expect(roots.body).toMatchObject({ total: 2, data: [{ name: 'Leyes' }, { name: 'Manuales' }] })
    expect((await server.call({ url: FOLDERS, query: { search: 'mañuales' }, as: who.analista })).body.total).toBe(1)
    expect((await server.call({ url: FOLDERS })).status).toBe(401)
  })

  test('have a name of their own in their place, and never lie within themselves', async () => {
    const wrong = (path: string, code: string) => ({ status: 422, body: { code, issues: [{ path }] } })
    expect(await make('MANUALES')).toMatchObject(wrong('name', 'folder_exists'))
    expect(await make('x', 999)).toMatchObject(wrong('parentFolderId', 'folder_unknown'))
    expect(await change(manuals, { parentFolderId: year })).toMatchObject(wrong('parentFolderId', 'folder_cycle'))
    expect(await change(manuals, { parentFolderId: manuals })).toMatchObject(wrong('parentFolderId', 'folder_cycle'))
    const [a, b] = [(await make('A')).body.id, (await make('B')).body.id]
    const both = await Promise.all([change(a, { parentFolderId: b }), change(b, { parentFolderId: a }, who.administrador)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const twice = await Promise.all([make('Gemela'), make('GEMELA')])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('are renamed and moved; of two who do so at once, the second is told how it is now', async () => {
    const { id } = (await make('Mudanza')).body
    expect((await change(id, { name: 'Mudada', parentFolderId: manuals, REVISION: 1 })).body).toMatchObject({
      name: 'Mudada',
      parentFolderId: manuals,
    })
    expect(await change(id, { name: 'Otra', REVISION: 1 })).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { name: 'Mudada' } },
    })
    const [moved] = (await server.call({ url: '/audit/changes', query: { entidad: 'carpeta', entidadId: id }, as: who.control })).body.data
    expect(moved).toMatchObject({ antes: { name: 'Mudanza', parentFolderId: null }, despues: { name: 'Mudada', parentFolderId: manuals } })
  })

  test('have an image', async () => {
    const send = (name: string, content: Buffer | string, as: Person = who.control) =>
      server.call({ method: 'POST', url: `/tools-and-services/image/${manuals}`, file: { name, content }, as })
    const set = await send('tapa.jpg', imageOf('jpeg'))
    expect(set.body.image).toMatch(new RegExp(`^/tools-and-services/image/${manuals}\\?v=`))
    const shown = await server.call({ url: set.body.image, as: who.analista })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', etag: expect.any(String) })
    expect(await send('tapa.svg', '<svg/>')).toMatchObject({ status: 422, body: { code: 'image_kind' } })
    expect((await send('tapa.jpg', imageOf('jpeg'), who.jefatura)).status).toBe(403)
  })
})

describe('files and links', () => {
  test('a file is put in, found, and given back as it came', async () => {
    const made = await put({ folderId: year, name: 'Manual de cierre', description: 'Versión final' }, { name: 'cierre.pdf', content: pdf })
    expect(made).toMatchObject({
      status: 200,
      body: {
        CARPETA_ID: year,
        name: 'Manual de cierre',
        externalLink: null,
        file: { nombre: 'cierre.pdf', tipo: 'pdf', bytes: pdf.length },
      },
    })
    const bytes = await server.call({ url: `${FILES}/${made.body.id}/download`, as: who.auditor })
    expect(bytes.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(String(bytes.body)).toBe(pdf)
    expect((await put({ folderId: year }, { name: 'lista.csv', content: 'a;b\n1;2\n' })).body).toMatchObject({ name: 'lista.csv' })
    expect((await open(year)).body.ARCHIVOS.map((f: { name: string }) => f.name)).toEqual(['lista.csv', 'Manual de cierre'])
    expect((await server.call({ url: FILES, query: { search: 'CIERRE' }, as: who.analista })).body.total).toBe(1)
    expect((await server.call({ url: FILES, query: { format: 'excel' }, as: who.analista })).headers['content-disposition']).toContain(
      'recursos.xlsx',
    )
  })

  test('a link leads to http or https and nowhere else', async () => {
    const made = await put({ folderId: year, name: 'Portal', externalLink: 'https://corporacion.example/portal?x=1' })
    expect(made.body).toMatchObject({ externalLink: 'https://corporacion.example/portal?x=1', file: null })
    expect(await server.call({ url: `${FILES}/${made.body.id}/download`, as: who.analista })).toMatchObject({
      status: 404,
      body: { code: 'resource_no_bytes' },
    })
    for (const externalLink of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//x.example',
      'ftp://x',
      'https://corp@evil.example',
      'https://x y',
      'http:\\\\evil',
    ])
      expect(await put({ folderId: year, name: 'Mal', externalLink })).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'externalLink' }] },
      })
    const patch = (body: object) => server.call({ method: 'PATCH', url: `${FILES}/${made.body.id}`, body, as: who.control })
    expect((await patch({ externalLink: 'javascript:1' })).status).toBe(422)
    expect((await patch({ externalLink: 'http://otro.example', description: null })).body.externalLink).toBe('http://otro.example')
  })

  test('is one or the other, in a folder that is there, with a name of its own', async () => {
    const wrong = (path: string, code: string) => ({ status: 422, body: { code, issues: [{ path }] } })
    const file = { name: 'otro.pdf', content: pdf }
    expect(await put({ folderId: year, name: 'Nada' })).toMatchObject(wrong('file', 'resource_one'))
    expect(await put({ folderId: year, externalLink: 'https://x.example' }, file)).toMatchObject(wrong('externalLink', 'resource_one'))
    expect(await put({ folderId: 999 }, file)).toMatchObject(wrong('folderId', 'folder_unknown'))
    expect(await put({ folderId: year, name: 'PORTAL' }, file)).toMatchObject(wrong('name', 'resource_exists'))
    expect((await put({ folderId: year }, file, who.jefatura)).status).toBe(403)
  })

  test.each<[string, string, string | Buffer, string]>([
    ['a page', 'a.html', '<html></html>', 'document_kind'],
    ['a program', 'a.exe', 'MZ', 'document_kind'],
    ['a picture that is a page', 'a.png', '<html></html>', 'image_kind'],
    ['macros', 'a.docm', 'x', 'document_active'],
  ])('%s is refused', async (_, name, content, code) => {
    expect(await put({ folderId: year }, { name, content })).toMatchObject({ status: 422, body: { code, issues: [{ path: 'file' }] } })
  })

  test('is renamed, moved and removed, and its changes are kept', async () => {
    const { id } = (await put({ folderId: year, name: 'Temporal' }, { name: 't.txt', content: 'nota' })).body
    const patch = (body: object) => server.call({ method: 'PATCH', url: `${FILES}/${id}`, body, as: who.control })
    expect((await patch({ name: 'Definitivo', folderId: manuals, REVISION: 1 })).body).toMatchObject({
      name: 'Definitivo',
      CARPETA_ID: manuals,
    })
    expect(await patch({ name: 'Otro', REVISION: 1 })).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { name: 'Definitivo' } },
    })
    expect(await patch({ externalLink: 'https://x.example' })).toMatchObject({ status: 422, body: { code: 'resource_not_link' } })
    const remove = (as: Person) => server.call({ method: 'DELETE', url: `${FILES}/${id}`, as })
    expect((await remove(who.jefatura)).status).toBe(403)
    expect((await remove(who.control)).status).toBe(200)
    expect((await remove(who.control)).status).toBe(404)
    expect((await server.call({ url: `${FILES}/${id}/download`, as: who.control })).status).toBe(404)
    const log = (await server.call({ url: '/audit/changes', query: { entidad: 'archivo', entidadId: id }, as: who.control })).body.data
    expect(log.map((c: { accion: string }) => c.accion)).toEqual(['eliminado', 'cambiado', 'creado'])
    // Its name is free again.
    expect((await put({ folderId: manuals, name: 'Definitivo', externalLink: 'https://x.example' })).status).toBe(200)
  })
})

describe('removing a folder', () => {
  const remove = (id: number, query = {}) => server.call({ method: 'DELETE', url: `${FOLDERS}/${id}`, query, as: who.control })

  test('asks first when something is in it, and then takes all of it out of sight', async () => {
    const [file] = (await open(year)).body.ARCHIVOS
    expect(await remove(manuals)).toMatchObject({ status: 409, body: { code: 'folder_not_empty', current: { carpetas: 2, archivos: 1 } } })
    expect((await remove(manuals, { contenido: true })).body).toEqual({ ok: true })
    for (const id of [manuals, year]) expect((await open(id)).status).toBe(404)
    expect((await server.call({ url: `${FILES}/${file.id}/download`, as: who.analista })).status).toBe(404)
    expect((await server.call({ url: `/tools-and-services/image/${manuals}`, as: who.analista })).status).toBe(404)
    const [gone] = (await server.call({ url: '/audit/changes', query: { entidad: 'carpeta', entidadId: manuals }, as: who.control })).body
      .data
    expect(gone).toMatchObject({ accion: 'eliminado', antes: { name: 'Manuales', contenido: { carpetas: 2, archivos: 4 } } })
    expect((await make('Manuales')).status).toBe(200)
  })

  test('leaves nothing in the air when a file comes in at the same moment', async () => {
    const { id } = (await make('Carrera')).body
    const [removed, put1] = await Promise.all([remove(id, { contenido: true }), put({ folderId: id, externalLink: 'https://x.example' })])
    expect(removed.status).toBe(200)
    if (put1.status === 200) expect((await server.call({ url: `${FILES}/${put1.body.id}`, as: who.control })).status).toBe(404)
    else expect(put1.body.code).toBe('folder_unknown')
  })
})

describe('versions', () => {
  test('the file before stays; name and address do too', async () => {
    const folder = (await make('Versiones')).body.id
    const { id } = (await put({ folderId: folder, name: 'Guía' }, { name: 'guia.pdf', content: pdf })).body
    const replace = (content: string, body: object = {}, as: Person = who.control) =>
      server.call({ method: 'POST', url: `${FILES}/${id}/versions`, body, file: { name: 'guia-2.pdf', content }, as })
    const newer = pdf.replace('%%EOF', 'x\n%%EOF')
    expect((await replace(newer, { REVISION: 1 })).body).toMatchObject({
      id,
      name: 'Guía',
      version: 2,
      file: { nombre: 'guia-2.pdf' },
      REVISION: 2,
    })
    expect(await replace(pdf, { REVISION: 1 })).toMatchObject({ status: 409, body: { code: 'row_moved' } })
    expect((await replace(newer)).body).toMatchObject({ code: 'resource_same', issues: [{ path: 'file' }] })
    expect((await replace('<html></html>')).status).toBe(422)
    expect((await replace(pdf, {}, who.analista)).status).toBe(403)
    expect((await server.call({ url: `${FILES}/${id}/versions`, as: who.analista })).body).toMatchObject([
      { version: 2, nombre: 'guia-2.pdf', vigente: true },
      { version: 1, nombre: 'guia.pdf', vigente: false, subidoPor: who.control.name },
    ])
    expect(String((await server.call({ url: `${FILES}/${id}/versions/1`, as: who.analista })).body)).toBe(pdf)
    expect(String((await server.call({ url: `${FILES}/${id}/download`, as: who.analista })).body)).toBe(newer)
    expect((await server.call({ url: `${FILES}/${id}/versions/7`, as: who.analista })).status).toBe(404)
    expect((await server.call({ url: `${FILES}/${id}`, as: who.analista })).body.descargas).toBe(1)
    expect((await server.call({ url: `${FILES}/${id}/evidence`, as: who.auditor })).body).toMatchObject({ tipo: 'pdf', hojas: [] })
    const { id: table } = (await put({ folderId: folder }, { name: 'umbrales.csv', content: 'Alcance;Monto\nGeneral;1000\n' })).body
    expect((await server.call({ url: `${FILES}/${table}/evidence`, as: who.auditor })).body).toMatchObject({
      tipo: 'libro',
      hojas: [{ filas: [[{ texto: 'Alcance' }, { texto: 'Monto' }], expect.anything()] }],
    })
  })
})

describe('who sees a folder', () => {
  const see = async (id: number, as: Person) => (await server.call({ url: `${FOLDERS}/${id}`, as })).status

  test('is said by roles and businesses, holds for all that is in it, and is enforced everywhere', async () => {
    const outer = (await server.call({ method: 'POST', url: FOLDERS, body: { name: 'Dirección', roles: [4] }, as: who.control })).body.id
    // Open by itself, but in a folder that is not.
    const inner = (await make('Actas', outer)).body.id
    const { id } = (await put({ folderId: inner, name: 'Acta secreta' }, { name: 'acta.txt', content: 'solo dirección' })).body
    for (const as of [who.gerencia, who.control, who.administrador])
      expect([await see(outer, as), await see(inner, as)]).toEqual([200, 200])
    for (const as of [who.analista, who.jefatura, who.auditor]) {
      expect([await see(outer, as), await see(inner, as)]).toEqual([404, 404])
      for (const url of ['', '/download', '/evidence', '/versions'])
        expect((await server.call({ url: `${FILES}/${id}${url}`, as })).status).toBe(404)
      expect((await server.call({ url: FILES, query: { search: 'acta secreta' }, as })).body.total).toBe(0)
      expect((await server.call({ url: FOLDERS, query: { search: 'actas' }, as })).body.total).toBe(0)
      expect(JSON.stringify((await server.call({ url: `${FOLDERS}/tree`, as })).body)).not.toContain('Actas')
      expect((await server.call({ url: `${FOLDERS}/${outer}/zip`, as })).status).toBe(404)
    }
    expect((await server.call({ url: FILES, query: { search: 'acta secreta' }, as: who.gerencia })).body).toMatchObject({
      total: 1,
      data: [{ RUTA: ['Dirección', 'Actas'] }],
    })
    // Who may not change it is not told who sees it.
    expect((await server.call({ url: `${FOLDERS}/${outer}`, as: who.gerencia })).body.roles).toEqual([])
  })

  test('a business’s folder is for its people', async () => {
    const body = { name: 'Lo de Votorantim', negocios: [who.votorantim] }
    const { id } = (await server.call({ method: 'POST', url: FOLDERS, body, as: who.control })).body
    expect((await server.call({ method: 'POST', url: FOLDERS, body: { name: 'x', negocios: [999] }, as: who.control })).body).toMatchObject(
      {
        code: 'business_unknown',
        issues: [{ path: 'negocios' }],
      },
    )
    await sql`insert into account (business_id, code, name, currency, analyst_id) values (${who.votorantim}, '1.1', 'Caja', 'BRL', ${who.analista.id})`.execute(
      server.db,
    )
    expect([await see(id, who.analista), await see(id, who.otherAnalista)]).toEqual([200, 404])
  })
})

test('a folder comes as a ZIP of what the caller sees in it', async () => {
  const { id } = (await make('Paquete')).body
  const inner = (await make('Dentro', id)).body.id
  const hidden = (
    await server.call({ method: 'POST', url: FOLDERS, body: { name: 'Oculta', parentFolderId: id, roles: [6] }, as: who.control })
  ).body.id
  const zip = (as: Person) => server.call({ url: `${FOLDERS}/${id}/zip`, as })
  expect((await zip(who.analista)).body).toMatchObject({ code: 'folder_empty' })
  await put({ folderId: id, name: 'Guía: cierre/mes' }, { name: 'guia.pdf', content: pdf })
  await put({ folderId: inner }, { name: 'nota.txt', content: 'nota' })
  await put({ folderId: inner, name: 'Portal', externalLink: 'https://x.example' })
  await put({ folderId: hidden }, { name: 'secreto.txt', content: 'x' })
  const { headers, body } = await zip(who.analista)
  expect(headers['content-disposition']).toContain('Paquete.zip')
  const names = String(Buffer.from(body).toString('latin1'))
  for (const name of ['Dentro/nota.txt', 'Dentro/Portal.txt']) expect(names).toContain(name)
  expect(Buffer.from(body).toString('utf8')).toContain('Guía_ cierre_mes.pdf')
  expect(names).not.toContain('secreto')
  expect(Buffer.from((await zip(who.administrador)).body).toString('latin1')).toContain('Oculta/secreto.txt')
})

test('links are tried once a week: since when one does not answer is kept until it does', async () => {
  const { id: folder } = (await make('Enlaces')).body
  const { id } = (await put({ folderId: folder, externalLink: 'https://manual.example/uno' })).body
  const link = async () => (await server.call({ url: `${FILES}/${id}`, as: who.analista })).body
  const tried: string[] = []
  const probe = (answers: boolean) => async (address: string) => {
    tried.push(address)
    return answers
  }
  const day = (n: number) => new Date(Date.UTC(2026, 4, n))
  await checkStale(server.db, day(1), probe(false))
  expect(await link()).toMatchObject({ comprobadoEn: '2026-05-01T00:00:00.000Z', fallaDesde: '2026-05-01T00:00:00.000Z' })
  tried.length = 0
  expect(await checkStale(server.db, day(7), probe(false))).toBe(0)
  await checkStale(server.db, day(8), probe(false))
  expect(tried).toContain('https://manual.example/uno')
  expect(await link()).toMatchObject({ comprobadoEn: '2026-05-08T00:00:00.000Z', fallaDesde: '2026-05-01T00:00:00.000Z' })
  await checkStale(server.db, day(15), probe(true))
  expect((await link()).fallaDesde).toBeNull()
  // Another address is another link.
  await server.call({ method: 'PATCH', url: `${FILES}/${id}`, body: { externalLink: 'http://localhost/' }, as: who.control })
  expect((await link()).comprobadoEn).toBeNull()
})

describe('an address is tried', () => {
  const asked: string[] = []
  const site = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    answer.statusCode = request.url === '/no-head' && request.method === 'HEAD' ? 405 : Number(request.url!.slice(1)) || 200
    answer.setHeader('location', '/200')
    answer.end()
  })
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, resolve))
    port = (site.address() as AddressInfo).port
  })
  afterAll(() => void site.close())
  beforeEach(() => void asked.splice(0))

  test.each<[string, boolean, string[]]>([
    ['/200', true, ['HEAD /200']],
    ['/401', true, ['HEAD /401']],
    ['/302', true, ['HEAD /302']],
    ['/404', false, ['HEAD /404']],
    ['/410', false, ['HEAD /410']],
    ['/500', false, ['HEAD /500']],
    ['/no-head', true, ['HEAD /no-head', 'GET /no-head']],
  ])('%s: %s', async (path, there, calls) => {
    expect(await probeOf(() => true)(`http://localhost:${port}${path}`)).toBe(there)
    expect(asked).toEqual(calls)
  })
  test('one that nobody answers, or that is none', async () => {
    expect(await probeOf(() => true)('http://127.0.0.1:1/')).toBe(false)
    expect(await probeOf(() => true)('nada')).toBe(false)
  })
  test.each(['localhost', '127.0.0.1', '127.1', '2130706433', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]'])(
    'never this machine: %s',
    async (host) => {
      expect(await realProbe(`http://${host}:${port}/200`)).toBe(false)
      expect(asked).toEqual([])
    },
  )
  test.each(['169.254.169.254', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:1::]', '[fd00:ec2::254]'])(
    "nor the cloud's services: %s",
    async (host) => {
      const began = performance.now()
      expect(await realProbe(`http://${host}/latest`)).toBe(false)
      // Refused by what it is, not by waiting for it.
      expect(performance.now() - began).toBeLessThan(4000)
    },
  )
  test('never with a name and a password of its address', async () => {
    expect(await probeOf(() => true)(`http://ana:secreto@localhost:${port}/200`)).toBe(false)
    expect(asked).toEqual([])
  })
  test('each connection is looked at: a name that stands for this machine the second time is not asked again', async () => {
    let may = true
    site.once('request', () => {
      may = false
    })
    expect(await probeOf(() => may)(`http://localhost:${port}/no-head`)).toBe(false)
    expect(asked).toEqual(['HEAD /no-head'])
  })
})
