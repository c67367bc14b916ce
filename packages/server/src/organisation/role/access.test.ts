import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import type { KeyHolder, PersonAccess, Role } from '@cuadre/api/role'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { endExceptions } from './access.service.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
/** Two roles, of which jefatura is active. */
let both: Person
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  both = await server.person('ambas', [ROLE.jefatura, ROLE.analista], 'Andrea Salinas')
}, 60_000)
afterAll(() => server.close())

const REASON = 'Carga de Safra mientras dura la migración'
const get = async (url: string, query: Record<string, unknown> = {}, as = who.control) => (await server.call({ url, query, as })).body
const accessOf = (id: number): Promise<PersonAccess> => get(`/permissions/user/${id}`)
const said = async (id: number, key: string) => (await accessOf(id)).permisos.find((each) => each.key === key)!
async function except(id: number, key: string, enabled: boolean | null, more: object = { motivo: REASON }) {
  const { revision } = await accessOf(id)
  return server.call({ method: 'PATCH', url: '/permissions', body: { userId: id, key, enabled, revision, ...more }, as: who.administrador })
}
const roleOf = async (id: number): Promise<Role> => (await get('/permissions/rol')).data.find((role: Role) => role.id === id)
async function simulate(id: number, change: (keys: string[]) => string[], as = who.administrador) {
  const { enabledKeys, revision } = await roleOf(id)
  return server.call({
    method: 'POST',
    url: `/permissions/rol/${id}/enabled-keys`,
    body: { enabledKeys: change(enabledKeys), revision },
    as,
  })
}

describe('who can, and why', () => {
  test('three outcomes: can, could in another role of theirs, cannot; an exception comes before the roles', async () => {
    expect(await said(both.id, 'analysis.jefatura.decide')).toMatchObject({ RESULTADO: 'puede', CAUSA: 'rol', roles: [2] })
    expect(await said(both.id, 'analysis.item.submit')).toMatchObject({ RESULTADO: 'con_otro_rol', CAUSA: 'rol', roles: [1] })
    expect(await said(both.id, 'accounts.balance.load')).toMatchObject({ RESULTADO: 'no_puede', CAUSA: 'rol', roles: [] })
    await except(both.id, 'accounts.balance.load', true, { motivo: REASON, hasta: inDays(20) })
    expect(await said(both.id, 'accounts.balance.load')).toMatchObject({
      RESULTADO: 'puede',
      CAUSA: 'excepcion',
      EXCEPCION: { concedido: true, MOTIVO: REASON, HASTA: inDays(20), POR: 'Sonia Barrios' },
    })
    await except(both.id, 'analysis.jefatura.decide', false)
    expect(await said(both.id, 'analysis.jefatura.decide')).toMatchObject({ RESULTADO: 'no_puede', CAUSA: 'excepcion', roles: [2] })
  })

  test('the list for a key says of everybody the same as the page of the person, and what the server does', async () => {
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    for (const key of ['analysis.jefatura.decide', 'analysis.item.submit', 'accounts.balance.load', 'admin.user.read'] as const) {
      const { data, total, totales } = await get('/permissions/holders', { key, limit: 100 })
      expect(total).toBe(data.length)
      for (const { id, RESULTADO, CAUSA, EXCEPCION } of data as KeyHolder[])
        expect({ id, RESULTADO, CAUSA, EXCEPCION: EXCEPCION?.concedido }).toEqual({
          id,
          ...(({ RESULTADO, CAUSA, EXCEPCION }) => ({ RESULTADO, CAUSA, EXCEPCION: EXCEPCION?.concedido }))(await said(id, key)),
        })
      expect(data.filter((each: KeyHolder) => each.RESULTADO === 'puede')).toHaveLength(totales.puede)
    }
    const could = await get('/permissions/holders', { key: 'analysis.item.submit', resultado: 'con_otro_rol' })
    expect(could).toMatchObject({
      total: 1,
      data: [{ NOMBRE: 'Andrea Salinas', ROL: 'JEFATURA AREA', ROLES_CON_CLAVE: [{ nombre: 'ANALISTA' }] }],
    })
    expect(await get('/permissions/holders', { key: 'admin.user.read', search: 'montoya' })).toMatchObject({
      total: 1,
      data: [{ RESULTADO: 'puede' }],
    })
    expect((await server.call({ url: '/permissions/holders', query: { key: 'no.such.key' }, as: who.control })).status).toBe(422)
    await sql`update app_user set active = true where id = ${who.otherAnalista.id}`.execute(server.db)
  })
})

