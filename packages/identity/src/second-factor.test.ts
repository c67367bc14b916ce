import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { answerOf, type Bed, createClient, holdClock, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
let clock: ReturnType<typeof holdClock>
/** For whom the parameter makes it a duty. */
const bound = new Set<string>()
beforeAll(async () => {
  bed = await startBed({ secondFactorCompulsory: async (sub) => bound.has(sub) })
})
afterAll(() => bed?.close())
beforeEach(() => {
  clock = holdClock()
})
afterEach(async () => {
  bound.clear()
  await bed.identity.accounts.removeSecondFactor(bed.ana)
  clock.release()
})

const ESSENTIAL = { claims: JSON.stringify({ id_token: { acr: { values: ['2'], essential: true } } }) }
const CONFIGURE = { kc_action: 'CONFIGURE_TOTP' }

type Client = ReturnType<typeof createClient>

const keyOn = (page: { body: string }) => String(/<code class="key">([^<]+)</.exec(page.body)?.[1]).replace(/ /g, '')
const codeFor = (key: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + seconds * 1000 })
const recoveryCodesOn = (page: { body: string }) => [...page.body.matchAll(/<li><code>([^<]+)</g)].map(([, code]) => String(code))

const nextOf = (page: { body: string }) => String(/class="primary" href="([^"]+)"/.exec(page.body)?.[1])

/** Signs in with the action, enrols, and returns to the application. */
async function enrol(client: Client) {
  const { url, verifier } = client.authorization(CONFIGURE)
  const signIn = await client.browser.open(url)
  const page = await client.browser.post(signIn.url, { username: 'ana', password: PASSWORD })
  const key = keyOn(page)
  const shown = await client.browser.post(page.url, { code: codeFor(key) })
  const end = await client.browser.open(nextOf(shown))
  const answer = answerOf(end.url)
  const tokens = tokensOf(await client.exchange(String(answer.get('code')), verifier))
  return { key, page, shown, answer, tokens, recoveryCodes: recoveryCodesOn(shown) }
}

test('Ana enrols from the application, sees her recovery codes until she goes on and is at level 2', async () => {
  const client = createClient(bed)
  const { page, shown, answer, tokens, recoveryCodes, key } = await enrol(client)
  expect(page.body).toContain('src="data:image/png;base64,')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect(Object.fromEntries(answer)).toMatchObject({ kc_action: 'CONFIGURE_TOTP', kc_action_status: 'success' })
  expect(tokens.claims.acr).toBe('2')
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  expect((await bed.identity.accounts.find({ sub: bed.ana }))?.secondFactor).toBe(true)
  expect((await client.browser.open(shown.url)).body).not.toContain(recoveryCodes[0])
  expect(
    (await bed.sql('select payload from identity.artifact')).rows.filter(({ payload }) => String(payload).includes('enrolled')),
  ).toEqual([])
  const { rows } = await bed.sql('select sealed_secret from identity.totp')
  expect(JSON.stringify(rows)).not.toContain(key)
})

test.each([
  ['offered', CONFIGURE],
  ['demanded', ESSENTIAL],
])('%s, the page with the recovery codes may be loaded again, read in the other language and sent twice', async (_, asked) => {
  const client = createClient(bed)
  await client.signIn()
  const page = await client.browser.open(client.authorization(asked).url)
  const key = keyOn(page)
  const shown = await client.browser.post(page.url, { code: ` ${codeFor(key).replace(/(..)(?=.)/g, '$1 ')} ` })
  const codes = recoveryCodesOn(shown)
  expect(codes).toHaveLength(10)
  expect(recoveryCodesOn(await client.browser.open(shown.url))).toEqual(codes)
  const inEnglish = await client.browser.open(`${page.url}?kc_locale=en`)
  expect(inEnglish.body).toContain('Save your recovery codes')
  expect(recoveryCodesOn(inEnglish)).toEqual(codes)
  expect(recoveryCodesOn(await client.browser.post(page.url, { code: codeFor(key) }))).toEqual(codes)
  // Nowhere in clear.
  const { rows } = await bed.sql('select payload from identity.artifact')
  expect(JSON.stringify(rows)).not.toContain(codes[0])
  expect(answerOf((await client.browser.open(nextOf(shown))).url).has('code')).toBe(true)
})

test('a reload keeps the key; a wrong code enrols nothing', async () => {
  const client = createClient(bed)
  await client.signIn()
  const page = await client.browser.open(client.authorization(CONFIGURE).url)
  expect(keyOn(await client.browser.open(page.url))).toBe(keyOn(page))
  const wrong = await client.browser.post(page.url, { code: '000000' })
  expect(wrong.body).toContain('El código no es correcto')
  expect(keyOn(wrong)).toBe(keyOn(page))
  expect((await bed.identity.accounts.find({ sub: bed.ana }))?.secondFactor).toBe(false)
})

