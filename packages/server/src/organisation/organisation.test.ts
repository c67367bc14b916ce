import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../testing/server.ts'

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
  await sql`insert into sub_management (business_id, name) values (1, 'Subgerencia contable'), (2, 'Subgerencia de tesorería')`.execute(
    server.db,
  )
  await sql`insert into heading (code, name, parent_id) values ('1', 'Activo', null), ('11', 'Depósitos', 1), ('2', 'Pasivo', null)`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const names = async (url: string, field: string, as: Person, query: Record<string, unknown> = {}) =>
  (await server.call({ url, as, query })).body.data.map((row: Record<string, unknown>) => row[field])
const post = (url: string, body: object, as: Person = who.control) => server.call({ method: 'POST', url, body, as })

describe('businesses', () => {
  test('are those of one’s scope', async () => {
    await sql`insert into account (business_id, code, name, currency, analyst_id) values (2, '1', 'Caja', 'BRL', ${who.analista.id})`.execute(
      server.db,
    )
    expect(await names('/business', 'NEGOCIO', who.administrador)).toEqual(['SAFRA', 'VOTORANTIM'])
    expect(await names('/business', 'NEGOCIO', who.control)).toEqual(['SAFRA', 'VOTORANTIM'])
    expect(await names('/business', 'NEGOCIO', controlOfOne)).toEqual(['SAFRA'])
    expect(await names('/business', 'NEGOCIO', who.jefatura)).toEqual(['VOTORANTIM'])
    expect(await names('/business', 'NEGOCIO', who.analista)).toEqual(['SAFRA'])
    expect(await names('/business', 'NEGOCIO', who.otherAnalista)).toEqual([])
    expect((await server.call({ url: '/business' })).status).toBe(401)
  })

  test('are found by name or code, by country and in either order', async () => {
    expect(await names('/business', 'NEGOCIO', who.control, { search: 'votó' })).toEqual(['VOTORANTIM'])
    expect(await names('/business', 'NEGOCIO', who.control, { search: '51028' })).toEqual(['SAFRA'])
    expect(await names('/business', 'NEGOCIO', who.administrador, { countryId: 2 })).toEqual([])
    expect(await names('/business', 'NEGOCIO', who.control, { sort: '-NEGOCIO' })).toEqual(['VOTORANTIM', 'SAFRA'])
  })

  test('are created in a country that is one’s own, in its currency unless another is given', async () => {
    const made = await post('/business', { NEGOCIO: 'ITAÚ', CODIGO: '77', ID_PAIS: 1 })
    expect(made).toMatchObject({ status: 200, body: { NEGOCIO: 'ITAÚ', CODIGO: '77', PAIS: 'Brasil', MONEDA: 'BRL' } })
    expect((await post('/business', { NEGOCIO: 'ITAÚ DÓLAR', ID_PAIS: 1, MONEDA: 'USD' })).body).toMatchObject({
      MONEDA: 'USD',
      CODIGO: null,
    })
    expect((await post('/business', { NEGOCIO: 'Sura', ID_PAIS: 2 }, who.administrador)).status).toBe(200)
    const refused = { status: 422, body: { code: 'country_unknown', issues: [{ path: 'ID_PAIS' }] } }
    expect(await post('/business', { NEGOCIO: 'Otro', ID_PAIS: 2 })).toMatchObject(refused)
    expect(await post('/business', { NEGOCIO: 'Otro', ID_PAIS: 1 }, controlOfOne)).toMatchObject(refused)
    expect(await post('/business', { NEGOCIO: 'Otro', ID_PAIS: 3 }, who.administrador)).toMatchObject(refused)
    expect(await post('/business', { NEGOCIO: 'Otro', ID_PAIS: 99 }, who.administrador)).toMatchObject(refused)
  })

  test('have a name and a code of their own in the country', async () => {
    const refused = { status: 422, body: { code: 'business_exists', issues: [{ path: 'NEGOCIO' }] } }
    expect(await post('/business', { NEGOCIO: ' votorántim ', ID_PAIS: 1 })).toMatchObject(refused)
    expect(await post('/business', { NEGOCIO: 'Nuevo', CODIGO: '00051028', ID_PAIS: 1 })).toMatchObject(refused)
    expect((await post('/business', { NEGOCIO: 'Votorantim', ID_PAIS: 2 }, who.administrador)).status).toBe(200)
  })

  test('are not created by others, nor without a name', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await post('/business', { NEGOCIO: 'Otro', ID_PAIS: 1 }, as)).status).toBe(403)
    const wrong = await post('/business', { NEGOCIO: ' x ', MONEDA: 'real' })
    expect(wrong.body.issues.map((issue: { path: string }) => issue.path)).toEqual(['NEGOCIO', 'ID_PAIS', 'MONEDA'])
  })
})

