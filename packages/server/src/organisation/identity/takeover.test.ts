import { ROLE, type RoleId } from '@cuadre/api/roles'
import { createIdentity, type Identity } from '@cuadre/identity'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CompiledQuery, sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'

const issuer = 'http://localhost/realms/corp'
const PASSWORD = 'correcta caballo 9'

let server: TestServer
let identity: Identity
let who: Awaited<ReturnType<typeof organisation>>
/** Control of one business alone. */
let near: Person
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
    return { identity: { issuer, ...identity.accounts }, credentials: { issuer, ...identity.credentials } }
  })
  who = await organisation(server)
  near = await server.person('cerca', [ROLE.control], 'Tomás Rivas')
  await sql`insert into user_scope (user_id, country_id, business_id) values (${near.id}, 1, 1)`.execute(server.db)
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
}, 60_000)
afterAll(() => server.close())

let made = 0
type Member = Person & { sub: string; email: string }
async function member(roles: RoleId[]): Promise<Member> {
  const username = `miembro${++made}`
  const email = `${username}@corporacion.example`
  const { id } = await server.person(username, roles)
  const { sub } = await identity.accounts.create({ username, email, emailVerified: true, name: username, password: PASSWORD })
  await sql`update identity_link set sub = ${sub} where user_id = ${id}`.execute(server.db)
  if (roles.some((role) => role === ROLE.control || role === ROLE.gerencia))
    await sql`insert into user_scope (user_id, country_id) values (${id}, 1)`.execute(server.db)
  return { id, name: username, sub, email, token: await server.sign(sub) }
}
const change = (id: number, body: object, as: Person) => server.call({ method: 'PATCH', url: `/user/${id}`, body, as })
const send = async (url: string, body: object = {}, as?: Person) => {
  await sql`delete from rate_limit`.execute(server.db)
  return server.call({ method: 'POST', url, body, ...(as ? { as } : {}) })
}
const lastMail = (email: string, template?: string) =>
  row(
    server.db,
    sql<{ template: string; params: Record<string, string>; route: string }>`select template, params, route from outbox
      where email = ${email} and template = coalesce(${template ?? null}::text, template) order by id desc limit 1`,
  )
const secretOf = async (email: string, template: string) => (await lastMail(email, template))!.params.secret!
const emailOf = async (id: number) => (await row(server.db, sql<{ email: string }>`select email from app_user where id = ${id}`))!.email

describe('whoever changes somebody stands above all that they are', () => {
  test.each([
    ['somebody who is control too', 'rank_role', () => member([ROLE.analista, ROLE.control])],
    ['an administrator', 'administrator_only', () => member([ROLE.analista, ROLE.administrador])],
    [
      'somebody with a key that they lack',
      'rank_key',
      async () => {
        const person = await member([ROLE.analista])
        await sql`insert into user_permission values (${person.id}, 'statistics.setting.write', true)`.execute(server.db)
        return person
      },
    ],
    ['a manager of the whole country', 'rank_scope', () => member([ROLE.gerencia])],
    [
      'an analyst of another business too',
      'rank_scope',
      async () => {
        const person = await member([ROLE.analista])
        await sql`insert into account (business_id, code, name, currency, analyst_id) values (1, ${`a${person.id}`}, 'Caja', 'BRL', ${person.id}),
          (2, ${`b${person.id}`}, 'Caja', 'BRL', ${person.id})`.execute(server.db)
        return person
      },
    ],
  ])('not control of one business with %s', async (_, code, make) => {
    const person = await make()
    const answers = [
      await change(person.id, { email: 'mio@corporacion.example' }, near),
      await change(person.id, { roles: [1] }, near),
      await change(person.id, { status: 'inactivo' }, near),
      ...(await Promise.all(
        ['unlock', 'reset-2fa', 'sign-out', 'invite', 'ask-password'].map((action) => send(`/user/${person.id}/${action}`, {}, near)),
      )),
      await server.call({ method: 'DELETE', url: `/user/${person.id}/sessions/any`, as: near }),
      await server.call({
        method: 'PATCH',
        url: '/permissions',
        body: { key: 'admin.user.read', enabled: true, userId: person.id, revision: 1 },
        as: near,
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, code]))
    expect(await rows(server.db, sql`select from outbox where user_id = ${person.id}`)).toEqual([])
  })

  test('it does so with an analyst of its business', async () => {
    const person = await member([ROLE.analista])
    await sql`insert into account (business_id, code, name, currency, analyst_id) values (1, ${`c${person.id}`}, 'Caja', 'BRL', ${person.id})`.execute(
      server.db,
    )
    expect((await change(person.id, { status: 'inactivo' }, near)).status).toBe(200)
    expect(await lastMail(person.email)).toMatchObject({ template: 'cuenta_desactivada', route: '/detener-cambio#token={secret}' })
    expect((await change(person.id, { status: 'activo', roles: [1, 2] }, near)).status).toBe(200)
    expect((await lastMail(person.email))!.template).toBe('acceso_cambiado')
  })
})