test('she may say "not now" when the application only offers it', async () => {
  const client = createClient(bed)
  await client.signIn()
  const page = await client.browser.open(client.authorization(CONFIGURE).url)
  const end = await client.browser.post(page.url, { cancel: 'yes' })
  expect(Object.fromEntries(answerOf(end.url))).toMatchObject({ kc_action_status: 'cancelled', code: expect.any(String) })
})

test('an action nobody knows is answered as an error, not ignored in silence', async () => {
  const client = createClient(bed)
  const { answer } = await client.signIn({ kc_action: 'DELETE_EVERYTHING' })
  expect(Object.fromEntries(answer)).toMatchObject({ kc_action: 'DELETE_EVERYTHING', kc_action_status: 'error' })
})

test('at level 2 only the code is asked, and the time of the sign-in stays', async () => {
  const { key } = await enrol(createClient(bed))
  const client = createClient(bed)
  const plain = await client.tokens()
  expect(plain.claims.acr).toBe('1')
  clock.pass(60)
  const { url, verifier } = client.authorization(ESSENTIAL)
  const page = await client.browser.open(url)
  expect(page.body).toContain('Segundo factor')
  expect(page.body).not.toContain('Contraseña')
  const end = await client.browser.post(page.url, { code: codeFor(key) })
  const { claims, refresh, idClaims } = tokensOf(await client.exchange(String(answerOf(end.url).get('code')), verifier))
  expect(claims).toMatchObject({ acr: '2', auth_time: plain.claims.auth_time, sid: plain.claims.sid })
  expect(idClaims.acr).toBe('2')
  expect(tokensOf(await client.refresh(refresh)).claims.acr).toBe('2')
  expect((await client.browser.open(client.authorization(ESSENTIAL).url)).url).toContain('#code=')
})

test('silently, level 2 is not to be had', async () => {
  await enrol(createClient(bed))
  const client = createClient(bed)
  await client.signIn()
  const { url } = await client.browser.open(client.authorization({ ...ESSENTIAL, prompt: 'none' }).url)
  expect(answerOf(url).get('error')).toBe('interaction_required')
})

test('a session at level 2 satisfies a request for level 1', async () => {
  const client = createClient(bed)
  await enrol(client)
  const claims = JSON.stringify({ id_token: { acr: { values: ['1'], essential: true } } })
  expect((await client.browser.open(client.authorization({ claims }).url)).url).toContain('#code=')
})

test('acr_values is a wish: asked of who has a second factor, not of who has none', async () => {
  const client = createClient(bed)
  expect((await client.tokens({ acr_values: '2' })).claims.acr).toBe('1')
  await enrol(createClient(bed))
  expect((await client.browser.open(client.authorization({ acr_values: '2' }).url)).body).toContain('Segundo factor')
})

test('who must have level 2 and has no second factor enrols first, and cannot decline', async () => {
  const client = createClient(bed)
  await client.signIn()
  const page = await client.browser.open(client.authorization(ESSENTIAL).url)
  expect(page.body).toContain('Active el segundo factor')
  expect(page.body).not.toContain('Ahora no')
  expect((await client.browser.post(page.url, { cancel: 'yes' })).body).toContain('Active el segundo factor')
})

test('a code is good once, one step early or late, and not later', async () => {
  const { key } = await enrol(createClient(bed))
  const answerTo = async (code: string) => {
    const client = createClient(bed)
    await client.signIn()
    const page = await client.browser.open(client.authorization(ESSENTIAL).url)
    return answerOf((await client.browser.post(page.url, { code })).url).has('code')
  }
  expect(await answerTo(codeFor(key))).toBe(false) // enrolled with it
  clock.pass(30)
  const late = codeFor(key)
  clock.pass(30)
  expect(await answerTo(late)).toBe(true)
  expect(await answerTo(late)).toBe(false)
  expect(await answerTo(codeFor(key, 30))).toBe(true)
  expect(await answerTo(codeFor(key))).toBe(false) // older than the last one used
  clock.pass(300)
  expect(await answerTo(codeFor(key, -60))).toBe(false)
  expect(await answerTo(codeFor(key, 60))).toBe(false)
})

