import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import Keycloak, { type KeycloakInitOptions, type KeycloakLoginOptions, type KeycloakLogoutOptions } from 'keycloak-js'
import { createIdentity } from './identity.ts'

// The identity client as specified (§4, §5, §8), with the unmodified keycloak-js behind the wrapper.
// The provider is simulated: its token endpoint by `fetch`, its hidden iframes by `frames`.

const PROVIDER = 'http://id.example'
const config = { url: PROVIDER, realm: 'corp', clientId: 'cuadre-web' }
const now = () => Math.floor(Date.now() / 1000)
const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const encode = (part: object) => base64url(JSON.stringify(part))
// jsdom has no Web Crypto; Node's has other types than the browser's.
const { webcrypto } = (await import('node:crypto' as string)) as { webcrypto: Crypto }
const jwt = (claims: object) => `${encode({ alg: 'RS256' })}.${encode(claims)}.firma`
const tokens = ({ nonce = 'n', seconds = 300, more = {} } = {}) => ({
  access_token: jwt({
    sub: 'u1',
    sid: 's1',
    iat: now(),
    exp: now() + seconds,
    realm_access: { roles: ['CONTROL'] },
    resource_access: { otro: { roles: ['leer'] } },
    ...more,
  }),
  refresh_token: jwt({ exp: now() + 3900 }),
  id_token: jwt({ nonce }),
})

type Frames = { cookies?: string; session?: string | (() => string); silent?: (url: URL) => string; origin?: string; foreign?: boolean }
let frames: Frames
let observer: MutationObserver
let redirects: string[]
let grants: URLSearchParams[]
let answer: (grant: URLSearchParams) => Response | Promise<Response>
const pending = () => Object.keys(localStorage).filter((key) => key.startsWith('kc-callback-'))
const storedNonce = (state: string) => JSON.parse(localStorage.getItem(`kc-callback-${state}`)!).nonce as string

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  frames = { cookies: 'supported', session: 'unchanged' }
  redirects = []
  grants = []
  answer = () => Response.json(tokens())
  globalThis.fetch = jest.fn(async (_url: unknown, init?: RequestInit) => {
    const grant = new URLSearchParams(String(init?.body ?? ''))
    grants.push(grant)
    return answer(grant)
  }) as unknown as typeof fetch
  observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof HTMLIFrameElement) play(node)
  })
  observer.observe(document.body, { childList: true })
})
afterEach(() => {
  observer.disconnect()
  document.body.replaceChildren()
  jest.useRealTimers()
  jest.restoreAllMocks()
})

function say(frame: HTMLIFrameElement, data: string, origin: string) {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: frames.foreign ? window : frame.contentWindow }))
}
/** A hidden iframe of the provider, which answers according to `frames`. */
function play(frame: HTMLIFrameElement) {
  const url = new URL(frame.src)
  if (url.pathname.includes('3p-cookies')) {
    if (frames.cookies) say(frame, frames.cookies, PROVIDER)
  } else if (url.pathname.endsWith('login-status-iframe.html')) {
    Object.defineProperty(frame.contentWindow, 'postMessage', {
      value: () => {
        const said = typeof frames.session === 'function' ? frames.session() : frames.session
        if (said) queueMicrotask(() => say(frame, said, frames.origin ?? PROVIDER))
      },
    })
    frame.dispatchEvent(new Event('load'))
  } else if (frames.silent) say(frame, frames.silent(url), frames.origin ?? location.origin)
}

/** The wrapper with the library; redirects are recorded. */
function client(more: KeycloakInitOptions = {}) {
  const made: Keycloak[] = []
  const create = () => {
    const keycloak = new Keycloak(config)
    made.push(keycloak)
    return keycloak
  }
  const adapter = {
    login: async (login?: KeycloakLoginOptions) => void redirects.push(await made.at(-1)!.createLoginUrl(login)),
    logout: async (logout?: KeycloakLogoutOptions) => void redirects.push(made.at(-1)!.createLogoutUrl(logout)),
    register: async () => {},
    accountManagement: async () => {},
    redirectUri: (login?: { redirectUri?: string }) => login?.redirectUri ?? `${location.origin}/`,
  }
  const identity = createIdentity(config, { adapter, ...more }, create)
  identity.onError(() => {})
  return { identity, keycloak: made[0]!, made }
}
const lastRedirect = () => new URL(redirects.at(-1)!)

