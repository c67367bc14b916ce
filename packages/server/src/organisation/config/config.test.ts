import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { effective, inactivityOverSession } from '../../platform/parameter/parameter.kinds.ts'
import { passwordDays } from './config.repository.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
}, 60_000)
afterAll(() => server.close())

const motivo = 'Política de seguridad 2026'
const patch = (id: number, valor: unknown, more: object = {}, as = who.control) =>
  server.call({ method: 'PATCH', url: `/config-enviroment/${id}`, body: { valor, motivo, ...more }, as })
const set = (body: object, as = who.control) => server.call({ method: 'PATCH', url: '/config-enviroment', body: { motivo, ...body }, as })
const list = async (query: Record<string, unknown> = {}) => (await server.call({ url: '/config-enviroment', query, as: who.control })).body

describe('parameters', () => {
  test('are four, with name, unit, range and default', async () => {
    expect((await server.call({ url: '/config-enviroment/type', as: who.control })).body).toEqual([
      { id: 1, codigo: 'TIEMPO_SESION', nombre: 'Tiempo de sesión' },
      { id: 2, codigo: 'EXPIRACION_CONTRASENA', nombre: 'Expiración de contraseña' },
      { id: 3, codigo: 'INACTIVIDAD', nombre: 'Cierre por inactividad' },
      { id: 4, codigo: 'SEGUNDO_FACTOR', nombre: 'Segundo factor obligatorio' },
    ])
    const { data, total } = await list()
    expect(total).toBe(4)
    expect(
      data.map(({ tipoId, valor, unidad, min, max, defecto, rolId }: Record<string, unknown>) => [
        tipoId,
        valor,
        unidad,
        min,
        max,
        defecto,
        rolId,
      ]),
    ).toEqual([
      [1, 480, 'min', 15, 1440, 480, null],
      [2, 0, 'dias', 0, 365, 0, null],
      [3, 60, 'min', 1, 240, 60, null],
      [4, 0, 'activo', 0, 1, 0, null],
    ])
    expect(await server.call({ url: '/config-enviroment/3', as: who.administrador, language: 'en' })).toMatchObject({
      body: { nombre: 'Sign-out on inactivity' },
    })
    expect((await server.call({ url: '/config-enviroment/99', as: who.control })).status).toBe(404)
  })

  test('are changed with a reason; who, when, from and to are kept for good', async () => {
    expect((await patch(2, 90)).body).toMatchObject({
      valor: 90,
      actualizadoPor: 'Beatriz Montoya',
      actualizadoEn: expect.stringMatching(/Z$/),
      motivo,
    })
    await patch(2, 90)
    await patch(2, 60, { motivo: 'Se acorta a dos meses' }, who.administrador)
    expect(
      await rows(server.db, sql`select type_id, role_id, old_value, new_value, reason, changed_by from parameter_change order by id`),
    ).toEqual([
      { type_id: 2, role_id: null, old_value: 0, new_value: 90, reason: motivo, changed_by: who.control.id },
      { type_id: 2, role_id: null, old_value: 90, new_value: 60, reason: 'Se acorta a dos meses', changed_by: who.administrador.id },
    ])
    for (const change of [sql`update parameter_change set reason = 'x'`, sql`delete from parameter_change`, sql`truncate parameter_change`])
      await expect(change.execute(server.db)).rejects.toThrow('append-only')
  })

  test.each([
    [1, 14],
    [1, 1441],
    [2, -1],
    [2, 366],
    [3, 0],
    [3, 241],
  ])('parameter %i does not take %i', async (id, valor) => {
    expect(await patch(id, valor)).toMatchObject({ status: 422, body: { code: 'config_out_of_range', issues: [{ path: 'valor' }] } })
  })

  test('are whole numbers, and need a reason of ten characters', async () => {
    for (const valor of [30.5, '', null, true, '30']) expect((await patch(3, valor)).body.issues).toMatchObject([{ path: 'valor' }])
    expect((await patch(3, 30, { motivo: ' breve  ' })).body.issues).toMatchObject([{ path: 'motivo' }])
    expect((await list()).data[2].valor).toBe(60)
  })

  test('inactivity is never longer than the session, from whichever side', async () => {
    expect((await patch(1, 60)).status).toBe(200)
    expect((await patch(3, 61)).body).toMatchObject({
      code: 'inactivity_over_session',
      issues: [{ path: 'valor', message: 'La inactividad no puede superar el tiempo de sesión (60 min).' }],
    })
    expect((await patch(1, 59)).body).toMatchObject({
      code: 'session_under_inactivity',
      issues: [{ message: 'El tiempo de sesión no puede ser menor que la inactividad (60 min).' }],
    })
    await patch(1, 480)
  })

  test('two changes at once do not pass each other', async () => {
    const answers = await Promise.all([patch(1, 30), patch(3, 240)])
    const { data } = await list()
    expect(data[2].valor).toBeLessThanOrEqual(data[0].valor)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    await patch(3, 60)
    await patch(1, 480)
    await patch(3, 60)
  })

  test('a role has its own value before everyone’s, and loses it again', async () => {
    const own = await set({ tipoId: 3, rolId: 1, valor: 20 })
    expect(own.body).toMatchObject({ tipoId: 3, rolId: 1, rol: 'ANALISTA', valor: 20, motivo })
    const minutes = async (as: typeof who.control) => (await server.call({ url: '/me', as })).body.inactivityMinutes
    expect([await minutes(who.analista), await minutes(who.jefatura)]).toEqual([20, 60])
    expect((await list({ tipoId: 3 })).data.map((p: { rolId: number | null }) => p.rolId)).toEqual([null, 1])
    // The session of all others may not fall below what a role inherits or has.
    expect((await set({ tipoId: 1, rolId: 1, valor: 15 })).body).toMatchObject({ code: 'session_under_inactivity' })
    expect((await patch(own.body.id, 25)).body).toMatchObject({ rolId: 1, valor: 25 })
    expect((await set({ tipoId: 3, rolId: 1, valor: null })).body).toMatchObject({ rolId: null, valor: 60 })
    expect(await minutes(who.analista)).toBe(60)
    expect(await rows(server.db, sql`select old_value, new_value from parameter_change where role_id = 1 order by id`)).toEqual([
      { old_value: null, new_value: 20 },
      { old_value: 20, new_value: 25 },
      { old_value: 25, new_value: null },
    ])
  })

  test('neither an unknown type nor role is set, nor everyone’s value taken away', async () => {
    expect((await set({ tipoId: 9, valor: 1 })).body).toMatchObject({ code: 'config_type_unknown', issues: [{ path: 'tipoId' }] })
    expect((await set({ tipoId: 3, rolId: 7, valor: 20 })).body).toMatchObject({ code: 'role_unknown', issues: [{ path: 'rolId' }] })
    expect((await set({ tipoId: 3, valor: null })).body).toMatchObject({ code: 'config_global_needed' })
  })

  test('are for control and the administrator', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await server.call({ url: '/config-enviroment', as })).status).toBe(403)
      expect((await patch(3, 30, {}, as)).status).toBe(403)
      expect((await set({ tipoId: 3, valor: 30 }, as)).status).toBe(403)
    }
  })
})

