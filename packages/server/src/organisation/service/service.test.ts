import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { clientsInMemory, program, tokenOf } from '../../lab/testing/services.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
const clients = clientsInMemory()
beforeAll(async () => {
  server = await testServer({ services: clients.services })
  who = await organisation(server)
})
afterAll(() => server.close())

const LLAVES = ['accounts.delivery.send', 'admin.period.read']
const brasil = [{ ID_PAIS: 1 }]
const post = (url: string, as: Person, body: object = {}) => server.call({ method: 'POST', url, as, body })
const patch = (url: string, as: Person, body: object) => server.call({ method: 'PATCH', url, as, body })
const status = async (url: string, as: Person, method: 'GET' | 'POST' = 'GET') => (await server.call({ method, url, as })).status
/** Tokens have whole seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1100))

describe('registering a program', () => {
  test('tells its secret once, and where tokens are got', async () => {
    const { body } = await post('/services', who.administrador, {
      NOMBRE: 'ERP central',
      CLIENTE: 'erp-central',
      llaves: LLAVES,
      alcance: brasil,
    })
    expect(body).toMatchObject({
      CLIENTE: 'servicio-erp-central',
      SECRETO: clients.known.get('servicio-erp-central')!.secret,
      TOKEN_URL: 'http://localhost/realms/corp/protocol/openid-connect/token',
      status: 'activo',
      llaves: LLAVES,
      alcance: [{ PAIS: 'Brasil', NEGOCIO: null }],
      CREADO_POR: 'Sonia Barrios',
      ULTIMO_USO: null,
    })
    const shown = [
      await server.call({ url: `/services/${body.id}`, as: who.administrador }),
      await server.call({ url: '/services', as: who.control }),
    ]
    expect(JSON.stringify(shown.map((answer) => answer.body))).not.toContain(body.SECRETO)
    expect(shown[1]!.body.data.map((one: { NOMBRE: string }) => one.NOMBRE)).toEqual(['ERP central'])
    const stored = await sql`select v::text as v, u::text as u from service_account v join app_user u on u.id = v.user_id`.execute(
      server.db,
    )
    expect(JSON.stringify(stored.rows)).not.toContain(body.SECRETO)
  })

  test('is refused with a name that is taken, a key that is of people, or nothing to do', async () => {
    const given = { NOMBRE: 'Otro', CLIENTE: 'erp-central', llaves: LLAVES, alcance: brasil }
    expect((await post('/services', who.administrador, given)).body).toMatchObject({ code: 'service_exists' })
    const wrong = [
      { llaves: [] },
      { llaves: ['analysis.control.decide'] },
      { llaves: ['accounts.balance.load'] },
      { alcance: [] },
      { CLIENTE: 'ERP ñ' },
    ]
    for (const each of wrong) expect((await post('/services', who.administrador, { ...given, CLIENTE: 'otro', ...each })).status).toBe(422)
  })

  test('gives no key, country or business that is not one’s own', async () => {
    const chile = (
      await sql<{ id: number }>`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP') returning id`.execute(server.db)
    ).rows[0]!
    const given = { NOMBRE: 'De control', CLIENTE: 'de-control', llaves: LLAVES, alcance: brasil }
    expect((await post('/services', who.control, { ...given, alcance: [{ ID_PAIS: chile.id }] })).body).toMatchObject({
      code: 'scope_unknown',
    })
    await sql`insert into user_permission (user_id, key, granted) values (${who.control.id}, 'accounts.delivery.send', false)`.execute(
      server.db,
    )
    expect((await post('/services', who.control, given)).body).toMatchObject({ code: 'key_not_yours' })
    const other = await program(server, who.administrador, given)
    expect((await patch(`/services/${other.id}`, who.control, { NOMBRE: 'Mío' })).body).toMatchObject({ code: 'rank_key' })
    expect((await post(`/services/${other.id}/secret`, who.control)).body).toMatchObject({ code: 'rank_key' })
    await sql`delete from user_permission where user_id = ${who.control.id}`.execute(server.db)
    const wide = await program(server, who.administrador, { ...given, CLIENTE: 'de-chile', alcance: [{ ID_PAIS: chile.id }] })
    await sql`insert into business (country_id, name, code, currency) values (${chile.id}, 'ANDINA', '900', 'CLP')`.execute(server.db)
    expect((await patch(`/services/${wide.id}`, who.control, { NOMBRE: 'Mío' })).body).toMatchObject({ code: 'rank_scope' })
  })

  test('is for control and administrators', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) expect(await status('/services', as)).toBe(403)
  })
})

describe('a program', () => {
  let erp: Awaited<ReturnType<typeof program>>
  beforeAll(async () => {
    erp = await program(server, who.administrador, {
      CLIENTE: 'erp-sur',
      llaves: LLAVES,
      alcance: [{ ID_PAIS: 1, ID_NEGOCIO: who.votorantim }],
    })
  })

  test('makes the calls of its keys and no others, none of a session, and leaves when it last called', async () => {
    expect(await status('/period', erp)).toBe(200)
    for (const url of ['/user', '/balances', '/me', '/me/sessions', '/services', '/notifications'])
      expect([url, await status(url, erp)]).toEqual([url, 403])
    expect(await status('/auth/login', erp, 'POST')).toBe(403)
    const { body } = await server.call({ url: `/services/${erp.id}`, as: who.administrador })
    expect(Date.now() - Date.parse(body.ULTIMO_USO)).toBeLessThan(60_000)
  })

  test('is nobody: in no list of people, and no mail or notice is for it', async () => {
    const lists = ['/user?limit=100', '/permissions/holders?key=admin.period.read&limit=100', '/search?texto=erp']
    for (const url of lists) {
      const { body } = await server.call({ url, as: who.administrador })
      expect([url, JSON.stringify(body).includes('ERP de pruebas')]).toEqual([url, false])
    }
    expect((await server.call({ url: `/user/${erp.id}`, as: who.administrador })).status).toBe(404)
  })

  test('whose token says another client, or is of a person, is not let in', async () => {
    const forged = await server.sign(erp.client, { azp: 'servicio-otro', sid: undefined })
    expect(await status('/period', { ...erp, token: forged })).toBe(401)
    // A person's account at the provider, reached through a program's client.
    expect(await status('/period', { ...erp, token: await server.sign('control', { azp: erp.client, sid: undefined }) })).toBe(401)
    // A program's account, through the browser's client.
    expect(await status('/period', { ...erp, token: await server.sign(erp.client) })).toBe(401)
  })

  test('with a new secret is refused with tokens of before', async () => {
    const before = clients.known.get(erp.client)!.secret
    const { body } = await post(`/services/${erp.id}/secret`, who.control)
    expect(body.SECRETO).not.toBe(before)
    expect(await status('/period', erp)).toBe(401)
    await nextSecond()
    erp = { ...erp, token: await tokenOf(server, erp.client) }
    expect(await status('/period', erp)).toBe(200)
  })

  test('that is stopped is refused at once, here and at the provider, and begins anew when it is let in', async () => {
    const stopped = await patch(`/services/${erp.id}`, who.control, { status: 'inactivo' })
    expect([stopped.body.status, clients.known.get(erp.client)!.enabled]).toEqual(['inactivo', false])
    expect(await status('/period', erp)).toBe(401)
    expect((await post(`/services/${erp.id}/secret`, who.control)).body).toMatchObject({ code: 'service_inactive' })
    await patch(`/services/${erp.id}`, who.control, { status: 'activo' })
    expect(await status('/period', erp)).toBe(401)
    await nextSecond()
    erp = { ...erp, token: await tokenOf(server, erp.client) }
    expect([await status('/period', erp), clients.known.get(erp.client)!.enabled]).toEqual([200, true])
  })

  test('has a history: who registered, changed, renewed and stopped it', async () => {
    const { body } = await server.call({
      url: '/permissions/history',
      query: { objeto: 'servicio', objetoId: erp.id },
      as: who.administrador,
    })
    expect(body.data.map((each: { PERSONA: string; DESPUES: object }) => [each.PERSONA, each.DESPUES])).toMatchObject([
      ['Beatriz Montoya', { status: 'activo' }],
      ['Beatriz Montoya', { status: 'inactivo' }],
      ['Beatriz Montoya', { acceso: 'secreto_renovado' }],
      ['Sonia Barrios', { CLIENTE: 'servicio-erp-sur' }],
    ])
    expect(body.data.every((each: { NOMBRE: string }) => each.NOMBRE === 'ERP de pruebas')).toBe(true)
  })

  test('that somebody else changed meanwhile answers with how it is', async () => {
    const { body } = await server.call({ url: `/services/${erp.id}`, as: who.control })
    await patch(`/services/${erp.id}`, who.administrador, { NOMBRE: 'ERP del sur' })
    const late = await patch(`/services/${erp.id}`, who.control, { NOMBRE: 'Tarde', REVISION: body.REVISION })
    expect([late.status, late.body.current.NOMBRE]).toEqual([409, 'ERP del sur'])
  })
})

test('where the provider does not answer the program is registered, and renewing makes its first secret', async () => {
  const { renew } = clients.services
  clients.services.renew = async () => {
    throw new Error('away')
  }
  const given = { NOMBRE: 'Con el proveedor caído', CLIENTE: 'caido', llaves: LLAVES, alcance: brasil }
  expect((await post('/services', who.administrador, given)).status).toBe(502)
  clients.services.renew = renew
  const { body } = await server.call({ url: '/services', query: { search: 'caído' }, as: who.administrador })
  expect(body.data[0]).toMatchObject({ CLIENTE: 'servicio-caido', SECRETO_EN: null })
  const made = await post(`/services/${body.data[0].id}/secret`, who.administrador)
  expect(made.body.SECRETO_EN).not.toBeNull()
  await nextSecond()
  expect(await status('/period', { id: 0, name: '', token: await tokenOf(server, 'servicio-caido') })).toBe(200)
})

test('where clients are managed in the provider’s own console, none is registered here', async () => {
  const alone = await testServer()
  const admin = await alone.person('solo', [ROLE.administrador])
  const { body } = await alone.call({
    method: 'POST',
    url: '/services',
    as: admin,
    body: { NOMBRE: 'ERP', CLIENTE: 'erp', llaves: LLAVES, alcance: brasil },
  })
  expect(body).toMatchObject({ code: 'service_elsewhere' })
  await alone.close()
})
