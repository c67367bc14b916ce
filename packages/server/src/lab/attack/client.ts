import { createHash, randomBytes } from 'node:crypto'

/** What an attacker has: an address, and HTTP. */
export type Tokens = { access_token: string; refresh_token: string; id_token: string }
export type SignedIn = { user: string; token: string; since: number; tokens: Tokens; code: string; verifier: string; jar: Jar }
type Jar = Map<string, { value: string; path: string }>
export type Told = { status: number; headers: Headers; text: string; json: () => Record<string, unknown> }

const CLIENT = 'cuadre-web'
const RENEW_MS = 180_000

export function createClient(origin: string) {
  const oidc = `${origin}/realms/corp/protocol/openid-connect`

  async function ask(url: string, init: RequestInit & { jar?: Jar } = {}): Promise<Told> {
    const { jar, ...rest } = init
    const address = new URL(url, origin)
    const headers = new Headers(rest.headers)
    const cookies = [...(jar ?? [])]
      .filter(([, { path }]) => address.pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...rest, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...flags] = line.split('; ')
      const path = flags.find((flag) => flag.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value) jar?.set(`${name} ${path}`, { value, path })
      else jar?.delete(`${name} ${path}`)
    }
    // A stream of events never ends.
    const stream = answer.headers.get('content-type')?.includes('event-stream')
    const text = stream ? '' : Buffer.from(await answer.arrayBuffer()).toString('latin1')
    if (stream) await answer.body?.cancel()
    return { status: answer.status, headers: answer.headers, text, json: () => parsed(text) }
  }

  /** Follows redirects within the origin; answers the page, or the address outside the provider. */
  async function open(url: string, jar: Jar, init: RequestInit = {}) {
    let at = new URL(url, origin).href
    let answer = await ask(at, { ...init, jar })
    for (let hop = 0; hop < 10 && answer.headers.get('location'); hop++) {
      at = new URL(answer.headers.get('location')!, at).href
      if (!new URL(at).pathname.startsWith('/realms/')) break
      answer = await ask(at, { jar })
    }
    return { ...answer, url: at }
  }

  function authorization(more: Record<string, string | undefined> = {}) {
    const verifier = randomBytes(48).toString('base64url')
    const given = {
      client_id: CLIENT,
      redirect_uri: `${origin}/`,
      state: 's',
      nonce: 'n',
      response_mode: 'fragment',
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }
    const params = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return { verifier, url: `${oidc}/auth?${new URLSearchParams(params)}` }
  }

  const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(`${oidc}/token`, { method: 'POST', body: new URLSearchParams({ client_id: CLIENT, ...form }), headers: { origin, ...headers } })
  const exchange = (code: string, verifier: string) =>
    token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: `${origin}/` })
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })

  /** The provider's page as a person fills it in. */
  async function enter(user: string, password: string, jar: Jar = new Map()) {
    const { verifier, url } = authorization()
    const page = await open(url, jar)
    const end = page.url.includes('#')
      ? page
      : await open(page.url, jar, { method: 'POST', body: new URLSearchParams({ username: user, password }) })
    return { ...end, jar, verifier, answer: new URLSearchParams(end.url.split('#')[1] ?? '') }
  }
  async function signIn(user: string, password: string): Promise<SignedIn> {
    const { answer, verifier, jar, text } = await enter(user, password)
    const code = answer.get('code')
    if (!code) throw new Error(`${user} cannot sign in: ${text.slice(0, 200)}`)
    const tokens = (await exchange(code, verifier)).json() as Tokens
    const signedIn = { user, token: tokens.access_token, since: performance.now(), tokens, code, verifier, jar }
    await call(signedIn, 'POST', '/auth/login', {})
    return signedIn
  }

  /** An access token lives for five minutes, which an attack on a busy machine takes longer than. */
  async function keepSignedIn(as: SignedIn) {
    if (performance.now() - as.since < RENEW_MS) return
    as.since = performance.now()
    as.tokens = (await refresh(as.tokens.refresh_token)).json() as Tokens
    as.token = as.tokens.access_token
  }

  /** A call of the API. */
  async function call(
    as: { token: string } | SignedIn | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    if (as && 'since' in as) await keepSignedIn(as)
    return ask(`/api${path}`, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  return { origin, oidc, ask, open, authorization, token, exchange, refresh, enter, signIn, call }
}
export type Client = ReturnType<typeof createClient>

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))
  } catch {
    return {}
  }
}

/** The rows of a list. */
export const rowsOf = (told: Told): Record<string, unknown>[] => {
  const body = told.json() as { data?: Record<string, unknown>[] } | Record<string, unknown>[]
  return Array.isArray(body) ? body : (body.data ?? [])
}
