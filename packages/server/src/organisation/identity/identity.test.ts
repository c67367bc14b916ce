import { createHmac } from 'node:crypto'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import { createIdentity, type Identity } from '@cuadre/identity'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CompiledQuery, sql } from 'kysely'
import { type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { deliverDue } from '../../platform/mail/worker.ts'
import { tellPasswordChanged } from './password.service.ts'

const issuer = 'http://localhost/realms/corp'
const PASSWORD = 'correcta caballo 9'
const domains: string[] = []

let server: TestServer
let identity: Identity
let admin: Member
let control: Member
beforeAll(async () => {
  server = await testServer(async (db) => {
    identity = await createIdentity({
      issuer,
      clientId: 'cuadre-web',
      audience: 'corp-api',
      appOrigins: ['http://localhost'],
      sql: async (text, params = []) => ({
        rows: (await db.executeQuery(CompiledQuery.raw(text, params))).rows as Record<string, unknown>[],
      }),
      rolesOf: async () => [],
      sessionLimits: async () => ({ idleMinutes: 65, maxMinutes: 600 }),
    })
    return { identity: { issuer, ...identity.accounts }, credentials: { issuer, ...identity.credentials }, signUpDomains: domains }
  })
  admin = await member('sbarrios', [ROLE.administrador])
  control = await member('bmontoya', [ROLE.control])
}, 60_000)
afterAll(() => server.close())

type Member = Person & { sub: string; email: string; at: (claims: object) => Promise<Person> }
/** A person with a real account at the provider; `at` signs them in with other claims. */
async function member(username: string, roles: RoleId[]): Promise<Member> {
  const { id } = await server.person(username, roles)
  const email = `${username}@corporacion.example`
  const { sub } = await identity.accounts.create({ username, email, emailVerified: true, name: username, password: PASSWORD })
  await sql`update identity_link set sub = ${sub} where user_id = ${id}`.execute(server.db)
  const at = async (claims: object) => ({
    id,
    name: username,
    token: await server.sign(sub, { sid: `sid-${username}`, auth_time: Math.floor(Date.now() / 1000), ...claims }),
  })
  return { ...(await at({ acr: '1' })), sub, email, at }
}
const send = (url: string, body: object = {}, as?: Person) => server.call({ method: 'POST', url, body, ...(as ? { as } : {}) })
const mailsTo = (email: string) =>
  rows(
    server.db,
    sql<{
      template: string
      params: Record<string, string>
      route: string | null
    }>`select template, params, route from outbox where email = ${email} order by id`,
  )
const lastMail = async (email: string) => (await mailsTo(email)).at(-1)
/** Lets the minute between two mails pass, but not the limits per hour and day, and resets the rate limit per address. */
const minuteLater = () => sql`delete from rate_limit where key like '%-minute %' or key like 'POST %'`.execute(server.db)

function codeOf(key: string, seconds = 0) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replace(/ /g, '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + seconds) / 30)))
  const mac = createHmac('sha1', secret).update(step).digest()
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
async function enrol(who: Member) {
  const { body } = await server.call({ url: '/auth/2fa', as: who })
  const code = codeOf(body.key)
  const answer = await send('/auth/enable-2fa', { code }, who)
  expect(answer.status).toBe(200)
  return { key: body.key as string, code, recoveryCodes: answer.body.recoveryCodes as string[] }
}

describe('sign-up', () => {
  const nora = { NOMBRE: 'Nora Vidal', email: 'nora@corporacion.example', password: 'cuatro palabras al azar' }

  test('is off unless domains are set; then for these alone, with a good password', async () => {
    const told = async () => (await server.call({ url: '/auth/config' })).body.signUp
    expect(await told()).toBe(false)
    expect((await send('/sign-up', nora)).body.code).toBe('sign_up_off')
    domains.push('corporacion.example')
    expect(await told()).toBe(true)
    expect((await send('/sign-up', { ...nora, email: 'nora@otra.example' })).body.issues).toMatchObject([{ path: 'email' }])
    expect((await send('/sign-up', { ...nora, email: 'nora@x.corporacion.example' })).status).toBe(422)
    for (const password of ['once letras', 'soy NORA@corporacion.example'])
      expect((await send('/sign-up', { ...nora, password })).body.issues).toMatchObject([{ path: 'password' }])
  })

  test('makes an account once the e-mail is proved; administration is told, adds the user, and the first sign-in ties them', async () => {
    const { status, body } = await send('/sign-up', nora)
    expect([status, body.user]).toEqual([200, { NOMBRE: 'Nora Vidal', email: nora.email, status: 'pendiente' }])
    // The token is valid for this call only.
    expect((await server.call({ url: '/me', as: { id: 0, name: '', token: body.token } })).status).toBe(401)
    expect((await send('/auth/send-email-verification-code', { email: nora.email })).status).toBe(200)
    const { params } = (await lastMail(nora.email))!
    const code = params.secret!
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(await rows(server.db, sql`select * from email_code`))).not.toContain(code)
    expect(await identity.accounts.find({ email: nora.email })).toBeUndefined()
    const other = (await send('/sign-up', { ...nora, NOMBRE: 'Otra', password: 'la de un extraño' })).body.token
    expect((await send('/auth/verify-email-code', { token: body.token, code: code === '000000' ? '000001' : '000000' })).body.code).toBe(
      'code_wrong',
    )
    expect((await send('/auth/verify-email-code', { token: body.token, code })).status).toBe(200)
    // Used up, for the other registration of the address too.
    expect((await send('/auth/verify-email-code', { token: other, code })).status).toBe(422)
    const account = (await identity.accounts.find({ email: nora.email }))!
    expect(account).toMatchObject({ emailVerified: true, enabled: true, name: 'Nora Vidal' })
    expect(await identity.accounts.checkPassword(account.sub, nora.password)).toBe(true)
    expect(await lastMail(admin.email)).toMatchObject({
      template: 'registro_confirmado',
      params: { name: 'Nora Vidal', email: nora.email },
    })

    const session = { id: 0, name: 'nora', token: await server.sign(account.sub, { email: nora.email }) }
    expect((await send('/auth/login', {}, session)).body.code).toBe('account_not_linked')
    expect((await send('/user', { NOMBRE: 'Nora Vidal', USUARIO: 'nvidal', email: nora.email, roles: [1] }, admin)).status).toBe(200)
    expect((await send('/auth/login', {}, session)).body).toMatchObject({ user: { USUARIO: 'nvidal' }, firstLogin: true })
  })

  test('an address that has an account gets the same answers; only its mail says so', async () => {
    await minuteLater()
    const known = await send('/sign-up', { ...nora, NOMBRE: 'Intrusa', email: control.email })
    const unknown = await send('/sign-up', { ...nora, NOMBRE: 'Intrusa', email: 'nadie@corporacion.example' })
    expect([known.status, Object.keys(known.body), known.body.token.length]).toEqual([
      200,
      Object.keys(unknown.body),
      unknown.body.token.length,
    ])
    const codes = await Promise.all(
      [control.email, 'nadie@corporacion.example', 'ni.pidio@corporacion.example'].map((email) =>
        send('/auth/send-email-verification-code', { email }),
      ),
    )
    expect(codes.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { ok: true }]))
    expect((await lastMail(control.email))!.template).toBe('registro_existente')
    expect((await lastMail('nadie@corporacion.example'))!.template).toBe('codigo_correo')
    expect(await mailsTo('ni.pidio@corporacion.example')).toEqual([])
    const again = await Promise.all(
      [control.email, 'nadie@corporacion.example', 'ni.pidio@corporacion.example'].map((email) =>
        send('/auth/send-email-verification-code', { email }),
      ),
    )
    expect(again.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([429, 'code_too_soon']))
    expect((await send('/auth/verify-email-code', { token: known.body.token, code: '123456' })).body.code).toBe('code_wrong')
    expect((await send('/auth/verify-email-code', { token: 'A'.repeat(43), code: '123456' })).body.code).toBe('code_wrong')
  })

  const waiting = async (name: string) => {
    await minuteLater()
    const email = `${name}@corporacion.example`
    const { token } = (await send('/sign-up', { ...nora, email })).body
    await send('/auth/send-email-verification-code', { email })
    const code = (await lastMail(email))!.params.secret!
    return { email, token, code, wrong: code === '111111' ? '222222' : '111111' }
  }

  test('a code has five tries, also at once', async () => {
    const { token, code, wrong } = await waiting('adivina')
    await Promise.all(Array.from({ length: 5 }, () => send('/auth/verify-email-code', { token, code: wrong })))
    expect((await send('/auth/verify-email-code', { token, code })).body.code).toBe('code_wrong')
  })

  test('a code lives ten minutes, and of two that use it one makes the account', async () => {
    const late = await waiting('tarde')
    const left = await row(
      server.db,
      sql<{ s: number }>`select extract(epoch from expires_at - now())::int as s from email_code where email = ${late.email}`,
    )
    expect(left!.s).toBeGreaterThan(590)
    expect(left!.s).toBeLessThanOrEqual(600)
    await sql`update email_code set expires_at = now() where email = ${late.email}`.execute(server.db)
    expect((await send('/auth/verify-email-code', { token: late.token, code: late.code })).status).toBe(422)
    const twice = await waiting('doble')
    const answers = await Promise.all([1, 2].map(() => send('/auth/verify-email-code', { token: twice.token, code: twice.code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('ten codes a day for an address', async () => {
    const email = 'muchos@corporacion.example'
    const answers = []
    for (let n = 0; n < 11; n++) {
      await minuteLater()
      answers.push((await send('/auth/send-email-verification-code', { email })).body.code)
    }
    expect(answers.slice(8)).toEqual([undefined, undefined, 'code_too_many'])
  })
})

test('who changes their password on a page of the provider is told by mail; who is no user is not', async () => {
  await tellPasswordChanged(server.db, issuer, control.sub)
  expect(await lastMail(control.email)).toMatchObject({ template: 'contrasena_cambiada' })
  const mails = await rows(server.db, sql`select from outbox`)
  await tellPasswordChanged(server.db, issuer, 'nobody')
  expect(await rows(server.db, sql`select from outbox`)).toHaveLength(mails.length)
})

describe('a forgotten password', () => {
  const link = async (who: Member) => {
    await minuteLater()
    await send('/auth/forgot-password', { email: who.email })
    return (await lastMail(who.email))!.params.secret!
  }

  test('answers the same for everybody; a link goes to whoever has an account, once a minute, and is not kept readable', async () => {
    await minuteLater()
    const ana = await member('ana.olvida', [ROLE.analista])
    const off = await member('baja', [ROLE.analista])
    await identity.accounts.setEnabled(off.sub, false)
    const inactive = await member('inactiva', [ROLE.analista])
    await sql`update app_user set active = false where id = ${inactive.id}`.execute(server.db)
    const addresses = [ana.email.toUpperCase(), ana.email, off.email, inactive.email, 'nadie.mas@corporacion.example']
    for (const email of addresses) {
      const began = performance.now()
      const { status, body } = await send('/auth/forgot-password', { email })
      expect([email, status, body]).toEqual([email, 200, { ok: true }])
      // The actual work took less time, and must not show.
      expect(performance.now() - began).toBeGreaterThan(195)
    }
    expect(await mailsTo(ana.email)).toHaveLength(1)
    for (const { email } of [off, inactive]) expect(await mailsTo(email)).toEqual([])
    const { params, route } = (await lastMail(ana.email))!
    expect(params.secret).toMatch(/^[\w-]{43}$/)
    expect(route).toBe('/recovery-password#token={secret}')
    expect(JSON.stringify(await rows(server.db, sql`select * from password_link`))).not.toContain(params.secret)
    const sent: { to: string; text: string }[] = []
    await deliverDue({ db: server.db, webUrl: 'https://cuadre.example', transport: { send: async (mail) => void sent.push(mail) } })
    expect(sent.find(({ to }) => to === ana.email)!.text).toContain(`https://cuadre.example/recovery-password#token=${params.secret}`)
    expect((await lastMail(ana.email))!.params).toEqual({})
  })

  test('sets another with the link, once; every session ends and the person is told', async () => {
    const who = await member('olvido', [ROLE.analista])
    const first = await link(who)
    const token = await link(who)
    expect(await send('/auth/change-password', { token: first, password: 'tres tristes tigres' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'token' }] },
    })
    // A refused password does not use it up.
    for (const password of ['once letras', 'esto es de olvido', PASSWORD])
      expect(await send('/auth/change-password', { token, password })).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'password' }] },
      })
    expect((await server.call({ url: '/me', as: who })).status).toBe(200)
    const answers = await Promise.all(
      ['tres tristes tigres', 'otros tres tigres'].map((password) => send('/auth/change-password', { token, password })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await identity.accounts.checkPassword(who.sub, PASSWORD)).toBe(false)
    expect((await server.call({ url: '/me', as: who })).status).toBe(401)
    expect((await lastMail(who.email))!.template).toBe('contrasena_cambiada')
  })

  test('lets in again whoever was locked out; not with a link of half an hour ago', async () => {
    const who = await member('cerrojo', [ROLE.analista])
    for (let n = 0; n < 6; n++) await identity.accounts.checkPassword(who.sub, 'no es esta')
    const old = await link(who)
    await sql`update password_link set expires_at = now() where sub = ${who.sub}`.execute(server.db)
    expect((await send('/auth/change-password', { token: old, password: 'tres tristes tigres' })).body.code).toBe('link_unusable')
    expect((await send('/auth/change-password', { token: await link(who), password: 'tres tristes tigres' })).status).toBe(200)
    expect(await identity.accounts.checkPassword(who.sub, 'tres tristes tigres')).toBe(true)
  })

  test('takes the second factor where there is one', async () => {
    await minuteLater()
    const who = await member('con.factor', [ROLE.analista])
    const { recoveryCodes, code: used } = await enrol(who)
    const token = await link(who)
    const body = { token, password: 'tres tristes tigres' }
    for (const code of [undefined, used, 'AAAA-AAAA'])
      expect(await send('/auth/change-password', { ...body, code })).toMatchObject({ status: 422, body: { issues: [{ path: 'code' }] } })
    expect((await send('/auth/change-password', { ...body, code: recoveryCodes[0] })).status).toBe(200)
    expect((await identity.credentials.secondFactor(who.sub)).recoveryCodesLeft).toBe(9)
  })
})

