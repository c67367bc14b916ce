import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { createAccounts } from './accounts.ts'
import { createArtifacts } from './artifacts.ts'
import { createAttempts } from './attempts.ts'
import { APP, answerOf, type Bed, createClient, holdClock, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
/** The accounts with the check of the sign-in page, for addresses that this machine does not have. */
const createIdentityParts = async ({ sql, events, options }: Bed) => ({
  accounts: createAccounts({
    sql,
    attempts: createAttempts(sql),
    artifacts: createArtifacts(sql),
    tellLocked: options.locked,
    log: (event) => events.push(event),
  }),
})

let clock: ReturnType<typeof holdClock>
beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed?.close())
beforeEach(async () => {
  clock = holdClock()
  await bed.identity.accounts.unlock(bed.ana)
  // They all come from one address, whose answers get slower with each failure.
  await bed.sql(`delete from identity.attempt where key like 'address@%'`)
  bed.events.length = 0
})
afterEach(() => clock.release())

const WRONG = 'El usuario o la contraseña no son correctos'

test('Ana signs in and the application receives its three tokens', async () => {
  const client = createClient(bed)
  const { answer, verifier } = await client.signIn()
  expect(Object.fromEntries(answer)).toMatchObject({ state: 's1', iss: bed.issuer, session_state: expect.any(String) })
  const response = await client.exchange(String(answer.get('code')), verifier)
  expect(response.status).toBe(200)
  const { access, refresh, claims, idClaims } = tokensOf(response)
  expect(decodeProtectedHeader(access)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  expect(claims).toMatchObject({
    iss: bed.issuer,
    aud: 'corp-api',
    sub: bed.ana,
    typ: 'Bearer',
    azp: 'cuadre-web',
    acr: '1',
    auth_time: expect.any(Number),
    sid: answer.get('session_state'),
    realm_access: { roles: ['ANALISTA'] },
    resource_access: {},
    preferred_username: 'ana',
    name: 'Ana Pérez',
    email: 'ana@corporacion.example',
  })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300)
  expect(idClaims).toMatchObject({ aud: 'cuadre-web', sub: bed.ana, nonce: 'n1', sid: claims.sid, acr: '1', preferred_username: 'ana' })
  expect(decodeJwt(refresh)).toMatchObject({ typ: 'Refresh', sid: claims.sid, azp: 'cuadre-web' })
  expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(true)
})

test('her e-mail serves as well as her user name, in any case', async () => {
  const { answer } = await createClient(bed).signIn({}, PASSWORD, 'ANA@corporacion.example')
  expect(answer.get('code')).toBeTruthy()
})

test('a wrong password, an unknown name and a disabled account get the same page', async () => {
  const { sub } = await bed.identity.accounts.create({ username: 'baja', email: 'baja@x.example', name: 'Baja', password: PASSWORD })
  await bed.identity.accounts.setEnabled(sub, false)
  const pages = await Promise.all([
    createClient(bed).signIn({}, 'otra contraseña'),
    createClient(bed).signIn({}, PASSWORD, 'xyz'),
    createClient(bed).signIn({}, PASSWORD, 'baja'),
  ])
  const plain = pages.map(({ body }) => body.replace(/value="(ana|xyz|baja)"/, 'value=""'))
  expect(plain[0]).toContain(WRONG)
  expect(plain[1]).toBe(plain[0])
  expect(plain[2]).toBe(plain[0])
})

test('whoever has forgotten the password is led to where the application sets a new one, in the language of the page', async () => {
  const client = createClient(bed)
  const { body } = await client.browser.open(client.authorization().url)
  expect(body).toContain(`<a href="${APP}/forgot-password?idioma=es">Olvidé mi contraseña</a>`)
  const inEnglish = await client.browser.open(client.authorization({ ui_locales: 'en' }).url)
  expect(inEnglish.body).toContain(`<a href="${APP}/forgot-password?idioma=en">I forgot my password</a>`)
})

test('an empty field is named, and the first one has the focus', async () => {
  const { body } = await createClient(bed).signIn({}, '', '')
  expect(body).toContain('Escriba su usuario o su correo.')
  expect(body).toContain('Escriba su contraseña.')
  expect(body).toMatch(/<input id="username"[^>]*autofocus/)
})

test('after five failures even the right password waits fifteen minutes', async () => {
  const client = createClient(bed)
  for (let failure = 0; failure < 5; failure++) expect((await client.signIn({}, 'no es esta')).body).toContain(WRONG)
  expect((await client.signIn()).body).toContain(WRONG)
  clock.pass(14 * 60)
  expect((await client.signIn()).body).toContain(WRONG)
  clock.pass(61)
  expect((await client.signIn()).answer.get('code')).toBeTruthy()
  expect(bed.events).toContainEqual({ type: 'account-locked', sub: bed.ana, factor: 'password' })
})

