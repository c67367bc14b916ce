import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { keycloak } from './keycloak.ts'

/** A minimal provider that publishes its keys. */
let provider: ReturnType<typeof createServer>
let url: string
let privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
let server: TestServer
let control: Person
beforeAll(async () => {
  const pair = await generateKeyPair('RS256')
  privateKey = pair.privateKey
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'RS256', kid: 'p1', use: 'sig' }] })
  provider = createServer((request, response) => {
    if (request.url === '/realms/grupo/protocol/openid-connect/certs') response.setHeader('content-type', 'application/json').end(keys)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  server = await testServer(keycloak({ url, realm: 'grupo', clientId: 'cuadre', audience: 'cuadre-api', adminClientId: 'cuadre-server' }))
  control = (await organisation(server)).control
})
afterAll(async () => {
  await server.close()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

const sign = (claims: object, typ: string, issuer = `${url}/realms/grupo`) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'p1', typ })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
const person = { sub: 'k-1', aud: 'cuadre-api', azp: 'cuadre', email: 'control@corporacion.example', email_verified: true }
const access = async (sid: string, more: object = {}) => ({ ...control, token: await sign({ ...person, sid, ...more }, 'at+jwt') })
const open = async (as: Person) => (await server.call({ method: 'POST', url: '/auth/login', body: {}, as })).status
const me = async (as: Person) => (await server.call({ url: '/me', as })).status

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const logout = { aud: 'cuadre', jti: 'j1', events: EVENT }
async function tell(claims: object, issuer?: string) {
  const payload = new URLSearchParams({ logout_token: await sign(claims, 'logout+jwt', issuer) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await server.app.inject({ method: 'POST', url: '/api/auth/backchannel-logout', headers, payload })).statusCode
}

test('the settings name issuer, realm, client and audience; tokens of anything else are refused', async () => {
  expect((await server.call({ url: '/auth/config' })).body).toEqual({ url, realm: 'grupo', clientId: 'cuadre', signUp: false })
  expect(await open(await access('s0'))).toBe(200)
  expect(await me(await access('s0'))).toBe(200)
  for (const wrong of [{ aud: 'corp-api' }, { azp: 'cuadre-web' }]) expect(await me(await access('s0', wrong))).toBe(401)
  expect(await me({ ...control, token: await sign({ ...person, sid: 's0' }, 'at+jwt', `${url}/realms/corp`) })).toBe(401)
  expect(await me({ ...control, token: await sign({ ...person, sid: 's0' }, 'JWT') })).toBe(401)
  // Of the provider that is the default otherwise.
  expect(await me(control)).toBe(401)
})

test('a session that the provider says is over is refused at once; the others go on', async () => {
  expect(await tell({ ...logout, sub: 'k-1', sid: 's1' })).toBe(200)
  expect([await me(await access('s1')), await me(await access('s2'))]).toEqual([401, 200])
  // A repeated message has no further effect.
  expect(await tell({ ...logout, sub: 'k-1', sid: 's1' })).toBe(200)
})

test('only a logout token of this provider for this client ends anything', async () => {
  const wrong = [
    { ...logout, sid: 's3', aud: 'otro' },
    { ...logout, sid: 's3', nonce: 'n' },
    { ...logout, sid: 's3', events: {} },
    { ...logout, sid: 's3', jti: undefined },
    logout,
  ]
  for (const claims of wrong) expect([claims, await tell(claims)]).toEqual([claims, 400])
  expect(await tell({ ...logout, sid: 's3' }, `${url}/realms/corp`)).toBe(400)
  expect(await me(await access('s3'))).toBe(200)
})

test('without a session it ends all of the person', async () => {
  const before = await access('s4')
  expect(await me(before)).toBe(200)
  expect(await tell({ ...logout, sub: 'k-1' })).toBe(200)
  expect(await me(before)).toBe(401)
})

test('the embedded provider has no such call', async () => {
  const embedded = await testServer()
  const { statusCode } = await embedded.app.inject({ method: 'POST', url: '/api/auth/backchannel-logout' })
  expect(statusCode).toBe(404)
  await embedded.close()
})
