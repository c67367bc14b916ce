import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pageLink } from '@cuadre/api/pages'
import type { Client, SignedIn } from './client.ts'
import type { Report } from './report.ts'

/** What every answer says of itself, and what no header changes. */
export async function attackHeaders(client: Client, report: Report, person: SignedIn) {
  const { origin, ask, call } = client
  const page = await ask(pageLink('/sign-in'))
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    report.check(policy.includes(part), `the page's policy lacks ${part}`)
  report.check(!/script-src[^;]*'unsafe/.test(policy), 'scripts may stand in the page')
  for (const [name, value] of [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
  ] as const)
    report.check(page.headers.get(name) === value, `the page's ${name} is ${page.headers.get(name)}`)
  const me = await call(person, 'GET', '/me')
  report.check(me.headers.get('cache-control') === 'no-store', 'personal data may be kept by a cache')
  report.check(me.headers.get('x-content-type-options') === 'nosniff', 'the type of an answer may be guessed')
  for (const from of ['https://evil.example', 'null', `${origin}.evil.example`]) {
    const { headers } = await call(person, 'GET', '/me', undefined, { origin: from })
    report.check(![from, '*'].includes(headers.get('access-control-allow-origin') ?? ''), `another origin reads the API: ${from}`)
  }
  for (const headers of [
    { 'x-http-method-override': 'DELETE' },
    { 'x-original-url': '/api/user' },
    { 'x-rewrite-url': '/api/user' },
    { 'x-user-id': '1', 'x-role': '6' },
    { cookie: 'KEYCLOAK_SESSION=corp/x/y; role=6' },
  ] as Record<string, string>[]) {
    const { status } = await call(undefined, 'GET', '/me', undefined, headers)
    report.check(status === 401, `${JSON.stringify(headers)} lets in: ${status}`)
  }
  const long = await call(person, 'GET', '/me', undefined, { 'x-long': 'x'.repeat(20_000) })
  report.check(long.status === 431, `a header of 20 kB: ${long.status}`)
  for (const path of ['/api/nada', '/api/', '/api/.env']) {
    const answer = await ask(path)
    report.check(answer.status === 404 && typeof answer.json().code === 'string', `${path} is ${answer.status} and no error of ours`)
  }
  for (const path of [
    '/metrics',
    '/.env',
    '/.git/config',
    '/package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/server.js.map',
  ]) {
    const { status, text } = await ask(path)
    // What has no extension may be a page of the application: then it is that, and nothing else.
    report.check(status === 404 || text.includes('<title>Cuadre</title>'), `${path} is there`)
  }
  for (const method of ['TRACE', 'PUT', 'OPTIONS']) {
    const answer = await ask('/api/me', { method: method === 'TRACE' ? 'SEARCH' : method }).catch(() => undefined)
    report.check(!answer || answer.status >= 400, `${method} of /api/me: ${answer?.status}`)
  }
}

/** How much, how often, how fast, and for whom what is stored is readable. */
export async function attackLimits(
  client: Client,
  report: Report,
  person: SignedIn,
  again: () => Promise<SignedIn>,
  dataDir: string | undefined,
) {
  const { call } = client
  for (const [what, body] of [
    ['100 kB of words', JSON.stringify({ locale: 'x'.repeat(100_000) })],
    ['a megabyte of parts', `[${'{},'.repeat(350_000)}{}]`],
    ['a hundred thousand levels', '['.repeat(60_000)],
  ] as const) {
    const began = performance.now()
    const [{ status }, health] = await Promise.all([
      call(person, 'POST', '/me/locale', body, { 'content-type': 'application/json' }),
      client.ask('/healthz').then(() => performance.now() - began),
    ])
    report.check([413, 422].includes(status), `${what}: ${status}`)
    report.check(health < 500, `${what} keep others waiting ${Math.round(health)} ms`)
  }
  // A limit is the person's, over new tokens and other letters. Its minute began as the person signed in: what is left of it must be
  // enough for the calls that follow, or they would be counted as those of two minutes.
  const left = Number((await call(person, 'POST', '/auth/login', {})).headers.get('x-ratelimit-reset'))
  report.check(left > 0 && left <= 60, `a minute has ${left} seconds left`)
  if (left < 30) await new Promise((resolve) => setTimeout(resolve, (left + 1) * 1000))
  let last = 0
  for (let n = 0; n < 125 && last !== 429; n++) last = (await call(person, 'POST', '/auth/login', {})).status
  report.check(last === 429, `the 125th opening of a session: ${last}`)
  const other = await again()
  report.check((await call(other, 'POST', '/auth/login', {})).status === 429, 'a new token begins a new limit')
  const letters = await call(undefined, 'POST', '/auth/login', {}, { authorization: `bEARER ${person.token}` })
  report.check(letters.status === 429, 'other letters begin a new limit')
  // What is public, by address; a header is not one.
  const write = (n: number) =>
    call(
      undefined,
      'POST',
      '/user/send-support-email',
      { NOMBRE: 'Ana Ruiz', email: `ana${n}@fuera.example`, ASUNTO: 'No puedo entrar', MENSAJE: 'La página dice que no existe.' },
      { 'x-forwarded-for': `10.0.0.${n}` },
    )
  let refused = 0
  for (let n = 0; n < 12; n++) if ((await write(n)).status === 429) refused++
  report.check(refused >= 6, `of twelve letters to support ${refused} are refused`)
  for (const field of [{ ASUNTO: 'Hola\r\nBcc: todos@corporacion.example' }, { NOMBRE: 'Ana\u202eziuR' }]) {
    const body = {
      NOMBRE: 'Ana Ruiz',
      email: 'ana@fuera.example',
      ASUNTO: 'No puedo entrar',
      MENSAJE: 'La página dice que no existe.',
      ...field,
    }
    report.check(
      [422, 429].includes((await call(undefined, 'POST', '/user/send-support-email', body)).status),
      `${JSON.stringify(field)} is taken`,
    )
  }
  if (!dataDir || process.platform === 'win32') return
  // The folder shuts out everybody from all that is in it; what is written is shut by itself too.
  const mail = join(dataDir, 'mail')
  for (let wait = 0; wait < 10 && !existsSync(mail); wait++) await new Promise((resolve) => setTimeout(resolve, 1000))
  const paths = [dataDir, mail, ...readdirSync(mail).map((name) => join(mail, name))]
  const open = paths.filter((path) => statSync(path).mode & 0o077)
  report.check(open.length === 0, `readable for others: ${open.slice(0, 5).join(', ')}`)
}
