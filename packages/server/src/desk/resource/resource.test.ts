import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'

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