describe('an exception', () => {
  test('has a reason, and no last day in the past', async () => {
    expect((await except(both.id, 'admin.user.read', true, {})).body).toMatchObject({
      code: 'exception_reason',
      issues: [{ path: 'motivo' }],
    })
    expect((await except(both.id, 'admin.user.read', true, { motivo: 'porque sí' })).status).toBe(422)
    expect((await except(both.id, 'admin.user.read', true, { motivo: REASON, hasta: inDays(-2) })).body).toMatchObject({
      code: 'exception_past',
      issues: [{ path: 'hasta' }],
    })
  })

  test('ends with its last day: the key is gone at that moment, and the clock writes it down once', async () => {
    const person = who.otherJefatura
    expect((await except(person.id, 'admin.user.read', true, { motivo: REASON, hasta: inDays(1) })).status).toBe(200)
    expect((await server.call({ url: '/user', as: person })).status).toBe(200)
    await sql`update user_permission set ends_at = now() - interval '1 second' where user_id = ${person.id}`.execute(server.db)
    expect((await server.call({ url: '/user', as: person })).status).toBe(403)
    expect(await said(person.id, 'admin.user.read')).toMatchObject({ RESULTADO: 'no_puede', EXCEPCION: null })
    await endExceptions(server.db, new Date())
    await endExceptions(server.db, new Date())
    const { data } = await get('/permissions/history', { objeto: 'permisos_usuario', objetoId: person.id })
    expect(data).toMatchObject([
      { PERSONA: null, NOMBRE: 'Óscar Cáceres', ANTES: { 'admin.user.read': true }, DESPUES: { 'admin.user.read': null } },
      { PERSONA: 'Sonia Barrios', DESPUES: { 'admin.user.read': true, motivo: REASON, hasta: inDays(1) } },
    ])
    expect((await get('/permissions/history', { objeto: ['permisos_usuario', 'usuario'], objetoId: person.id })).total).toBe(2)
  })
})

describe('before saving the keys of a role', () => {
  test('the difference is told in keys and in people, and nothing is saved', async () => {
    const before = await roleOf(ROLE.jefatura)
    const { body } = await simulate(2, (keys) => [...keys.filter((key) => key !== 'analysis.jefatura.decide'), 'analysis.item.submit'])
    expect(body).toEqual({
      PERSONAS: 3,
      cambios: [
        {
          key: 'analysis.item.submit',
          enabled: true,
          afectados: { n: 3, nombres: ['Andrea Salinas', 'Marcela Duarte', 'Óscar Cáceres'] },
          conExcepcion: { n: 0, nombres: [] },
          conOtroRol: { n: 0, nombres: [] },
        },
        // Andrea Salinas is denied it anyway.
        {
          key: 'analysis.jefatura.decide',
          enabled: false,
          afectados: { n: 2, nombres: ['Marcela Duarte', 'Óscar Cáceres'] },
          conExcepcion: { n: 1, nombres: ['Andrea Salinas'] },
          conOtroRol: { n: 0, nombres: [] },
        },
      ],
      combinaciones: [],
    })
    expect(await roleOf(ROLE.jefatura)).toEqual(before)
    const risky = await simulate(2, (keys) => [...keys, 'analysis.item.submit'])
    expect(risky.body.combinaciones).toEqual([{ id: 'prepareAndReview', nueva: true }])
    const asAnalyst = await simulate(1, (keys) => [...keys, 'admin.heading.read'])
    expect(asAnalyst.body.cambios[0].conOtroRol).toEqual({ n: 1, nombres: ['Andrea Salinas'] })
  })

  test('who is named stands by name, past as many as have an exception of their own', async () => {
    const ids: number[] = []
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) ids.push((await server.person(`gerente${n}`, [ROLE.gerencia], `Aa Gerente ${n}`)).id)
    await sql`insert into user_permission (user_id, key, granted) select id, 'admin.heading.read', true from unnest(${ids.slice(0, 6)}::int[]) id`.execute(
      server.db,
    )
    const { body } = await simulate(4, (keys) => [...keys, 'admin.heading.read'])
    const { afectados, conExcepcion } = body.cambios[0]
    expect(conExcepcion).toEqual({ n: 6, nombres: [1, 2, 3, 4, 5].map((n) => `Aa Gerente ${n}`) })
    expect(afectados.nombres.slice(0, 2)).toEqual(['Aa Gerente 7', 'Aa Gerente 8'])
    // Those with the role less the six; who has an exception for the only key that changes is not touched.
    expect(afectados.n).toBe((await roleOf(ROLE.gerencia)).USUARIOS - 6)
    expect(body.PERSONAS).toBe(afectados.n)
  })

  test('what saving refuses is refused here too', async () => {
    expect((await simulate(3, (keys) => [...keys, 'admin.period.reopen'], who.control)).body.code).toBe('key_not_yours')
    expect((await simulate(6, () => [])).body.code).toBe('own_administration')
    expect((await simulate(5, (keys) => [...keys, 'admin.user.write'])).body.code).toBe('key_not_for_auditors')
    const { enabledKeys } = await roleOf(2)
    const old = { method: 'POST', url: '/permissions/rol/2/enabled-keys', body: { enabledKeys, revision: 999 }, as: who.control } as const
    expect((await server.call(old)).body).toMatchObject({ code: 'role_moved', current: { id: 2 } })
  })
})