/** A page that the provider has redirected back to. */
async function comeBack(more: KeycloakInitOptions = {}, change: { state?: string; nonce?: string; answer?: string } = {}) {
  const before = client({ ...more })
  await before.keycloak.init({ adapter: 'default', checkLoginIframe: false, ...more, onLoad: undefined as never })
  await before.keycloak.createLoginUrl({ redirectUri: `${location.origin}/` }).then((url) => redirects.push(url))
  const state = lastRedirect().searchParams.get('state')!
  const nonce = change.nonce ?? storedNonce(state)
  const given = answer
  answer = async (grant) => {
    const said = await given(grant)
    if (!said.ok) return said
    const body = await said.json()
    return Response.json({ ...body, id_token: body.id_token.includes('.') ? jwt({ nonce }) : body.id_token })
  }
  history.replaceState(null, '', `/#${change.answer ?? 'code=c1'}&state=${change.state ?? state}`)
  grants = []
  return client(more)
}
async function signedIn(more: KeycloakInitOptions = {}) {
  const back = await comeBack(more)
  expect(await back.identity.start()).toBe(true)
  grants = []
  return back
}

describe('§4 Identity-provider client', () => {
  test('«States: unauthenticated, authenticated, token cleared.»', async () => {
    frames.silent = () => `${location.origin}/silent-check-sso.html#error=login_required&state=${pending()[0]!.slice(12)}`
    frames.session = 'changed'
    const { identity, keycloak } = await client()
    expect([await identity.start(), await identity.token(), keycloak.authenticated]).toEqual([false, undefined, false])
    frames.session = 'unchanged'
    const back = await signedIn()
    expect([back.keycloak.authenticated, await back.identity.token()]).toEqual([true, back.keycloak.token])
    back.identity.clear()
    expect([back.keycloak.authenticated, await back.identity.token(), back.identity.idToken()]).toEqual([false, undefined, undefined])
  })

  test('«A token is cleared when a refresh fails with HTTP 400»; with another status it is kept', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
    answer = () => Response.json(tokens({ seconds: 4 }))
    const { identity, keycloak } = await signedIn()
    const left = jest.fn()
    identity.onSignedOut(left)
    answer = () => new Response('', { status: 503 })
    expect(await identity.token()).toBe(keycloak.token)
    expect(left).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({
        message: 'Failed to refresh token: An unexpected HTTP error occurred while attempting to refresh the token.',
      }),
    )
    answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    expect(await identity.token()).toBeUndefined()
    expect(left).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  test('«… when the session check reports the session changed»', async () => {
    const { identity } = await signedIn()
    const left = jest.fn()
    identity.onSignedOut(left)
    frames.session = 'changed'
    // It is checked every five seconds.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000)
    // The library tries again without a refresh token.
    answer = (grant) => Response.json({}, { status: grant.get('refresh_token') === 'undefined' ? 400 : 500 })
    expect(await identity.token()).toBeUndefined()
    expect(left).toHaveBeenCalledTimes(1)
    now.mockRestore()
  })

  test('«… or when the nonce does not match» (also §5)', async () => {
    const { identity, keycloak } = await comeBack({}, { nonce: 'otro' })
    expect(await identity.start()).toBe(false)
    expect([keycloak.token, keycloak.refreshToken]).toEqual([undefined, undefined])
  })

  test('«If login is required, a cleared token triggers a new login.»', async () => {
    const { identity } = await signedIn({ onLoad: 'login-required' })
    redirects = []
    identity.clear()
    while (!redirects.length) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(lastRedirect().pathname).toBe('/realms/corp/protocol/openid-connect/auth')
  })

  test('«Start-up modes: check-sso (a silent check …)»: without a session at the provider nothing is asked, with one a frame signs in', async () => {
    expect(await client().identity.start()).toBe(false)
    expect([redirects, grants]).toEqual([[], []])
    frames.session = 'changed'
    frames.silent = (url) => {
      const state = url.searchParams.get('state')!
      expect(url.searchParams.get('prompt')).toBe('none')
      answer = () => Response.json(tokens({ nonce: nonces.get(state)! }))
      return `${location.origin}/silent-check-sso.html#code=c1&state=${state}`
    }
    const nonces = rememberNonces()
    const { identity } = client()
    expect(await identity.start()).toBe(true)
    expect(redirects).toEqual([])
  })

  test('«… then an optional login with prompt none», «and login-required (redirect to login)»', async () => {
    frames = { cookies: 'unsupported' }
    await client().identity.start()
    expect(lastRedirect().searchParams.get('prompt')).toBe('none')
    await client({ onLoad: 'login-required' }).identity.start()
    expect(lastRedirect().searchParams.get('prompt')).toBeNull()
  })

  test('«A pending login is remembered by its state value for 60 minutes.»', async () => {
    const { identity } = client()
    await identity.start()
    await identity.signIn()
    const state = lastRedirect().searchParams.get('state')
    expect(pending()).toEqual([`kc-callback-${state}`])
    const { expires } = JSON.parse(localStorage.getItem(pending()[0]!)!)
    expect(Math.round((expires - Date.now()) / 60_000)).toBe(60)
    localStorage.setItem(pending()[0]!, JSON.stringify({ state, expires: Date.now() - 1 }))
    await identity.signIn()
    expect(pending()).not.toContain(`kc-callback-${state}`)
  })

  test('«The token is refreshed ahead of expiry» (5 seconds), «forced when the minimum-validity argument is -1»', async () => {
    answer = () => Response.json(tokens({ seconds: 7 }))
    const { identity, keycloak } = await signedIn()
    const first = await identity.token()
    expect(grants).toEqual([])
    jest.useFakeTimers({ now: Date.now() + 4000, doNotFake: ['queueMicrotask', 'nextTick', 'setTimeout', 'setImmediate'] })
    answer = () => Response.json(tokens({ more: { jti: 'nueva' } }))
    expect(await identity.token()).not.toBe(first)
    expect(grants.map((grant) => Object.fromEntries(grant))).toEqual([
      { grant_type: 'refresh_token', refresh_token: expect.any(String), client_id: 'cuadre-web' },
    ])
    expect(await keycloak.updateToken(5)).toBe(false)
    expect(await keycloak.updateToken(-1)).toBe(true)
  })

  test('«Session status is polled periodically when the session iframe is enabled.»', async () => {
    const { identity } = await signedIn({ checkLoginIframeInterval: 0.02 as number })
    const left = jest.fn()
    identity.onSignedOut(left)
    let asked = 0
    frames.session = () => (++asked < 3 ? 'unchanged' : 'changed')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([asked, left.mock.calls.length]).toEqual([3, 1])
  })

  describe('«Session status is polled …»: where a session is expected it is asked for at once, and watched five seconds later', () => {
    const expected = async (more: object = {}) => {
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
      const back = await comeBack({ isSessionExpected: true, ...more } as KeycloakInitOptions)
      frames.session = () => {
        throw new Error('asked before')
      }
      expect(await back.identity.start()).toBe(true)
      expect(document.querySelectorAll('iframe[title=keycloak-session-iframe]')).toHaveLength(0)
      grants = []
      const left = jest.fn()
      back.identity.onSignedOut(left)
      const pass = () => jest.advanceTimersByTimeAsync(5000)
      return { ...back, left, pass }
    }
    /** Says from then on how often it was asked. */
    const watched = (says: (time: number) => string) => {
      let times = 0
      frames.session = () => says(++times)
      return () => times
    }

    test('by another client, with the same tokens, which renews them from then on', async () => {
      const { identity, made, left, pass } = await expected()
      const before = await identity.token()
      const asked = watched(() => 'unchanged')
      await pass()
      expect([asked(), await identity.token(), left.mock.calls.length, grants.length]).toEqual([1, before, 0, 0])
      await pass()
      expect(asked()).toBe(2)
      answer = () => Response.json(tokens({ more: { jti: 'nueva' } }))
      await made.at(-1)!.updateToken(-1)
      expect(await identity.token()).toBe(made.at(-1)!.token)
      expect(await identity.token()).not.toBe(before)
    })

    test.each([1, 2])('whoever has signed out elsewhere is told, at look %i', async (last) => {
      const { identity, left, pass } = await expected()
      watched((time) => (time < last ? 'unchanged' : 'changed'))
      for (let look = 0; look < last; look++) await pass()
      expect([left.mock.calls.length, await identity.token(), identity.idToken()]).toEqual([1, undefined, undefined])
    })

    test('an iframe that does not work leaves who is signed in as they are', async () => {
      const { identity, left, pass } = await expected()
      const before = await identity.token()
      watched(() => 'error')
      await pass()
      expect([left.mock.calls.length, await identity.token()]).toEqual([0, before])
    })

    test('tokens that are renewed while the iframe is asked are not given up for those of before', async () => {
      const { identity, keycloak, made, pass } = await expected()
      const renewed = jwt({ exp: now() + 3900, jti: 'nueva' })
      const asked = watched((time) => {
        // What it answers comes after the renewal.
        if (time === 1) keycloak.refreshToken = renewed
        return 'unchanged'
      })
      await pass()
      expect(asked()).toBe(2)
      expect(made.map(({ refreshToken }) => refreshToken)).toEqual([renewed, undefined, renewed])
      expect(await identity.token()).toBe(keycloak.token)
    })

    test('nor those that are on their way when it is asked', async () => {
      answer = () => Response.json(tokens({ seconds: 9 }))
      const { identity, made, pass } = await expected()
      watched(() => 'unchanged')
      let renew = (_: Response) => {}
      const late = new Promise<Response>((resolve) => {
        renew = resolve
      })
      answer = () => late
      // Five seconds before its end it is renewed.
      await jest.advanceTimersByTimeAsync(4900)
      const asked = identity.token()
      await pass()
      expect(grants).toHaveLength(1)
      const renewed = tokens({ more: { jti: 'nueva' } })
      renew(Response.json(renewed))
      expect(await asked).toBe(renewed.access_token)
      await pass()
      expect([made.length, made.at(-1)!.refreshToken, await identity.token()]).toEqual([3, renewed.refresh_token, renewed.access_token])
    })

    test('nobody is watched who has signed out before', async () => {
      const { identity, made, pass } = await expected()
      identity.clear()
      await pass()
      expect(made).toHaveLength(1)
    })

    test('nor where it is switched off', async () => {
      const { made, pass } = await expected({ checkLoginIframe: false })
      await pass()
      expect(made).toHaveLength(1)
    })
  })

  test('«If the browser blocks third-party cookies, session polling is switched off and silent sign-on falls back to a redirect.»', async () => {
    frames = { cookies: 'unsupported', session: 'changed', silent: () => '' }
    await client().identity.start()
    expect(lastRedirect().searchParams.get('prompt')).toBe('none')
    expect([...document.querySelectorAll('iframe')].map(({ title }) => title)).toEqual([])
  })

  test.each([
    ['nobody is found', 'error=login_required', false],
    ['somebody is', 'code=c1', true],
  ])('… and the page that was open is open again: %s', async (_case, said, found) => {
    frames = { cookies: 'unsupported' }
    history.replaceState(null, '', '/paises?page=2')
    const nonces = rememberNonces()
    // It leaves the page and never learns the result.
    const leaving = client()
    jest.spyOn(leaving.keycloak, 'login').mockImplementation(async (login) => {
      redirects.push(await leaving.keycloak.createLoginUrl(login))
      return new Promise(() => {})
    })
    void leaving.identity.start()
    while (!redirects.length) await new Promise((resolve) => setTimeout(resolve, 5))
    const state = lastRedirect().searchParams.get('state')!
    answer = () => Response.json(tokens({ nonce: nonces.get(state)! }))
    const places: string[] = []
    const moved = () => places.push(location.pathname + location.search + location.hash)
    window.addEventListener('popstate', moved)
    history.replaceState(null, '', `/#${said}&state=${state}`)
    const look = client().identity.start()
    // Before the user is found, because the root would redirect them to their home page.
    expect(places).toEqual([`/paises?page=2#${said}&state=${state}`])
    expect(await look).toBe(found)
    expect(places.slice(1)).toEqual(['/paises?page=2'])
    window.removeEventListener('popstate', moved)
    expect([redirects.length, { ...sessionStorage }]).toEqual([1, {}])
  })

  test('«After a successful refresh or new token, the token is pushed into the application state.»', async () => {
    answer = () => Response.json(tokens({ seconds: 4, more: { jti: 'primera' } }))
    const { identity, keycloak } = await signedIn()
    answer = () => Response.json(tokens({ more: { jti: 'segunda' } }))
    const given = await identity.token()
    expect(JSON.parse(atob(given!.split('.')[1]!))).toMatchObject({ jti: 'segunda' })
    expect(given).toBe(keycloak.token)
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('eyJ')
  })

  test('§3 the decoded token: subject, session, times, roles, and the clock difference', async () => {
    const { keycloak } = await signedIn()
    expect([keycloak.subject, keycloak.sessionId, keycloak.hasRealmRole('CONTROL'), keycloak.hasRealmRole('AUDITOR')]).toEqual([
      'u1',
      's1',
      true,
      false,
    ])
    expect([keycloak.hasResourceRole('leer', 'otro'), keycloak.hasResourceRole('leer')]).toEqual([true, false])
    expect(keycloak.timeSkew).toBe(0)
  })
})

