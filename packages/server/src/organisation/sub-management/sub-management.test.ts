import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
/** Control of SAFRA only. */
let controlOfOne: Person
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  controlOfOne = await server.person('control1', [ROLE.control], 'Iván Ríos')
  await sql`insert into user_scope (user_id, country_id, business_id) values (${controlOfOne.id}, 1, 2)`.execute(server.db)
  await sql`insert into sub_management (business_id, name) values (1, 'Subgerencia contable'), (2, 'Subgerencia de tesorería')`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const names = async (field: string, as: Person, query: Record<string, unknown> = {}) =>
  (await server.call({ url: '/sub-management', as, query })).body.data.map((row: Record<string, unknown>) => row[field])
const post = (body: object, as: Person = who.control) => server.call({ method: 'POST', url: '/sub-management', body, as })
const patch = (id: number, body: object, as: Person = who.control) =>
  server.call({ method: 'PATCH', url: `/sub-management/${id}`, body, as })

test('sub-managements are listed in scope and by business', async () => {
  expect(await names('NOMBRE_SUB_GERENCIA', who.control)).toEqual(['Subgerencia contable', 'Subgerencia de tesorería'])
  expect(await names('NOMBRE_SUB_GERENCIA', controlOfOne)).toEqual(['Subgerencia de tesorería'])
  expect(await names('NEGOCIO', who.control, { businessId: 1 })).toEqual(['VOTORANTIM'])
  expect(await names('NOMBRE_SUB_GERENCIA', who.control, { search: 'TESORERIA' })).toEqual(['Subgerencia de tesorería'])
  expect((await server.call({ url: '/sub-management', as: who.gerencia })).status).toBe(403)
  expect((await server.call({ url: '/sub-management/1', as: controlOfOne })).status).toBe(404)
  // A head of area sees those of the departments it leads.
  expect(await names('NOMBRE_SUB_GERENCIA', who.jefatura)).toEqual([])
  await sql`update department set sub_management_id = 1 where id = 1`.execute(server.db)
  expect(await names('NOMBRE_SUB_GERENCIA', who.jefatura)).toEqual(['Subgerencia contable'])
})

test('one is created with its deputy manager, changed, and its changes are kept', async () => {
  const made = await post({ NOMBRE_SUB_GERENCIA: 'Operaciones', ID_NEGOCIO: 1, ID_USUARIO_ENCARGADO: who.gerencia.id })
  expect(made).toMatchObject({
    status: 200,
    body: {
      NEGOCIO: 'VOTORANTIM',
      PAIS: 'Brasil',
      ENCARGADO: { id: who.gerencia.id, NOMBRE: 'Héctor Villalobos' },
      DEPARTAMENTOS: 0,
      ACTIVO: true,
    },
  })
  const id = made.body.COD_SUB_GERENCIA
  expect(await names('NOMBRE_SUB_GERENCIA', who.control, { managerId: who.gerencia.id })).toEqual(['Operaciones'])
  const changed = await patch(id, { NOMBRE_SUB_GERENCIA: 'Operaciones y pagos', ID_USUARIO_ENCARGADO: null, REVISION: 1 })
  expect(changed.body).toMatchObject({ NOMBRE_SUB_GERENCIA: 'Operaciones y pagos', ENCARGADO: null, REVISION: 2 })
  expect(await patch(id, { NOMBRE_SUB_GERENCIA: 'Otra', REVISION: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'row_moved',
      message: `${who.control.name} lo cambió mientras usted lo editaba. Revise cómo está ahora.`,
      current: { NOMBRE_SUB_GERENCIA: 'Operaciones y pagos', REVISION: 2 },
    },
  })
  const log = (await server.call({ url: '/audit/changes', query: { entidad: 'subgerencia', entidadId: id }, as: who.control })).body.data
  expect(log.map((c: { accion: string }) => c.accion)).toEqual(['cambiado', 'creado'])
})

test('its name is its own in the business, its deputy active, its business in scope and as it was', async () => {
  const gone = await server.person('gone', [ROLE.gerencia])
  await sql`update app_user set active = false where id = ${gone.id}`.execute(server.db)
  const wrong = (path: string, code: string) => ({ status: 422, body: { code, issues: [{ path }] } })
  const body = { NOMBRE_SUB_GERENCIA: 'Nueva', ID_NEGOCIO: 1 }
  expect(await post({ ...body, NOMBRE_SUB_GERENCIA: 'SUBGERENCIA CONTABLE' })).toMatchObject(
    wrong('NOMBRE_SUB_GERENCIA', 'sub_management_exists'),
  )
  expect(await post({ ...body, ID_USUARIO_ENCARGADO: gone.id })).toMatchObject(wrong('ID_USUARIO_ENCARGADO', 'user_not_active'))
  expect(await post(body, controlOfOne)).toMatchObject(wrong('ID_NEGOCIO', 'business_unknown'))
  expect(await patch(3, { NOMBRE_SUB_GERENCIA: 'subgerencia contable' })).toMatchObject(
    wrong('NOMBRE_SUB_GERENCIA', 'sub_management_exists'),
  )
  expect((await patch(1, { ID_NEGOCIO: 2 })).status).toBe(422)
  expect((await patch(1, { NOMBRE_SUB_GERENCIA: 'Otra' }, controlOfOne)).status).toBe(404)
  for (const as of [who.jefatura, who.gerencia, who.analista]) expect((await post(body, as)).status).toBe(403)
  const twice = await Promise.all([post({ ...body, NOMBRE_SUB_GERENCIA: 'Gemela' }), post({ ...body, NOMBRE_SUB_GERENCIA: 'GEMELA' })])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('one with active departments stays active; an inactive one takes no departments', async () => {
  expect(await patch(1, { ACTIVO: false })).toMatchObject({
    status: 409,
    body: { code: 'sub_management_in_use', current: { departamentos: 1 } },
  })
  expect((await patch(2, { ACTIVO: false })).body.ACTIVO).toBe(false)
  expect(await names('NOMBRE_SUB_GERENCIA', controlOfOne)).toEqual([])
  expect(await names('NOMBRE_SUB_GERENCIA', controlOfOne, { activo: 'todos' })).toEqual(['Subgerencia de tesorería'])
  const into = await server.call({ method: 'PATCH', url: '/department/2', body: { COD_SUB_GERENCIA: 2 }, as: who.control })
  expect(into).toMatchObject({ status: 422, body: { code: 'sub_management_wrong' } })
})