test('my password changes with the current one, which counts towards the lock-out; I stay signed in', async () => {
  await minuteLater()
  const who = await member('cambia', [ROLE.analista])
  const change = (currentPassword: string, newPassword: string) => send('/me/change-password', { currentPassword, newPassword }, who)
  expect((await change('no es esta', 'tres tristes tigres')).body.issues).toMatchObject([{ path: 'currentPassword' }])
  expect((await change(PASSWORD, 'soy cambia y cambio')).body.issues).toMatchObject([{ path: 'newPassword' }])
  expect((await change(PASSWORD, 'tres tristes tigres')).status).toBe(200)
  expect((await change('tres tristes tigres', PASSWORD)).body.code).toBe('password_used')
  expect((await server.call({ url: '/me', as: who })).status).toBe(200)
  expect((await mailsTo(who.email)).map(({ template }) => template)).toEqual(['contrasena_cambiada'])
  for (let n = 0; n < 5; n++) await change('no es esta', 'otra contraseña larga')
  expect((await change('tres tristes tigres', 'otra contraseña larga')).body.code).toBe('password_wrong')
})

test('whoever administration adds has a password for the first sign-in only; another ends that', async () => {
  const made = await send('/user', { NOMBRE: 'Tomás Rey', USUARIO: 'trey', email: 'trey@corporacion.example', roles: [1] }, admin)
  expect(made.status).toBe(200)
  const { sub } = (await identity.accounts.find({ username: 'trey' }))!
  expect(await identity.accounts.mustChangePassword(sub)).toBe('temporary')
  const { secret } = (await lastMail('trey@corporacion.example'))!.params
  const as = { id: made.body.id, name: 'trey', token: await server.sign(sub) }
  expect((await send('/me/change-password', { currentPassword: secret, newPassword: secret }, as)).body.code).toBe('password_used')
  expect((await send('/me/change-password', { currentPassword: secret, newPassword: 'tres tristes tigres' }, as)).status).toBe(200)
  expect(await identity.accounts.mustChangePassword(sub)).toBeUndefined()
})

