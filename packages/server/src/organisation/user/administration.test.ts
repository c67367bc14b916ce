import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { deliverDue } from '../../platform/mail/worker.ts'
import type { IdentityAdmin } from '../../platform/provider/provider.ts'

/** A fake identity provider: accounts in memory, with a switch to make it unavailable. */
function provider() {
  type Account = { sub: string; enabled: boolean; username: string; email: string; name: string; password?: string; temporary?: boolean }
  const accounts: Account[] = []
  const state = { away: false }
  const asked = async () => {
    if (state.away) throw new Error('connect ECONNREFUSED')
  }
  const admin: IdentityAdmin = {
    issuer: 'http://localhost/realms/corp',
    async find(by) {
      await asked()
      const [[name, value]] = Object.entries(by) as [[keyof Account, string]]
      return accounts.find((account) => account[name] === value)
    },
    async create(account) {
      await asked()
      const sub = `sub-${accounts.length + 1}`
      accounts.push({ ...account, sub, enabled: true })
      return { sub }
    },
    async update(sub, change) {
      await asked()
      Object.assign(accounts.find((account) => account.sub === sub)!, change)
    },
    async setEnabled(sub, enabled) {
      await asked()
      accounts.find((account) => account.sub === sub)!.enabled = enabled
    },
    async setTemporaryPassword(sub, password) {
      await asked()
      Object.assign(accounts.find((account) => account.sub === sub)!, { password, temporary: true })
    },
  }
  return { admin, accounts, state }
}

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
const { admin, accounts, state } = provider()
beforeAll(async () => {
  server = await testServer({ identity: admin })
  who = await organisation(server)
  // Those who are there already have their accounts.
  for (const { sub, ...account } of await rows(
    server.db,
    sql<{
      sub: string
      username: string
      email: string
      name: string
    }>`select l.sub, u.username, u.email, u.name from identity_link l join app_user u on u.id = l.user_id`,
  ))
    accounts.push({ sub, enabled: true, ...account })
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
}, 60_000)
afterAll(() => server.close())

const nobody = { NOMBRE: 'Nora Vidal', USUARIO: 'nvidal', email: 'nora@corporacion.example', roles: [1] }
const create = (body: object = {}, as: Person = who.administrador) =>
  server.call({ method: 'POST', url: '/user', body: { ...nobody, ...body }, as })
const change = (id: number, body: object, as: Person = who.administrador) => server.call({ method: 'PATCH', url: `/user/${id}`, body, as })
let made = 0
/** A new person with an account and token of the provider. */
async function somebody(body: object = {}): Promise<Person> {
  const name = `persona${++made}`
  const answer = await create({ NOMBRE: name, USUARIO: name, email: `${name}@corporacion.example`, ...body })
  expect(answer).toMatchObject({ status: 200 })
  const { sub } = accounts.find(({ username }) => username === name)!
  return { id: answer.body.id, name, token: await server.sign(sub) }
}
const brasil = [{ ID_PAIS: 1 }]
const account = (username: string) => accounts.find((each) => each.username === username)