test('what holds for a role is its own value, everyone’s, or the default', () => {
  const values = [
    { typeId: 1, roleId: null, value: 120 },
    { typeId: 3, roleId: 2, value: 200 },
  ]
  expect([effective(values, 1, 2), effective(values, 3, 2), effective(values, 3, 1)]).toEqual([120, 200, 60])
  expect(inactivityOverSession(values)).toEqual([{ roleId: 2, session: 120, inactivity: 200 }])
})

test('a password expires after the shortest time of a person’s roles; 0 is never', async () => {
  const issuer = 'http://localhost/realms/corp'
  const both = await server.person('dos.roles', [ROLE.analista, ROLE.control])
  const days = (sub: string) => passwordDays(server.db, issuer, sub)
  await sql`delete from parameter where type_id = 2 and role_id is not null`.execute(server.db)
  await sql`update parameter set value = 0 where type_id = 2`.execute(server.db)
  expect(await days(both.name)).toBe(0)
  await sql`insert into parameter (type_id, role_id, value) values (2, 3, 90)`.execute(server.db)
  expect([await days(both.name), await days('analista')]).toEqual([90, 0])
  await sql`update parameter set value = 60 where type_id = 2 and role_id is null`.execute(server.db)
  expect([await days(both.name), await days('control'), await days('nadie')]).toEqual([60, 90, 60])
})