describe('a new address', () => {
  test('counts once its owner has confirmed it, once; the old one is told at both steps, the new one too', async () => {
    const person = await member([ROLE.analista])
    const email = `nuevo${person.id}@corporacion.example`
    const asked = await change(person.id, { email, NOMBRE: 'Otro Nombre' }, who.administrador)
    expect(asked.body).toMatchObject({ email: person.email, CORREO_PENDIENTE: email, NOMBRE: 'Otro Nombre' })
    expect((await identity.accounts.find({ sub: person.sub }))!.email).toBe(person.email)
    const unconfirmed = await server.call({ url: '/user', query: { aviso: 'correo' }, as: who.control })
    expect(unconfirmed.body.data).toMatchObject([{ id: person.id, CORREO_PENDIENTE: email }])
    expect(await lastMail(person.email)).toMatchObject({ template: 'correo_por_cambiar', params: { email, who: 'Sonia Barrios' } })
    const token = await secretOf(email, 'correo_por_confirmar')
    expect(JSON.stringify(await rows(server.db, sql`select * from email_change`))).not.toContain(token)
    expect((await send('/auth/confirm-email', { token: `${token}x` })).body).toMatchObject({ issues: [{ path: 'token' }] })
    expect((await send('/auth/confirm-email', { token })).status).toBe(200)
    expect((await send('/auth/confirm-email', { token })).body.code).toBe('link_unusable')
    expect(await emailOf(person.id)).toBe(email)
    expect((await identity.accounts.find({ sub: person.sub }))!.email).toBe(email)
    for (const each of [person.email, email]) expect((await lastMail(each))!.template).toBe('correo_cambiado')
    // What follows is told to the former address too: whoever has the new one may be the one who did it.
    await send(`/user/${person.id}/sign-out`, {}, who.administrador)
    for (const each of [person.email, email]) expect((await lastMail(each))!.template).toBe('sesiones_cerradas')
  })

  test('is dropped after 30 minutes, by another, and by the one in use; taken meanwhile it is refused', async () => {
    const person = await member([ROLE.analista])
    const ask = async (email: string) => {
      await change(person.id, { email }, who.administrador)
      return secretOf(email, 'correo_por_confirmar')
    }
    const first = await ask('uno@corporacion.example')
    const second = await ask('dos@corporacion.example')
    expect((await send('/auth/confirm-email', { token: first })).body.code).toBe('link_unusable')
    await sql`update email_change set expires_at = now() where user_id = ${person.id}`.execute(server.db)
    expect((await send('/auth/confirm-email', { token: second })).body.code).toBe('link_unusable')
    const third = await ask('tres@corporacion.example')
    expect((await change(person.id, { email: person.email }, who.administrador)).body.CORREO_PENDIENTE).toBeNull()
    expect((await send('/auth/confirm-email', { token: third })).body.code).toBe('link_unusable')
    const fourth = await ask('cuatro@corporacion.example')
    await sql`update app_user set email = 'cuatro@corporacion.example' where id = ${near.id}`.execute(server.db)
    expect((await send('/auth/confirm-email', { token: fourth })).body).toMatchObject({ issues: [{ path: 'email' }] })
    expect(await emailOf(person.id)).toBe(person.email)
  })
})

