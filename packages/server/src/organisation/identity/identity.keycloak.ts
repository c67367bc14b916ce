// Against a real Keycloak with the realm of deploy/keycloak: `npm run keycloak -- test`.
import { createHmac } from 'node:crypto'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row } from '../../platform/database/index.ts'
import { type Received, smtpServer } from '../../platform/mail/smtp.testing.ts'
import {
  configureRealm,
  createBrowser,
  issuer,
  oidc,
  place,
  realm,
  refresh,
  type Tokens,
  token,
  wrongPasswords,
} from './keycloak.testing.ts'
import { keycloak } from './keycloak.ts'

const PASSWORD = 'Demo-Cuadre-2026'
const given = keycloak({
  url: `${place.url}/`,
  realm: 'corp',
  clientId: 'cuadre-web',
  audience: 'corp-api',
  adminClientId: 'cuadre-server',
  adminSecret: place.secret,
})
let server: TestServer
let mails: Awaited<ReturnType<typeof smtpServer>>
let admin: Person
let country: number
beforeAll(async () => {
  mails = await smtpServer()
  await configureRealm({ smtpServer: { host: '127.0.0.1', port: new URL(mails.url).port, from: 'cuadre@corporacion.example' } })
  server = await testServer(given)
  // The address to which the realm sends its back-channel logout.
  await server.app.listen({ port: Number(new URL(place.origin).port), host: '127.0.0.1' })
  for (const username of ['bmontoya', 'rpena', 'mduarte', 'jbenitez', 'igaleano']) await person(username, [ROLE.control])
  for (const username of ['sbarrios', 'hvillalobos']) await person(username, [ROLE.administrador])
  admin = await opened(await createBrowser().signIn('sbarrios', PASSWORD))
  await sql`insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL') on conflict do nothing`.execute(server.db)
  country = (await row(server.db, sql<{ id: number }>`select id from country where iso = 'BR'`))!.id
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

/** A user of the demo realm who has never signed in. */
async function person(username: string, roles: (typeof ROLE)[keyof typeof ROLE][]) {
  const { id } = await server.person(username, roles)
  await sql`delete from identity_link where user_id = ${id}`.execute(server.db)
}
const send = (url: string, body: object = {}, as?: Person) => server.call({ method: 'POST', url, body, ...(as && { as }) })
const parameter = async (tipoId: number, valor: number | null, rolId: number | null = null) => {
  const body = { tipoId, rolId, valor, motivo: 'Política de seguridad' }
  expect(await server.call({ method: 'PATCH', url: '/config-enviroment', body, as: admin })).toMatchObject({ status: 200 })
}
const bearer = ({ access_token }: Tokens): Person => ({ id: 0, name: '', token: access_token })
/** Opens the session at the API too, as the application does. */
async function opened(tokens: Tokens): Promise<Person> {
  const { status, body } = await send('/auth/login', {}, bearer(tokens))
  expect([status, body]).toMatchObject([200, {}])
  return { ...bearer(tokens), id: body.userId }
}
const statusOf = async (as: Person) => (await server.call({ url: '/me', as })).status
const mailTo = async (address: string, after = 0) => {
  for (let wait = 0; wait < 50; wait++) {
    const found = mails.received.filter(({ to }) => to.includes(address))
    if (found.length > after) return found.at(-1) as Received
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail to ${address}`)
}
/** Whether the condition holds within five seconds. */
async function soon(holds: () => Promise<boolean>) {
  for (let wait = 0; wait < 25; wait++) {
    if (await holds()) return true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return false
}

describe('tokens of Keycloak', () => {
  test('open the session of the person with the verified e-mail, and carry what the API checks', async () => {
    const tokens = await createBrowser().signIn('bmontoya', PASSWORD)
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({ iss: issuer, azp: 'cuadre-web', acr: '1', email: 'bmontoya@corporacion.example', email_verified: true })
    expect([claims.aud].flat()).toContain('corp-api')
    expect(claims.exp! - claims.iat!).toBe(300)
    expect([typeof claims.sid, typeof claims.auth_time]).toEqual(['string', 'number'])
    expect(claims.realm_access).toEqual({ roles: ['CONTROL'] })
    const me = await opened(tokens)
    expect((await server.call({ url: '/me', as: me })).body).toMatchObject({ USUARIO: 'bmontoya' })
    expect((await server.call({ url: '/auth/config' })).body).toEqual({
      url: place.url,
      realm: 'corp',
      clientId: 'cuadre-web',
      signUp: false,
    })
  })

  test('of another kind, client or issuer are refused', async () => {
    const tokens = await createBrowser().signIn('bmontoya', PASSWORD)
    const service = await fetch(`${oidc}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`cuadre-server:${place.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }).then((answer) => answer.json() as Promise<Tokens>)
    const others = [tokens.id_token, tokens.refresh_token, service.access_token, await server.sign('bmontoya', { iss: issuer })]
    for (const each of others) expect(await statusOf({ id: 0, name: '', token: each })).toBe(401)
  })

  test('are renewed once with each refresh token', async () => {
    const tokens = await createBrowser().signIn('bmontoya', PASSWORD)
    const next = await refresh(tokens)
    expect(next.status).toBe(200)
    expect((await refresh(tokens)).status).toBe(400)
  })
})

describe('the realm', () => {
  test('gives no tokens but for a code with S256, at the exact addresses', async () => {
    const { authorize } = createBrowser()
    const errorOf = async (more: Record<string, string | undefined>) =>
      new URLSearchParams((await authorize(more)).url.split('#')[1]).get('error')
    expect(await errorOf({ code_challenge: undefined, code_challenge_method: undefined })).toBe('invalid_request')
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
    expect(await errorOf({ response_type: 'id_token token' })).toBe('unauthorized_client')
    for (const other of ['/home', '/?a=1', '.evil.example/'])
      expect((await authorize({ redirect_uri: `${place.origin}${other}` })).html).toContain('redirect_uri')
    expect((await token({ grant_type: 'password', username: 'bmontoya', password: PASSWORD })).body.error).toBe('unauthorized_client')
  })

  test('asks a service account that can do no more than keep accounts and programs, and the limits of the realm', async () => {
    const { access_token } = (await fetch(`${oidc}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`cuadre-server:${place.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }).then((answer) => answer.json())) as Tokens
    const status = async (path: string) =>
      (await fetch(`${place.url}/admin/realms/${path}`, { headers: { authorization: `Bearer ${access_token}` } })).status
    const asked = ['corp/users?max=1', 'corp', 'corp/clients?max=1', 'corp/identity-provider/instances', 'corp/events', 'master']
    expect(await Promise.all(asked.map(status))).toEqual([200, 200, 200, 403, 403, 403])
  })

  test('has the lengths of sessions that the parameters say, from the start and at each change', async () => {
    const limits = async () => {
      const { ssoSessionMaxLifespan, ssoSessionIdleTimeout } = await realm()
      return [ssoSessionMaxLifespan / 60, ssoSessionIdleTimeout / 60]
    }
    expect(await limits()).toEqual([480, 65])
    await parameter(3, 90)
    await parameter(1, 600, ROLE.gerencia)
    expect(await limits()).toEqual([600, 95])
    await parameter(1, null, ROLE.gerencia)
    await parameter(3, 60)
    expect(await limits()).toEqual([480, 65])
  })

  test('asks for another password when the one in use is too old, none of the last five; then never again', async () => {
    const before = (await realm()).passwordPolicy
    await parameter(2, 90)
    expect((await realm()).passwordPolicy).toBe(`${before} and forceExpiredPasswordChange(90)`)
    const browser = createBrowser()
    const asked = await browser.send(await browser.authorize(), { username: 'ocaceres', password: PASSWORD })
    expect(asked.html).toContain('password-new')
    const used = await browser.send(asked, { 'password-new': PASSWORD, 'password-confirm': PASSWORD })
    expect(used.html).toContain('password-new')
    const own = 'nueve palabras sin sentido'
    const chosen = await browser.send(used, { 'password-new': own, 'password-confirm': own })
    expect((await browser.exchange(chosen)).status).toBe(200)
    expect((await createBrowser().signIn('ocaceres', own)).access_token).toBeDefined()
    await parameter(2, 0)
    expect((await realm()).passwordPolicy).toBe(before)
    expect((await createBrowser().signIn('hvillalobos', PASSWORD)).access_token).toBeDefined()
  })
})

describe('accounts', () => {
  test('a new person is invited, chooses a password of their own, is told of it, and is in', async () => {
    const nora = { NOMBRE: 'Nora Vidal Soto', USUARIO: 'nvidal', email: 'nvidal@corporacion.example' }
    const made = await send('/user', { ...nora, roles: [ROLE.analista] }, admin)
    expect(made.status).toBe(200)
    const invitation = await row(
      server.db,
      sql<{ params: { secret: string } }>`select params from outbox where template = 'invitacion' and email = ${nora.email}`,
    )
    const { secret } = invitation!.params
    const browser = createBrowser()
    const page = await browser.send(await browser.authorize(), { username: 'nvidal', password: secret })
    expect(page.html).toContain('password-new')
    const weak = await browser.send(page, { 'password-new': 'corta', 'password-confirm': 'corta' })
    expect(weak.html).toContain('password-new')
    const chosen = await browser.send(weak, { 'password-new': 'cuatro palabras al azar', 'password-confirm': 'cuatro palabras al azar' })
    const nvidal = await opened((await browser.exchange(chosen)).body)
    expect(nvidal.id).toBe(made.body.id)
    // Keycloak mails about the change itself, in the person's language.
    expect((await mailTo(nora.email)).content).toContain('Su credencial password fue cambiada')

    const changed = await server.call({
      method: 'PATCH',
      url: `/user/${nvidal.id}`,
      body: { NOMBRE: 'Nora Vidal Ríos', USUARIO: 'nvidalr', email: 'nvidalr@corporacion.example' },
      as: admin,
    })
    expect([changed.status, changed.body]).toMatchObject([200, {}])
    const known = async () => decodeJwt((await browser.exchange(await browser.authorize())).body.access_token)
    // The new address counts once its owner has said that it is theirs.
    expect(await known()).toMatchObject({
      name: 'Nora Vidal Ríos',
      preferred_username: 'nvidalr',
      email: nora.email,
      email_verified: true,
      locale: 'es',
    })
    const asked = await row(
      server.db,
      sql<{
        params: { secret: string }
      }>`select params from outbox where template = 'correo_por_confirmar' and email = 'nvidalr@corporacion.example'`,
    )
    expect((await send('/auth/confirm-email', { token: asked!.params.secret })).status).toBe(200)
    expect(await known()).toMatchObject({ email: 'nvidalr@corporacion.example', email_verified: true })
  })

  test('who is deactivated is out at once and does not come in again; who is activated does', async () => {
    const browser = createBrowser()
    const tokens = await browser.signIn('rpena', PASSWORD)
    const rpena = await opened(tokens)
    const set = (status: string) => server.call({ method: 'PATCH', url: `/user/${rpena.id}`, body: { status }, as: admin })
    expect((await set('inactivo')).status).toBe(200)
    expect([await statusOf(rpena), (await refresh(tokens)).status]).toEqual([401, 400])
    const page = await createBrowser().authorize()
    expect(page.html).toContain('password')
    await expect(createBrowser().signIn('rpena', PASSWORD)).rejects.toThrow('no code')
    expect((await set('activo')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1100)) // tokens of the second of the deactivation are refused
    await opened(await createBrowser().signIn('rpena', PASSWORD))
  })

  test('five wrong passwords lock the account, until administration unlocks it', async () => {
    const tokens = await createBrowser().signIn('jbenitez', PASSWORD)
    const jbenitez = await opened(tokens)
    const sub = decodeJwt(tokens.access_token).sub!
    for (const attempt of [1, 2, 3, 4, 5]) {
      await expect(createBrowser().signIn('jbenitez', 'no es esta')).rejects.toThrow('no code')
      expect(await soon(async () => (await wrongPasswords(sub)).numFailures === attempt)).toBe(true)
    }
    expect(await soon(async () => (await wrongPasswords(sub)).disabled)).toBe(true)
    await expect(createBrowser().signIn('jbenitez', PASSWORD)).rejects.toThrow('no code')
    expect((await send(`/user/${jbenitez.id}/unlock`, {}, admin)).status).toBe(200)
    await createBrowser().signIn('jbenitez', PASSWORD)
  })

  test('a forgotten password: the link comes from Keycloak, and the answer tells nothing', async () => {
    const email = 'igaleano@corporacion.example'
    for (const each of [email, 'nadie@corporacion.example'])
      expect(await send('/auth/forgot-password', { email: each })).toMatchObject({ status: 200, body: { ok: true } })
    expect((await mailTo(email)).content).toContain('/realms/corp/login-actions/action-token')
    expect(mails.received.filter(({ to }) => to.includes('nadie@corporacion.example'))).toEqual([])
    // The other steps are on Keycloak's pages.
    expect((await send('/auth/change-password', { token: 'A'.repeat(43), password: 'tres tristes tigres' })).body).toMatchObject({
      code: 'provider_action',
      current: { action: 'UPDATE_PASSWORD' },
    })
  })
})

describe('sessions', () => {
  test('a session that ends at Keycloak is refused here before its token expires', async () => {
    const browser = createBrowser()
    const tokens = await browser.signIn('mduarte', PASSWORD)
    const other = await opened(await createBrowser().signIn('mduarte', PASSWORD))
    const mduarte = await opened(tokens)
    const page = await browser.open(
      `${oidc}/logout?${new URLSearchParams({ id_token_hint: tokens.id_token, client_id: 'cuadre-web', post_logout_redirect_uri: `${place.origin}/gracias` })}`,
    )
    expect(page.url).toMatch(/\/gracias/)
    expect(await soon(async () => (await statusOf(mduarte)) === 401)).toBe(true)
    expect(await statusOf(other)).toBe(200)
  })

  test('are listed, and the others can be ended; not those of somebody else', async () => {
    const first = await opened(await createBrowser().signIn('mduarte', PASSWORD))
    const second = await opened(await createBrowser().signIn('mduarte', PASSWORD))
    const listed = await server.call({ url: '/me/sessions', as: second })
    const { sid } = decodeJwt(second.token) as { sid: string }
    expect(listed.body.filter(({ actual }: { actual: boolean }) => actual)).toMatchObject([
      { id: sid, VENCE: new Date(((decodeJwt(second.token) as { auth_time: number }).auth_time + 480 * 60) * 1000).toISOString() },
    ])
    expect(listed.body.length).toBeGreaterThan(1)
    expect((await server.call({ method: 'DELETE', url: `/me/sessions/${sid}`, as: admin })).status).toBe(404)
    expect((await server.call({ method: 'DELETE', url: '/me/sessions', as: second })).status).toBe(200)
    expect((await server.call({ url: '/me/sessions', as: second })).body).toMatchObject([{ id: sid }])
    expect(await soon(async () => (await statusOf(first)) === 401)).toBe(true)
    expect(await statusOf(second)).toBe(200)
  })

  test('an administrator ends all of somebody', async () => {
    const tokens = await createBrowser().signIn('mduarte', PASSWORD)
    const mduarte = await opened(tokens)
    expect((await send(`/user/${mduarte.id}/sign-out`, {}, admin)).status).toBe(200)
    expect([await statusOf(mduarte), (await refresh(tokens)).status]).toEqual([401, 400])
  })

  test('only Keycloak can say that one has ended', async () => {
    const tokens = await createBrowser().signIn('bmontoya', PASSWORD)
    const bmontoya = await opened(tokens)
    for (const form of [
      { logout_token: '' },
      { logout_token: 'x' },
      { logout_token: tokens.id_token },
      { logout_token: tokens.access_token },
    ]) {
      const answer = await fetch(`${place.origin}/api/auth/backchannel-logout`, { method: 'POST', body: new URLSearchParams(form) })
      expect(answer.status).toBe(400)
    }
    expect(await statusOf(bmontoya)).toBe(200)
  })
})

test('a second factor is enrolled on the way to level 2, asked for again, and taken away by administration', async () => {
  const level2 = { claims: JSON.stringify({ id_token: { acr: { values: ['2'], essential: true } } }) }
  const browser = createBrowser()
  const first = await opened(await browser.signIn('igaleano', PASSWORD))
  await sql`update parameter set value = 1 where type_id = 4`.execute(server.db)
  const asked = await send('/auth/login', {}, first)
  expect(asked.body).toMatchObject({ '2FAEnabled': true, qrCodeUrl: null })
  expect((await server.call({ url: '/me', as: first })).body.code).toBe('2fa_required')
  expect((await server.call({ url: '/auth/2fa', as: first })).body).toMatchObject({
    enabled: false,
    required: true,
    action: 'CONFIGURE_TOTP',
  })

  const enrolment = await browser.authorize(level2)
  const secret = /name="totpSecret"[^>]*value="([^"]+)"/.exec(enrolment.html)?.[1]
  expect(secret).toBeDefined()
  const done = await browser.send(enrolment, { totp: codeOf(secret!), userLabel: 'teléfono' })
  const strong = await opened((await browser.exchange(done)).body)
  expect(await statusOf(strong)).toBe(200)
  expect((await server.call({ url: '/auth/2fa', as: strong })).body).toMatchObject({ enabled: true, verified: true })

  const elsewhere = createBrowser()
  const code = await elsewhere.send(await elsewhere.authorize(level2), { username: 'igaleano', password: PASSWORD })
  expect(code.html).toContain('name="otp"')
  // A code cannot be used twice.
  const inside = await elsewhere.send(code, { otp: codeOf(secret!, 30) })
  expect(decodeJwt((await elsewhere.exchange(inside)).body.access_token).acr).toBe('2')

  await sql`update parameter set value = 0 where type_id = 4`.execute(server.db)
  // Of control two administrators take it away.
  expect((await send(`/user/${strong.id}/reset-2fa`, {}, admin)).body).toEqual({ ok: true, PENDIENTE: true })
  const second = await opened(await createBrowser().signIn('hvillalobos', PASSWORD))
  expect((await send(`/user/${strong.id}/reset-2fa`, {}, second)).body).toEqual({ ok: true, PENDIENTE: false })
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const after = await opened(await createBrowser().signIn('igaleano', PASSWORD))
  expect((await server.call({ url: '/auth/2fa', as: after })).body).toMatchObject({ enabled: false, recoveryCodesLeft: null })
})

test('a program is a client of the realm: its token makes the calls of its keys, until it is renewed or stopped', async () => {
  const made = await server.call({
    method: 'POST',
    url: '/services',
    as: admin,
    body: { NOMBRE: 'ERP de pruebas', CLIENTE: 'erp-pruebas', llaves: ['admin.period.read'], alcance: [{ ID_PAIS: country }] },
  })
  expect([made.status, made.body]).toMatchObject([200, { CLIENTE: 'servicio-erp-pruebas', TOKEN_URL: `${oidc}/token` }])
  const tokenOf = (secret: string) =>
    fetch(made.body.TOKEN_URL, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`servicio-erp-pruebas:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }).then(async (answer) => ({ status: answer.status, ...((await answer.json()) as Tokens) }))
  const first = await tokenOf(made.body.SECRETO)
  expect([first.status, decodeProtectedHeader(first.access_token).typ, decodeJwt(first.access_token).azp]).toEqual([
    200,
    'at+jwt',
    'servicio-erp-pruebas',
  ])
  const status = async (tokens: Tokens, url: string) => (await server.call({ url, as: bearer(tokens) })).status
  expect([await status(first, '/period'), await status(first, '/user'), await status(first, '/me')]).toEqual([200, 403, 403])

  const renewed = await send(`/services/${made.body.id}/secret`, {}, admin)
  expect([(await tokenOf(made.body.SECRETO)).status, await status(first, '/period')]).toEqual([401, 401])
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const second = await tokenOf(renewed.body.SECRETO)
  expect(await status(second, '/period')).toBe(200)
  await server.call({ method: 'PATCH', url: `/services/${made.body.id}`, body: { status: 'inactivo' }, as: admin })
  expect([await status(second, '/period'), (await tokenOf(renewed.body.SECRETO)).status >= 400]).toEqual([401, true])
})

/** Keycloak uses the characters of the secret as the key. */
function codeOf(secret: string, seconds = 0) {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + seconds) / 30)))
  const mac = createHmac('sha1', Buffer.from(secret)).update(step).digest()
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
