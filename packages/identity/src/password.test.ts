import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { answerOf, type Bed, createClient, holdClock, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
let clock: ReturnType<typeof holdClock>
let days = 0
const told: string[] = []
let made = 0
beforeAll(async () => {
  // Whoever cannot be told goes on all the same.
  const passwordChanged = async (sub: string) => Promise.reject(new Error(`no mail ${told.push(sub)}`))
  bed = await startBed({ passwordDays: async () => days, passwordChanged })
})
afterAll(() => bed?.close())
beforeEach(() => {
  clock = holdClock()
  days = 0
})
afterEach(() => clock.release())

async function somebody(temporary = false) {
  const username = `persona.${++made}`
  const { sub } = await bed.identity.accounts.create({ username, email: `${username}@x.example`, name: 'P', password: PASSWORD, temporary })
  return { sub, username }
}
const choose = (client: ReturnType<typeof createClient>, page: { url: string }, password: string, repeat = password) =>
  client.browser.post(page.url, { new_password: password, repeat_password: repeat })

test('a temporary password lets in only as far as choosing another, once', async () => {
  const { sub, username } = await somebody(true)
  const client = createClient(bed)
  const page = await client.signIn({}, PASSWORD, username)
  expect(page.body).toContain('Elija una contraseña nueva')
  expect(page.body).toContain('La contraseña temporal')
  expect(page.body).not.toContain('Ahora no')
  // Neither silently nor by declining is there a way round it.
  expect(answerOf((await client.browser.open(client.authorization({ prompt: 'none' }).url)).url).get('error')).toBe('interaction_required')
  const again = await client.browser.open(client.authorization().url)
  expect((await client.browser.post(again.url, { cancel: 'yes' })).body).toContain('Elija una contraseña nueva')
  const end = await choose(client, again, 'tres tristes tigres')
  expect(end.url).toContain('#code=')
  expect((await createClient(bed).signIn({}, PASSWORD, username)).answer.get('code')).toBeNull()
  expect((await createClient(bed).signIn({}, 'tres tristes tigres', username)).answer.get('code')).toBeTruthy()
  expect(bed.events).toContainEqual({ type: 'password-changed', sub })
})

test('a new password has 12 characters, not one’s names in it, and is typed twice', async () => {
  const { username } = await somebody(true)
  const client = createClient(bed)
  const page = await client.signIn({}, PASSWORD, username)
  expect((await choose(client, page, 'once letras')).body).toContain('entre 12 y 128')
  expect((await choose(client, page, `para ${username.toUpperCase()} 2026`)).body).toContain('no puede contener su usuario')
  expect((await choose(client, page, 'tres tristes tigres', 'tres tristes tigre')).body).toContain('no son iguales')
  expect((await choose(client, page, PASSWORD)).body).toContain('Ya usó esa contraseña')
  expect((await choose(client, page, 'tres tristes tigres')).url).toContain('#code=')
})

test('none of the last five passwords serves again; the sixth does', async () => {
  const { sub } = await somebody()
  const { setPassword } = bed.identity.credentials
  for (const n of [1, 2, 3, 4]) expect(await setPassword(sub, `contraseña número ${n}`)).toBeUndefined()
  expect(await setPassword(sub, PASSWORD)).toBe('used')
  expect(await setPassword(sub, 'contraseña número 4')).toBe('used')
  expect(await setPassword(sub, 'contraseña número 5')).toBeUndefined()
  expect(await setPassword(sub, PASSWORD)).toBeUndefined()
  const { rows } = await bed.sql('select hash from identity.password_history where sub = $1', [sub])
  expect(rows).toHaveLength(4)
  expect(rows.every(({ hash }) => String(hash).startsWith('$argon2id$'))).toBe(true)
})

test('of two changes at once neither is lost from the history', async () => {
  const { sub } = await somebody()
  await Promise.all(
    ['una contraseña larga', 'otra contraseña larga'].map((password) => bed.identity.credentials.setPassword(sub, password)),
  )
  for (const password of [PASSWORD, 'una contraseña larga', 'otra contraseña larga'])
    expect(await bed.identity.credentials.setPassword(sub, password)).toBe('used')
})

test('a password that expired is changed at the next sign-in; 0 days is never', async () => {
  const { username } = await somebody()
  clock.pass(90 * 86400 - 5)
  expect((await createClient(bed).signIn({}, PASSWORD, username)).answer.get('code')).toBeTruthy()
  days = 90
  expect((await createClient(bed).signIn({}, PASSWORD, username)).answer.get('code')).toBeTruthy()
  clock.pass(10)
  const client = createClient(bed)
  const page = await client.signIn({}, PASSWORD, username)
  expect(page.body).toContain('Su contraseña venció')
  expect((await choose(client, page, 'tres tristes tigres')).url).toContain('#code=')
  expect((await createClient(bed).signIn({}, 'tres tristes tigres', username)).answer.get('code')).toBeTruthy()
})

test('one that expires while a session is open is asked for first', async () => {
  const { username } = await somebody()
  const client = createClient(bed)
  days = 1
  clock.pass(86400 - 400)
  await client.signIn({}, PASSWORD, username)
  clock.pass(500)
  expect((await client.browser.open(client.authorization().url)).body).toContain('Confirme que es usted')
})

test('the application may ask for another: the other sessions end, this one goes on, and the person is told; or not now', async () => {
  const { sub, username } = await somebody()
  const [here, there] = [createClient(bed), createClient(bed)]
  const other = await there.signIn({}, PASSWORD, username)
  const tokens = tokensOf(await there.exchange(String(other.answer.get('code')), other.verifier))
  await here.signIn({}, PASSWORD, username)
  const action = () => here.browser.open(here.authorization({ kc_action: 'UPDATE_PASSWORD' }).url)
  const declined = await here.browser.post((await action()).url, { cancel: 'yes' })
  expect(answerOf(declined.url).get('kc_action_status')).toBe('cancelled')
  expect(told).not.toContain(sub)
  const { url, verifier } = here.authorization({ kc_action: 'UPDATE_PASSWORD' })
  const done = await choose(here, await here.browser.open(url), 'tres tristes tigres')
  expect(answerOf(done.url).get('kc_action_status')).toBe('success')
  expect(told.filter((each) => each === sub)).toHaveLength(1)
  const mine = tokensOf(await here.exchange(String(answerOf(done.url).get('code')), verifier))
  expect(await bed.identity.sessionAlive(String(mine.claims.sid))).toBe(true)
  expect(await bed.identity.sessionAlive(String(tokens.claims.sid))).toBe(false)
  expect((await there.refresh(tokens.refresh)).status).toBe(400)
  expect((await here.refresh(mine.refresh)).status).toBe(200)
  clock.pass(301)
  expect((await action()).body).toContain('Confirme que es usted')
})