describe('§5 Identity client configuration', () => {
  test.each([
    ['«Response mode must be query or fragment.»', 'responseMode', ['query', 'fragment'], 'form_post', 'Invalid value for responseMode'],
    ['«Flow must be standard, implicit or hybrid.»', 'flow', ['standard', 'implicit', 'hybrid'], 'password', 'Invalid value for flow'],
    ['«PKCE method must be S256 or false.»', 'pkceMethod', ['S256', false], 'plain', 'Invalid value for pkceMethod'],
    ['«On-load must be check-sso or login-required.»', 'onLoad', ['check-sso', 'login-required'], 'always', 'Invalid value for onLoad'],
    [
      '«Adapter must be default, cordova or cordova-native.»',
      'adapter',
      ['default', 'cordova', 'cordova-native'],
      'x',
      'invalid adapter type',
    ],
  ])('%s', (_line, name, right, wrong, message) => {
    for (const value of right) expect(() => createIdentity(config, { [name]: value })).not.toThrow()
    expect(() => createIdentity(config, { [name]: wrong })).toThrow(message)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('«The login scope always includes openid.»', async () => {
    const { identity } = client()
    await identity.start()
    await identity.signIn()
    expect(lastRedirect().searchParams.get('scope')).toBe('openid')
    await identity.signIn({ scope: 'perfil' })
    expect(lastRedirect().searchParams.get('scope')?.split(' ')).toContain('openid')
  })

  test('§7 «Browser redirect to the authorize endpoint with …»', async () => {
    const { identity } = client()
    await identity.start()
    await identity.signIn({
      prompt: 'login',
      maxAge: 60,
      loginHint: 'rpena',
      idpHint: 'otro',
      action: 'UPDATE_PASSWORD',
      locale: 'es',
      acr: { values: ['2'], essential: true },
    })
    expect(Object.fromEntries(lastRedirect().searchParams)).toMatchObject({
      client_id: 'cuadre-web',
      redirect_uri: `${location.origin}/`,
      response_mode: 'fragment',
      response_type: 'code',
      prompt: 'login',
      max_age: '60',
      login_hint: 'rpena',
      kc_idp_hint: 'otro',
      kc_action: 'UPDATE_PASSWORD',
      ui_locales: 'es',
      claims: '{"id_token":{"acr":{"values":["2"],"essential":true}}}',
      code_challenge_method: 'S256',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    await identity.signOut()
    expect(Object.fromEntries(lastRedirect().searchParams)).toEqual({
      client_id: 'cuadre-web',
      post_logout_redirect_uri: `${location.origin}/gracias`,
      ui_locales: 'es',
      theme: 'light',
    })
  })

  test('the provider of another origin is told of the theme, and of the language also where one signs out', async () => {
    const root = document.documentElement
    root.dataset.theme = 'dark'
    root.lang = 'en'
    const { identity } = client()
    await identity.start()
    await identity.signIn()
    expect(lastRedirect().searchParams.get('theme')).toBe('dark')
    await identity.signOut()
    expect([lastRedirect().searchParams.get('theme'), lastRedirect().searchParams.get('ui_locales')]).toEqual(['dark', 'en'])
    delete root.dataset.theme
    root.removeAttribute('lang')
    await identity.signIn()
    expect(lastRedirect().searchParams.get('theme')).toBe('light')
  })

  test.each([
    ['two parts', 'a.b'],
    ['four parts', `${jwt({})}.x`],
  ])('«A token must have three dot-separated parts»: %s', async (_case, access_token) => {
    const body = access_token === 'a.b' ? jwt({ sub: 'u1' }).split('.').slice(0, 2).join('.') : access_token
    answer = () => Response.json({ ...tokens(), access_token: body })
    const { identity, keycloak } = await comeBack()
    expect(await identity.start()).toBe(false)
    expect([keycloak.token, await identity.token()]).toEqual([undefined, undefined])
  })

  test.each([
    ['payload not found', 'una-sola-parte', 'Unable to decode token, payload not found.'],
    ['not valid Base64URL', 'a.?!*.c', 'Unable to decode token, payload is not a valid Base64URL value.'],
    ['not valid JSON', `a.${base64url('{nada')}.c`, 'Unable to decode token, payload is not a valid JSON value.'],
  ])('§5 and §8 «… with a Base64URL JSON payload»: %s', async (_case, access_token, message) => {
    answer = () => Response.json({ ...tokens(), access_token })
    const { identity, keycloak } = await comeBack()
    const rejected = jest.spyOn(keycloak, 'init')
    expect(await identity.start()).toBe(false)
    await expect(rejected.mock.results[0]!.value).rejects.toThrow(message)
  })

  test('«A callback is accepted only if its state matches a stored pending login.»', async () => {
    const { identity } = await comeBack({}, { state: 'inventado' })
    expect(await identity.start()).toBe(false)
    expect(grants).toEqual([])
  })

  test.each([
    ['origin', { origin: 'http://evil.example' }],
    ['window', { foreign: true }],
  ])('«An iframe message is accepted only from the expected origin and window»: another %s', async (_case, strange) => {
    const { identity } = await signedIn()
    const left = jest.fn()
    identity.onSignedOut(left)
    Object.assign(frames, strange, { session: 'changed' })
    void identity.token()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(left).not.toHaveBeenCalled()
  })

  test('«The PKCE verifier is 96 random alphanumeric characters.»', async () => {
    const { identity } = client()
    await identity.start()
    await identity.signIn()
    await identity.signIn()
    const verifiers = pending().map((key) => JSON.parse(localStorage.getItem(key)!).pkceCodeVerifier)
    expect(verifiers).toEqual([expect.stringMatching(/^[A-Za-z0-9]{96}$/), expect.stringMatching(/^[A-Za-z0-9]{96}$/)])
    expect(verifiers[0]).not.toBe(verifiers[1])
  })
})

describe('§8 messages and behaviour on errors', () => {
  test("'Not authenticated', 'Invalid minValidity'", async () => {
    const { identity, keycloak } = client()
    await identity.start()
    expect(() => keycloak.isTokenExpired()).toThrow('Not authenticated')
    const back = await signedIn()
    expect(() => back.keycloak.isTokenExpired('pronto' as unknown as number)).toThrow('Invalid minValidity')
  })

  test("'Not supported by the OIDC server'", async () => {
    const plain = new Keycloak({
      clientId: 'cuadre-web',
      oidcProvider: { authorization_endpoint: `${PROVIDER}/auth`, token_endpoint: `${PROVIDER}/token` } as never,
    })
    const identity = createIdentity(config, { checkLoginIframe: false, onLoad: undefined as never }, () => plain)
    await identity.start()
    expect(() => plain.createLogoutUrl()).toThrow('Not supported by the OIDC server')
    await expect(plain.loadUserInfo()).rejects.toThrow('Not supported by the OIDC server')
  })

  test("'Web Crypto API is not available.', 'Failed to generate PKCE challenge.'", async () => {
    const { identity } = client()
    await identity.start()
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true })
    await expect(identity.signIn()).rejects.toThrow('Web Crypto API is not available.')
    Object.defineProperty(globalThis, 'crypto', { value: { randomUUID: () => 'x' }, configurable: true })
    await expect(identity.signIn()).rejects.toMatchObject({
      message: 'Failed to generate PKCE challenge.',
      cause: { message: 'Web Crypto API is not available.' },
    })
  })

  test("'Timeout when waiting for 3rd party check iframe message.': then over a redirect, without frames", async () => {
    frames = {}
    const { identity, keycloak, made } = client({ messageReceiveTimeout: 30 })
    const rejected = jest.spyOn(keycloak, 'init')
    expect(await identity.start()).toBe(false)
    await expect(rejected.mock.results[0]!.value).rejects.toThrow('Timeout when waiting for 3rd party check iframe message.')
    expect([made.length, lastRedirect().searchParams.get('prompt')]).toEqual([2, 'none'])
  })

  test('where frames do not answer, who comes back from the provider is signed in all the same, and hears of the end', async () => {
    const back = await comeBack({ messageReceiveTimeout: 30 })
    frames = {}
    const left = jest.fn()
    back.identity.onSignedOut(left)
    expect(await back.identity.start()).toBe(true)
    expect(await back.identity.token()).toBe(back.made[1]!.token)
    back.identity.clear()
    expect(left).toHaveBeenCalledTimes(1)
  })

  test('«Authorize error without prompt none: error and description go to an error callback.»', async () => {
    const { identity } = await comeBack({}, { answer: 'error=access_denied&error_description=no' })
    const failed = jest.fn()
    identity.onError(failed)
    expect(await identity.start()).toBe(false)
    expect(failed.mock.calls).toEqual([[{ error: 'access_denied', error_description: 'no' }]])
  })

  test('«If the description is authentication_expired, the login restarts.»', async () => {
    const { identity } = await comeBack({}, { answer: 'error=temporarily_unavailable&error_description=authentication_expired' })
    redirects = []
    await identity.start()
    expect(lastRedirect().pathname).toBe('/realms/corp/protocol/openid-connect/auth')
  })

  test('«Authorize error with prompt none: the user is deemed not signed in, treated as success without authentication.»', async () => {
    frames.session = 'changed'
    frames.silent = (url) => `${location.origin}/silent-check-sso.html#error=login_required&state=${url.searchParams.get('state')}`
    const { identity, keycloak } = client()
    const failed = jest.fn()
    identity.onError(failed)
    const initialised = jest.spyOn(keycloak, 'init')
    expect(await identity.start()).toBe(false)
    await expect(initialised.mock.results[0]!.value).resolves.toBe(false)
    expect(failed).not.toHaveBeenCalled()
  })

  test('«Failed code exchange: the error callback fires.»', async () => {
    answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    const { identity } = await comeBack()
    const failed = jest.fn()
    identity.onError(failed)
    expect(await identity.start()).toBe(false)
    expect(failed).toHaveBeenCalledTimes(1)
  })
})

describe('§7 identity provider calls', () => {
  test('«POST (form-encoded) to the token endpoint with grant_type authorization_code, code, client id, redirect uri and code verifier»', async () => {
    const { identity } = await comeBack()
    await identity.start()
    expect(Object.fromEntries(grants[0]!)).toEqual({
      grant_type: 'authorization_code',
      code: 'c1',
      client_id: 'cuadre-web',
      redirect_uri: `${location.origin}/`,
      code_verifier: expect.stringMatching(/^[A-Za-z0-9]{96}$/),
    })
    const [url, init] = jest.mocked(fetch).mock.calls[0]!
    expect([String(url), init!.method]).toEqual([`${PROVIDER}/realms/corp/protocol/openid-connect/token`, 'POST'])
    expect(init!.body).toBeInstanceOf(URLSearchParams)
  })

  test('«GET the well-known configuration when a provider address is configured.»', async () => {
    const plain = new Keycloak({ clientId: 'cuadre-web', oidcProvider: `${PROVIDER}/otro/` })
    answer = () => Response.json({ authorization_endpoint: `${PROVIDER}/entrar`, token_endpoint: `${PROVIDER}/token` })
    await createIdentity(config, { checkLoginIframe: false, onLoad: undefined as never }, () => plain).start()
    expect(String(jest.mocked(fetch).mock.calls[0]![0])).toBe(`${PROVIDER}/otro/.well-known/openid-configuration`)
    expect((await plain.createLoginUrl()).startsWith(`${PROVIDER}/entrar?`)).toBe(true)
  })

  test('«GET the account endpoint and the user-info endpoint, with a bearer token.»', async () => {
    const { keycloak } = await signedIn()
    jest.mocked(fetch).mockClear()
    answer = () => Response.json({ username: 'rpena', sub: 'u1' })
    expect([await keycloak.loadUserProfile(), await keycloak.loadUserInfo()]).toEqual([
      { username: 'rpena', sub: 'u1' },
      { username: 'rpena', sub: 'u1' },
    ])
    const asked = jest.mocked(fetch).mock.calls.map(([url, init]) => [String(url), new Headers(init!.headers).get('authorization')])
    const bearer = expect.stringMatching(new RegExp(`^bearer ${keycloak.token!.replaceAll('.', '\\.')}$`, 'i'))
    expect(asked).toEqual([
      [`${PROVIDER}/realms/corp/account`, bearer],
      [`${PROVIDER}/realms/corp/protocol/openid-connect/userinfo`, bearer],
    ])
  })

  test('«Logout: GET redirect or POST form to the logout endpoint with id_token_hint, client id and post_logout_redirect_uri.»', async () => {
    const back = await signedIn()
    await back.identity.signOut()
    const asked = { id_token_hint: back.keycloak.idToken, client_id: 'cuadre-web', post_logout_redirect_uri: `${location.origin}/gracias` }
    // With the language and the theme of the page, which are ours to add.
    expect(Object.fromEntries(lastRedirect().searchParams)).toEqual({ ...asked, ui_locales: 'es', theme: 'light' })
    const form = await signedIn({ adapter: 'default', logoutMethod: 'POST' })
    const sent: (readonly [string, string, object])[] = []
    jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      sent.push([this.method, this.action, Object.fromEntries([...this.querySelectorAll('input')].map(({ name, value }) => [name, value]))])
    })
    await form.identity.signOut()
    expect(sent).toEqual([
      ['post', `${PROVIDER}/realms/corp/protocol/openid-connect/logout`, { ...asked, id_token_hint: form.keycloak.idToken }],
    ])
  })
})