describe('the second factor', () => {
  const setting = (value: number, role: number | null = null) =>
    server.call({
      method: 'PATCH',
      url: '/config-enviroment',
      body: { tipoId: 4, rolId: role, valor: value, motivo: 'Política de seguridad' },
      as: admin,
    })
  const open = async (as: Person) => (await send('/auth/login', {}, as)).body

  test('is nobody’s duty until the parameter says so; then roles 3 and 6 are asked for it by every call but its own', async () => {
    const who = await member('nuevo.control', [ROLE.analista, ROLE.control])
    expect(await open(control)).toMatchObject({ '2FAEnabled': false, qrCodeUrl: null })
    expect((await server.call({ url: '/me', as: control })).status).toBe(200)
    await setting(1)
    try {
      const analyst = await member('sin.deber', [ROLE.analista])
      expect((await server.call({ url: '/me', as: analyst })).status).toBe(200)
      for (const url of ['/me', '/me/sessions', '/notifications', '/config-enviroment'])
        expect(await server.call({ url, as: who })).toMatchObject({ status: 403, body: { code: '2fa_required' } })
      // As an analyst too: the strictest of one's roles decides.
      const login = await open(who)
      expect(login).toMatchObject({ '2FAEnabled': false, userId: who.id, firstLogin: true })
      expect(login.qrCodeUrl).toMatch(/^data:image\/png;base64,/)
      const offered = await server.call({ url: '/auth/2fa', as: who })
      expect(offered.body).toMatchObject({ enabled: false, required: true, verified: false, qrCodeUrl: login.qrCodeUrl, action: null })
      expect((await send('/auth/enable-2fa', { code: '000000' }, who)).body.issues).toMatchObject([{ path: 'code' }])
      const enabled = await send('/auth/enable-2fa', { code: codeOf(offered.body.key) }, who)
      expect(new Set(enabled.body.recoveryCodes).size).toBe(10)
      expect((await lastMail(who.email))!.template).toBe('segundo_factor_activado')
      // The token does not say so yet.
      expect((await server.call({ url: '/me', as: who })).status).toBe(403)
      expect(await open(who)).toMatchObject({ '2FAEnabled': true, userId: who.id, qrCodeUrl: null, firstLogin: true })
      const shown = await who.at({ acr: '2' })
      expect((await server.call({ url: '/me', as: shown })).status).toBe(200)
      expect(await open(shown)).toMatchObject({ '2FAEnabled': false, qrCodeUrl: null, firstLogin: true })
      expect((await open(shown)).firstLogin).toBe(false)
      expect((await server.call({ url: '/auth/2fa', as: shown })).body).toMatchObject({
        enabled: true,
        verified: true,
        recoveryCodesLeft: 10,
        qrCodeUrl: null,
        key: null,
        action: 'CONFIGURE_TOTP',
      })
      expect(await send('/auth/enable-2fa', { code: '123456' }, shown)).toMatchObject({
        status: 409,
        body: { code: 'second_factor_there', current: { action: 'CONFIGURE_TOTP' } },
      })
    } finally {
      await sql`update parameter set value = 0 where type_id = 4`.execute(server.db)
    }
  })

  test('a role’s own value comes before everyone’s', async () => {
    await sql`update parameter set value = 1 where type_id = 4 and role_id is null`.execute(server.db)
    await sql`insert into parameter (type_id, role_id, value) values (4, 3, 0), (4, 1, 1)`.execute(server.db)
    const analyst = await member('obligada', [ROLE.analista])
    expect((await server.call({ url: '/me', as: control })).status).toBe(200)
    expect((await server.call({ url: '/me', as: analyst })).body.code).toBe('2fa_required')
    expect((await server.call({ url: '/me', as: admin })).body.code).toBe('2fa_required')
    await sql`delete from parameter where type_id = 4 and role_id is not null`.execute(server.db)
    await sql`update parameter set value = 0 where type_id = 4`.execute(server.db)
  })

  test('whoever set one up of their own will is asked for it; an old sign-in sets none up', async () => {
    const who = await member('voluntaria', [ROLE.analista])
    const old = await who.at({ auth_time: Math.floor(Date.now() / 1000) - 16 * 60 })
    expect((await server.call({ url: '/auth/2fa', as: old })).body).toMatchObject({ qrCodeUrl: null, key: null, action: 'CONFIGURE_TOTP' })
    const { key } = (await server.call({ url: '/auth/2fa', as: who })).body
    expect((await send('/auth/enable-2fa', { code: codeOf(key) }, old)).body.code).toBe('sign_in_again')
    await enrol(who)
    expect((await server.call({ url: '/me', as: who })).body.code).toBe('2fa_required')
    // Changed at the provider itself: the flag is updated when the next session is opened.
    await identity.accounts.removeSecondFactor(who.sub)
    expect(await open(who)).toMatchObject({ '2FAEnabled': false, qrCodeUrl: null })
    expect((await server.call({ url: '/me', as: who })).status).toBe(200)
  })
})

