import { ROLE } from '@cuadre/api/roles'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { imageOf } from '../../platform/document/image.fixture.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
/** Control of SAFRA only. */
let controlOfOne: Person
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  controlOfOne = await server.person('control1', [ROLE.control], 'Iván Ríos')
  await sql`insert into user_scope (user_id, country_id, business_id) values (${controlOfOne.id}, 1, 2)`.execute(server.db)
  await sql`insert into country (name, iso, currency, active) values ('Chile', 'CL', 'CLP', true), ('Perú', 'PE', 'PEN', false)`.execute(
    server.db,
  )
  await sql`insert into account (business_id, code, name, currency, analyst_id) values (2, '1', 'Caja', 'BRL', ${who.analista.id})`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const names = async (as: Person, query: Record<string, unknown> = {}) =>
  (await server.call({ url: '/business', as, query })).body.data.map((row: { NEGOCIO: string }) => row.NEGOCIO)
const post = (body: object, as: Person = who.control) => server.call({ method: 'POST', url: '/business', body, as })
const patch = (id: number, body: object, as: Person = who.control) => server.call({ method: 'PATCH', url: `/business/${id}`, body, as })
const get = (id: number, as: Person = who.control) => server.call({ url: `/business/${id}`, as })

describe('businesses', () => {
  test('are those of one’s scope, in the list and alone', async () => {
    expect(await names(who.administrador)).toEqual(['SAFRA', 'VOTORANTIM'])
    expect(await names(who.control)).toEqual(['SAFRA', 'VOTORANTIM'])
    expect(await names(controlOfOne)).toEqual(['SAFRA'])
    expect(await names(who.jefatura)).toEqual(['VOTORANTIM'])
    expect(await names(who.analista)).toEqual(['SAFRA'])
    expect(await names(who.otherAnalista)).toEqual([])
    expect((await server.call({ url: '/business' })).status).toBe(401)
    expect((await get(1)).body).toMatchObject({ NEGOCIO: 'VOTORANTIM', PAIS: 'Brasil', DEPARTAMENTOS: 1, ACTIVO: true, RUTA_IMAGEN: null })
    expect(await get(1, controlOfOne)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await patch(1, { NEGOCIO: 'X Y' }, controlOfOne)).status).toBe(404)
  })

  test('are found by name or code, by country and in either order', async () => {
    expect(await names(who.control, { search: 'votó' })).toEqual(['VOTORANTIM'])
    expect(await names(who.control, { search: '51028' })).toEqual(['SAFRA'])
    expect(await names(who.administrador, { countryId: 2 })).toEqual([])
    expect(await names(who.control, { sort: '-NEGOCIO' })).toEqual(['VOTORANTIM', 'SAFRA'])
  })

  test('are exported, as many as the filters let through', async () => {
    const { body, headers } = await server.call({ url: '/business', query: { format: 'excel', limit: 1 }, as: who.control })
    expect(headers['content-disposition']).toContain('negocios.xlsx')
    const { writeFile } = await import('node:fs/promises')
    const path = `${server.folder}/negocios.xlsx`
    await writeFile(path, body)
    const rows = await (await openTable(path, 'negocios.xlsx')).head()
    expect(rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      ['Negocio', 'Código', 'País'],
      ['SAFRA', '00051028', 'Brasil'],
      ['VOTORANTIM', '00051626', 'Brasil'],
    ])
  }, 30_000)

  test('are created in a country that is one’s own, in its currency unless another is given', async () => {
    const made = await post({ NEGOCIO: 'ITAÚ', CODIGO: '77', ID_PAIS: 1 })
    expect(made).toMatchObject({ status: 200, body: { NEGOCIO: 'ITAÚ', CODIGO: '77', PAIS: 'Brasil', MONEDA: 'BRL', REVISION: 1 } })
    expect((await post({ NEGOCIO: 'ITAÚ DÓLAR', ID_PAIS: 1, MONEDA: 'USD' })).body).toMatchObject({ MONEDA: 'USD', CODIGO: null })
    expect((await post({ NEGOCIO: 'Sura', ID_PAIS: 2 }, who.administrador)).status).toBe(200)
    const refused = { status: 422, body: { code: 'country_unknown', issues: [{ path: 'ID_PAIS' }] } }
    expect(await post({ NEGOCIO: 'Otro', ID_PAIS: 2 })).toMatchObject(refused)
    expect(await post({ NEGOCIO: 'Otro', ID_PAIS: 1 }, controlOfOne)).toMatchObject(refused)
    expect(await post({ NEGOCIO: 'Otro', ID_PAIS: 3 }, who.administrador)).toMatchObject(refused)
    expect(await post({ NEGOCIO: 'Otro', ID_PAIS: 99 }, who.administrador)).toMatchObject(refused)
  })

  test('have a name and a code of their own in the country, also when two are made or renamed at once', async () => {
    const refused = { status: 422, body: { code: 'business_exists', issues: [{ path: 'NEGOCIO' }] } }
    expect(await post({ NEGOCIO: ' votorántim ', ID_PAIS: 1 })).toMatchObject(refused)
    const code = { status: 422, body: { code: 'business_code_exists', issues: [{ path: 'CODIGO' }] } }
    for (const CODIGO of ['00051028', '51028', '000051028'])
      expect(await post({ NEGOCIO: 'Nuevo', CODIGO, ID_PAIS: 1 })).toMatchObject(code)
    // What looks the same is the same: spaces of any kind, accents beside their letters, what nobody sees, capitals of a code.
    expect((await post({ NEGOCIO: 'Logística del Sur', CODIGO: 'br07', ID_PAIS: 1 })).status).toBe(200)
    for (const NEGOCIO of ['Logística\u00a0del  Sur', 'Logi\u0301stica del Sur', 'Logís\u00adtica\ndel Sur\u200b'])
      expect(await post({ NEGOCIO, ID_PAIS: 1 })).toMatchObject(refused)
    expect(await post({ NEGOCIO: 'Otro del Sur', CODIGO: 'BR07', ID_PAIS: 1 })).toMatchObject(code)
    expect(await post({ NEGOCIO: '\u200b\u200b', ID_PAIS: 1 })).toMatchObject({ status: 422, body: { issues: [{ path: 'NEGOCIO' }] } })
    expect(await post({ NEGOCIO: 'En ninguna moneda', ID_PAIS: 1, MONEDA: 'CPL' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'MONEDA', message: 'Escriba el código de una moneda que exista (ISO 4217), como CLP.' }] },
    })
    expect((await post({ NEGOCIO: 'Votorantim', ID_PAIS: 2 }, who.administrador)).status).toBe(200)
    expect(await patch(1, { NEGOCIO: 'Safra' })).toMatchObject(refused)
    expect(await patch(1, { CODIGO: '51028' })).toMatchObject(code)
    // One may still write one's own code in another way, and put away one of two that have been alike for long.
    expect((await patch(2, { CODIGO: '51028' })).status).toBe(200)
    expect((await patch(2, { CODIGO: '00051028' })).status).toBe(200)
    await sql`insert into business (country_id, name, code, currency, active) values (2, 'Uno', '9', 'CLP', false), (2, 'Doble', '09', 'CLP', true)`.execute(
      server.db,
    )
    const [double] = (await server.call({ url: '/business', as: who.administrador, query: { search: 'Doble' } })).body.data
    expect((await patch(double.ID_NEGOCIO, { ACTIVO: false }, who.administrador)).status).toBe(200)
    const made = await Promise.all([
      post({ NEGOCIO: 'Bradesco', ID_PAIS: 1 }),
      post({ NEGOCIO: 'BRADESCO', ID_PAIS: 1 }, who.administrador),
    ])
    expect(made.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('are not created nor changed by others, nor without a name', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await post({ NEGOCIO: 'Otro', ID_PAIS: 1 }, as)).status).toBe(403)
      expect((await patch(1, { NEGOCIO: 'Otro' }, as)).status).toBe(403)
    }
    const wrong = await post({ NEGOCIO: ' x ', MONEDA: 'real' })
    expect(wrong.body.issues.map((issue: { path: string }) => issue.path)).toEqual(['NEGOCIO', 'ID_PAIS', 'MONEDA'])
  })

  test('of two who change the same one, the second is told how it is now', async () => {
    const { REVISION } = (await get(1)).body
    const [one, two] = await Promise.all([patch(1, { CODIGO: 'A', REVISION }), patch(1, { CODIGO: 'B', REVISION }, who.administrador)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const [won, lost] = one.status === 200 ? [one, two] : [two, one]
    expect(lost.body).toMatchObject({ code: 'row_moved', current: { CODIGO: won.body.CODIGO, REVISION: REVISION + 1 } })
    expect((await patch(1, { CODIGO: '00051626' })).status).toBe(200)
  })

  test('keep country and currency once something hangs on them', async () => {
    const free = (await post({ NEGOCIO: 'Libre', ID_PAIS: 1 }, who.administrador)).body.ID_NEGOCIO
    expect((await patch(free, { ID_PAIS: 2, MONEDA: 'CLP' }, who.administrador)).body).toMatchObject({ PAIS: 'Chile', MONEDA: 'CLP' })
    expect(await patch(2, { ID_PAIS: 2 }, who.administrador)).toMatchObject({ status: 422, body: { code: 'business_country_used' } })
    expect(await patch(1, { ID_PAIS: 2 }, who.control)).toMatchObject({ status: 422, body: { code: 'country_unknown' } })
    expect(await patch(2, { MONEDA: 'USD' })).toMatchObject({ status: 422, body: { issues: [{ path: 'MONEDA' }] } })
    expect((await patch(2, { MONEDA: 'BRL', ID_PAIS: 1 })).status).toBe(200)
  })
})

