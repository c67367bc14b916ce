import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entryText, fillWorkbook, openZip, readNamedCells, readSheet, writeWorkbook } from '@cuadre/tables'
import { workbookParts, zip } from '@cuadre/tables/fixtures/make'
import { fixture } from '@cuadre/tables/fixtures/shared'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'

// Workbooks are read in a worker, which is slow to start on a busy machine.
jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`insert into account (business_id, code, name, currency) values (1, '0010', 'Caja <y> "bancos" & más', 'BRL')`.execute(server.db)
})
afterAll(() => server.close())

/** A workbook with a title, and a named cell below each label; `formulas` are of the analyst. */
const book = (names: readonly string[], more: { addresses?: Record<string, string> } = {}) => {
  const rows = names.map(
    (name, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="inlineStr"><is><t>${name}</t></is></c><c r="B${i + 2}" s="0"/></row>`,
  )
  const defined = names.map((name, i) => `<definedName name="${name}">Hoja1!$B$${i + 2}</definedName>`).join('')
  return zip(workbookParts(`<row r="1"/>${rows.join('')}`, { names: defined, styles: '<cellXfs><xf/></cellXfs>', ...more }))
}
const FULL = ['COD_ANALISIS', 'CUENTA', 'PERIODO', 'VALOR_BALANCE', 'VALOR_ANALISIS']

const create = (
  nombre: string,
  content: Uint8Array | string,
  more: Record<string, unknown> = {},
  name = 'plantilla.xlsx',
  as: Person = who.control,
) =>
  server.call({
    method: 'POST',
    url: '/template/create-template',
    body: { nombre, tipo: 'ANALISIS', ...more },
    file: { name, content },
    as,
  })
const patch = (id: number, body: object, as: Person = who.control) => server.call({ method: 'PATCH', url: `/template/${id}`, body, as })
const get = async (id: number) => (await server.call({ url: `/template/${id}`, as: who.control })).body

describe('a template', () => {
  test('begins as a draft with all that the form says, and its file is served as an attachment', async () => {
    await sql`insert into heading (name) values ('Activo')`.execute(server.db)
    const made = await create('Análisis general', book(FULL), {
      vigenteDesde: '2026-01-01',
      vigenteHasta: '',
      rubros: '1',
      negocios: '1,2',
      mapa: '{"COMENTARIO":"Hoja1!D9"}',
      politica: 'Cada mes',
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        nombre: 'Análisis general',
        tipo: 'ANALISIS',
        formato: 'xlsx',
        estado: 'BORRADOR',
        version: 1,
        borrador: 1,
        vigenteDesde: '2026-01-01',
        vigenteHasta: null,
        rubros: [1],
        negocios: [1, 2],
        mapa: { COMENTARIO: 'Hoja1!D9' },
        politica: 'Cada mes',
        escritoPor: 'Beatriz Montoya',
        versiones: [{ version: 1 }],
      },
    })
    const file = await server.call({ url: `/template/file/${made.body.archivo.name}`, as: who.administrador })
    expect(file).toMatchObject({ status: 200, headers: { 'content-disposition': "attachment; filename*=UTF-8''plantilla.xlsx" } })
    expect(Buffer.compare(file.body, book(FULL))).toBe(0)
  })

  test('is published once it can be filled in, changed as a new version, and the old one retired', async () => {
    const id = 1
    expect(await patch(id, { estado: 'RETIRADA' })).toMatchObject({
      status: 409,
      body: { code: 'template_not_published', current: { estado: 'BORRADOR' } },
    })
    const published = await patch(id, { estado: 'PUBLICADA', rubros: [] })
    expect(published).toMatchObject({
      status: 200,
      body: { estado: 'PUBLICADA', version: 1, borrador: null, publicadoPor: 'Beatriz Montoya', rubros: [] },
    })
    const changed = await patch(id, { politica: 'Cada trimestre' }, who.administrador)
    expect(changed.body).toMatchObject({ estado: 'PUBLICADA', version: 1, politica: 'Cada mes', borrador: 2 })
    expect(changed.body.versiones).toMatchObject([
      { version: 2, estado: 'BORRADOR', politica: 'Cada trimestre', mapa: { COMENTARIO: 'Hoja1!D9' } },
      { version: 1 },
    ])
    expect(await patch(id, { estado: 'BORRADOR' })).toMatchObject({ status: 409, body: { code: 'template_has_draft' } })
    expect((await patch(id, { estado: 'PUBLICADA' })).body).toMatchObject({
      version: 2,
      politica: 'Cada trimestre',
      versiones: [
        { version: 2, estado: 'PUBLICADA' },
        { version: 1, estado: 'RETIRADA', politica: 'Cada mes', retiradoPor: 'Beatriz Montoya' },
      ],
    })
    expect(await patch(id, { estado: 'PUBLICADA' })).toMatchObject({ status: 409, body: { code: 'template_no_draft' } })
    expect((await patch(id, { estado: 'RETIRADA' })).body.estado).toBe('RETIRADA')
  })

  test('keeps its versions as they were, whoever asks the database', async () => {
    const refused = [
      sql`update template_version set policy = 'x' where number = 1`,
      sql`update template_version set state = 'BORRADOR' where number = 1`,
      sql`delete from template_version where number = 1`,
      sql`insert into template_image (version_id, file_name, sha256, size, kind) values (1, 'x', 'x', 1, 'png')`,
    ]
    for (const statement of refused) await expect(statement.execute(server.db)).rejects.toThrow(/published version (is )?never/)
  })

  test('has its changes kept, version by version', async () => {
    const log = (await server.call({ url: '/audit/changes', query: { entidad: 'plantilla', entidadId: 1 }, as: who.control })).body.data
    expect(log.length).toBe(5)
    expect(log[0]).toMatchObject({ antes: { 'version 2': { estado: 'PUBLICADA' } }, despues: { 'version 2': { estado: 'RETIRADA' } } })
    expect(Object.keys(log[0].antes)).toEqual(['version 2'])
    expect(log.at(-1)).toMatchObject({ accion: 'creado' })
  })

  test('of two who change it at once, the second is told how it is now; two who publish are told apart', async () => {
    const { body } = await create('Concurrida', book(FULL))
    const both = await Promise.all([
      patch(body.id, { politica: 'Una', REVISION: 1 }),
      patch(body.id, { politica: 'Otra', REVISION: 1 }, who.administrador),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'row_moved', current: { REVISION: 2 } })
    const published = await Promise.all([
      patch(body.id, { estado: 'PUBLICADA' }),
      patch(body.id, { estado: 'PUBLICADA' }, who.administrador),
    ])
    expect(published.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('has a name of its own, dates in order, headings and businesses that exist, a map of known cells', async () => {
    const wrong = (path: string, code: string) => ({ status: 422, body: { code, issues: [{ path }] } })
    const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF'
    const other = (more: object) => create('Otra', pdf, { tipo: 'EXPEDIENTE', ...more }, 'a.pdf')
    expect(await create(' ANALISIS GENERAL ', pdf, {}, 'a.pdf')).toMatchObject(wrong('nombre', 'template_exists'))
    expect(await other({ vigenteDesde: '2026-02-01', vigenteHasta: '2026-01-01' })).toMatchObject(wrong('vigenteHasta', 'template_dates'))
    expect(await other({ rubros: '99' })).toMatchObject(wrong('rubros', 'template_headings'))
    expect(await other({ negocios: '1,99' })).toMatchObject(wrong('negocios', 'template_businesses'))
    expect(await other({ mapa: '{"X":"A1"}' })).toMatchObject(wrong('mapa', 'template_map'))
    expect(await other({ mapa: 'no' })).toMatchObject(wrong('mapa', 'template_map'))
    expect((await other({ nombre: 'ab', tipo: 'OTRO' })).body.issues.map((i: { path: string }) => i.path)).toEqual(['nombre', 'tipo'])
    const made = await other({})
    expect(made.status).toBe(200)
    expect(await patch(made.body.id, { nombre: 'análisis general' })).toMatchObject(wrong('nombre', 'template_exists'))
    expect((await patch(made.body.id, { nombre: 'Expediente', vigenteHasta: '2027-01-01' })).body).toMatchObject({
      nombre: 'Expediente',
      vigenteHasta: '2027-01-01',
    })
  })

  test('is found by name, kind, format and state, and exported', async () => {
    const names = async (query: Record<string, unknown>) =>
      (await server.call({ url: '/template', query, as: who.control })).body.data.map((t: { nombre: string }) => t.nombre)
    expect(await names({ sort: '-NOMBRE' })).toEqual(['Expediente', 'Concurrida', 'Análisis general'])
    expect(await names({ search: 'analisis' })).toEqual(['Análisis general'])
    expect(await names({ formato: 'pdf' })).toEqual(['Expediente'])
    expect(await names({ tipo: 'ANALISIS' })).toEqual(['Análisis general', 'Concurrida'])
    expect(await names({ estado: 'BORRADOR' })).toEqual(['Expediente'])
    expect(await names({ estado: 'PUBLICADA' })).toEqual(['Concurrida'])
    await patch(2, { estado: 'BORRADOR' })
    expect(await names({ estado: 'BORRADOR' })).toEqual(['Concurrida', 'Expediente'])
    const book = await server.call({ url: '/template', query: { format: 'excel' }, as: who.control, language: 'en' })
    expect(book.headers['content-disposition']).toContain('templates.xlsx')
    const path = join(server.folder, 'templates.xlsx')
    await writeFile(path, book.body)
    const lines = (await readSheet(path, 'templates.xlsx')).sheets[0]!.rows.map((cells) => [cells[1]!.text, cells[4]!.text])
    expect(lines.slice(1)).toEqual([
      ['Analysis', 'Retired'],
      ['Analysis', 'Published'],
      ['Binder', 'Draft'],
    ])
    expect(lines.flat().filter((text) => /[A-Z]{3}/.test(text))).toEqual([])
  })

  test('is for administration only', async () => {
    const { archivo } = await get(1)
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await server.call({ url: '/template', as })).status).toBe(403)
      expect((await patch(1, { nombre: 'Otra' }, as)).status).toBe(403)
      expect((await create('Otra', book(FULL), {}, 'a.xlsx', as)).status).toBe(403)
      expect((await server.call({ url: `/template/file/${archivo.name}`, as })).status).toBe(403)
    }
    expect((await server.call({ url: `/template/file/${'0'.repeat(64)}.xlsx`, as: who.control })).status).toBe(404)
    expect((await server.call({ url: '/template/file/..%2f..%2fetc%2fpasswd', as: who.control })).status).toBe(422)
    expect((await patch(99, { nombre: 'Otra' })).status).toBe(404)
  })
})

describe('the file of a template', () => {
  let mail: number
  test.each<[string, string, string | Buffer, string]>([
    ['with macros', 'a.xlsx', zip([...workbookParts(''), { name: 'xl/vbaProject.bin', content: 'x' }]), 'document_active'],
    ['of macros by its name', 'a.xlsm', zip(workbookParts('')), 'document_active'],
    [
      'that links to another',
      'a.xlsx',
      zip([...workbookParts(''), { name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }]),
      'document_outside',
    ],
    [
      'with a password',
      'a.xlsx',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'file_cifrado',
    ],
    ['of another kind than its name', 'a.pdf', zip(workbookParts('')), 'file_extension'],
    ['that no template takes', 'a.pptx', 'x', 'document_kind'],
    ['that is too large', 'a.csv', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 'document_large'],
    ['with a formula in text', 'a.csv', 'a;b\n1;=1+1\n', 'document_formula'],
    ['with a script', 'a.html', '<html><script>x</script></html>', 'document_active'],
  ])('%s is refused, and nothing is left behind', async (_, name, content, code) => {
    const before = (await server.call({ url: '/template', as: who.control })).body.total
    expect(await create('Hostil', content, {}, name)).toMatchObject({ status: 422, body: { code, issues: [{ path: 'file' }] } })
    expect((await server.call({ url: '/template', as: who.control })).body.total).toBe(before)
  })

  test('is changed in the draft alone; a page is never shown in place', async () => {
    const made = (await create('Correo de aviso', '<html><body>Uno</body></html>', { tipo: 'CORREO' }, 'aviso.html')).body
    mail = made.id
    await patch(made.id, { estado: 'PUBLICADA' })
    const send = (name: string, content: string) =>
      server.call({ method: 'POST', url: `/template/${made.id}/file`, file: { name, content }, as: who.control })
    const changed = await send('aviso2.html', '<html><body>Dos</body></html>')
    expect(changed.body).toMatchObject({ version: 1, borrador: 2, archivo: { nombre: 'aviso.html' } })
    expect(changed.body.versiones[0]).toMatchObject({ version: 2, estado: 'BORRADOR', archivo: { nombre: 'aviso2.html' } })
    expect((await send('aviso2.html', '<html><iframe></iframe></html>')).status).toBe(422)
    const page = await server.call({ url: `/template/file/${made.archivo.name}`, as: who.control })
    expect(page.headers).toMatchObject({ 'content-disposition': expect.stringMatching(/^attachment/), 'x-content-type-options': 'nosniff' })
    expect(String(page.body)).toContain('Uno')
  })

  test('may have images, which are the draft’s and are shown in place', async () => {
    const id = mail
    const send = (name: string, content: Buffer | string) =>
      server.call({ method: 'POST', url: `/template/${id}/image`, file: { name, content }, as: who.control })
    const [draft] = (await send('firma.png', imageOf('png'))).body.versiones
    expect(draft).toMatchObject({ version: 2, imagenes: [{ nombre: 'firma.png' }] })
    const shown = await server.call({ url: `/template/file/${draft.imagenes[0].name}`, as: who.control })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': expect.stringMatching(/^inline/) })
    expect(await send('firma.svg', '<svg/>')).toMatchObject({ status: 422, body: { code: 'image_kind' } })
    await patch(id, { estado: 'PUBLICADA' })
    const image = (imageId: number) => server.call({ method: 'DELETE', url: `/template/${id}/image/${imageId}`, as: who.control })
    expect((await image(draft.imagenes[0].id)).status).toBe(404)
    const copied = (await patch(id, { estado: 'BORRADOR' })).body.versiones[0]
    expect(copied).toMatchObject({ version: 3, imagenes: [{ nombre: 'firma.png' }] })
    expect((await image(copied.imagenes[0].id)).status).toBe(200)
    expect((await get(id)).versiones).toMatchObject([{ imagenes: [] }, { imagenes: [{ nombre: 'firma.png' }] }, { imagenes: [] }])
    for (let n = 0; n < 10; n++) expect((await send(`${n}.png`, imageOf('png'))).status).toBe(200)
    expect(await send('una mas.png', imageOf('png'))).toMatchObject({ status: 422, body: { code: 'template_images' } })
  })
})

describe('an analysis workbook is tried out before it is published', () => {
  test('without the cells that tell it from others it stays a draft, and they are named', async () => {
    const { body } = await create('Sin celdas', book(['CUENTA', 'VALOR_BALANCE']))
    const refused = await patch(body.id, { estado: 'PUBLICADA', politica: 'no queda' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'template_cells', issues: [{ path: 'mapa' }] } })
    expect(refused.body.message).toContain('COD_ANALISIS, PERIODO, VALOR_ANALISIS')
    expect(await get(body.id)).toMatchObject({ estado: 'BORRADOR', politica: null, REVISION: 1 })
    const mapa = { COD_ANALISIS: 'Hoja1!B9', PERIODO: 'E2', VALOR_ANALISIS: "'Hoja1'!$C$3" }
    expect((await patch(body.id, { mapa, estado: 'PUBLICADA' })).body.estado).toBe('PUBLICADA')
    expect(await patch(body.id, { mapa: { ...mapa, MONEDA: 'Otra!A1' }, estado: 'PUBLICADA' })).toMatchObject({
      status: 422,
      body: { code: 'template_cells' },
    })
  })

  test('two fields in one cell would hide each other: a supported value that is the balance itself is never published', async () => {
    const { body } = await create('Tapada', book(FULL), { mapa: '{"VALOR_ANALISIS":"Hoja1!B5"}' })
    const refused = await patch(body.id, { estado: 'PUBLICADA' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'template_cells_shared', issues: [{ path: 'mapa' }] } })
    expect(refused.body.message).toContain('VALOR_BALANCE (Hoja1!B5), VALOR_ANALISIS (Hoja1!B5)')
    const { celdas } = (await server.call({ url: `/template/${body.id}/sheet`, as: who.control })).body
    expect(celdas.filter(({ bien }: { bien: boolean }) => !bien).map(({ campo }: { campo: string }) => campo)).toEqual([
      'VALOR_BALANCE',
      'VALOR_ANALISIS',
    ])
  })

  test('what the analyst types on a hidden sheet could never be typed; what is filled in or reckoned there is fine', async () => {
    const hidden = (formula: string) =>
      zip(
        workbookParts(`<row r="1"/><row r="6"><c r="B6">${formula}</c></row>`, {
          names: FULL.map((name, i) => `<definedName name="${name}">Hoja1!$B$${i + 2}</definedName>`).join(''),
        }).map((part) =>
          part.name === 'xl/workbook.xml' ? { ...part, content: String(part.content).replace('"visible"', '"hidden"') } : part,
        ),
      )
    const { body } = await create('Oculta', hidden(''))
    const refused = await patch(body.id, { estado: 'PUBLICADA' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'template_cells_hidden' } })
    expect(refused.body.message).toContain('VALOR_ANALISIS (Hoja1!B6)')
    const other = (await create('Oculta con fórmula', hidden('<f>B5</f><v>1</v>'))).body
    expect((await patch(other.id, { estado: 'PUBLICADA' })).status).toBe(200)
    await patch(other.id, { estado: 'RETIRADA' })
  })

  test('a field in merged cells stands in the first of them, the only one that is seen and written in', async () => {
    const merged = zip(workbookParts('<row r="1"/>', { after: '<mergeCells count="1"><mergeCell ref="B7:D8"/></mergeCells>' }))
    const path = `${server.folder}/unida.xlsx`
    await writeFile(path, merged)
    const { bytes } = await fillWorkbook(path, [{ name: 'VALOR_BALANCE', at: 'Hoja1!C8', value: { n: '5' } }])
    await writeFile(path, await whole(bytes))
    expect(await readNamedCells(path, ['VALOR_BALANCE'], 'unida.xlsx')).toMatchObject({
      VALOR_BALANCE: { address: 'B7', value: { n: '5' } },
    })
  })

  test('one whose validity is over is not published, and the version before it stays', async () => {
    const { body } = await create('Vencida', book(FULL))
    await patch(body.id, { estado: 'PUBLICADA' })
    expect(await patch(body.id, { vigenteHasta: '2020-01-31', estado: 'PUBLICADA' })).toMatchObject({
      status: 422,
      body: { code: 'template_over', issues: [{ path: 'vigenteHasta' }] },
    })
    expect(await get(body.id)).toMatchObject({ estado: 'PUBLICADA', version: 1, borrador: null })
    await patch(body.id, { estado: 'RETIRADA' })
  })

  test('our own pre-filled workbook is one', async () => {
    const path = `${server.folder}/propia.xlsx`
    const cell = (name: string) => ({ value: 'x', type: 'text' as const, name })
    await writeWorkbook([{ name: 'Año 2026', columns: [{ type: 'text' }], rows: FULL.map((name) => [cell(name)]) }], path)
    const { body } = await create('Propia', await readFile(path))
    expect((await patch(body.id, { estado: 'PUBLICADA' })).body.estado).toBe('PUBLICADA')
  })

  test('real workbooks of others are filled in and stay what they were', async () => {
    for (const name of ['sheetjs-DataTypesFormats.xlsx', 'readxl-dates-1900-LibreOffice.xlsx', 'readxl-nonstandard-xml-ns-prefix.xlsx']) {
      const before = await readSheet(fixture(name), name)
      const sheet = before.sheets[0]!.name
      const { missing, bytes } = await fillWorkbook(fixture(name), [
        { name: 'CUENTA', at: `'${sheet}'!B2`, value: '0010 <&>' },
        { name: 'VALOR_BALANCE', at: `'${sheet}'!AA40`, value: { n: '-12.5' } },
        { name: 'NADA', at: 'NO_HAY', value: 'x' },
      ])
      expect(missing).toEqual(['NADA'])
      const pieces: Buffer[] = []
      for await (const piece of bytes) pieces.push(piece)
      const path = `${server.folder}/${name}`
      await writeFile(path, Buffer.concat(pieces))
      expect(await readNamedCells(path, ['CUENTA', 'VALOR_BALANCE'], name)).toMatchObject({
        CUENTA: { value: '0010 <&>', address: 'B2' },
        VALOR_BALANCE: { value: { n: '-12.5' }, address: 'AA40' },
      })
      const after = await readSheet(path, name)
      expect(after.sheets.slice(1)).toEqual(before.sheets.slice(1))
      expect(after.sheets[0]!.rows[0]).toEqual(before.sheets[0]!.rows[0])
    }
  })
})

test('the analyst gets the published template of the account’s heading, and its upload is read by our names', async () => {
  const { id: only } = (await create('De un rubro', book(FULL), { rubros: '1' })).body
  await patch(only, { estado: 'PUBLICADA' })
  await sql`insert into heading (name, parent_id) values ('Caja', 1)`.execute(server.db)
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close)
    select '2026-10', d, d, d, d from (select now() + interval '1 day' as d) x`.execute(server.db)
  await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
    values (1, 1, 1, 1, 1, 2, ${who.analista.id}, 'M', 'BRL', 1234.5, 'menor', now(), now(), now())`.execute(server.db)
  const take = async () => {
    const answer = await server.call({ url: '/analysis/1/workbook', as: who.analista })
    expect(answer.status).toBe(200)
    const path = `${server.folder}/tomada.xlsx`
    await writeFile(path, answer.body)
    return { bytes: answer.body, cells: await readNamedCells(path, FULL, 'tomada.xlsx') }
  }
  const { bytes, cells } = await take()
  expect(cells).toMatchObject({
    COD_ANALISIS: { value: { n: '1' }, address: 'B2' },
    CUENTA: { value: '0010' },
    PERIODO: { value: '2026-10' },
    VALOR_BALANCE: { value: { n: '1234.5' } },
    VALOR_ANALISIS: { value: null, address: 'B6' },
  })
  const event = await sql<{ detail: object }>`select detail from event where kind = 'plantilla'`.execute(server.db)
  expect(event.rows[0]!.detail).toMatchObject({ plantilla: only, version: 1 })
  // A workbook of another account is recognised at the upload.
  await sql`update analysis set balance = 99`.execute(server.db)
  const sent = await server.call({
    method: 'POST',
    url: '/analysis/file/1',
    body: { VALOR_ANALISIS: '99', VARIACION: '0' },
    file: { name: 'tomada.xlsx', content: bytes },
    as: who.analista,
  })
  expect(sent).toMatchObject({ status: 422, body: { code: 'workbook_stale' } })
  await patch(only, { estado: 'RETIRADA' })
  expect((await take()).cells.COD_ANALISIS?.address).not.toBe('B2')
})

const whole = async (bytes: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('the account’s own template', () => {
  const taken = async () => (await server.call({ url: '/analysis/1', as: who.analista })).body.PLANTILLA
  const take = async (url = '/analysis/1/workbook') => {
    const path = `${server.folder}/propia-${Math.random()}.xlsx`
    const answer = await server.call({ url, as: who.analista })
    expect(answer.status).toBe(200)
    await writeFile(path, answer.body)
    return { path, bytes: answer.body }
  }
  const publish = async (nombre: string, content: Uint8Array, more: object = {}) => {
    const { body } = await create(nombre, content, { ...more })
    expect(await patch(body.id, { estado: 'PUBLICADA' })).toMatchObject({ status: 200 })
    return body.id as number
  }
  const MAP = { COD_ANALISIS: 'Hoja1!D1', CUENTA: 'D2', PERIODO: 'D3', VALOR_BALANCE: 'D4', VALOR_ANALISIS: 'D5', COMENTARIO: 'D6' }

  test('comes before that of its heading or business, is filled by its map and read again by it', async () => {
    await publish('Del rubro', book(FULL), { rubros: '1' })
    const own = await publish('De la cuenta', book([]), { negocios: '2', mapa: JSON.stringify(MAP) })
    await sql`update account set template_id = ${own}`.execute(server.db)
    await sql`update analysis set balance = 1234.5, comment = 'Como el mes pasado'`.execute(server.db)
    const { path, bytes } = await take()
    expect(await readNamedCells(path, ['COD_ANALISIS', 'VALOR_BALANCE', 'COMENTARIO'], 'x.xlsx')).toMatchObject({
      COD_ANALISIS: { address: 'D1', value: { n: '1' } },
      VALOR_BALANCE: { address: 'D4', value: { n: '1234.5' } },
      COMENTARIO: { address: 'D6', value: 'Como el mes pasado' },
    })
    expect(await taken()).toEqual({ id: own, nombre: 'De la cuenta', version: 1 })
    // As the analyst sends it back: with a value in the cell of the map.
    const sendBack = async (value: string) => {
      await writeFile(path, bytes)
      const filled = await fillWorkbook(path, [{ name: 'VALOR_ANALISIS', at: 'VALOR_ANALISIS', value: { n: value } }])
      const content = await whole(filled.bytes)
      return server.call({
        method: 'POST',
        url: '/analysis/file/1',
        body: { VALOR_ANALISIS: '1234.50', VARIACION: '0' },
        file: { name: 'mia.xlsx', content },
        as: who.analista,
      })
    }
    expect(await sendBack('1200')).toMatchObject({
      status: 422,
      body: { code: 'workbook_value', message: expect.stringContaining('Hoja1!D5') },
    })
    expect((await sendBack('1234.5')).status).toBe(200)
    const { body } = await server.call({ url: '/analysis/1', as: who.analista })
    expect(body.COMPROBACIONES).toMatchObject([
      { codigo: 'libro_coincide', resultado: 'ok', monto: '1234.50' },
      { codigo: 'libro_firmado', resultado: 'ok' },
      {},
      {},
    ])
    await sql`update analysis set submitted_at = null`.execute(server.db)
  })

  test('of two headings in one line the nearer counts, although the other was published later', async () => {
    const near = await publish('De la caja', book(FULL), { rubros: '2' })
    const far = await publish('De todo el activo', book(FULL), { rubros: '1' })
    await sql`update account set template_id = null`.execute(server.db)
    await take()
    expect(await taken()).toMatchObject({ id: near })
    const [activo] = (await server.call({ url: '/heading/tree', as: who.control })).body
    expect([activo.PLANTILLA.id, activo.RUBROS_HIJOS[0].PLANTILLA.id]).toEqual([far, near])
    for (const id of [near, far]) await patch(id, { estado: 'RETIRADA' })
    await sql`update account set template_id = (select id from template where name = 'De la cuenta')`.execute(server.db)
  })

  test('a later version is the one taken then; retired, that of the heading is, and then our own', async () => {
    const [own] = (await sql<{ id: number }>`select id from template where name = 'De la cuenta'`.execute(server.db)).rows
    await patch(own!.id, { politica: 'Otra', estado: 'PUBLICADA' })
    // The recorded version stays until the workbook is downloaded again.
    expect(await taken()).toMatchObject({ version: 1 })
    await take()
    expect(await taken()).toMatchObject({ id: own!.id, version: 2 })
    await patch(own!.id, { estado: 'RETIRADA' })
    await take()
    expect(await taken()).toMatchObject({ nombre: 'Del rubro', version: 1 })
    const { rows: all } = await sql<{
      id: number
    }>`select template_id as id from template_version where state = 'PUBLICADA' and format = 'xlsx'`.execute(server.db)
    for (const { id } of all) await patch(id, { estado: 'RETIRADA' })
    await take()
    expect(await taken()).toBeNull()
  })

  test('in a closed period it may be looked at, and what was taken stays said', async () => {
    const id = await publish('Para cerrados', book(FULL))
    await sql`update period set status_id = 3`.execute(server.db)
    await take()
    expect(await taken()).toBeNull()
    await sql`update period set status_id = 1`.execute(server.db)
    await patch(id, { estado: 'RETIRADA' })
  })

  test('a template of groups has a row for each member, filled and read again', async () => {
    await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) select 1, '002' || n, 'Cuenta ' || n, 'BRL', 1, ${who.analista.id}
      from generate_series(1, 3) n`.execute(server.db)
    await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, previous, materiality, due_analyst, due_jefatura, due_control)
      select 1, c.id, 1, 1, 1, 1, ${who.analista.id}, 'M', 'BRL', right(c.code, 1)::int * 10, 5, 'menor', now() + interval '1 day', now() + interval '1 day', now() + interval '1 day'
      from account c where c.code like '002_' order by c.code`.execute(server.db)
    const members = (
      await sql<{
        id: number
      }>`select a.id from analysis a join account c on c.id = a.account_id where c.code like '002_' order by a.id`.execute(server.db)
    ).rows.map(({ id }) => id)
    const [one, two, three] = members as [number, number, number]
    const call = (method: 'POST' | 'PATCH' | 'GET', url: string, body?: object) =>
      server.call({ method, url, as: who.analista, ...(body && { body }) })
    const { AGRUPADO_ID: group } = (await call('POST', '/analysis/group', { NOMBRE: 'Cuentas dos', COD_ANALISIS: members })).body
    await call('PATCH', `/analysis/${two}`, { VALOR_ANALISIS: '19.50' })

    const lacking = (await create('Sin filas', book(['AGRUPADO_ID', 'PERIODO', 'CUENTA']), { tipo: 'ANALISIS_GRUPO' })).body
    const refused = await patch(lacking.id, { estado: 'PUBLICADA' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'template_cells' } })
    expect(refused.body.message).toContain('VALOR_BALANCE, VALOR_ANALISIS')

    const rows = `<row r="1"><c r="A1"/></row><row r="8">${'ABCDEF'
      .split('')
      .map((column) => `<c r="${column}8" s="1"/>`)
      .join('')}</row>`
    const content = zip(workbookParts(rows, { styles: '<cellXfs><xf/><xf applyFill="1"/></cellXfs>' }))
    const mapa = {
      AGRUPADO_ID: 'B1',
      GRUPO: 'B2',
      PERIODO: 'B3',
      CUENTA: 'A8',
      SALDO_ANTERIOR: 'B8',
      VALOR_BALANCE: 'C8',
      VALOR_ANALISIS: 'D8',
      COMENTARIO: 'F8',
    }
    await publish('De otro negocio', content, { tipo: 'ANALISIS_GRUPO', mapa: JSON.stringify(mapa), negocios: '2' })
    const id = await publish('Agrupadas', content, { tipo: 'ANALISIS_GRUPO', mapa: JSON.stringify(mapa), rubros: '1' })
    const { path, bytes } = await take(`/analysis/group/${group}/workbook`)
    const sheet = (await readSheet(path, 'g.xlsx')).sheets[0]!.rows.map((row) => row.map(({ text }) => text))
    expect(sheet[0]![1]).toBe(String(group))
    expect(sheet[1]![1]).toBe('Cuentas dos')
    expect(sheet.slice(7).map((cells) => cells.slice(0, 4))).toEqual([
      ['0021', '5', '10'],
      ['0022', '5', '20', '19.5'],
      ['0023', '5', '30'],
    ])
    // The rows below look like the first.
    expect(await entryText(await openZip(path), 'xl/worksheets/sheet1.xml')).toContain('<c r="D9" s="1"><v>19.50</v></c>')
    for (const member of members)
      expect((await server.call({ url: `/analysis/${member}`, as: who.analista })).body.PLANTILLA).toEqual({
        id,
        nombre: 'Agrupadas',
        version: 1,
      })
    expect((await server.call({ url: `/analysis/group/${group}`, as: who.analista })).body.PLANTILLA).toEqual({
      id,
      nombre: 'Agrupadas',
      version: 1,
    })

    // The analyst fills in two rows; the third has its draft.
    await writeFile(path, bytes)
    const filled = await fillWorkbook(path, [
      { name: `VALOR_${one}`, at: 'D8', value: { n: '10' } },
      { name: `VALOR_${three}`, at: 'D8', down: 2, value: { n: '28.25' } },
      { name: `COMENTARIO_${three}`, at: 'F8', down: 2, value: 'Falta un abono' },
    ])
    const sent = await server.call({
      method: 'POST',
      url: `/analysis/group/${group}/file`,
      body: {},
      file: { name: 'grupo.xlsx', content: await whole(filled.bytes) },
      as: who.analista,
    })
    expect(sent).toMatchObject({ status: 200, body: { VALOR_ANALISIS: '57.75', VARIACION: '2.25' } })
    const { MIEMBROS } = (await server.call({ url: `/analysis/group/${group}`, as: who.analista })).body
    expect(MIEMBROS.map((m: Record<string, string>) => [m.CUENTA, m.VALOR_ANALISIS, m.COMENTARIO_VARIACION])).toEqual([
      ['0021', '10.00', null],
      ['0022', '19.50', null],
      ['0023', '28.25', 'Falta un abono'],
    ])
    // One that is not for the headings of all its members is not taken.
    await sql`update analysis set heading_id = null where id = ${two}`.execute(server.db)
    await take(`/analysis/group/${group}/workbook`)
    expect((await server.call({ url: `/analysis/group/${group}`, as: who.analista })).body.PLANTILLA).toBeNull()
  })
})
