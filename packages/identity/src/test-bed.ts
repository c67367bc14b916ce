import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { jest } from '@jest/globals'
import { decodeJwt } from 'jose'
import { createIdentity, type IdentityEvent, type IdentityOptions, type Sql } from './index.ts'
import { migrate } from './schema.ts'

export const APP = 'http://localhost:4002'
export const PASSWORD = 'correcta caballo 9'

// A database in memory takes a second to start, more when the machine is busy.
jest.setTimeout(240_000)

/** Of @cuadre/build/jest/pglite. */
const { openEmbedded } = globalThis as unknown as { openEmbedded: (options?: PGliteOptions) => Promise<PGlite> }

export type Bed = Awaited<ReturnType<typeof startBed>>

/** The provider on a free port with a database in memory and one person, Ana, who signs in. */
export async function startBed(changes: Partial<IdentityOptions> = {}) {
  const db = await openEmbedded({ loadDataDir: await image() })
  const sql: Sql = (text, params) => db.query<Record<string, unknown>>(text, params)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const local = `http://localhost:${(server.address() as AddressInfo).port}/realms/corp`
  const { issuer = local } = changes
  const events: IdentityEvent[] = []
  const options: IdentityOptions = {
    clientId: 'cuadre-web',
    audience: 'corp-api',
    appOrigins: [APP],
    sql,
    rolesOf: async () => ['ANALISTA'],
    sessionLimits: async () => ({ idleMinutes: 65, maxMinutes: 600 }),
    log: (event) => events.push(event),
    ...changes,
    issuer,
  }
  const identity = await createIdentity(options)
  server.on('request', identity.handler)
  const { sub } = await identity.accounts.create({
    username: 'ana',
    email: 'ana@corporacion.example',
    name: 'Ana Pérez',
    password: PASSWORD,
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await db.close()
  }
  return { identity, local, issuer, options, sql, events, ana: sub, server, close }
}

/** A migrated database that each begins as a copy of, made once: creating one takes longer than everything else in starting the provider. */
async function image() {
  const schema = createHash('sha256').update(readFileSync(new URL('schema.ts', import.meta.url)))
  const path = join(tmpdir(), `cuadre-identity-${schema.digest('hex').slice(0, 16)}.tar`)
  if (!existsSync(path)) {
    const db = await openEmbedded()
    await migrate((text, params) => db.query<Record<string, unknown>>(text, params))
    await db.exec('checkpoint')
    const copy = await db.dumpDataDir('none')
    // In one step, since other test files may look for it at this moment.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, new Uint8Array(await copy.arrayBuffer()))
    renameSync(draft, path)
    await db.close()
  }
  return new Blob([readFileSync(path)])
}

export type Answer = { status: number; headers: Headers; body: string; location: string; json: () => Record<string, unknown> }

/** Keeps cookies by path like a browser, and follows redirects as long as they stay with the provider. */
export function createBrowser(issuer: string) {
  const origin = new URL(issuer).origin
  const jar = new Map<string, { value: string; path: string; flags: string }>()

  async function request(address: string, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(address, origin)
    const cookies = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
    const headers = { accept: 'text/html', ...(cookies.length && { cookie: cookies.join('; ') }), ...init.headers }
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...flags] = line.split('; ')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      const path = flags.find((flag) => flag.startsWith('path='))?.slice(5) ?? '/'
      if (value && !/expires=Thu, 01 Jan 1970/.test(line)) jar.set(`${name} ${path}`, { value, path, flags: flags.join('; ') })
      else jar.delete(`${name} ${path}`)
    }
    const body = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body,
      location: response.headers.get('location') ?? '',
      json: () => JSON.parse(body),
    }
  }

  /** Ends at a page, or at the first address outside the provider. */
  async function open(address: string, init?: RequestInit): Promise<Answer & { url: string }> {
    let url = new URL(address, origin).href
    let answer = await request(url, init)
    for (let hop = 0; answer.location; hop++) {
      if (hop > 10) throw new Error(`redirected in circles: ${url}`)
      url = new URL(answer.location, url).href
      if (!url.startsWith(origin)) break
      answer = await request(url)
    }
    return { ...answer, url }
  }

  const post = (address: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    open(address, { method: 'POST', body: new URLSearchParams(form), headers })

  return { request, open, post, jar }
}

export type Browser = ReturnType<typeof createBrowser>

/** What keycloak-js does, by hand. */
export function createClient(bed: Bed, browser = createBrowser(bed.issuer)) {
  const { issuer } = bed
  const oidc = `${issuer}/protocol/openid-connect`

  function authorization(more: Record<string, string | undefined> = {}) {
    const verifier = randomBytes(48).toString('base64url')
    const params = {
      client_id: 'cuadre-web',
      redirect_uri: `${APP}/`,
      state: 's1',
      nonce: 'n1',
      response_mode: 'fragment',
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }
    const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return { verifier, url: `${oidc}/auth?${new URLSearchParams(given)}` }
  }

  const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.request(`${oidc}/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'cuadre-web', ...form }),
      headers: { origin: APP, accept: '*/*', ...headers },
    })

  const exchange = (code: string, verifier: string) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: `${APP}/`, code_verifier: verifier })

  const refresh = (refreshToken: unknown) => token({ grant_type: 'refresh_token', refresh_token: String(refreshToken) })

  async function signIn(more: Record<string, string | undefined> = {}, password = PASSWORD, username = 'ana') {
    const { verifier, url } = authorization(more)
    const page = await browser.open(url)
    const end = page.url.startsWith(APP) ? page : await browser.post(page.url, { username, password })
    return { ...end, verifier, answer: answerOf(end.url) }
  }

  async function tokens(more: Record<string, string | undefined> = {}) {
    const { answer, verifier } = await signIn(more)
    return tokensOf(await exchange(String(answer.get('code')), verifier))
  }

  const userinfo = (accessToken: string) => browser.request(`${oidc}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } })

  return { browser, oidc, authorization, token, exchange, refresh, signIn, tokens, userinfo }
}

/** The parameters the application would read from its address. */
export const answerOf = (url: string) => new URLSearchParams(url.split('#')[1] ?? '')

export function tokensOf(answer: Answer) {
  const { access_token, refresh_token, id_token } = answer.json() as Record<string, string>
  return {
    access: String(access_token),
    refresh: String(refresh_token),
    id: String(id_token),
    claims: decodeJwt(String(access_token)),
    idClaims: decodeJwt(String(id_token)),
  }
}

/** Only the clock stands still; timers and the network run on. Answers how to move it. */
export function holdClock() {
  jest.useFakeTimers({
    now: Date.now(),
    doNotFake: [
      'cancelAnimationFrame',
      'cancelIdleCallback',
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'requestIdleCallback',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  })
  const pass = (seconds: number) => void jest.setSystemTime(Date.now() + seconds * 1000)
  const release = () => void jest.useRealTimers()
  return { pass, release }
}