describe('a link for a new password', () => {
  const link = async (person: Member) => {
    await send('/auth/forgot-password', { email: await emailOf(person.id) })
    return secretOf(await emailOf(person.id), 'recuperar_contrasena')
  }
  const use = async (token: string) => (await send('/auth/change-password', { token, password: 'tres tristes tigres' })).body.code

  test.each([
    ['another address', (person: Member) => change(person.id, { email: `otro${person.id}@corporacion.example` }, who.administrador)],
    [
      'a deactivation, also one that is undone',
      async (person: Member) => {
        await change(person.id, { status: 'inactivo' }, who.administrador)
        await change(person.id, { status: 'activo' }, who.administrador)
      },
    ],
    [
      'another password',
      (person: Member) => send('/me/change-password', { currentPassword: PASSWORD, newPassword: 'cuatro palabras al azar' }, person),
    ],
  ])('dies with %s', async (_, happens) => {
    const person = await member([ROLE.analista])
    const token = await link(person)
    await happens(person)
    expect(await use(token)).toBe('link_unusable')
  })
})

describe('the link that stops a change', () => {
  test('freezes the account for 72 hours, once, gives the address back, and tells the office; another administrator lifts it', async () => {
    const person = await member([ROLE.analista])
    const email = `ajeno${person.id}@corporacion.example`
    await change(person.id, { email }, who.administrador)
    await send('/auth/confirm-email', { token: await secretOf(email, 'correo_por_confirmar') })
    await send('/auth/forgot-password', { email })
    const recovery = await secretOf(email, 'recuperar_contrasena')
    const token = await secretOf(person.email, 'correo_cambiado')
    expect((await send('/auth/stop-changes', { token })).status).toBe(200)
    expect((await send('/auth/stop-changes', { token })).body.code).toBe('link_unusable')
    expect(await emailOf(person.id)).toBe(person.email)
    expect((await identity.accounts.find({ sub: person.sub }))!.email).toBe(person.email)
    expect((await send('/auth/change-password', { token: recovery, password: 'tres tristes tigres' })).body.code).toBe('link_unusable')
    expect((await server.call({ url: '/me', as: person })).status).toBe(401)
    // Nor with a sign-in from now on.
    await sql`update app_user set tokens_valid_from = '-infinity' where id = ${person.id}`.execute(server.db)
    expect((await server.call({ url: '/me', as: person })).body.code).toBe('account_stopped')
    expect((await lastMail('admin@corporacion.example'))!.template).toBe('cuenta_detenida')
    const stopped = await server.call({ url: '/user', query: { aviso: 'detenida' }, as: who.control })
    expect(stopped.body.data).toMatchObject([{ id: person.id, DETENIDA_HASTA: expect.any(String), CORREO_PENDIENTE: null }])
    for (const body of [{ email: 'otra@corporacion.example' }, { status: 'inactivo' }, { roles: [2] }])
      expect((await change(person.id, body, who.administrador)).body.code).toBe('account_stopped')
    expect((await send(`/user/${person.id}/reset-2fa`, {}, who.administrador)).body.code).toBe('account_stopped')
    // Not whoever made the change that was stopped, and not control.
    for (const as of [who.administrador, who.control])
      expect((await send(`/user/${person.id}/unlock`, {}, as)).body.code).toBe('stopped_by_owner')
    const other = await member([ROLE.administrador])
    expect((await send(`/user/${person.id}/unlock`, {}, other)).status).toBe(200)
    expect((await server.call({ url: '/me', as: person })).status).toBe(200)
  })

  test('is good for 72 hours', async () => {
    const person = await member([ROLE.analista])
    await send(`/user/${person.id}/sign-out`, {}, who.administrador)
    await sql`update stop_link set expires_at = now() where user_id = ${person.id}`.execute(server.db)
    expect((await send('/auth/stop-changes', { token: await secretOf(person.email, 'sesiones_cerradas') })).body.code).toBe('link_unusable')
  })
})

