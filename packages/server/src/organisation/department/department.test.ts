import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
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

const names = async (as: Person, query: Record<string, unknown> = {}) =>
  (await server.call({ url: '/department', as, query })).body.data.map((row: { DEPARTAMENTO: string }) => row.DEPARTAMENTO)
const post = (body: object, as: Person = who.control) => server.call({ method: 'POST', url: '/department', body, as })
const patch = (id: number, body: object, as: Person = who.control) => server.call({ method: 'PATCH', url: `/department/${id}`, body, as })

describe('departments', () => {
  const department = { DEPARTAMENTO: 'Impuestos', ID_NEGOCIO: 1 }

  test('are created with sub-management and head, and answer with country, business and head nested', async () => {
    const made = await post({ ...department, COD_SUB_GERENCIA: 1, ID_USUARIO_JEFE: who.jefatura.id })
    expect(made).toMatchObject({
      status: 200,
      body: {
        DEPARTAMENTO: 'Impuestos',
        JEFE: 'Marcela Duarte',
        USUARIO_JEFE: { id: who.jefatura.id, NOMBRE: 'Marcela Duarte' },
        ID_PAIS: 1,
        PAIS: { ID_PAIS: 1, PAIS: 'Brasil', RUTA_IMAGEN: null },
        NEGOCIO: { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM' },
        SUB_GERENCIA: { COD_SUB_GERENCIA: 1, NOMBRE_SUB_GERENCIA: 'Subgerencia contable' },
        ACTIVO: true,
      },
    })
    const plain = await post({ DEPARTAMENTO: 'Costos', ID_NEGOCIO: 1 })
    expect(plain.body).toMatchObject({ ID_USUARIO_JEFE: null, JEFE: null, USUARIO_JEFE: null, SUB_GERENCIA: null })
  })

  test('take a head who is active and has the role, a sub-management of the business, a name of their own', async () => {
    const gone = await server.person('gone', [ROLE.jefatura])
    await sql`update app_user set active = false where id = ${gone.id}`.execute(server.db)
    const refused = async (more: object, path: string, code: string) => {
      const answer = { status: 422, body: { code, issues: [{ path }] } }
      expect(await post({ ...department, DEPARTAMENTO: 'Nuevo', ...more })).toMatchObject(answer)
      if (path !== 'ID_NEGOCIO') expect(await patch(3, more)).toMatchObject(answer)
    }
    await refused({ ID_USUARIO_JEFE: who.analista.id }, 'ID_USUARIO_JEFE', 'chief_wrong')
    await refused({ ID_USUARIO_JEFE: gone.id }, 'ID_USUARIO_JEFE', 'chief_wrong')
    await refused({ COD_SUB_GERENCIA: 2 }, 'COD_SUB_GERENCIA', 'sub_management_wrong')
    await refused({ DEPARTAMENTO: 'CONTABILIDAD FINANCIERA' }, 'DEPARTAMENTO', 'department_exists')
    await refused({ ID_NEGOCIO: 999 }, 'ID_NEGOCIO', 'business_unknown')
    expect((await patch(3, { ID_NEGOCIO: 2 })).status).toBe(422)
    // A head whose active role is another one is still a head.
    const dual = await server.person('dual', [ROLE.analista, ROLE.jefatura])
    expect((await post({ ...department, DEPARTAMENTO: 'Nuevo', ID_USUARIO_JEFE: dual.id })).status).toBe(200)
    const twice = await Promise.all([post({ DEPARTAMENTO: 'Gemelo', ID_NEGOCIO: 1 }), post({ DEPARTAMENTO: 'GEMELO', ID_NEGOCIO: 1 })])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('are created and changed in a business of one’s scope, and not by others', async () => {
    expect(await post(department, controlOfOne)).toMatchObject({ status: 422, body: { code: 'business_unknown' } })
    expect((await patch(1, { DEPARTAMENTO: 'Otro' }, controlOfOne)).status).toBe(404)
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await post(department, as)).status).toBe(403)
      expect((await patch(1, { DEPARTAMENTO: 'Otro' }, as)).status).toBe(403)
    }
  })

  test('are listed in scope: a head sees those it leads', async () => {
    expect(await names(who.otherJefatura)).toEqual(['Tesorería'])
    expect(await names(who.jefatura)).toEqual(['Contabilidad financiera', 'Impuestos'])
    expect(await names(controlOfOne)).toEqual(['Tesorería'])
    expect(await names(who.control, { search: 'tesoreria' })).toEqual(['Tesorería'])
    expect(await names(who.control, { businessId: 2 })).toEqual(['Tesorería'])
    expect(await names(who.control, { subManagementId: 1 })).toEqual(['Impuestos'])
    expect(await names(who.control, { chiefId: who.jefatura.id })).toEqual(['Contabilidad financiera', 'Impuestos'])
    expect((await names(who.control)).length).toBe(6)
    expect((await server.call({ url: '/department', as: who.analista })).status).toBe(403)
    expect((await server.call({ url: '/department', query: { format: 'excel' }, as: who.control })).headers['content-type']).toContain(
      'spreadsheet',
    )
  })

  test('one outside of one’s scope is not found', async () => {
    expect((await server.call({ url: `/department/${who.tesoreria}`, as: controlOfOne })).body.JEFE).toBe('Óscar Cáceres')
    for (const as of [who.jefatura, controlOfOne]) {
      const other = as === who.jefatura ? who.tesoreria : who.contabilidad
      expect(await server.call({ url: `/department/${other}`, as })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('of two who change the same one, the second is told how it is now', async () => {
    const { REVISION } = (await server.call({ url: '/department/3', as: who.control })).body
    const both = await Promise.all([
      patch(3, { ID_USUARIO_JEFE: who.otherJefatura.id, REVISION }),
      patch(3, { ID_USUARIO_JEFE: null, REVISION }, who.administrador),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'row_moved', current: { REVISION: REVISION + 1 } })
  })
})

describe('a department with open work', () => {
  let open: number
  beforeAll(async () => {
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values ('2026-01', now(), now(), now(), now())`.execute(
      server.db,
    )
    await sql`insert into account (business_id, code, name, currency, analyst_id, department_id) values (1, '1', 'Caja', 'BRL', ${who.analista.id}, 1)`.execute(
      server.db,
    )
    await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
      values (1, 1, 1, 1, 1, ${who.analista.id}, 'M', 'BRL', 10, 'menor', now(), now(), now())`.execute(server.db)
    open = 1
  })

  test('goes over to a new head at once', async () => {
    const sees = async (as: Person) => (await server.call({ url: `/analysis/${open}`, as })).status
    expect([await sees(who.jefatura), await sees(who.otherJefatura)]).toEqual([200, 404])
    const changed = await patch(1, { ID_USUARIO_JEFE: who.otherJefatura.id })
    expect(changed.body).toMatchObject({ JEFE: 'Óscar Cáceres' })
    expect([await sees(who.jefatura), await sees(who.otherJefatura)]).toEqual([404, 200])
    const [change] = (await server.call({ url: '/audit/changes', query: { entidad: 'departamento', entidadId: 1 }, as: who.control })).body
      .data
    expect(change).toMatchObject({ antes: { JEFE: 'Marcela Duarte' }, despues: { JEFE: 'Óscar Cáceres' } })
  })

  test('says that its head cannot decide any more, and renaming it meanwhile is a change of its name alone', async () => {
    const leader = await server.person('leader', [ROLE.jefatura], 'Patricio Salazar')
    const { COD_DEPARTAMENTO: id } = (await post({ DEPARTAMENTO: 'Por irse', ID_NEGOCIO: 1, ID_USUARIO_JEFE: leader.id })).body
    const decides = async () => [
      (await server.call({ url: `/department/${id}`, as: who.control })).body.JEFE_ACTIVO,
      (await server.call({ url: '/account/metadata', as: who.control })).body.departamentos.find((one: { id: number }) => one.id === id)
        .JEFE_ACTIVO,
    ]
    expect(await decides()).toEqual([true, true])
    await sql`update app_user set active = false where id = ${leader.id}`.execute(server.db)
    expect(await decides()).toEqual([false, false])
    expect((await patch(id, { DEPARTAMENTO: 'Sin quien decida' })).body).toMatchObject({ JEFE: 'Patricio Salazar', JEFE_ACTIVO: false })
    const { data } = (
      await server.call({ url: '/audit/changes', as: who.administrador, query: { entidad: 'departamento', entidadId: id } })
    ).body
    expect(data[0].despues).toEqual({ DEPARTAMENTO: 'Sin quien decida' })
    await sql`update app_user set active = true where id = ${leader.id}`.execute(server.db)
    await sql`delete from user_role where user_id = ${leader.id}`.execute(server.db)
    expect(await decides()).toEqual([false, false])
    expect((await patch(id, { ID_USUARIO_JEFE: null })).body).toMatchObject({ JEFE_ACTIVO: null })
    await sql`delete from department where id = ${id}`.execute(server.db)
  })

  test('is not left without a head, nor deactivated, and says how much there is', async () => {
    expect(await patch(1, { ID_USUARIO_JEFE: null })).toMatchObject({
      status: 409,
      body: { code: 'department_open_work', current: { analisis: 1 } },
    })
    expect(await patch(1, { ACTIVO: false })).toMatchObject({
      status: 409,
      body: { code: 'department_in_use', current: { cuentas: 1, analisis: 1 } },
    })
  })

  test('is deactivated once it is empty, is gone from the lists, and comes back', async () => {
    await sql`update analysis set department_id = 3`.execute(server.db)
    await sql`update account set department_id = 3`.execute(server.db)
    expect((await patch(1, { ACTIVO: false })).body.ACTIVO).toBe(false)
    expect(await names(who.control)).not.toContain('Contabilidad financiera')
    expect(await names(who.control, { activo: 'false' })).toEqual(['Contabilidad financiera'])
    expect((await patch(1, { ACTIVO: true })).body.ACTIVO).toBe(true)
  })
})

describe('what one may choose from', () => {
  const mine = async (what: string, field: string, as: Person) =>
    (await server.call({ url: `/me/${what}`, as })).body.map((row: Record<string, unknown>) => row[field])
  const all = async (as: Person) => ({
    countries: await mine('countries', 'PAIS', as),
    business: await mine('business', 'NEGOCIO', as),
    subgerencias: await mine('subgerencias', 'NOMBRE_SUB_GERENCIA', as),
    departaments: await mine('departaments', 'DEPARTAMENTO', as),
  })

  test('agrees with one’s scope', async () => {
    await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
    await sql`update department set chief_id = null`.execute(server.db)
    await sql`update department set chief_id = ${who.otherJefatura.id}, sub_management_id = 2 where id = 2`.execute(server.db)
    await sql`update department set chief_id = ${who.jefatura.id}, sub_management_id = 1 where id = 3`.execute(server.db)
    await sql`update account set department_id = 3`.execute(server.db)
    expect(await all(who.otherJefatura)).toEqual({
      countries: ['Brasil'],
      business: ['SAFRA'],
      subgerencias: ['Subgerencia de tesorería'],
      departaments: ['Tesorería'],
    })
    expect(await all(who.analista)).toEqual({
      countries: ['Brasil'],
      business: ['VOTORANTIM'],
      subgerencias: ['Subgerencia contable'],
      departaments: ['Impuestos'],
    })
    expect(await all(who.otherAnalista)).toEqual({ countries: [], business: [], subgerencias: [], departaments: [] })
    expect(await all(controlOfOne)).toMatchObject({ business: ['SAFRA'], departaments: ['Tesorería'] })
    expect((await all(who.control)).departaments.length).toBe(6)
  })

  test('is narrowed by the business chosen, and does not offer what is inactive', async () => {
    const choose = (ID_NEGOCIO: number | null) =>
      server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: null, ID_NEGOCIO }, as: who.gerencia })
    await choose(2)
    expect(await all(who.gerencia)).toEqual({
      countries: ['Brasil'],
      business: ['SAFRA', 'VOTORANTIM'],
      subgerencias: ['Subgerencia de tesorería'],
      departaments: ['Tesorería'],
    })
    await choose(null)
    await sql`update business set active = false where id = 2`.execute(server.db)
    await sql`update department set active = false where id = 3`.execute(server.db)
    const left = await all(who.gerencia)
    expect(left.business).toEqual(['VOTORANTIM'])
    expect(left.departaments).not.toContain('Tesorería')
    expect(left.departaments).not.toContain('Impuestos')
    await sql`update country set active = false where id = 1`.execute(server.db)
    expect((await all(who.gerencia)).countries).toEqual([])
  })
})
