import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { effective, inactivityOverSession, strictest } from '../../platform/parameter/parameter.kinds.ts'
import type { Credentials } from '../../platform/provider/provider.ts'
import { passwordDays } from './config.repository.ts'

/** What a provider knows of its accounts, by subject: the hours for which each session has been open, the days since the password was changed. */
const sessions: Record<string, number[]> = { analista: [1, 9], analista2: [3], control: [2] }
const passwords: Record<string, number> = { analista: 29.5, control: 80, jefatura: 3 }
const seconds = () => Math.floor(Date.now() / 1000)
const provider = {
  issuer: 'http://localhost/realms/corp',
  sessions: async (sub: string) =>
    (sessions[sub] ?? []).map((hours, i) => ({ sid: `${sub}${i}`, signedInAt: seconds() - hours * 3600, expiresAt: null })),
  passwordChangedAt: async (sub: string) => (sub in passwords ? seconds() - passwords[sub]! * 86_400 : null),
  // Nothing else of a provider is asked here.
} as unknown as Credentials

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer({ credentials: provider })
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

  test('a value that somebody else has set since it was seen is not written over: who it was is said', async () => {
    await patch(3, 45, { visto: 60 }, who.administrador)
    expect(await patch(3, 30, { visto: 60 })).toMatchObject({
      status: 409,
      body: {
        code: 'config_moved',
        message: expect.stringMatching(/^\S.* cambió «Cierre por inactividad» mientras usted lo editaba\./),
      },
    })
    expect((await list()).data[2].valor).toBe(45)
    // To the same value there is nothing to lose, and with what is known now it goes on.
    expect((await patch(3, 45, { visto: 60 })).status).toBe(200)
    expect((await patch(3, 60, { visto: 45 })).status).toBe(200)

    const several = (valores: object[]) =>
      server.call({ method: 'PATCH', url: '/config-enviroment/valores', body: { rolId: 4, valores, motivo }, as: who.control })
    await set({ tipoId: 3, rolId: 4, valor: 20, visto: null }, who.administrador)
    expect(
      await several([
        { tipoId: 1, valor: 300, visto: null },
        { tipoId: 3, valor: 30, visto: null },
      ]),
    ).toMatchObject({
      status: 409,
      body: { code: 'config_moved' },
    })
    expect((await list({ tipoId: 1 })).data).toHaveLength(1)
    expect((await several([{ tipoId: 3, valor: null, visto: 20 }])).status).toBe(200)
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

describe('what is in force, and what a change would hit', () => {
  const several = (body: object, as = who.control) => server.call({ method: 'POST', url: '/config-enviroment/simular', body, as })
  /** Of one parameter: its impact, or the refusal. */
  const simulate = async ({ rolId, ...one }: { tipoId: number; valor: number | null; rolId?: number }, as = who.control) => {
    const { status, body } = await several({ rolId, valores: [one] }, as)
    return { status, body: status === 200 ? body[0] : body }
  }
  const inForce = async (tipoId: number) =>
    (await server.call({ url: '/config-enviroment/vigente', query: { tipoId }, as: who.control })).body
  const clean = async () => {
    await sql`delete from parameter where role_id is not null`.execute(server.db)
    await sql`update parameter set value = case type_id when 1 then 480 when 3 then 60 else 0 end`.execute(server.db)
    await sql`update app_user set last_seen_at = now()`.execute(server.db)
  }

  test('says for each role the value, whose it is, and for how many another role is stricter', async () => {
    await clean()
    await set({ tipoId: 1, rolId: ROLE.control, valor: 120 })
    const both = await server.person('dos.funciones', [ROLE.analista, ROLE.control])
    const found = await inForce(1)
    expect(found).toMatchObject({ proveedor: 'lee', valorProveedor: null, general: { valor: 480 } })
    expect(found.roles.map((r: Record<string, unknown>) => [r.rolId, r.valor, r.propio !== null, r.personas, r.otroRol])).toEqual([
      [1, 480, false, 3, 1],
      [2, 480, false, 2, 0],
      [3, 120, true, 2, 0],
      [4, 480, false, 1, 0],
      [5, 480, false, 1, 0],
      [6, 480, false, 1, 0],
    ])
    await sql`update app_user set active = false where id = ${both.id}`.execute(server.db)
    expect((await server.call({ url: '/config-enviroment/vigente', query: { tipoId: 9 }, as: who.control })).body.code).toBe(
      'config_type_unknown',
    )
  })

  test('a shorter session ends those that are older already', async () => {
    await clean()
    expect((await simulate({ tipoId: 1, rolId: ROLE.analista, valor: 120 })).body).toMatchObject({
      antes: 480,
      despues: 120,
      personas: 2,
      sesiones: {
        abiertas: 3,
        total: 2,
        de: [{ NOMBRE: 'Lucía Ferreyra' }, { NOMBRE: 'Rodrigo Peña', INICIO: expect.stringMatching(/Z$/) }],
      },
      contrasenas: { total: 0 },
    })
    expect((await simulate({ tipoId: 3, valor: 30 })).body).toMatchObject({ personas: 8, sesiones: { abiertas: 4, total: 0 } })
    // Nothing was saved, and what could not be saved is refused in the same words.
    expect((await inForce(1)).general.valor).toBe(480)
    expect((await simulate({ tipoId: 1, rolId: ROLE.analista, valor: 30 })).body.code).toBe('session_under_inactivity')
    expect((await simulate({ tipoId: 1, valor: 5 })).body.code).toBe('config_out_of_range')
    expect((await simulate({ tipoId: 1, valor: null })).body.code).toBe('config_global_needed')
    expect((await simulate({ tipoId: 1, valor: 60 }, who.jefatura)).status).toBe(403)
  })

  test('a shorter age of passwords names those that would expire by tomorrow', async () => {
    await clean()
    expect((await simulate({ tipoId: 2, valor: 30 })).body).toMatchObject({
      personas: 8,
      contrasenas: {
        total: 2,
        de: [{ NOMBRE: 'Beatriz Montoya' }, { NOMBRE: 'Rodrigo Peña', VENCE: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
      },
    })
    await set({ tipoId: 2, valor: 60 })
    // Who had expired before is not hit by the change.
    expect((await simulate({ tipoId: 2, valor: 30 })).body.contrasenas).toMatchObject({ total: 1, de: [{ NOMBRE: 'Rodrigo Peña' }] })
  })

  test('a compulsory second factor names those who have none', async () => {
    await clean()
    await sql`update app_user set second_factor = true where id = ${who.auditor.id}`.execute(server.db)
    expect((await simulate({ tipoId: 4, valor: 1 })).body.sinFactor).toMatchObject({
      total: 2,
      de: [
        { NOMBRE: 'Beatriz Montoya', ROLES: [3] },
        { NOMBRE: 'Sonia Barrios', ROLES: [6] },
      ],
    })
    expect((await simulate({ tipoId: 4, rolId: ROLE.gerencia, valor: 1 })).body.sinFactor).toMatchObject({
      total: 1,
      de: [{ NOMBRE: 'Héctor Villalobos' }],
    })
  })

  test('several of a role are set at once, or none', async () => {
    await clean()
    const setAll = (valores: object[], as = who.control) =>
      server.call({ method: 'PATCH', url: '/config-enviroment/valores', body: { rolId: ROLE.gerencia, valores, motivo }, as })
    const values = [
      { tipoId: 1, valor: 30 },
      { tipoId: 3, valor: 20 },
      { tipoId: 4, valor: 1 },
    ]
    expect((await several({ rolId: ROLE.gerencia, valores: values })).body).toMatchObject([
      { tipoId: 1, antes: 480, despues: 30 },
      { tipoId: 3, antes: 60, despues: 20 },
      { tipoId: 4, antes: 0, despues: 1 },
    ])
    expect((await setAll([values[0]!, { tipoId: 3, valor: 40 }])).body).toMatchObject({
      code: 'inactivity_over_session',
      issues: [{ path: 'valores.3' }],
    })
    expect((await setAll([values[0]!])).body).toMatchObject({ code: 'session_under_inactivity', issues: [{ path: 'valores.1' }] })
    expect((await inForce(1)).roles[3].propio).toBeNull()
    expect((await setAll(values, who.jefatura)).status).toBe(403)
    expect((await setAll(values)).body).toEqual({ ok: true })
    expect([(await inForce(1)).roles[3].valor, (await inForce(3)).roles[3].valor, (await inForce(4)).roles[3].valor]).toEqual([30, 20, 1])
  })

  test('the history tells old and new by role, the newest first', async () => {
    await clean()
    await set({ tipoId: 3, rolId: ROLE.jefatura, valor: 45 })
    await set({ tipoId: 3, rolId: ROLE.jefatura, valor: null })
    const url = '/config-enviroment/historial'
    expect((await server.call({ url, query: { tipoId: 3, rolId: 2 }, as: who.administrador })).body).toMatchObject({
      total: 2,
      data: [
        { antes: 45, despues: null, motivo, usuario: { NOMBRE: 'Beatriz Montoya' } },
        { antes: null, despues: 45 },
      ],
    })
    expect((await server.call({ url, as: who.analista })).status).toBe(403)
  })
})

test('the age of passwords is not set here where the provider is administered elsewhere', async () => {
  const alone = await testServer()
  try {
    const { control } = await organisation(alone)
    const body = { tipoId: 2, valor: 60, motivo }
    expect(await alone.call({ method: 'PATCH', url: '/config-enviroment', body, as: control })).toMatchObject({
      status: 409,
      body: { code: 'password_age_elsewhere' },
    })
    expect((await alone.call({ url: '/config-enviroment/vigente', query: { tipoId: 2 }, as: control })).body.proveedor).toBe('aparte')
  } finally {
    await alone.close()
  }
})

test.each([
  [1, [1, 3], 120],
  [1, [], 480],
  [2, [1, 3], 60],
  [2, [2], 0],
  [4, [1, 4], 0],
  [4, [1, 3], 1],
])('of parameter %i the strictest of the roles %j holds: %i', (typeId, roles, expected) => {
  const values = [
    { typeId: 1, roleId: null, value: 480 },
    { typeId: 1, roleId: 3, value: 120 },
    { typeId: 2, roleId: null, value: 0 },
    { typeId: 2, roleId: 1, value: 90 },
    { typeId: 2, roleId: 3, value: 60 },
    { typeId: 4, roleId: null, value: 1 },
  ]
  expect(strictest(values, typeId, roles)).toBe(expected)
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