describe('administration', () => {
  const changes = (id: number) =>
    rows(
      server.db,
      sql<{ after: object }>`select after from administration_change where subject = 'usuario' and subject_id = ${id} order by id`,
    )

  test('unlocks, takes a lost second factor away and signs out; each is written down and told', async () => {
    await minuteLater()
    const who = await member('ayudada', [ROLE.analista])
    for (let n = 0; n < 6; n++) await identity.accounts.checkPassword(who.sub, 'no es esta')
    expect((await send(`/user/${who.id}/unlock`, {}, control)).status).toBe(200)
    expect(await identity.accounts.checkPassword(who.sub, PASSWORD)).toBe(true)
    await enrol(who)
    expect((await send(`/user/${who.id}/reset-2fa`, {}, control)).status).toBe(200)
    expect((await identity.credentials.secondFactor(who.sub)).enrolled).toBe(false)
    expect((await server.call({ url: '/me', as: who })).status).toBe(401)
    await sql`update app_user set tokens_valid_from = '-infinity' where id = ${who.id}`.execute(server.db)
    expect((await server.call({ url: '/me', as: who })).status).toBe(200)
    await sql`insert into identity.artifact (kind, key, payload, sub, uid, expires_at) values ('Session', 'k1', '{"loginTs":1}', ${who.sub}, 'u1', 4000000000)`.execute(
      server.db,
    )
    expect((await send(`/user/${who.id}/sign-out`, {}, control)).status).toBe(200)
    expect((await server.call({ url: '/me', as: who })).status).toBe(401)
    expect(await identity.sessionAlive('u1')).toBe(false)
    expect((await changes(who.id)).map(({ after }) => after)).toEqual([
      { acceso: 'desbloqueo' },
      { acceso: 'retiro_de_segundo_factor' },
      { acceso: 'cierre_de_sesiones' },
    ])
    expect((await mailsTo(who.email)).map(({ template, params }) => [template, params.who])).toEqual([
      ['cuenta_desbloqueada', 'bmontoya'],
      ['segundo_factor_activado', undefined],
      ['segundo_factor_quitado', 'bmontoya'],
      ['sesiones_cerradas', 'bmontoya'],
    ])
  })

  test('not of administrators by others, not one’s own second factor, not without an account', async () => {
    for (const action of ['unlock', 'reset-2fa', 'sign-out']) {
      expect((await send(`/user/${admin.id}/${action}`, {}, control)).body.code).toBe('administrator_only')
      expect((await send(`/user/99999/${action}`, {}, control)).status).toBe(404)
    }
    expect((await send(`/user/${control.id}/reset-2fa`, {}, control)).body.code).toBe('own_second_factor')
    const without = await server.person('sin.cuenta', [ROLE.analista])
    await sql`delete from identity_link where user_id = ${without.id}`.execute(server.db)
    expect((await send(`/user/${without.id}/unlock`, {}, control)).body.code).toBe('no_sign_in_account')
    expect([await changes(admin.id), await changes(without.id)]).toEqual([[], []])
    expect((await server.call({ url: '/me', as: admin })).status).toBe(200)
  })
})