describe('departments', () => {
  const department = { DEPARTAMENTO: 'Impuestos', ID_NEGOCIO: 1 }

  test('are created with sub-management and head, and answer with country and business nested', async () => {
    const made = await post('/department', { ...department, COD_SUB_GERENCIA: 1, ID_USUARIO_JEFE: who.jefatura.id })
    expect(made).toMatchObject({
      status: 200,
      body: {
        DEPARTAMENTO: 'Impuestos',
        JEFE: 'Marcela Duarte',
        ID_PAIS: 1,
        PAIS: { ID_PAIS: 1, PAIS: 'Brasil', RUTA_IMAGEN: null },
        NEGOCIO: { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM' },
        SUB_GERENCIA: { COD_SUB_GERENCIA: 1, NOMBRE_SUB_GERENCIA: 'Subgerencia contable' },
      },
    })
    const plain = await post('/department', { DEPARTAMENTO: 'Costos', ID_NEGOCIO: 1 })
    expect(plain.body).toMatchObject({ ID_USUARIO_JEFE: null, JEFE: null, SUB_GERENCIA: null })
  })

  test('take a head who is active and has the role, a sub-management of the business, a name of their own', async () => {
    const refused = async (more: object, path: string, code: string) =>
      expect(await post('/department', { ...department, DEPARTAMENTO: 'Nuevo', ...more })).toMatchObject({
        status: 422,
        body: { code, issues: [{ path }] },
      })
    const gone = await server.person('gone', [ROLE.jefatura])
    await sql`update app_user set active = false where id = ${gone.id}`.execute(server.db)
    await refused({ ID_USUARIO_JEFE: who.analista.id }, 'ID_USUARIO_JEFE', 'chief_wrong')
    await refused({ ID_USUARIO_JEFE: gone.id }, 'ID_USUARIO_JEFE', 'chief_wrong')
    await refused({ COD_SUB_GERENCIA: 2 }, 'COD_SUB_GERENCIA', 'sub_management_wrong')
    await refused({ DEPARTAMENTO: 'CONTABILIDAD FINANCIERA' }, 'DEPARTAMENTO', 'department_exists')
    await refused({ ID_NEGOCIO: 999 }, 'ID_NEGOCIO', 'business_unknown')
    // A head whose active role is another at the moment is still a head.
    const dual = await server.person('dual', [ROLE.analista, ROLE.jefatura])
    expect((await post('/department', { ...department, DEPARTAMENTO: 'Nuevo', ID_USUARIO_JEFE: dual.id })).status).toBe(200)
  })

  test('are created in a business of one’s scope, and not by others', async () => {
    expect(await post('/department', department, controlOfOne)).toMatchObject({ status: 422, body: { code: 'business_unknown' } })
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await post('/department', department, as)).status).toBe(403)
  })

  test('are listed in scope: a head sees those it leads', async () => {
    expect(await names('/department', 'DEPARTAMENTO', who.otherJefatura)).toEqual(['Tesorería'])
    expect(await names('/department', 'DEPARTAMENTO', who.jefatura)).toEqual(['Contabilidad financiera', 'Impuestos'])
    expect(await names('/department', 'DEPARTAMENTO', controlOfOne)).toEqual(['Tesorería'])
    expect(await names('/department', 'DEPARTAMENTO', who.control, { search: 'tesoreria' })).toEqual(['Tesorería'])
    expect(await names('/department', 'DEPARTAMENTO', who.control, { businessId: 2 })).toEqual(['Tesorería'])
    expect((await names('/department', 'DEPARTAMENTO', who.control)).length).toBe(5)
    expect((await server.call({ url: '/department', as: who.analista })).status).toBe(403)
  })

  test('one outside of one’s scope is not found', async () => {
    expect((await server.call({ url: `/department/${who.tesoreria}`, as: controlOfOne })).body.JEFE).toBe('Óscar Cáceres')
    for (const as of [who.jefatura, controlOfOne]) {
      const other = as === who.jefatura ? who.tesoreria : who.contabilidad
      expect(await server.call({ url: `/department/${other}`, as })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

test('sub-managements are listed in scope and by business', async () => {
  expect(await names('/sub-management', 'NOMBRE_SUB_GERENCIA', who.control)).toEqual(['Subgerencia contable', 'Subgerencia de tesorería'])
  expect(await names('/sub-management', 'NOMBRE_SUB_GERENCIA', controlOfOne)).toEqual(['Subgerencia de tesorería'])
  expect(await names('/sub-management', 'NEGOCIO', who.control, { businessId: 1 })).toEqual(['VOTORANTIM'])
  expect(await names('/sub-management', 'NOMBRE_SUB_GERENCIA', who.control, { search: 'TESORERIA' })).toEqual(['Subgerencia de tesorería'])
  expect((await server.call({ url: '/sub-management', as: who.gerencia })).status).toBe(403)
})

test('headings are listed by code, with their place in the tree', async () => {
  expect((await server.call({ url: '/heading', as: who.jefatura })).body).toEqual({
    data: [
      { COD_RUBRO: 1, NOMBRE: 'Activo', CODIGO: '1', parentId: null },
      { COD_RUBRO: 2, NOMBRE: 'Depósitos', CODIGO: '11', parentId: 1 },
      { COD_RUBRO: 3, NOMBRE: 'Pasivo', CODIGO: '2', parentId: null },
    ],
    total: 3,
    page: 1,
    limit: 100,
  })
  expect(await names('/heading', 'NOMBRE', who.control, { search: 'deposito' })).toEqual(['Depósitos'])
  expect((await server.call({ url: '/heading', as: who.analista })).status).toBe(403)
})