test('a clock that was ahead by an hour and is set back keeps nobody out for longer than fifteen minutes', async () => {
  const client = createClient(bed)
  clock.pass(3600)
  for (let failure = 0; failure < 5; failure++) expect((await client.signIn({}, 'no es esta')).body).toContain(WRONG)
  clock.pass(-3600)
  expect((await client.signIn()).body).toContain(WRONG)
  clock.pass(15 * 60 + 1)
  expect((await client.signIn()).answer.get('code')).toBeTruthy()
})

test('who is locked out at one address signs in from another, and is told with a way in', async () => {
  const told: string[] = []
  const other = await startBed({ locked: async (sub) => void told.push(sub) })
  try {
    const { accounts } = await createIdentityParts(other)
    for (let failure = 0; failure < 6; failure++) await accounts.signIn('ana', 'no es esta', '10.0.0.1')
    expect(await accounts.signIn('ana', PASSWORD, '10.0.0.1')).toBeUndefined()
    expect(await accounts.signIn('ana', PASSWORD, '10.0.0.2')).toMatchObject({ username: 'ana' })
    expect(told).toEqual([other.ana])
  } finally {
    await other.close()
  }
})

test('one address that tries the passwords of many is slowed down, then locked; the others are not', async () => {
  const other = await startBed()
  try {
    const attempts = createAttempts(other.sql)
    await other.sql(`insert into identity.attempt values ('address@10.0.0.1', 22, $1)`, [Math.floor(Date.now() / 1000)])
    const began = performance.now()
    expect(await attempts.begin('password:a', '10.0.0.1')).toEqual({ locked: false, last: false })
    expect(performance.now() - began).toBeGreaterThan(350)
    await other.sql(`update identity.attempt set failures = 100 where key = 'address@10.0.0.1'`)
    expect((await attempts.begin('password:b', '10.0.0.1')).locked).toBe(true)
    expect((await attempts.begin('password:b', '10.0.0.2')).locked).toBe(false)
  } finally {
    await other.close()
  }
})

test('parallel guesses do not slip past the limit', async () => {
  await Promise.all(Array.from({ length: 12 }, () => createClient(bed).signIn({}, 'no es esta')))
  expect((await createClient(bed).signIn()).answer.get('code')).toBeNull()
  expect(bed.events.filter(({ reason }) => reason === 'password')).toHaveLength(5)
})

test('an administrator unlocks her', async () => {
  for (let failure = 0; failure < 5; failure++) await createClient(bed).signIn({}, 'no es esta')
  await bed.identity.accounts.unlock(bed.ana)
  expect((await createClient(bed).signIn()).answer.get('code')).toBeTruthy()
})

test('a right password forgets earlier failures', async () => {
  for (let round = 0; round < 3; round++) {
    // Those of the address are counted longer, and would only slow this down.
    await bed.sql(`delete from identity.attempt where key like 'address@%'`)
    for (let failure = 0; failure < 4; failure++) await createClient(bed).signIn({}, 'no es esta')
    expect((await createClient(bed).signIn()).answer.get('code')).toBeTruthy()
  }
})

test('asked silently, the provider says whether somebody is signed in and shows nothing', async () => {
  const client = createClient(bed)
  const silent = { prompt: 'none', redirect_uri: `${APP}/silent-check-sso.html` }
  const before = await client.browser.open(client.authorization(silent).url)
  expect(answerOf(before.url).get('error')).toBe('login_required')
  await client.signIn()
  const after = await client.browser.open(client.authorization(silent).url)
  expect(after.url).toContain(`${APP}/silent-check-sso.html#code=`)
})

test('an open session is used without asking; prompt=login and max_age ask again', async () => {
  const client = createClient(bed)
  const first = await client.tokens()
  expect((await client.browser.open(client.authorization().url)).url).toContain('#code=')
  clock.pass(30)
  const page = await client.browser.open(client.authorization({ prompt: 'login' }).url)
  expect(page.body).toContain('Confirme que es usted')
  expect(page.body).toContain('value="ana"')
  expect((await client.browser.open(client.authorization({ max_age: '10' }).url)).body).toContain('Confirme que es usted')
  expect((await client.browser.open(client.authorization({ max_age: '100' }).url)).url).toContain('#code=')
  const again = await client.tokens({ prompt: 'login' })
  expect(again.claims.sid).toBe(first.claims.sid)
  expect(again.claims.auth_time).toBe(Number(first.claims.auth_time) + 30)
})

test('login_hint fills the user name and puts the focus on the password', async () => {
  const client = createClient(bed)
  const { body } = await client.browser.open(client.authorization({ login_hint: '"><b>ana' }).url)
  expect(body).toContain('value="&quot;&gt;&lt;b&gt;ana"')
  expect(body).toMatch(/<input id="password"[^>]*autofocus/)
})

