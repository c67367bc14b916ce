import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server.close())

describe('session', () => {
  test('opens from the bearer token and says who it is', async () => {
    const answer = await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.analista })
    expect(answer).toMatchObject({
      status: 200,
      body: { rolId: 1, rol: 'ANALISTA', '2FAEnabled': false, firstLogin: true, user: { NOMBRE: 'Rodrigo Peña', inactivityMinutes: 60 } },
    })
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.analista })).body.firstLogin).toBe(false)
  })

  test('links an account of the provider by verified e-mail, once, and never by an unverified one', async () => {
    await sql`insert into app_user (name, username, email, active_role_id) values ('Nora Vidal', 'nvidal', 'nora@corporacion.example', 1)`.execute(
      server.db,
    )
    await sql`insert into user_role select id, 1 from app_user where username = 'nvidal'`.execute(server.db)
    const as = async (sub: string, claims: object) => ({
      id: 0,
      name: sub,
      token: await server.sign(sub, { email: 'nora@corporacion.example', ...claims }),
    })
    expect(
      (await server.call({ method: 'POST', url: '/auth/login', body: {}, as: await as('sub-1', { email_verified: false }) })).body.code,
    ).toBe('account_not_linked')
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: await as('sub-1', {}) })).status).toBe(200)
    expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: await as('sub-2', {}) })).body.code).toBe(
      'account_not_linked',
    )
  })

  test('refuses tokens that are expired, meant for others, tampered with or of a disabled user', async () => {
    const call = async (token: string) => (await server.call({ url: '/me', as: { id: 0, name: '', token } })).status
    expect(await call(who.analista.token)).toBe(200)
    expect(await call(await server.sign('analista', { azp: 'other' }))).toBe(401)
    const [head, body, signature] = who.analista.token.split('.')
    const payload = JSON.parse(Buffer.from(body!, 'base64url').toString())
    expect(await call([head, Buffer.from(JSON.stringify({ ...payload, sub: 'admin' })).toString('base64url'), signature].join('.'))).toBe(
      401,
    )
    expect(await call([Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url'), body, ''].join('.'))).toBe(401)
    // Refused from a moment within the second in which it was issued.
    const { iat } = JSON.parse(Buffer.from(who.jefatura.token.split('.')[1]!, 'base64url').toString())
    const validFrom = (seconds: number) =>
      sql`update app_user set tokens_valid_from = to_timestamp(${seconds}) where id = ${who.jefatura.id}`.execute(server.db)
    await validFrom(iat + 0.4)
    expect(await call(who.jefatura.token)).toBe(401)
    await validFrom(iat)
    expect(await call(who.jefatura.token)).toBe(200)
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    expect(await call(who.otherAnalista.token)).toBe(401)
  })

  test('the active role switches only to a role one has, and its keys with it', async () => {
    const both = await server.person('dual', [ROLE.analista, ROLE.control])
    expect((await server.call({ url: '/country-manager', as: both })).status).toBe(403)
    const switched = await server.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 3 }, as: both })
    expect(switched.body).toMatchObject({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' } })
    expect(switched.body.permissions).toContain('admin.country.write')
    expect((await server.call({ url: '/country-manager', as: both })).status).toBe(200)
    expect((await server.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 6 }, as: both })).status).toBe(403)
  })

  test('the context narrows to a country and business of one’s own', async () => {
    const chosen = await server.call({
      method: 'POST',
      url: '/me/setBusinessAndCountry',
      body: { ID_PAIS: 1, ID_NEGOCIO: 2 },
      as: who.control,
    })
    expect(chosen.body).toMatchObject({ PAIS: 'Brasil', NEGOCIO: 'SAFRA' })
    expect(
      (await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.jefatura })).body
        .code,
    ).toBe('business_out_of_scope')
    expect((await server.call({ url: '/me/business', as: who.control })).body).toHaveLength(2)
    expect((await server.call({ url: '/me/business', as: who.jefatura })).body).toEqual([
      { ID_NEGOCIO: 1, NEGOCIO: 'VOTORANTIM', ID_PAIS: 1 },
    ])
  })
})
