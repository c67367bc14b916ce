import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { createIdentity } from './index.ts'
import { APP, answerOf, type Bed, createClient, holdClock, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
let clock: ReturnType<typeof holdClock>
let limits = { idleMinutes: 65, maxMinutes: 600 }
beforeAll(async () => {
  bed = await startBed({ sessionLimits: async () => limits })
})
afterAll(() => bed?.close())
beforeEach(() => {
  clock = holdClock()
  limits = { idleMinutes: 65, maxMinutes: 600 }
})
afterEach(() => clock.release())

describe('signing out', () => {
  const logout = (client: ReturnType<typeof createClient>, id: string) =>
    `${client.oidc}/logout?${new URLSearchParams({ client_id: 'cuadre-web', post_logout_redirect_uri: `${APP}/gracias`, id_token_hint: id })}`
  const confirm = (page: { body: string }) => {
    const [, action = '', xsrf = ''] = /action="([^"]+)"[\s\S]*?name="xsrf" value="([^"]+)"/.exec(page.body) ?? []
    return { action, form: { xsrf, logout: 'yes' } }
  }

  test('with the session’s own id token there is no question, and everything ends at once', async () => {
    const client = createClient(bed)
    const { id, access, refresh, claims } = await client.tokens()
    expect((await client.userinfo(access)).status).toBe(200)
    const page = await client.browser.open(logout(client, id))
    expect(page.body).toContain('submit.js')
    const { action, form } = confirm(page)
    const end = await client.browser.post(action, form)
    expect(end.url).toBe(`${APP}/gracias`)
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(false)
    expect((await client.userinfo(access)).status).toBe(401)
    expect((await client.refresh(refresh)).status).toBe(400)
    expect([...client.browser.jar.keys()].filter((name) => /session/i.test(name))).toEqual([])
    expect(bed.events).toContainEqual({ type: 'sign-out', sub: bed.ana, sid: claims.sid })
  })

  test('posted, it works the same', async () => {
    const client = createClient(bed)
    const { id } = await client.tokens()
    const page = await client.browser.post(`${client.oidc}/logout`, {
      client_id: 'cuadre-web',
      post_logout_redirect_uri: `${APP}/gracias`,
      id_token_hint: id,
    })
    const { action, form } = confirm(page)
    expect((await client.browser.post(action, form)).url).toBe(`${APP}/gracias`)
  })

  test('with a token of another session of the same person, it asks first', async () => {
    const { id } = await createClient(bed).tokens()
    const client = createClient(bed)
    const { claims } = await client.tokens()
    const page = await client.browser.open(
      `${client.oidc}/logout?${new URLSearchParams({ client_id: 'cuadre-web', post_logout_redirect_uri: `${APP}/gracias`, id_token_hint: id })}`,
    )
    expect(page.body).toContain('class="primary"')
    expect(page.body).not.toContain('submit.js')
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(true)
  })

  test('without the token, or with somebody else’s, it asks first', async () => {
    await bed.identity.accounts.create({ username: 'luis', email: 'luis@x.example', name: 'Luis', password: PASSWORD })
    const other = createClient(bed)
    const { answer, verifier } = await other.signIn({}, PASSWORD, 'luis')
    const luis = tokensOf(await other.exchange(String(answer.get('code')), verifier))
    const client = createClient(bed)
    const { claims } = await client.tokens()
    for (const address of [`${client.oidc}/logout`, logout(client, luis.id)]) {
      const page = await client.browser.open(address)
      expect(page.body).toContain('¿Cerrar la sesión?')
      expect(page.body).not.toContain('submit.js')
    }
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(true)
    const page = await client.browser.open(`${client.oidc}/logout`)
    const { action, form } = confirm(page)
    expect((await client.browser.post(action, form)).body).toContain('La sesión se cerró')
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(false)
  })

  test('a forged answer to the question changes nothing', async () => {
    const client = createClient(bed)
    const { claims } = await client.tokens()
    const { action } = confirm(await client.browser.open(`${client.oidc}/logout`))
    expect((await client.browser.post(action, { xsrf: 'x', logout: 'yes' })).status).toBe(400)
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(true)
  })

  test('leads only to the registered address', async () => {
    const client = createClient(bed)
    const { id } = await client.tokens()
    const page = await client.browser.open(logout(client, id).replace('gracias', 'otra'))
    expect([page.status, page.location]).toEqual([400, ''])
  })
})

describe('a session that somebody else knows', () => {
  const sessionOf = ({ browser: { jar } }: ReturnType<typeof createClient>) =>
    [...jar].filter(([name]) => name.startsWith('identity_session')).map(([, { value }]) => value)
  /** Another browser with the cookies of one, as they are now. */
  const copyOf = ({ browser: { jar } }: ReturnType<typeof createClient>) => {
    const copy = createClient(bed)
    for (const [name, cookie] of jar) copy.browser.jar.set(name, cookie)
    return copy
  }
  const silently = async (client: ReturnType<typeof createClient>) =>
    answerOf((await client.browser.open(client.authorization({ prompt: 'none' }).url)).url).get('error')

  test('from before the sign-in is not the one that is signed in', async () => {
    const attacker = createClient(bed)
    await attacker.browser.open(attacker.authorization().url)
    const victim = copyOf(attacker)
    await victim.tokens()
    expect(await silently(victim)).toBeNull()
    expect(await silently(attacker)).toBe('login_required')
  })

  test('is worth nothing once the password was shown again', async () => {
    const ana = createClient(bed)
    const { claims } = await ana.tokens()
    const stolen = copyOf(ana)
    expect(await silently(stolen)).toBeNull()
    const taken = copyOf(ana)
    clock.pass(30)
    expect((await ana.tokens({ prompt: 'login' })).claims.sid).toBe(claims.sid)
    expect(sessionOf(ana)).not.toEqual(sessionOf(taken))
    expect(await silently(taken)).toBe('login_required')
  })
})

describe('the access token at userinfo', () => {
  test('answers who she is, also in Keycloak’s words', async () => {
    const client = createClient(bed)
    const { access } = await client.tokens()
    expect((await client.userinfo(access)).json()).toMatchObject({ sub: bed.ana, preferred_username: 'ana', name: 'Ana Pérez' })
    const account = await client.browser.request(`${bed.issuer}/account`, { headers: { authorization: `bearer ${access}`, origin: APP } })
    expect(account.json()).toMatchObject({ id: bed.ana, username: 'ana', email: 'ana@corporacion.example' })
    expect(account.headers.get('access-control-allow-origin')).toBe(APP)
  })

  test('is refused unsigned, tampered with, signed by somebody else, expired, or when it is another token', async () => {
    const client = createClient(bed)
    const { access, id, refresh, claims } = await client.tokens()
    const [header, , signature] = access.split('.')
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'otro' })).toString('base64url')
    const secret = new TextEncoder().encode(JSON.stringify(bed.identity.jwks().keys[0]))
    const hs256 = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(secret)
    for (const token of [
      new UnsecuredJWT(claims).encode(),
      `${header}.${changed}.${signature}`,
      `${header}.${changed}.`,
      hs256,
      id,
      refresh,
      'x',
    ]) {
      expect((await client.userinfo(token)).status).toBe(401)
    }
    expect((await client.browser.request(`${client.oidc}/userinfo`)).status).toBe(401)
    clock.pass(301)
    expect((await client.userinfo(access)).status).toBe(401)
  })
})

