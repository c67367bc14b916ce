import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { answerOf, type Bed, createClient, holdClock, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
let clock: ReturnType<typeof holdClock>
beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed?.close())
beforeEach(() => {
  clock = holdClock()
})
afterEach(async () => {
  await bed.identity.accounts.removeSecondFactor(bed.ana)
  clock.release()
})
const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key.replace(/ /g, '')) }).generate({ timestamp: Date.now() })

test('a second factor enrolled from within a session raises it: the next authorization says level 2 without a page', async () => {
  const { credentials } = bed.identity
  const client = createClient(bed)
  const { claims } = await client.tokens()
  const sid = String(claims.sid)
  const { key, qr } = await credentials.offerSecondFactor(bed.ana, sid, 'ana')
  expect(qr).toMatch(/^data:image\/png;base64,/)
  expect(await credentials.offerSecondFactor(bed.ana, 'otra', 'ana')).not.toMatchObject({ key })
  expect((await credentials.enrolSecondFactor(bed.ana, sid, '000000')).check).toBe('wrong')
  const { check, recoveryCodes } = await credentials.enrolSecondFactor(bed.ana, sid, codeOf(key))
  expect([check, recoveryCodes.length]).toEqual(['right', 10])
  expect(await credentials.secondFactor(bed.ana)).toEqual({ enrolled: true, recoveryCodesLeft: 10 })
  const { url, verifier } = client.authorization({ prompt: 'none' })
  const silent = answerOf((await client.browser.open(url)).url)
  expect(tokensOf(await client.exchange(String(silent.get('code')), verifier)).claims).toMatchObject({ acr: '2', sid })
  // Only the provider's page, which asks for the old one, replaces it.
  clock.pass(30)
  expect((await credentials.enrolSecondFactor(bed.ana, sid, codeOf(key))).recoveryCodes).toEqual([])
  const { rows } = await bed.sql('select sealed_secret from identity.totp')
  expect(JSON.stringify(rows)).not.toContain(key.replace(/ /g, ''))
})

test('another password takes the second factor, where there is one', async () => {
  const { credentials } = bed.identity
  const { key } = await credentials.offerSecondFactor(bed.ana, 's', 'ana')
  await credentials.enrolSecondFactor(bed.ana, 's', codeOf(key))
  clock.pass(60)
  const client = createClient(bed)
  const page = await client.signIn({ kc_action: 'UPDATE_PASSWORD' })
  expect(page.body).toContain('Segundo factor')
  expect((await client.browser.post(page.url, { code: codeOf(key) })).body).toContain('Elija una contraseña nueva')
})

test('a code of the authenticator and a recovery code each serve once; five wrong ones lock', async () => {
  const { credentials } = bed.identity
  const { key } = await credentials.offerSecondFactor(bed.ana, 's', 'ana')
  const { recoveryCodes } = await credentials.enrolSecondFactor(bed.ana, 's', codeOf(key))
  clock.pass(60)
  const code = codeOf(key)
  expect(await credentials.checkCode(bed.ana, code)).toBe('right')
  expect(await credentials.checkCode(bed.ana, code)).toBe('wrong')
  expect(await credentials.checkCode(bed.ana, recoveryCodes[0]!)).toBe('right')
  expect((await credentials.secondFactor(bed.ana)).recoveryCodesLeft).toBe(9)
  const tries = []
  for (let n = 0; n < 5; n++) tries.push(await credentials.checkCode(bed.ana, recoveryCodes[0]!))
  expect(tries).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked'])
  expect(await credentials.checkCode(bed.ana, recoveryCodes[1]!)).toBe('locked')
  await credentials.unlock(bed.ana)
  expect(await credentials.checkCode(bed.ana, recoveryCodes[1]!)).toBe('right')
})

test('sessions are listed, and end one by one: the token of an ended one refreshes no more', async () => {
  const { credentials } = bed.identity
  await credentials.endSessions(bed.ana)
  const [here, there] = [createClient(bed), createClient(bed)]
  const [mine, other] = [await here.tokens(), await there.tokens()]
  const open = await credentials.sessions(bed.ana)
  expect(open.map(({ sid }) => sid).sort()).toEqual([mine.claims.sid, other.claims.sid].map(String).sort())
  expect(open[0]).toMatchObject({ signedInAt: mine.claims.auth_time })
  expect(await credentials.endSession('otra persona', String(other.claims.sid))).toBe(false)
  expect(await credentials.endSession(bed.ana, String(other.claims.sid))).toBe(true)
  expect((await there.refresh(other.refresh)).status).toBe(400)
  expect((await here.refresh(mine.refresh)).status).toBe(200)
  expect(await credentials.sessions(bed.ana)).toHaveLength(1)
})

test('a registration becomes an account once its e-mail is proved: once, with its own password, while it lives', async () => {
  const { credentials, accounts } = bed.identity
  const register = (password: string, email = 'nora@x.example') => credentials.register({ email, name: 'Nora', password, locale: 'en' })
  expect(await register('corta')).toEqual({ weakness: 'length' })
  expect(await register('soy nora@x.example')).toEqual({ weakness: 'own_name' })
  const tokens = []
  for (const password of ['la de un extraño', 'la contraseña propia']) {
    const made = await register(password)
    tokens.push('token' in made ? made.token : '')
  }
  const [stranger, nora] = tokens as [string, string]
  expect(await accounts.find({ email: 'nora@x.example' })).toBeUndefined()
  expect(await credentials.waiting('NORA@x.example')).toBe('en')
  expect(await credentials.emailOf(nora)).toBe('nora@x.example')
  const made = await credentials.confirm(nora)
  expect(made).toMatchObject({ name: 'Nora' })
  expect(await credentials.confirm(nora)).toBeUndefined()
  expect(await credentials.confirm(stranger)).toBeUndefined()
  expect(await accounts.find({ email: 'nora@x.example' })).toMatchObject({ emailVerified: true, username: 'nora@x.example', locale: 'en' })
  expect((await createClient(bed).signIn({}, 'la contraseña propia', 'nora@x.example')).answer.get('code')).toBeTruthy()
  const late = await register(PASSWORD, 'tarde@x.example')
  clock.pass(30 * 60)
  expect(await credentials.waiting('tarde@x.example')).toBeUndefined()
  expect('token' in late && (await credentials.confirm(late.token))).toBeUndefined()
  expect(JSON.stringify((await bed.sql('select * from identity.registration')).rows)).not.toContain('token' in late && late.token)
})
