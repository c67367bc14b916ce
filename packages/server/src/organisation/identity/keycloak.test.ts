import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { keycloak } from './keycloak.ts'

/** The part of Keycloak's admin API that the limits of a realm need; `identity.keycloak.ts` tests a real one. */
const POLICY = 'hashAlgorithm(argon2) and length(12) and passwordHistory(5)'
let realm: Record<string, unknown>
let written: object[]
let refuses = false
const admin = createServer((request, response) => {
  const answer = (status: number, body?: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
  if (request.url === '/realms/grupo/protocol/openid-connect/token') return answer(200, { access_token: 't', expires_in: 60 })
  if (request.url !== '/admin/realms/grupo' || request.headers.authorization !== 'Bearer t') return answer(404)
  if (refuses) return answer(403, { error: 'HTTP 403 Forbidden' })
  if (request.method === 'GET') return answer(200, realm)
  const parts: Buffer[] = []
  request
    .on('data', (part) => parts.push(part))
    .on('end', () => {
      const change = JSON.parse(Buffer.concat(parts).toString())
      written.push(change)
      Object.assign(realm, change)
      answer(204)
    })
})
let server: TestServer
let control: Person
let given: ReturnType<typeof keycloak>
beforeAll(async () => {
  await new Promise<void>((resolve) => admin.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`
  given = keycloak({ url, realm: 'grupo', clientId: 'cuadre', audience: 'cuadre-api', adminClientId: 'cuadre-server', adminSecret: 's' })
  server = await testServer({ credentials: given.credentials! })
  control = (await organisation(server)).control
})
afterAll(async () => {
  await server.close()
  admin.closeAllConnections()
  await new Promise((resolve) => admin.close(resolve))
})
beforeEach(async () => {
  realm = { realm: 'grupo', ssoSessionMaxLifespan: 480 * 60, ssoSessionIdleTimeout: 65 * 60, passwordPolicy: POLICY }
  written = []
  refuses = false
  await sql`delete from parameter where role_id is not null`.execute(server.db)
  await sql`update parameter set value = case type_id when 1 then 480 when 3 then 60 else 0 end`.execute(server.db)
})

const set = (tipoId: number, valor: number | null, rolId: number | null = null) =>
  server.call({ method: 'PATCH', url: '/config-enviroment', body: { tipoId, rolId, valor, motivo: 'Política de seguridad' }, as: control })

test('a changed parameter reaches the realm; what else its policy says stays, and nothing is written that is so already', async () => {
  await set(3, 60)
  expect(written).toEqual([])
  await set(1, 600)
  await set(3, 120)
  expect(realm).toMatchObject({ ssoSessionMaxLifespan: 36_000, ssoSessionIdleTimeout: 125 * 60, passwordPolicy: POLICY })
  await set(2, 90)
  expect(realm.passwordPolicy).toBe(`${POLICY} and forceExpiredPasswordChange(90)`)
  realm.passwordPolicy = `forceExpiredPasswordChange(90) and ${POLICY}`
  await set(2, 60)
  expect(realm.passwordPolicy).toBe(`${POLICY} and forceExpiredPasswordChange(60)`)
  await set(2, 0)
  expect(realm.passwordPolicy).toBe(POLICY)
  expect(written.every((change) => Object.keys(change).length === 3)).toBe(true)
})

test('one value for everybody: the longest session and idle time of any role, and the strictest age of a password', async () => {
  await set(1, 900, ROLE.gerencia)
  await set(1, 120, ROLE.analista)
  await set(3, 200, ROLE.gerencia)
  await set(2, 90, ROLE.control)
  await set(2, 30, ROLE.administrador)
  expect(realm).toMatchObject({
    ssoSessionMaxLifespan: 900 * 60,
    ssoSessionIdleTimeout: 205 * 60,
    passwordPolicy: `${POLICY} and forceExpiredPasswordChange(30)`,
  })
  await set(2, null, ROLE.administrador)
  expect(realm.passwordPolicy).toBe(`${POLICY} and forceExpiredPasswordChange(90)`)
})

test('where the realm refuses, the parameter is saved and the call says so; saved again, it arrives', async () => {
  refuses = true
  expect(await set(1, 600)).toMatchObject({ status: 502, body: { code: 'provider_failed' } })
  expect((await server.call({ url: '/config-enviroment', as: control })).body.data[0].valor).toBe(600)
  refuses = false
  expect((await set(1, 600)).status).toBe(200)
  expect(realm.ssoSessionMaxLifespan).toBe(36_000)
})

test('a realm that was imported anew has the parameters once the server listens', async () => {
  realm = { ssoSessionMaxLifespan: 86_400, ssoSessionIdleTimeout: 3900, passwordPolicy: POLICY }
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  for (let wait = 0; wait < 50 && !written.length; wait++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(realm.ssoSessionMaxLifespan).toBe(480 * 60)
})