describe('administration', () => {
  test('a disabled account is out at once and stays out until enabled', async () => {
    const { sub } = await bed.identity.accounts.create({ username: 'rosa', email: 'rosa@x.example', name: 'Rosa', password: PASSWORD })
    const client = createClient(bed)
    const { answer, verifier } = await client.signIn({}, PASSWORD, 'rosa')
    const { access, refresh, claims } = tokensOf(await client.exchange(String(answer.get('code')), verifier))
    await bed.identity.accounts.setEnabled(sub, false)
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(false)
    expect((await client.userinfo(access)).status).toBe(401)
    expect((await client.refresh(refresh)).status).toBe(400)
    expect((await client.browser.open(client.authorization().url)).body).toContain('Iniciar sesión')
    expect((await client.signIn({}, PASSWORD, 'rosa')).answer.get('code')).toBeNull()
    await bed.identity.accounts.setEnabled(sub, true)
    expect((await client.signIn({}, PASSWORD, 'rosa')).answer.get('code')).toBeTruthy()
  })

  test('her sessions end on every device, and she signs in with the new password', async () => {
    const { sub } = await bed.identity.accounts.create({ username: 'eva', email: 'eva@x.example', name: 'Eva', password: PASSWORD })
    const devices = [createClient(bed), createClient(bed)]
    for (const device of devices) await device.signIn({}, PASSWORD, 'eva')
    await bed.identity.accounts.setPassword(sub, 'una nueva y larga')
    await bed.identity.accounts.endSessions(sub)
    for (const device of devices) {
      const { url } = await device.browser.open(device.authorization({ prompt: 'none' }).url)
      expect(answerOf(url).get('error')).toBe('login_required')
    }
    expect(await bed.identity.accounts.checkPassword(sub, 'una nueva y larga')).toBe(true)
    expect(await bed.identity.accounts.checkPassword(sub, PASSWORD)).toBe(false)
  })

  test('accounts are found, changed and unique; a password has a length', async () => {
    const { accounts } = bed.identity
    const { sub } = await accounts.create({ username: 'Iris', email: 'iris@x.example', name: 'Iris', password: PASSWORD, locale: 'en' })
    await accounts.update(sub, { email: 'iris@y.example', name: 'Iris B.' })
    const iris = { sub, username: 'Iris', email: 'iris@y.example', name: 'Iris B.', locale: 'en', enabled: true, secondFactor: false }
    expect(await accounts.find({ email: 'IRIS@y.example' })).toMatchObject(iris)
    expect(await accounts.find({ username: 'iris' })).toMatchObject(iris)
    expect(await accounts.find({ sub: 'nadie' })).toBeUndefined()
    await expect(accounts.create({ username: 'IRIS', email: 'z@x.example', name: 'Z', password: PASSWORD })).rejects.toMatchObject({
      code: '23505',
    })
    expect(await accounts.setPassword(sub, 'corta')).toBe('length')
    await expect(accounts.create({ username: 'z', email: 'z@x.example', name: 'Z', password: 'once letras' })).rejects.toThrow('12 to 128')
  })

  test('passwords, session ids and tokens are not readable in the database', async () => {
    const client = createClient(bed)
    const { refresh } = await client.tokens()
    const tables = ['account', 'artifact', 'attempt', 'totp', 'recovery_code']
    const rows = await Promise.all(tables.map(async (table) => (await bed.sql(`select * from identity.${table}`)).rows))
    const everything = JSON.stringify(rows)
    const cookie = client.browser.jar.get('identity_session /realms/corp/')?.value
    expect(cookie).toBeTruthy()
    for (const secret of [PASSWORD, refresh, String(cookie)]) expect(everything).not.toContain(secret)
    expect(everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('time', () => {
  test('a refresh keeps the session open, idleness closes it', async () => {
    limits = { idleMinutes: 10, maxMinutes: 600 }
    const client = createClient(bed)
    let { refresh, claims } = await client.tokens()
    for (let visit = 0; visit < 4; visit++) {
      clock.pass(8 * 60)
      ;({ refresh, claims } = tokensOf(await client.refresh(refresh)))
    }
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(true)
    clock.pass(11 * 60)
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(false)
    expect((await client.refresh(refresh)).status).toBe(400)
  })

  test('however busy, a session ends after its full time', async () => {
    limits = { idleMinutes: 10, maxMinutes: 30 }
    const client = createClient(bed)
    let { refresh, claims } = await client.tokens()
    for (let visit = 0; visit < 3; visit++) {
      clock.pass(9 * 60)
      ;({ refresh, claims } = tokensOf(await client.refresh(refresh)))
    }
    clock.pass(3 * 60)
    expect((await client.refresh(refresh)).status).toBe(400)
    expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(false)
  })

  test('a code is good for a minute', async () => {
    const client = createClient(bed)
    const late = await client.signIn()
    clock.pass(61)
    expect((await client.exchange(String(late.answer.get('code')), late.verifier)).status).toBe(400)
    const { answer, verifier } = await client.signIn()
    clock.pass(59)
    expect((await client.exchange(String(answer.get('code')), verifier)).status).toBe(200)
  })

  test('what expired is swept from the database', async () => {
    await createClient(bed).tokens()
    clock.pass(40 * 86400)
    await createClient(bed).tokens()
    const { rows } = await bed.sql('select count(*)::int as old from identity.artifact where expires_at < $1', [
      Math.floor(Date.now() / 1000),
    ])
    expect(rows[0]?.old).toBe(0)
  })
})

test('a session, its tokens and the keys outlive a restart, and serve a second process', async () => {
  const client = createClient(bed)
  const { refresh, access } = await client.tokens()
  const second = await createIdentity(bed.options)
  expect(second.jwks()).toEqual(bed.identity.jwks())
  const server = createServer(second.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const elsewhere = `http://localhost:${port}/realms/corp/protocol/openid-connect`
  const form = { client_id: 'cuadre-web', grant_type: 'refresh_token', refresh_token: refresh }
  const answer = await client.browser.request(`${elsewhere}/token`, { method: 'POST', body: new URLSearchParams(form) })
  expect(answer.status).toBe(200)
  expect((await client.browser.request(`${elsewhere}/userinfo`, { headers: { authorization: `Bearer ${access}` } })).status).toBe(200)
  server.closeAllConnections()
  server.close()
})

test('keys that were kept open are sealed with a key from outside; without it they are of no use', async () => {
  const kept = async () => String((await bed.sql(`select value from identity.secret where name = 'keys'`)).rows[0]?.value)
  const sealed = { ...bed.options, sealingKey: 's'.repeat(48) }
  expect(JSON.parse(await kept()).vault).toBeTruthy()
  const before = bed.identity.jwks()
  expect((await createIdentity(sealed)).jwks()).toEqual(before)
  expect(await kept()).toMatch(/^sealed:[\w-]+$/)
  expect((await createIdentity(sealed)).jwks()).toEqual(before)
  // Another key opens nothing: where nobody has a second factor to lose there are new ones, else it does not start.
  await bed.sql(`insert into identity.totp (sub, sealed_secret, last_step) values ($1, 'x', 0)`, [bed.ana])
  await expect(createIdentity({ ...sealed, sealingKey: 't'.repeat(48) })).rejects.toThrow('Falta la llave')
  await bed.sql('delete from identity.totp')
  expect((await createIdentity({ ...sealed, sealingKey: 't'.repeat(48) })).jwks()).not.toEqual(before)
})

test('a new key signs from now on, and tokens of the one before are good until they end', async () => {
  const key = async () => exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)
  const [before, after] = [await key(), await key()]
  const more = { cookies: ['x'.repeat(40)], vault: 'y'.repeat(40) }
  const first = await startBed({ keys: { signing: [before], ...more } })
  const client = createClient(first)
  const old = await client.tokens()
  const second = await createIdentity({ ...first.options, keys: { signing: [after, before], ...more } })
  first.server.removeAllListeners('request').on('request', second.handler)
  expect((await client.userinfo(old.access)).status).toBe(200)
  const fresh = tokensOf(await client.refresh(old.refresh))
  const [newest, oldest] = second.jwks().keys.map(({ kid }) => kid)
  expect([old, fresh].map(({ access }) => decodeProtectedHeader(access).kid)).toEqual([oldest, newest])
  expect((await client.userinfo(fresh.access)).status).toBe(200)
  await first.close()
})

describe('hidden frames', () => {
  test('the session frame may be framed by the application and knows its cookie', async () => {
    const client = createClient(bed)
    const { claims } = await client.tokens()
    const frame = await client.browser.request(`${client.oidc}/login-status-iframe.html`)
    expect(frame.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${APP}`)
    expect(frame.body).toContain('data-client="cuadre-web"')
    const cookie = client.browser.jar.get('KEYCLOAK_SESSION /realms/corp/')
    expect(decodeURIComponent(String(cookie?.value))).toBe(`corp/${bed.ana}/${claims.sid}`)
    expect(cookie?.flags).not.toMatch(/httponly/i)
  })

  test('the cookie probe says what the browser did with its cookie', async () => {
    const client = createClient(bed)
    expect((await client.browser.open(`${client.oidc}/3p-cookies/step1.html`)).body).toContain('data-answer="supported"')
    expect((await createClient(bed).browser.open(`${client.oidc}/3p-cookies/step2.html`)).body).toContain('data-answer="unsupported"')
  })
})
