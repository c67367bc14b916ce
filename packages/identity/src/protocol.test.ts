import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { APP, answerOf, type Bed, createBrowser, createClient, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed?.close())

describe('the authorization request', () => {
  const errorOf = async (more: Record<string, string | undefined>) => {
    const client = createClient(bed)
    return answerOf((await client.browser.open(client.authorization(more).url)).url).get('error')
  }

  test('takes PKCE with S256 and nothing else', async () => {
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
    expect(await errorOf({ code_challenge: undefined, code_challenge_method: undefined })).toBe('invalid_request')
    expect(await errorOf({ code_challenge_method: undefined })).toBe('invalid_request')
  })

  test('gives no tokens from the front door', async () => {
    for (const response_type of ['token', 'id_token', 'id_token token', 'code id_token']) {
      expect(await errorOf({ response_type })).toBe('unsupported_response_type')
    }
  })

  test('goes back to exactly the registered addresses', async () => {
    const client = createClient(bed)
    for (const redirect_uri of [`${APP}`, `${APP}/otra`, `${APP}/?a=1`, `${APP}/#x`, 'http://evil.example/', 'http://localhost:4003/']) {
      const answer = await client.browser.open(client.authorization({ redirect_uri }).url)
      expect([answer.status, answer.location]).toEqual([400, ''])
    }
  })

  test('refuses a level of authentication that does not exist', async () => {
    expect(await errorOf({ claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['9'] } } }) })).toBe('invalid_request')
  })

  test('"register" leads to the sign-in page', async () => {
    const client = createClient(bed)
    const { body } = await client.browser.open(client.authorization().url.replace('/auth?', '/registrations?'))
    expect(body).toContain('Iniciar sesión')
  })
})

describe('the token endpoint', () => {
  test('takes no password', async () => {
    const answer = await createClient(bed).token({ grant_type: 'password', username: 'ana', password: PASSWORD })
    expect([answer.status, answer.json().error]).toEqual([400, 'unsupported_grant_type'])
  })

  test('wants the verifier that belongs to the code', async () => {
    const client = createClient(bed)
    const { answer } = await client.signIn()
    const response = await client.exchange(String(answer.get('code')), 'x'.repeat(64))
    expect([response.status, response.json().error]).toEqual([400, 'invalid_grant'])
  })

  test('a code used twice takes back what the first use gave', async () => {
    const client = createClient(bed)
    const { answer, verifier } = await client.signIn()
    const code = String(answer.get('code'))
    const first = tokensOf(await client.exchange(code, verifier))
    expect((await client.exchange(code, verifier)).status).toBe(400)
    expect((await client.refresh(first.refresh)).status).toBe(400)
    // The access token too, at once: the API asks for its session.
    expect(await bed.identity.sessionAlive(String(first.claims.sid))).toBe(false)
  })

  test('a refresh gives a new refresh token, and using the old one ends the family', async () => {
    const client = createClient(bed)
    const first = await client.tokens()
    const second = tokensOf(await client.refresh(first.refresh))
    expect(second.refresh).not.toBe(first.refresh)
    expect(second.claims.sid).toBe(first.claims.sid)
    expect(second.claims).toMatchObject({ acr: '1', auth_time: first.claims.auth_time })
    expect((await client.refresh(first.refresh)).status).toBe(400)
    expect((await client.refresh(second.refresh)).status).toBe(400)
    expect(await bed.identity.sessionAlive(String(second.claims.sid))).toBe(false)
  })

  test('of two refreshes at the same moment at most one is answered, and the family ends', async () => {
    const client = createClient(bed)
    const { refresh } = await client.tokens()
    const answers = await Promise.all([client.refresh(refresh), client.refresh(refresh), client.refresh(refresh)])
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted.length).toBeLessThanOrEqual(1)
    for (const answer of accepted) expect((await client.refresh(tokensOf(answer).refresh)).status).toBe(400)
  })

  test('after a family ended, the password is asked for again', async () => {
    const client = createClient(bed)
    const { refresh } = await client.tokens()
    await client.refresh(refresh)
    await client.refresh(refresh)
    expect((await client.signIn({ prompt: 'none' })).answer.get('error')).toBe('login_required')
    expect((await client.signIn()).answer.get('code')).toBeTruthy()
  })

  test('two tabs refresh beside each other', async () => {
    const client = createClient(bed)
    const [one, two] = [await client.tokens(), await client.tokens()]
    expect(tokensOf(await client.refresh(one.refresh)).claims.sid).toBe(tokensOf(await client.refresh(two.refresh)).claims.sid)
  })
})