describe('a new user', () => {
  test('has roles with the active one, department and scope, an account, and an invitation with a temporary password', async () => {
    const answer = await create({
      roles: [3, 1],
      rolActivo: 1,
      COD_DEPARTAMENTO: 1,
      alcance: [{ ID_PAIS: 1, ID_NEGOCIO: 2 }],
      USUARIO: ' NVidal ',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        NOMBRE: 'Nora Vidal',
        USUARIO: 'nvidal',
        roleId: 1,
        rol: 'ANALISTA',
        roles: [
          { COD_TIPO_USUARIO: 1, rolId: 1 },
          { COD_TIPO_USUARIO: 3, rolId: 3 },
        ],
        status: 'activo',
        DEPARTAMENTO: 'Contabilidad financiera',
        alcance: [{ ID_PAIS: 1, PAIS: 'Brasil', ID_NEGOCIO: 2, NEGOCIO: 'SAFRA' }],
        CUENTAS: 0,
        ANALISIS_ABIERTOS: 0,
        FIRMA_EN: null,
      },
    })
    const made = account('nvidal')!
    expect(made).toMatchObject({ email: 'nora@corporacion.example', name: 'Nora Vidal', temporary: true })
    expect(made.password).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    const sent: { to: string; text: string }[] = []
    await deliverDue({ db: server.db, transport: { send: async (mail) => void sent.push(mail) } })
    const [mail] = sent.filter(({ to }) => to === 'nora@corporacion.example')
    expect(mail!.text).toContain(made.password)
    // The password does not stay behind in the database.
    expect(await rows(server.db, sql`select params from outbox where template = 'invitacion'`)).toEqual([{ params: { user: 'nvidal' } }])
    const signedIn = await server.call({
      method: 'POST',
      url: '/auth/login',
      body: {},
      as: { id: 0, name: '', token: await server.sign(made.sub) },
    })
    expect(signedIn.body).toMatchObject({ rolId: 1, firstLogin: true })
  })

  test.each([
    ['USUARIO', { USUARIO: 'ANALISTA' }, 'user_exists'],
    ['email', { USUARIO: 'otra', email: 'Analista@corporacion.example' }, 'email_exists'],
    ['USUARIO', { USUARIO: 'a b' }, 'wrong_fields'],
    ['email', { email: 'nora@\r\nbcc' }, 'wrong_fields'],
    ['NOMBRE', { NOMBRE: ' ' }, 'wrong_fields'],
    ['roles', { roles: [] }, 'wrong_fields'],
    ['roles', { roles: [77] }, 'role_unknown'],
    ['roles', { roles: [5] }, 'role_of_auditors'],
    ['roles', { roles: [1, 5] }, 'role_of_auditors'],
    ['rolActivo', { rolActivo: 2 }, 'role_active_missing'],
    ['alcance', { roles: [3] }, 'scope_required'],
    ['alcance', { roles: [1], alcance: brasil }, 'scope_needless'],
    ['alcance', { roles: [4], alcance: [{ ID_PAIS: 2, ID_NEGOCIO: 1 }] }, 'scope_unknown'],
    ['COD_DEPARTAMENTO', { COD_DEPARTAMENTO: 99 }, 'department_unknown'],
  ])('is refused for its %s: %j', async (path, body, code) => {
    const before = accounts.length
    expect(await create({ USUARIO: 'nuevo', email: 'nuevo@corporacion.example', ...body })).toMatchObject({
      status: 422,
      body: { code, issues: [{ path }] },
    })
    expect(accounts).toHaveLength(before)
    expect(await row(server.db, sql`select from app_user where username in ('nuevo', 'otra')`)).toBeUndefined()
  })

  test('whose user name the provider has for somebody else is refused; whose e-mail it has keeps that account', async () => {
    accounts.push({ sub: 'x', enabled: true, username: 'ajena', email: 'ajena@corporacion.example', name: 'Ajena' })
    const taken = await create({ USUARIO: 'ajena', email: 'suya@corporacion.example' })
    expect(taken).toMatchObject({ status: 422, body: { code: 'identity_taken', issues: [{ path: 'USUARIO' }] } })
    const { body } = await create({ USUARIO: 'propia', email: 'ajena@corporacion.example' })
    expect(accounts.filter(({ email }) => email === 'ajena@corporacion.example')).toHaveLength(1)
    expect(await rows(server.db, sql`select template from outbox where user_id = ${body.id}`)).toEqual([{ template: 'invitacion_cuenta' }])
    await change(body.id, { NOMBRE: 'Otra vez' })
    expect(await rows(server.db, sql`select template from outbox where user_id = ${body.id}`)).toHaveLength(1)
  })

  test('made twice at once is made once', async () => {
    const twice = { USUARIO: 'doble', email: 'doble@corporacion.example' }
    const answers = await Promise.all([create(twice), create(twice), create(twice)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(accounts.filter(({ username }) => username === 'doble')).toHaveLength(1)
  })

  test('is saved while the provider is away, said so, and gets the account at the next save', async () => {
    state.away = false
    const find = admin.find
    // Becomes unavailable after the first lookup.
    admin.find = async (by) => {
      const found = await find(by)
      if ('username' in by) state.away = true
      return found
    }
    const answer = await create({ USUARIO: 'lejos', email: 'lejos@corporacion.example' })
    admin.find = find
    state.away = false
    expect(answer).toMatchObject({ status: 502, body: { code: 'identity_unavailable' } })
    const { id } = (await row(server.db, sql<{ id: number }>`select id from app_user where username = 'lejos'`))!
    expect(account('lejos')).toBeUndefined()
    expect((await change(id, {})).status).toBe(200)
    expect(account('lejos')).toMatchObject({ enabled: true })
    expect(await rows(server.db, sql`select template from outbox where user_id = ${id}`)).toEqual([{ template: 'invitacion' }])
  })
})

describe('a change', () => {
  test('of name and user name reaches the provider, an e-mail when it is confirmed; what is not named stays', async () => {
    const { id } = await somebody({ COD_DEPARTAMENTO: 2 })
    const answer = await change(id, { NOMBRE: 'Nuevo Nombre', USUARIO: 'nuevonombre', email: 'nn@corporacion.example' })
    expect(answer.body).toMatchObject({ NOMBRE: 'Nuevo Nombre', COD_DEPARTAMENTO: 2, roleId: 1, status: 'activo' })
    // The address waits for its owner.
    expect(answer.body).toMatchObject({ CORREO_PENDIENTE: 'nn@corporacion.example', email: expect.stringContaining('persona') })
    expect(account('nuevonombre')).toMatchObject({ email: answer.body.email, name: 'Nuevo Nombre' })
    expect((await change(id, { USUARIO: 'analista' })).body).toMatchObject({ code: expect.stringMatching(/identity_taken|user_exists/) })
    expect((await change(99_999, {})).status).toBe(404)
  })

  test('of roles never leaves the active one outside of them, and a new active one starts without a context', async () => {
    const person = await somebody({ roles: [3, 1], rolActivo: 3, alcance: brasil })
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 1 }, as: person })
    expect((await change(person.id, { roles: [1, 3] })).body.roleId).toBe(3)
    expect((await change(person.id, { roles: [1, 2] })).body).toMatchObject({ roleId: 1, alcance: [] })
    const me = (await server.call({ url: '/me', as: person })).body
    expect(me).toMatchObject({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 1 }, ID_NEGOCIO: null })
    expect(me.permissions).not.toContain('admin.user.read')
    expect((await change(person.id, { rolActivo: 3 })).body).toMatchObject({ code: 'role_active_missing', issues: [{ path: 'rolActivo' }] })
    expect((await change(person.id, { roles: [3] })).body).toMatchObject({ code: 'scope_required', issues: [{ path: 'alcance' }] })
    expect((await server.call({ method: 'PATCH', url: '/user/set-rol-activo', body: { rolId: 3 }, as: person })).status).toBe(403)
  })

  test('of countries and businesses leaves nobody in one that they no longer have', async () => {
    const person = await somebody({ roles: [3], alcance: brasil })
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: person })
    const narrowed = [{ ID_PAIS: 1, ID_NEGOCIO: 1 }]
    expect((await change(person.id, { alcance: narrowed })).status).toBe(200)
    expect((await server.call({ url: '/me', as: person })).body).toMatchObject({ ID_PAIS: null, ID_NEGOCIO: null })
    await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 1 }, as: person })
    // What does not change them leaves the choice alone.
    expect((await change(person.id, { NOMBRE: 'Otro Nombre', alcance: narrowed })).status).toBe(200)
    expect((await server.call({ url: '/me', as: person })).body).toMatchObject({ ID_NEGOCIO: 1 })
  })

  test('to inactive deletes nothing, counts what stays, and ends every session for good', async () => {
    const person = await somebody()
    await sql`insert into account (business_id, code, name, currency, analyst_id) values (1, '77', 'Suya', 'BRL', ${person.id})`.execute(
      server.db,
    )
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values ('2026-10', now(), now(), now(), now())`.execute(
      server.db,
    )
    await sql`insert into analysis (period_id, account_id, country_id, business_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
      select 1, id, 1, 1, ${person.id}, 'M', 'BRL', 5, 'menor', now(), now(), now() from account where code = '77'`.execute(server.db)
    // What is due today is so where its business is.
    await sql`insert into calendar (country_id, zone, saved_by) values (1, 'Pacific/Kiritimati', ${who.control.id})`.execute(server.db)
    const dueOf = async (beyond: string) => {
      await sql`update analysis set due_analyst = ((now() at time zone 'Pacific/Kiritimati')::date + 1)::timestamp at time zone 'Pacific/Kiritimati' + ${beyond}::interval`.execute(
        server.db,
      )
      return (await server.call({ url: `/user/${person.id}`, as: who.control })).body.ANALISIS_VENCEN
    }
    expect([await dueOf('-1 minute'), await dueOf('1 minute')]).toEqual([1, 0])
    await sql`delete from calendar`.execute(server.db)
    expect((await server.call({ url: '/me', as: person })).status).toBe(200)
    const off = await change(person.id, { status: 'inactivo' }, who.control)
    expect(off.body).toMatchObject({ status: 'inactivo', CUENTAS: 1, ANALISIS_ABIERTOS: 1 })
    expect(account(person.name)!.enabled).toBe(false)
    expect((await server.call({ url: '/me', as: person })).status).toBe(401)
    expect(await row(server.db, sql`select analyst_id from account where code = '77'`)).toEqual({ analyst_id: person.id })
    await change(person.id, { status: 'activo' })
    expect(account(person.name)!.enabled).toBe(true)
    // An earlier token stays invalid after the person is reactivated.
    expect((await server.call({ url: '/me', as: person })).status).toBe(401)
    const later = await server.sign(account(person.name)!.sub, {})
    await sql`update app_user set tokens_valid_from = now() - interval '1 minute' where id = ${person.id}`.execute(server.db)
    expect((await server.call({ url: '/me', as: { ...person, token: later } })).status).toBe(200)
  })

  test('is kept: who, when, from what to what, and cannot be rewritten', async () => {
    const { id } = await somebody()
    await change(id, { NOMBRE: 'Cambiada', roles: [1, 2] }, who.control)
    await change(id, { NOMBRE: 'Cambiada' }, who.control)
    const { body } = await server.call({ url: '/permissions/history', query: { objeto: 'usuario', objetoId: id }, as: who.control })
    expect(body.data).toMatchObject([
      {
        PERSONA: 'Beatriz Montoya',
        ROL: 'CONTROL',
        ANTES: { roles: [1] },
        DESPUES: { NOMBRE: 'Cambiada', roles: [1, 2] },
        FECHA: expect.stringMatching(/Z$/),
      },
      { PERSONA: 'Sonia Barrios', ANTES: null, DESPUES: { roles: [1] } },
    ])
    for (const change of [sql`update administration_change set actor_id = 1`, sql`delete from administration_change`])
      await expect(change.execute(server.db)).rejects.toThrow('append-only')
  })
})

describe('administration', () => {
  test('is for control and the administrator; an auditor is no user of the list', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await create({ USUARIO: 'nadie' }, as)).status).toBe(403)
      expect((await change(who.analista.id, { NOMBRE: 'Nadie' }, as)).status).toBe(403)
      expect((await server.call({ url: `/user/${who.analista.id}`, as })).status).toBe(403)
    }
    expect((await server.call({ url: `/user/${who.auditor.id}`, as: who.control })).status).toBe(404)
    expect((await change(who.auditor.id, { roles: [6] })).status).toBe(404)
  })

  test('of administrators is for administrators', async () => {
    const refused = [
      await create({ USUARIO: 'trepa', email: 'trepa@corporacion.example', roles: [6] }, who.control),
      await change(who.administrador.id, { email: 'mio@corporacion.example' }, who.control),
      await change(who.control.id, { roles: [3, 6], alcance: brasil }, who.control),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'administrator_only']))
  })

  test('nobody gives a scope beyond their own, nor changes whoever has one', async () => {
    const { id } = await somebody({ roles: [4], alcance: [{ ID_PAIS: 2 }] })
    expect((await change(id, { alcance: [{ ID_PAIS: 1 }] }, who.control)).body).toMatchObject({ code: 'rank_scope' })
    const other = await somebody({ roles: [4], alcance: brasil })
    expect((await change(other.id, { alcance: [{ ID_PAIS: 2 }] }, who.control)).body).toMatchObject({
      code: 'scope_unknown',
      issues: [{ path: 'alcance' }],
    })
    expect((await change(other.id, { alcance: [{ ID_PAIS: 2 }] })).status).toBe(200)
  })

  test('two changes at once: the later one is told how the person is now', async () => {
    const { id } = await somebody()
    const { REVISION } = (await server.call({ url: `/user/${id}`, as: who.control })).body
    expect((await change(id, { NOMBRE: 'Primera', REVISION })).body).toMatchObject({ NOMBRE: 'Primera', REVISION: REVISION + 1 })
    expect(await change(id, { NOMBRE: 'Segunda', REVISION })).toMatchObject({
      status: 409,
      body: { code: 'row_moved', current: { id, NOMBRE: 'Primera', REVISION: REVISION + 1 } },
    })
  })

  test('many at once: whoever may not be changed is listed with the reason, the others are done', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const many = (body: object, as = who.control) => server.call({ method: 'POST', url: '/user/bulk', body, as })
    const ids = [one.id, other.id, who.control.id, who.administrador.id]
    const { body } = await many({ ids, accion: 'desactivar' })
    expect(body).toEqual({
      hechos: [one.id, other.id],
      rechazados: [
        { id: who.control.id, NOMBRE: 'Beatriz Montoya', MOTIVO: 'Nadie se desactiva a sí mismo.' },
        { id: who.administrador.id, NOMBRE: 'Sonia Barrios', MOTIVO: expect.stringContaining('Solo un administrador') },
      ],
    })
    expect(account(one.name)).toMatchObject({ enabled: false })
    expect((await many({ ids: [one.id], accion: 'activar' })).body.hechos).toEqual([one.id])
    expect((await many({ ids: [one.id], accion: 'departamento', COD_DEPARTAMENTO: 1 })).body.hechos).toEqual([one.id])
    expect((await server.call({ url: `/user/${one.id}`, as: who.control })).body).toMatchObject({
      COD_DEPARTAMENTO: 1,
      JEFE: { NOMBRE: 'Marcela Duarte' },
    })
    for (const COD_DEPARTAMENTO of [999, undefined])
      expect((await many({ ids: [one.id], accion: 'departamento', COD_DEPARTAMENTO })).body).toMatchObject({
        code: 'department_unknown',
        issues: [{ path: 'COD_DEPARTAMENTO' }],
      })
  })

  test('nobody deactivates themselves or takes their own administration away', async () => {
    expect((await change(who.control.id, { status: 'inactivo' }, who.control)).body).toMatchObject({
      code: 'own_deactivation',
      issues: [{ path: 'status' }],
    })
    expect((await change(who.control.id, { roles: [4] }, who.control)).body).toMatchObject({
      code: 'own_administration',
      issues: [{ path: 'roles' }],
    })
    // Nor gives themselves the work of a role below theirs.
    for (const roles of [[1], [3, 2]]) expect((await change(who.control.id, { roles }, who.control)).body.code).toBe('key_not_yours')
    // Not even where another of their roles administers too.
    const both = await somebody({ roles: [6, 3], alcance: brasil })
    expect((await change(both.id, { roles: [3] }, both)).body.code).toBe('own_administration')
    expect((await change(both.id, { roles: [3] })).status).toBe(200)
  })

  test('of two administrators who deactivate each other at once, one remains', async () => {
    const [one, other] = [await somebody({ roles: [6] }), await somebody({ roles: [6] })]
    const first = await change(who.administrador.id, { status: 'inactivo' }, one)
    expect(first.status).toBe(200)
    const answers = await Promise.all([change(other.id, { status: 'inactivo' }, one), change(one.id, { status: 'inactivo' }, other)])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const left = await rows(
      server.db,
      sql`select from app_user u join user_role r on r.user_id = u.id and r.role_id = ${ROLE.administrador} where u.active`,
    )
    expect(left).toHaveLength(1)
  })

  test('the last administrator who has the keys stays, even where another acts', async () => {
    const left = (await row(
      server.db,
      sql<{
        id: number
        username: string
      }>`select u.id, u.username from app_user u join user_role r on r.user_id = u.id and r.role_id = 6 where u.active`,
    ))!
    const last: Person = { id: left.id, name: left.username, token: await server.sign(account(left.username)!.sub) }
    // An administrator without administration permissions does not count.
    const idle = await somebody2(last)
    await sql`insert into user_permission values (${idle.id}, 'admin.role.write', false)`.execute(server.db)
    expect(await change(last.id, { status: 'inactivo' }, idle)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
    expect(await change(last.id, { roles: [1] }, idle)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
    expect((await server.call({ url: '/me', as: last })).status).toBe(200)
  })
  const somebody2 = async (as: Person): Promise<Person> => {
    const { body } = await create({ USUARIO: 'ociosa', email: 'ociosa@corporacion.example', roles: [6] }, as)
    return { id: body.id, name: 'ociosa', token: await server.sign(account('ociosa')!.sub) }
  }
})

describe('many from a file', () => {
  const FILE = [
    'Personas de la migración;;;;;;',
    'Nombre completo;Usuario;Correo;Rol;Área;Alcance;Idioma',
    'Irene Salas Ruiz;isalas;isalas@corporacion.example;Analista;Contabilidad financiera;;',
    'Omar Tello Paz;otello;otello@corporacion.example;Control, Analista;;Brasil;inglés',
    'Sin Rol Nadie;srol;srol@corporacion.example;Tesorero;;;',
    'Sin Alcance Rey;salcance;salcance@corporacion.example;Gerencia;;;',
    'Irene Salas Gil;isalas;otra@corporacion.example;Analista;;;',
    'Sin Correo;scorreo;no es un correo;Analista;;;',
    'Beatriz Montoya;control;control@corporacion.example;Control;;;',
  ].join('\r\n')
  const load = (body: Record<string, string>, as: Person = who.administrador, content = FILE) =>
    server.call({ method: 'POST', url: '/user/import', body, file: { name: 'personas.csv', content }, as })
  // The tests before have left another administrator than the first.
  const administrator = async () => {
    const { username, id } = (await row(
      server.db,
      sql<{ id: number; username: string }>`select u.id, u.username from app_user u join user_role r on r.user_id = u.id and r.role_id = 6
        where u.active and not exists (select from user_permission p where p.user_id = u.id) limit 1`,
    ))!
    return { id, name: username, token: await server.sign(account(username)!.sub) }
  }

  test('is looked at first, refused rows by their reason, then exactly that is made, each with an invitation', async () => {
    const as = await administrator()
    const seen = await load({ simular: 'true' }, as)
    expect(seen.body).toMatchObject({ simulado: true, total: { nueva: 2, ya_existe: 1, rechazada: 4 } })
    expect(seen.body.data.map(({ FILA, CLASE, MOTIVO }: Record<string, string>) => [FILA, CLASE, MOTIVO])).toEqual([
      [3, 'nueva', null],
      [4, 'nueva', null],
      [5, 'rechazada', 'No hay un rol «Tesorero».'],
      [6, 'rechazada', 'Indique los países o negocios de control o gerencia.'],
      [7, 'rechazada', 'Ya hay una persona con ese usuario. Pruebe «isalas2».'],
      [8, 'rechazada', 'Falta o no es válido: correo.'],
      [9, 'ya_existe', null],
    ])
    const people = async () => (await row(server.db, sql<{ n: number }>`select count(*)::int as n from app_user`))!.n
    const before = await people()
    expect((await load({}, as)).body).toMatchObject({ code: 'users_unseen' })
    expect((await load({ huella: 'otra' }, as)).body).toMatchObject({ code: 'users_moved', current: { total: { nueva: 2 } } })
    expect(await people()).toBe(before)
    const made = await load({ huella: seen.body.huella }, as)
    expect(made.body).toMatchObject({ simulado: false, total: { nueva: 2 }, sinAcceso: [] })
    expect(await people()).toBe(before + 2)
    expect(account('isalas')).toMatchObject({ temporary: true })
    expect((await server.call({ url: '/user', query: { search: 'otello' }, as })).body.data).toMatchObject([
      { roles: [{ rolId: 1 }, { rolId: 3 }], roleId: 3 },
    ])
    // A second time there is nobody new.
    expect((await load({ simular: 'true' }, as)).body.total).toEqual({ nueva: 0, ya_existe: 3, rechazada: 4 })
  })

  test('without the columns, or without people, it is refused as a file', async () => {
    const as = await administrator()
    for (const [content, code] of [
      ['a;b;c\r\n1;2;3', 'users_columns'],
      ['nombre;usuario;correo;rol\r\n;;;', 'users_empty'],
    ] as const)
      expect((await load({ simular: 'true' }, as, content)).body).toMatchObject({ code, issues: [{ path: 'file' }] })
  })
})