test('the second factor of roles 2, 3 and 6 is taken away by two: who asks, and an administrator who is neither of the two', async () => {
  const [head, analyst, one, two] = [
    await member([ROLE.jefatura]),
    await member([ROLE.analista]),
    await member([ROLE.administrador]),
    await member([ROLE.administrador]),
  ]
  const reset = (person: Person, as: Person) => send(`/user/${person.id}/reset-2fa`, {}, as)
  expect((await reset(analyst, who.control)).body).toEqual({ ok: true, PENDIENTE: false })
  await sql`update app_user set second_factor = true where id = ${head.id}`.execute(server.db)
  const enrolled = async () =>
    (await row(server.db, sql<{ yes: boolean }>`select second_factor as yes from app_user where id = ${head.id}`))!.yes
  expect((await reset(head, who.control)).body.PENDIENTE).toBe(true)
  expect((await lastMail(head.email))!.template).toBe('segundo_factor_por_quitar')
  expect((await lastMail(one.email))!.template).toBe('confirmar_segundo_factor')
  // Asking twice confirms nothing, nor does another of control.
  expect((await reset(head, who.control)).body.PENDIENTE).toBe(true)
  const control = await member([ROLE.control])
  expect((await reset(head, control)).body.PENDIENTE).toBe(true)
  expect((await server.call({ url: `/user/${head.id}`, as: one })).body.PIDE_QUITAR_2FA).toBe('Beatriz Montoya')
  expect(await enrolled()).toBe(true)
  expect((await reset(head, one)).body.PENDIENTE).toBe(false)
  expect(await enrolled()).toBe(false)
  expect((await lastMail(head.email))!.template).toBe('segundo_factor_quitado')
  // It can be refused instead: by an administrator who is not the person, or by who asked; both are told, and nothing is left to confirm.
  const refuse = async (person: Person, as: Person) =>
    (await server.call({ method: 'DELETE', url: `/user/${person.id}/reset-2fa`, as })).status
  expect(await refuse(head, one)).toBe(409)
  expect((await reset(head, who.control)).body.PENDIENTE).toBe(true)
  const waiting = await server.call({ url: '/user', query: { aviso: 'segundo_factor' }, as: two })
  expect(waiting.body.data).toMatchObject([{ id: head.id, PIDE_QUITAR_2FA: 'Beatriz Montoya' }])
  expect((await server.call({ url: `/user/${head.id}`, as: two })).body).toMatchObject({
    PIDE_QUITAR_2FA_ID: who.control.id,
    PIDE_QUITAR_2FA_EN: expect.stringMatching(/^20\d\d-.*Z$/),
  })
  expect([await refuse(head, control), await refuse(head, near)]).toEqual([403, 403])
  expect(await refuse(head, two)).toBe(200)
  for (const email of [head.email, 'control@corporacion.example']) expect((await lastMail(email))!.template).toBe('segundo_factor_se_queda')
  expect((await server.call({ url: `/user/${head.id}`, as: one })).body).toMatchObject({ PIDE_QUITAR_2FA: null, PIDE_QUITAR_2FA_EN: null })
  expect((await reset(head, who.control)).body.PENDIENTE).toBe(true)
  expect(await refuse(head, who.control)).toBe(200)
  // What was asked for a day ago is asked for anew.
  expect((await reset(two, one)).body.PENDIENTE).toBe(true)
  await sql`update second_factor_reset set expires_at = now()`.execute(server.db)
  expect((await reset(two, who.administrador)).body.PENDIENTE).toBe(true)
  await sql`update app_user set active = false where id <> ${two.id} and id in (select user_id from user_role where role_id = ${ROLE.administrador})`.execute(
    server.db,
  )
  expect((await reset(head, two)).body.code).toBe('second_administrator_missing')
})