test('a recovery code opens once, however it is typed', async () => {
  const { recoveryCodes } = await enrol(createClient(bed))
  const code = String(recoveryCodes[3])
  const answerTo = async (typed: string) => {
    const client = createClient(bed)
    await client.signIn()
    const page = await client.browser.open(client.authorization(ESSENTIAL).url)
    const form = await client.browser.open(`${page.url}?with=recovery`)
    // The other language of this form, and not of the one for the authenticator.
    expect(form.body).toContain('href="?with=recovery&amp;kc_locale=en"')
    return answerOf((await client.browser.post(form.url, { recovery_code: typed })).url).has('code')
  }
  expect(await answerTo(code.toLowerCase().replaceAll('-', ' '))).toBe(true)
  expect(await answerTo(code)).toBe(false)
  expect(bed.events).toContainEqual({ type: 'recovery-code-used', sub: bed.ana })
})

test('five wrong codes wait fifteen minutes, and signing in again does not start over', async () => {
  const { key } = await enrol(createClient(bed))
  clock.pass(60)
  const client = createClient(bed)
  const attempt = async (code: string) => {
    const { body, url } = await client.signIn({ ...ESSENTIAL, prompt: 'login' })
    if (!body.includes('id="code"')) throw new Error('no code was asked')
    return client.browser.post(url, { code })
  }
  for (let failure = 0; failure < 4; failure++) expect((await attempt('000000')).body).toContain('El código no es correcto')
  expect((await attempt('000000')).body).toContain('Demasiados intentos')
  expect((await attempt(codeFor(key))).body).toContain('Demasiados intentos')
  clock.pass(15 * 60 + 1)
  expect((await attempt(codeFor(key))).url).toContain('#code=')
})

test('replacing the second factor takes the old one, and a sign-in of the last five minutes', async () => {
  const { key } = await enrol(createClient(bed))
  clock.pass(60)
  const client = createClient(bed)
  await client.signIn()
  const page = await client.browser.open(client.authorization(CONFIGURE).url)
  expect(page.body).toContain('Segundo factor')
  const next = await client.browser.post(page.url, { code: codeFor(key) })
  expect(next.body).toContain('Active el segundo factor')
  expect(keyOn(next)).not.toBe(key)
  clock.pass(301)
  expect((await client.browser.open(client.authorization(CONFIGURE).url)).body).toContain('Confirme que es usted')
})

test('where it is compulsory the sign-in itself demands it: enrolment the first time, the code from then on', async () => {
  bound.add(bed.ana)
  const client = createClient(bed)
  const { verifier, url } = client.authorization()
  const signIn = await client.browser.open(url)
  const page = await client.browser.post(signIn.url, { username: 'ana', password: PASSWORD })
  // There is no way round it.
  expect(page.body).not.toContain('name="cancel"')
  expect((await client.browser.post(page.url, { cancel: 'yes' })).body).toContain('El código no es correcto')
  const key = keyOn(page)
  const shown = await client.browser.post(page.url, { code: codeFor(key) })
  expect(recoveryCodesOn(shown)).toHaveLength(10)
  const end = await client.browser.open(nextOf(shown))
  const tokens = tokensOf(await client.exchange(String(answerOf(end.url).get('code')), verifier))
  expect(tokens.claims.acr).toBe('2')

  clock.pass(60)
  const later = createClient(bed)
  const asked = await later.signIn()
  expect(asked.body).toContain('id="code"')
  expect(answerOf((await later.browser.post(asked.url, { code: codeFor(key) })).url).has('code')).toBe(true)
})

test('a session of before has to show it the next time, and silently gets nothing', async () => {
  const client = createClient(bed)
  await client.signIn()
  expect((await client.signIn({ prompt: 'none' })).answer.has('code')).toBe(true)
  bound.add(bed.ana)
  expect(Object.fromEntries((await client.signIn({ prompt: 'none' })).answer)).toMatchObject({ error: 'interaction_required' })
  expect((await client.browser.open(client.authorization().url)).body).toContain('class="key"')
})

test('an offered enrolment that is put off is demanded then, and a new password comes after it', async () => {
  bound.add(bed.ana)
  const client = createClient(bed)
  const signIn = await client.browser.open(client.authorization(CONFIGURE).url)
  const offered = await client.browser.post(signIn.url, { username: 'ana', password: PASSWORD })
  expect(offered.body).toContain('name="cancel"')
  const demanded = await client.browser.post(offered.url, { cancel: 'yes' })
  expect(demanded.body).toContain('class="key"')
  expect(demanded.body).not.toContain('name="cancel"')

  const other = createClient(bed)
  const first = await other.browser.open(other.authorization({ kc_action: 'UPDATE_PASSWORD' }).url)
  const page = await other.browser.post(first.url, { username: 'ana', password: PASSWORD })
  expect(page.body).toContain('class="key"')
})