describe('what a person sees', () => {
  const view = async (person: Person, query: Record<string, unknown> = {}, as = who.administrador) =>
    server.call({ url: `/permissions/user/${person.id}/view`, query, as })

  test('is what their own calls give them: keys, and businesses without the chosen one', async () => {
    await sql`insert into account (business_id, department_id, code, name, currency, analyst_id)
      values (1, 1, '1101', 'Caja', 'BRL', ${who.analista.id}), (1, 1, '1102', 'Bancos', 'BRL', ${who.analista.id}), (2, 2, '1101', 'Caja', 'BRL', ${who.otherAnalista.id})`.execute(
      server.db,
    )
    for (const person of [who.analista, who.jefatura, who.control, who.gerencia, who.auditor, who.administrador, both]) {
      const { body } = await view(person)
      const mine = async (url: string) => (await server.call({ url, as: person })).body
      expect(body.keys.toSorted()).toEqual((await mine('/me')).permissions.toSorted())
      const own = await mine('/me/business')
      expect(body.filas.map((each: { ID_NEGOCIO: number }) => each.ID_NEGOCIO).toSorted()).toEqual(
        own.map((each: { ID_NEGOCIO: number }) => each.ID_NEGOCIO).toSorted(),
      )
    }
    expect((await view(who.analista)).body.filas).toEqual([
      { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', PAIS: 'Brasil', CUENTAS: 2, ANALISIS_ABIERTOS: 0 },
    ])
    expect((await view(who.jefatura)).body.filas).toMatchObject([{ ID_NEGOCIO: 1, CUENTAS: 2 }])
    expect((await view(who.administrador)).body.filas).toMatchObject([
      { NEGOCIO: 'SAFRA', CUENTAS: 1 },
      { NEGOCIO: 'VOTORANTIM', CUENTAS: 2 },
    ])
  })

  test('in another role of theirs is what that role would give; in one that they do not have there is nothing', async () => {
    expect((await view(both, { rolId: ROLE.analista })).body).toMatchObject({ rolId: 1, COD_TIPO_USUARIO: 1, filas: [] })
    expect((await view(both, { rolId: ROLE.analista })).body.keys).toContain('analysis.item.submit')
    expect((await view(both, { rolId: ROLE.administrador })).status).toBe(404)
    expect((await view(who.analista, {}, who.jefatura)).status).toBe(403)
  })

  test('is counted in the businesses of the one who looks', async () => {
    const narrow = await server.person('control2', [ROLE.control], 'Celia Ramos')
    await sql`insert into user_scope (user_id, country_id, business_id) values (${narrow.id}, 1, 2)`.execute(server.db)
    expect((await view(who.administrador, {}, narrow)).body.filas).toMatchObject([{ NEGOCIO: 'SAFRA' }])
  })
})

test('both lists answer a page of many people, counted whole', async () => {
  await sql`with made as (insert into app_user (name, username, email, active_role_id)
      select 'Persona ' || n, 'persona' || n, 'persona' || n || '@corporacion.example', 1 from generate_series(1, 5000) n returning id)
    insert into user_role (user_id, role_id) select id, 1 from made`.execute(server.db)
  const page = async (url: string, query: Record<string, unknown>) => {
    const body = await get(url, query)
    return { total: body.total, rows: body.data.length }
  }
  expect(await page('/user', { search: 'persona', sort: '-CUENTAS' })).toEqual({ total: 5000, rows: 100 })
  expect(await page('/permissions/holders', { key: PERMISSION_KEYS[0], resultado: 'no_puede' })).toMatchObject({ rows: 20 })
  expect(await page('/permissions/holders', { key: 'analysis.item.submit', search: 'persona 4' })).toMatchObject({ total: 1111 })
})