test('somebody else on the same browser ends the first session', async () => {
  await bed.identity.accounts.create({ username: 'luis', email: 'luis@x.example', name: 'Luis', password: PASSWORD })
  const client = createClient(bed)
  const ana = await client.tokens()
  const { url, verifier } = client.authorization({ prompt: 'login' })
  const page = await client.browser.open(url)
  const between = await client.browser.post(page.url, { username: 'luis', password: PASSWORD })
  const [, action = '', xsrf = ''] = /action="([^"]+)"[\s\S]*name="xsrf" value="([^"]+)"/.exec(between.body) ?? []
  const end = await client.browser.post(action, { xsrf, logout: 'yes' })
  const luis = tokensOf(await client.exchange(String(answerOf(end.url).get('code')), verifier))
  expect(luis.claims).toMatchObject({ preferred_username: 'luis' })
  expect(await bed.identity.sessionAlive(String(ana.claims.sid))).toBe(false)
  expect(await bed.identity.sessionAlive(String(luis.claims.sid))).toBe(true)
})

test('the page speaks Spanish, the language asked for, or the one chosen before', async () => {
  const client = createClient(bed)
  const open = (more = {}) => client.browser.open(client.authorization(more).url)
  expect((await open()).body).toContain('<html lang="es">')
  expect((await open({ ui_locales: 'pt en' })).body).toContain('<html lang="en">')
  const page = await open()
  expect((await client.browser.open(`${page.url}?kc_locale=en`)).body).toContain('Sign in')
  expect((await open()).body).toContain('<html lang="en">')
})

test('the language chosen on one page is that of the next ones, whatever the application asked for', async () => {
  await bed.identity.accounts.create({ username: 'nuevo', email: 'nuevo@x.example', name: 'Nuevo', password: PASSWORD, temporary: true })
  const client = createClient(bed)
  const page = await client.browser.open(client.authorization({ ui_locales: 'es' }).url)
  const other = `${page.url}${/<footer><a href="([^"&]+)"/.exec(page.body)![1]}`
  expect((await client.browser.open(other)).body).toContain('<html lang="en">')
  const next = await client.browser.post(other, { username: 'nuevo', password: PASSWORD })
  expect(next.url).not.toContain('kc_locale')
  expect(next.body).toContain('Choose a new password')
  // Pages that are asked for without a language speak the last one.
  expect((await client.browser.open(`${client.oidc}/logout`)).body).toContain('<html lang="en">')
})

test('a page that refuses something offers the other language as before', async () => {
  const client = createClient(bed)
  const page = await client.browser.open(client.authorization().url)
  const refused = await client.browser.post(page.url, { username: 'ana', password: 'no es esta' })
  expect(refused.body).toContain(WRONG)
  const other = `${page.url}${/<footer><a href="([^"&]+)"/.exec(refused.body)![1]}`
  expect((await client.browser.open(other)).body).toContain('<html lang="en">')
})

test('a form that was used or is somebody else’s is stale, not an error', async () => {
  const client = createClient(bed)
  const page = await client.browser.open(client.authorization().url)
  await client.browser.post(page.url, { username: 'ana', password: PASSWORD })
  const back = await client.browser.post(page.url, { username: 'ana', password: PASSWORD })
  expect(back.status).toBe(400)
  expect(back.body).toContain('Esta página ya no es válida')
  expect((await createClient(bed).browser.open(page.url)).body).toContain('Esta página ya no es válida')
})

test('what went wrong is said in the language that the browser was last shown', async () => {
  const client = createClient(bed)
  const page = await client.browser.open(client.authorization({ ui_locales: 'en' }).url)
  await client.browser.post(page.url, { username: 'ana', password: PASSWORD })
  const stale = await client.browser.post(page.url, { username: 'ana', password: PASSWORD })
  expect(stale.body).toContain('This page is no longer valid')
  const wrong = await client.browser.open(client.authorization({ redirect_uri: 'https://evil.example/' }).url)
  expect(wrong.body).toContain('The sign-in could not be completed')
})

test('the log tells what happened and never what was typed', async () => {
  await createClient(bed).signIn({}, 'secreto mal escrito')
  await createClient(bed).signIn({}, PASSWORD, 'mi contraseña en el campo de usuario')
  await createClient(bed).tokens()
  expect(bed.events).toContainEqual({ type: 'sign-in', sub: bed.ana, acr: '1' })
  expect(bed.events).toContainEqual({ type: 'sign-in-failed', sub: bed.ana, reason: 'password' })
  // The id of a session is random: by chance it may begin anywhere as a token does.
  const SESSION_ID = /"sid":"[\w-]{43}"/g
  const written = JSON.stringify(bed.events).replace(SESSION_ID, '')
  for (const secret of ['secreto mal escrito', PASSWORD, 'mi contraseña', 'eyJ']) expect(written).not.toContain(secret)
})