describe('§9 constants of the identity client', () => {
  test('«Default response mode is fragment, flow is standard, PKCE S256, logout method GET, and silent check-sso fallback is on.»', async () => {
    const { identity, keycloak } = client()
    const initialised = jest.spyOn(keycloak, 'init')
    await identity.start()
    expect(initialised.mock.calls[0]![0]).toMatchObject({
      responseMode: 'fragment',
      flow: 'standard',
      pkceMethod: 'S256',
      logoutMethod: 'GET',
      silentCheckSsoFallback: true,
      messageReceiveTimeout: 10_000,
    })
    expect([keycloak.responseMode, keycloak.responseType, keycloak.flow]).toEqual(['fragment', 'code', 'standard'])
  })

  test('«Pending login record and cookie fallback: 60 minutes.»', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no storage')
    })
    const cookies = jest.spyOn(document, 'cookie', 'set')
    const { keycloak } = client()
    const started = keycloak.init({ checkLoginIframe: false })
    await started
    const state = new URL(await keycloak.createLoginUrl()).searchParams.get('state')
    full.mockRestore()
    const [cookie] = cookies.mock.calls.at(-1)!
    expect(cookie.startsWith(`kc-callback-${state}={`)).toBe(true)
    const expires = Date.parse(/expires=([^;]+)/.exec(cookie)![1]!)
    expect(Math.round((expires - Date.now()) / 60_000)).toBe(60)
  })

  test('«Default minimum token validity: 5 seconds.»', async () => {
    answer = () => Response.json(tokens({ seconds: 6 }))
    const { keycloak } = await signedIn()
    expect(await keycloak.updateToken()).toBe(false)
    jest.useFakeTimers({ now: Date.now() + 2000, doNotFake: ['queueMicrotask', 'nextTick', 'setTimeout', 'setImmediate'] })
    expect(await keycloak.updateToken()).toBe(true)
  })

  test('«Native-app default redirect: a localhost address», and §8 «browser window closed: reason closed_by_user»', async () => {
    const opened: string[] = []
    let exit = () => {}
    const cordova = {
      InAppBrowser: {
        open: (url: string) => {
          opened.push(url)
          const addEventListener = (name: string, listener: () => void) => {
            if (name === 'exit') exit = listener
          }
          return { close: () => {}, addEventListener }
        },
      },
    }
    Object.assign(window, { cordova })
    const identity = createIdentity(config, { adapter: 'cordova', onLoad: undefined as never, checkLoginIframe: false })
    await identity.start()
    const entering = identity.signIn()
    while (opened.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(new URL(opened[0]!).searchParams.get('redirect_uri')).toBe('http://localhost')
    exit()
    await expect(entering).rejects.toEqual({ reason: 'closed_by_user' })
    Reflect.deleteProperty(window, 'cordova')
  })
})

/** The library removes a pending login from the storage before it requests tokens. */
function rememberNonces() {
  const nonces = new Map<string, string>()
  const set = Storage.prototype.setItem
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, value: string) {
    if (key.startsWith('kc-callback-')) nonces.set(key.slice(12), JSON.parse(value).nonce)
    set.call(this, key, value)
  })
  return nonces
}