describe('other origins', () => {
  const headersFor = async (origin: string, method = 'POST') => {
    const client = createClient(bed)
    const { headers, status } = await client.browser.request(`${client.oidc}/token`, {
      method,
      headers: { origin, 'access-control-request-method': 'POST', accept: '*/*' },
      ...(method === 'POST' && { body: new URLSearchParams({ client_id: 'cuadre-web', grant_type: 'refresh_token', refresh_token: 'x' }) }),
    })
    return { status, allowed: headers.get('access-control-allow-origin'), cookies: headers.get('access-control-allow-credentials') }
  }

  test('the application may read tokens with cookies', async () => {
    expect(await headersFor(APP)).toMatchObject({ allowed: APP, cookies: 'true' })
    expect(await headersFor(APP, 'OPTIONS')).toEqual({ status: 204, allowed: APP, cookies: 'true' })
  })

  test.each(['http://evil.example', 'null', 'http://localhost:40021', 'https://localhost:4002'])('%s may not', async (origin) => {
    expect(await headersFor(origin)).toMatchObject({ allowed: null, cookies: null })
    expect(await headersFor(origin, 'OPTIONS')).toMatchObject({ allowed: null, cookies: null })
  })
})

describe('what is published', () => {
  test('the well-known document names every address below the realm', async () => {
    const { request } = createClient(bed).browser
    const document = (await request(`${bed.issuer}/.well-known/openid-configuration`)).json()
    expect(document).toMatchObject({
      issuer: bed.issuer,
      authorization_endpoint: `${bed.issuer}/protocol/openid-connect/auth`,
      token_endpoint: `${bed.issuer}/protocol/openid-connect/token`,
      userinfo_endpoint: `${bed.issuer}/protocol/openid-connect/userinfo`,
      end_session_endpoint: `${bed.issuer}/protocol/openid-connect/logout`,
      jwks_uri: `${bed.issuer}/protocol/openid-connect/certs`,
      check_session_iframe: `${bed.issuer}/protocol/openid-connect/login-status-iframe.html`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    })
    expect(JSON.stringify(document)).not.toContain('"none"],"id_token')
  })

  test('addresses come from the issuer, whatever host was asked', async () => {
    const { request } = createClient(bed).browser
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const document = (await request(`${bed.issuer}/.well-known/openid-configuration`, { headers })).json()
    expect(document.token_endpoint).toBe(`${bed.issuer}/protocol/openid-connect/token`)
  })

  test('the keys are public, and the same as those for the API', async () => {
    const { request } = createClient(bed).browser
    const { keys } = (await request(`${bed.issuer}/protocol/openid-connect/certs`)).json() as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('d')
    expect(keys[0]).toMatchObject({ kid: bed.identity.jwks().keys[0]?.kid, alg: 'RS256' })
    expect(bed.identity.jwks().keys[0]).not.toHaveProperty('d')
  })

  test('anything else is a plain 404', async () => {
    const { request } = createClient(bed).browser
    for (const path of [
      '',
      '/x',
      '/resources/../index.ts',
      '/resources/nada.css',
      '/login-actions',
      '/admin',
      '/protocol/openid-connect',
    ]) {
      expect((await request(`${bed.issuer}${path}`)).status).toBe(404)
    }
    const head = await request(`${bed.issuer}/protocol/openid-connect/auth`, { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([404, ''])
  })

  test('pages run no script but ours, are framed by nobody, kept by nobody, and cookies are out of reach', async () => {
    const client = createClient(bed)
    const page = await client.browser.open(client.authorization().url)
    const csp = String(page.headers.get('content-security-policy'))
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      `form-action 'self' ${APP}`,
    ]) {
      expect(csp).toContain(rule)
    }
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.body).not.toMatch(/<script>|style=|onclick/)
    for (const [, { flags }] of client.browser.jar)
      if (!flags.includes('KEYCLOAK')) expect(flags).toMatch(/httponly.*samesite=lax|samesite=lax.*httponly/i)
    const css = await client.browser.request(String(/href="([^"]+page\.css[^"]*)"/.exec(page.body)?.[1]))
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('an oversized form is refused', async () => {
    const client = createClient(bed)
    const page = await client.browser.open(client.authorization().url)
    const answer = await client.browser.post(page.url, { username: 'a'.repeat(40_000), password: 'x' })
    expect([answer.status, answer.body]).toEqual([413, expect.stringContaining('No se pudo completar')])
    expect((await client.browser.post(page.url, { username: 'ana', password: PASSWORD })).url).toContain('#code=')
  })
})

test('over https the cookies are Secure and say so in their name', async () => {
  const secure = await startBed({ issuer: 'https://identidad.example/realms/corp' })
  const client = createClient(secure, createBrowser(secure.local))
  const answer = await client.browser.request(client.authorization().url.replace(secure.issuer, secure.local))
  expect(answer.location).toMatch(/^\/realms\/corp\/login-actions\//)
  const cookies = [...client.browser.jar]
  expect(cookies.map(([name]) => name)).toContainEqual(expect.stringMatching(/^__Secure-identity_step /))
  for (const [, { flags }] of cookies) expect(flags).toMatch(/secure/i)
  await secure.close()
})