test('my sessions are listed and ended, mine alone', async () => {
  const [who, other] = [await member('sesiones', [ROLE.analista]), await member('vecina', [ROLE.analista])]
  for (const [sid, { sub }] of [
    ['sid-sesiones', who],
    ['movil', who],
    ['casa', who],
    ['ajena', other],
  ] as const)
    await sql`insert into identity.artifact (kind, key, payload, sub, uid, expires_at)
      values ('Session', ${sid}, '{"loginTs":1790000000}', ${sub}, ${sid}, 4000000000)`.execute(server.db)
  const list = async () => (await server.call({ url: '/me/sessions', as: who })).body as { id: string; actual: boolean }[]
  expect((await list()).map(({ id, actual }) => [id, actual]).sort()).toEqual([
    ['casa', false],
    ['movil', false],
    ['sid-sesiones', true],
  ])
  expect(await list()).toContainEqual({
    id: 'movil',
    INICIO: '2026-09-21T14:13:20.000Z',
    VENCE: '2026-09-21T22:13:20.000Z',
    actual: false,
    NAVEGADOR: null,
    SISTEMA: null,
    MOVIL: false,
  })
  const end = async (path = '') => (await server.call({ method: 'DELETE', url: `/me/sessions${path}`, as: who })).status
  expect([await end('/movil'), await end('/movil'), await end('/ajena')]).toEqual([200, 404, 404])
  expect(await end()).toBe(200)
  expect((await list()).map(({ id }) => id)).toEqual(['sid-sesiones'])
  expect(await identity.sessionAlive('ajena')).toBe(true)
})