describe('deactivating a business', () => {
  test('tells what hangs on it, and is done when that is confirmed; nobody goes on working within it', async () => {
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.gerencia })
    expect(await patch(2, { ACTIVO: false })).toMatchObject({
      status: 409,
      body: { code: 'business_in_use', current: { cuentas: 1, departamentos: 1 } },
    })
    expect((await patch(2, { ACTIVO: false, CONFIRMAR: true })).body.ACTIVO).toBe(false)
    expect(await names(who.control, { search: 'safra' })).toEqual([])
    expect(await names(who.control, { search: 'safra', activo: 'todos' })).toEqual(['SAFRA'])
    expect(await names(who.control, { activo: 'false' })).toEqual(['SAFRA'])
    const me = await server.call({ url: '/me', as: who.gerencia })
    expect(me.body).toMatchObject({ ID_NEGOCIO: null, ID_PAIS: null })
    const mine = await server.call({ url: '/me/business', as: who.gerencia })
    expect(mine.body.map((b: { NEGOCIO: string }) => b.NEGOCIO)).not.toContain('SAFRA')
    expect((await patch(2, { ACTIVO: true })).body.ACTIVO).toBe(true)
  })

  test('is refused while it has analyses to finish in a period that is not closed', async () => {
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values ('2026-01', now(), now(), now(), now())`.execute(
      server.db,
    )
    await sql`insert into analysis (period_id, account_id, country_id, business_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
      values (1, 1, 1, 2, ${who.analista.id}, 'M', 'BRL', 10, 'menor', now(), now(), now())`.execute(server.db)
    const refused = await patch(2, { ACTIVO: false, CONFIRMAR: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'business_open_work', current: { analisis: 1 } } })
    expect(refused.body.message).toContain('1 análisis sin terminar')
    await sql`update period set status_id = 3`.execute(server.db)
    expect((await patch(2, { ACTIVO: false, CONFIRMAR: true })).status).toBe(200)
    await patch(2, { ACTIVO: true })
  })

  test('leaves its country, which cannot go before it and must be there when it returns', async () => {
    const country = (id: number, ACTIVO: boolean) =>
      server.call({ method: 'PATCH', url: `/country-manager/${id}`, body: { ACTIVO }, as: who.administrador })
    expect(await country(2, false)).toMatchObject({ status: 409, body: { code: 'country_in_use', current: { negocios: 3 } } })
    for (const { ID_NEGOCIO } of (await server.call({ url: '/business', query: { countryId: 2 }, as: who.administrador })).body.data)
      await patch(ID_NEGOCIO, { ACTIVO: false }, who.administrador)
    expect((await country(2, false)).status).toBe(200)
    const [first] = (await server.call({ url: '/business', query: { countryId: 2, activo: 'false' }, as: who.administrador })).body.data
    expect(await patch(first.ID_NEGOCIO, { ACTIVO: true }, who.administrador)).toMatchObject({
      status: 422,
      body: { code: 'country_unknown', issues: [{ path: 'ACTIVO' }] },
    })
  })
})

describe('the image of a business', () => {
  const send = (name: string, content: Buffer | string, as: Person = who.control) =>
    server.call({ method: 'POST', url: '/business/image/1', file: { name, content }, as })

  test('is served drawn anew, and not again to whoever has it', async () => {
    expect((await server.call({ url: '/business/image/1', as: who.control })).status).toBe(404)
    const png = imageOf('png')
    const set = await send('logo.png', png)
    expect(set.body.RUTA_IMAGEN).toMatch(/^\/business\/image\/1\?v=[0-9a-f]{12}$/)
    const shown = await server.call({ url: set.body.RUTA_IMAGEN, as: who.jefatura })
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' } })
    // Re-encoded: nothing that was hidden in the file is kept.
    expect(shown.body.subarray(0, 8)).toEqual(png.subarray(0, 8))
    const again = await server.call({ url: '/business/image/1', as: who.control, headers: { 'if-none-match': String(shown.headers.etag) } })
    expect(again.status).toBe(304)
    expect(again.body.length).toBe(0)
    await send('logo.webp', imageOf('webp'))
    const other = await server.call({ url: '/business/image/1', as: who.control, headers: { 'if-none-match': String(shown.headers.etag) } })
    expect(other).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  })

  test('is refused when it is none, and to who may not', async () => {
    expect(await send('logo.svg', '<svg onload="alert(1)"/>')).toMatchObject({
      status: 422,
      body: { code: 'image_kind', issues: [{ path: 'file' }] },
    })
    expect(await send('logo.png', 'no')).toMatchObject({ status: 422, body: { code: 'image_kind' } })
    expect(await send('logo.png', Buffer.concat([imageOf('png'), Buffer.alloc(5 * 1024 * 1024)]))).toMatchObject({
      body: { code: 'image_large' },
    })
    expect((await send('logo.png', imageOf('png'), who.jefatura)).status).toBe(403)
    expect((await send('logo.png', imageOf('png'), controlOfOne)).status).toBe(404)
    expect((await server.call({ url: '/business/image/1', as: controlOfOne })).status).toBe(404)
    const text = await server.call({ method: 'POST', url: '/business/image/1', form: true, body: { file: 'text' }, as: who.control })
    expect(text).toMatchObject({ status: 422, body: { issues: [{ path: 'file' }] } })
    const nothing = await server.call({ method: 'POST', url: '/business/image/1', form: true, body: {}, as: who.control })
    expect(nothing).toMatchObject({ status: 422, body: { issues: [{ path: 'file' }] } })
  })
})

describe('the record of changes', () => {
  const changes = async (query: Record<string, unknown>, as: Person = who.administrador) =>
    (await server.call({ url: '/audit/changes', query, as })).body.data

  test('is asked for by days of the zone in which moments are shown', async () => {
    const { body } = await post({ NEGOCIO: 'De ese día', ID_PAIS: 1 })
    const of = { entidad: 'negocio', entidadId: body.ID_NEGOCIO }
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((other) => dayIn(other) !== dayIn('UTC'))!
    await sql`insert into calendar (country_id, zone, saved_by) select id, ${zone}, ${who.control.id} from country`.execute(server.db)
    expect(await changes({ ...of, dateStart: dayIn(zone), dateEnd: dayIn(zone) })).toHaveLength(1)
    expect(await changes({ ...of, dateStart: dayIn('UTC'), dateEnd: dayIn('UTC') })).toHaveLength(0)
    await sql`delete from calendar`.execute(server.db)
  })

  test('says who changed which field, from what to what, the newest first', async () => {
    const { body } = await post({ NEGOCIO: 'Registro', ID_PAIS: 1 })
    await patch(body.ID_NEGOCIO, { NEGOCIO: 'Registro dos', CODIGO: 'R2' }, who.administrador)
    await patch(body.ID_NEGOCIO, { CODIGO: 'R2' })
    const [newest, oldest, ...more] = await changes({ entidad: 'negocio', entidadId: body.ID_NEGOCIO })
    expect(newest).toMatchObject({
      accion: 'cambiado',
      antes: { NEGOCIO: 'Registro', CODIGO: null },
      despues: { NEGOCIO: 'Registro dos', CODIGO: 'R2' },
      usuario: { NOMBRE: 'Sonia Barrios' },
      rol: 'ADMINISTRADOR',
    })
    expect(oldest).toMatchObject({
      accion: 'creado',
      antes: null,
      usuario: { NOMBRE: 'Beatriz Montoya' },
      despues: { NEGOCIO: 'Registro' },
    })
    expect(more).toEqual([])
  })

  test('is narrowed to one’s businesses, cannot be changed, and is for administration', async () => {
    const seen = await changes({ entidad: 'negocio' }, controlOfOne)
    expect(new Set(seen.map((c: { entidadId: number }) => c.entidadId))).toEqual(new Set([2]))
    await expect(sql`update master_change set name = 'x'`.execute(server.db)).rejects.toThrow()
    await expect(sql`delete from master_change`.execute(server.db)).rejects.toThrow()
    expect((await server.call({ url: '/audit/changes', as: who.jefatura })).status).toBe(403)
    expect(await changes({ dateEnd: '2000-01-01' })).toEqual([])
  })
})