describe('what administration does to the sign-in of somebody', () => {
  const PHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const ended = async () => rows(server.db, sql<{ sid: string }>`select sid from ended_session order by sid`)

  test('sees the sessions with browser and system, and ends one: its tokens are refused at once', async () => {
    const who = await member('consesion', [ROLE.analista])
    const other = await member('otrasesion', [ROLE.analista])
    for (const [sid, sub] of [
      ['sid-consesion', who.sub],
      ['sid-ajena', other.sub],
    ] as const)
      await sql`insert into identity.artifact (kind, key, payload, sub, uid, expires_at)
        values ('Session', ${sid}, '{"loginTs":1790000000}', ${sub}, ${sid}, 4000000000)`.execute(server.db)
    await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who, headers: { 'user-agent': PHONE } })
    const { body } = await server.call({ url: `/user/${who.id}/sessions`, as: control })
    expect(body).toMatchObject({
      conocidas: true,
      data: [{ id: 'sid-consesion', NAVEGADOR: 'Safari', SISTEMA: 'iPhone', MOVIL: true, actual: false }],
    })
    // Of no other person, not even through this one.
    expect((await server.call({ method: 'DELETE', url: `/user/${who.id}/sessions/sid-ajena`, as: control })).status).toBe(404)
    expect(await ended()).not.toContainEqual({ sid: 'sid-ajena' })
    expect((await server.call({ method: 'DELETE', url: `/user/${who.id}/sessions/sid-consesion`, as: control })).status).toBe(200)
    expect((await server.call({ url: '/me', as: who })).status).toBe(401)
    expect((await mailsTo(who.email)).at(-1)!.template).toBe('sesion_cerrada')
    expect((await server.call({ method: 'DELETE', url: `/user/${admin.id}/sessions/x`, as: control })).body.code).toBe('administrator_only')
  })

  test('invites again whoever has never signed in, with another temporary password; the others are asked for a new one', async () => {
    const who = await member('nueva', [ROLE.analista])
    expect((await send(`/user/${who.id}/invite`, {}, control)).status).toBe(200)
    const { template, params } = (await mailsTo(who.email)).at(-1)!
    expect({ template, user: params.user }).toEqual({ template: 'invitacion', user: 'nueva' })
    expect(await identity.accounts.mustChangePassword(who.sub)).toBe('temporary')
    expect(await identity.accounts.checkPassword(who.sub, params.secret!)).toBe(true)
    await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who })
    expect((await send(`/user/${who.id}/invite`, {}, control)).body.code).toBe('already_signed_in')
    expect((await send(`/user/${who.id}/ask-password`, {}, control)).status).toBe(200)
    const link = (await mailsTo(who.email)).at(-1)!
    expect(link.template).toBe('recuperar_contrasena')
    const PASSWORD = 'cuatro palabras al azar'
    expect((await send('/auth/change-password', { token: link.params.secret, password: PASSWORD })).status).toBe(200)
    await sql`update app_user set active = false where id = ${who.id}`.execute(server.db)
    expect((await send(`/user/${who.id}/ask-password`, {}, control)).body.code).toBe('person_inactive')
    expect((await send(`/user/${admin.id}/ask-password`, {}, control)).body.code).toBe('administrator_only')
  })
})
