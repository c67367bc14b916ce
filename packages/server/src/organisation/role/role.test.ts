import { PERMISSION_KEYS, permissionsOf } from '@cuadre/api/permissions'
import type { Role } from '@cuadre/api/role'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
}, 60_000)
afterAll(() => server.close())

const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object | undefined, as: Person, query = {}) =>
  server.call({ method, url, query, as, ...(body && { body }) })
const create = (body: object = {}, as = who.administrador) =>
  send('POST', '/permissions/rol', { nombre: 'Lectura de control', COD_TIPO_USUARIO: ROLE.control, ...body }, as)
const roleOf = async (id: number): Promise<Role> =>
  (await server.call({ url: '/permissions/rol', as: who.administrador })).body.data.find((role: Role) => role.id === id)
const setKeys = async (
  id: number,
  enabledKeys: readonly string[],
  { as = who.administrador, revision = undefined as number | undefined } = {},
) => send('PATCH', `/permissions/rol/${id}/enabled-keys`, { enabledKeys, revision: revision ?? (await roleOf(id)).revision }, as)
const permissions = async (roleId: number, userId?: number) =>
  (await server.call({ url: `/permissions/type-user/${roleId}`, query: userId ? { userId } : {}, as: who.control })).body
const REASON = 'Mientras dura la migración'
/** Grants, denies or resets a person's permission, with the current revision. */
async function override(userId: number, roleId: number, key: string, enabled: boolean | null, as = who.administrador) {
  const { revision } = await permissions(roleId, userId)
  return send('PATCH', '/permissions', { userId, key, enabled, revision, ...(enabled !== null && { motivo: REASON }) }, as)
}
const mine = async (as: Person) => (await server.call({ url: '/me', as })).body
const history = async (objeto: string, objetoId: number) =>
  (await server.call({ url: '/permissions/history', query: { objeto, objetoId }, as: who.control })).body.data

describe('roles', () => {
  test('are six of the system with their default keys, and those that the corporation makes', async () => {
    const { body } = await server.call({ url: '/permissions/rol', as: who.control })
    expect(body).toMatchObject({ total: 6, page: 1, limit: 100 })
    expect(body.data[2]).toMatchObject({ id: 3, nombre: 'CONTROL', COD_TIPO_USUARIO: 3, sistema: true, USUARIOS: 1, revision: 1 })
    expect(body.data[0].enabledKeys).toEqual(permissionsOf(ROLE.analista).toSorted())
    const made = await create({ descripcion: 'Mira y no toca', enabledKeys: ['admin.user.read'] })
    expect(made).toMatchObject({
      status: 200,
      body: { nombre: 'LECTURA DE CONTROL', TIPO_USUARIO: 'CONTROL', sistema: false, USUARIOS: 0, enabledKeys: ['admin.user.read'] },
    })
    // Auditors are made elsewhere.
    const offered = (await server.call({ url: '/permissions/roles', as: who.control })).body
    expect(offered.map(({ nombre }: Role) => nombre)).toEqual([
      'ADMINISTRADOR',
      'ANALISTA',
      'CONTROL',
      'GERENCIA',
      'JEFATURA AREA',
      'LECTURA DE CONTROL',
    ])
    const found = await server.call({ url: '/permissions/rol', query: { search: 'no toca', tipoUsuarioId: 3 }, as: who.control })
    expect(found.body).toMatchObject({ total: 1, data: [{ id: made.body.id }] })
  })

  test('of the system are neither renamed nor removed, not even in the database', async () => {
    const { revision } = await roleOf(3)
    expect((await send('PATCH', '/permissions/rol', { id: 3, nombre: 'OTRO', revision }, who.administrador)).body.code).toBe('role_system')
    expect((await send('DELETE', '/permissions/rol', undefined, who.administrador, { id: 3 })).body.code).toBe('role_system')
    await expect(sql`update role set name = 'OTRO' where id = 3`.execute(server.db)).rejects.toThrow('belongs to the system')
    await expect(sql`delete from role where id = 5`.execute(server.db)).rejects.toThrow()
  })

  test.each([
    ['nombre', { nombre: 'control' }, 'role_exists'],
    ['nombre', { nombre: 'x' }, 'wrong_fields'],
    ['COD_TIPO_USUARIO', { nombre: 'Otro', COD_TIPO_USUARIO: 7 }, 'wrong_fields'],
    ['COD_TIPO_USUARIO', { nombre: 'Otro', COD_TIPO_USUARIO: 5 }, 'role_of_auditors'],
    ['enabledKeys.0', { nombre: 'Otro', enabledKeys: ['admin.everything.write'] }, 'wrong_fields'],
  ])('are refused for %s: %j', async (path, body, code) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { code, issues: [{ path }] } })
  })

  test('are given to people, work on the scope of their type with keys of their own, and stay while somebody has them', async () => {
    const { id, revision } = (await create({ nombre: 'Solo usuarios', enabledKeys: ['admin.user.read', 'admin.organisation.read'] })).body
    const person = await server.person('propio', [ROLE.control, ROLE.analista])
    const given = await send('PATCH', `/user/${person.id}`, { roles: [id, 1], alcance: [{ ID_PAIS: 1, ID_NEGOCIO: 2 }] }, who.administrador)
    expect(given.body).toMatchObject({
      roleId: 3,
      rol: 'SOLO USUARIOS',
      roles: [{ rolId: 1 }, { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'SOLO USUARIOS', rolId: id }],
    })
    expect(await mine(person)).toMatchObject({
      SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'SOLO USUARIOS' },
      permissions: ['admin.organisation.read', 'admin.user.read'],
      source: 'role',
    })
    expect((await server.call({ url: '/user', as: person })).status).toBe(200)
    expect((await server.call({ url: '/country-manager', as: person })).status).toBe(403)
    // What control of SAFRA sees, and no more.
    const departments = (await server.call({ url: '/department', as: person })).body.data
    expect(departments.map((d: { DEPARTAMENTO: string }) => d.DEPARTAMENTO)).toEqual(['Tesorería'])
    // With two roles of one type it would be unclear whose permissions apply.
    expect((await send('PATCH', `/user/${person.id}`, { roles: [id, 3] }, who.administrador)).body).toMatchObject({
      code: 'role_twice',
      issues: [{ path: 'roles' }],
    })
    await send('PATCH', '/user/set-rol-activo', { rolId: 1 }, person)
    const back = await send('PATCH', '/user/set-rol-activo', { rolId: id }, person)
    expect(back.body.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO).toBe(3)

    expect(await send('DELETE', '/permissions/rol', undefined, who.administrador, { id })).toMatchObject({
      status: 409,
      body: { code: 'role_in_use' },
    })
    const renamed = await send('PATCH', '/permissions/rol', { id, nombre: 'Usuarios', revision }, who.control)
    expect(renamed.body).toMatchObject({ nombre: 'USUARIOS', USUARIOS: 1 })
    expect((await send('PATCH', '/permissions/rol', { id, nombre: 'Tarde', revision }, who.control)).body).toMatchObject({
      code: 'role_moved',
      current: { nombre: 'USUARIOS' },
    })
    await send('PATCH', `/user/${person.id}`, { roles: [1] }, who.administrador)
    expect((await send('DELETE', '/permissions/rol', undefined, who.administrador, { id })).status).toBe(200)
    expect((await send('DELETE', '/permissions/rol', undefined, who.administrador, { id })).body).toMatchObject({
      code: 'role_unknown',
      issues: [{ path: 'id' }],
    })
    expect(await history('rol', id)).toMatchObject([
      { DESPUES: null, PERSONA: 'Sonia Barrios' },
      { ANTES: { nombre: 'SOLO USUARIOS' }, DESPUES: { nombre: 'USUARIOS' }, PERSONA: 'Beatriz Montoya' },
      { ANTES: null, DESPUES: { nombre: 'SOLO USUARIOS' } },
    ])
  })
})

describe('keys of a role', () => {
  test('hold from the next request on, and who changed them from what to what is kept', async () => {
    const before = (await roleOf(ROLE.gerencia)).enabledKeys
    expect((await server.call({ url: '/user', as: who.gerencia })).status).toBe(403)
    const after = await setKeys(ROLE.gerencia, [...before, 'admin.user.read'])
    expect(after.body.enabledKeys).toContain('admin.user.read')
    expect((await server.call({ url: '/user', as: who.gerencia })).status).toBe(200)
    await setKeys(ROLE.gerencia, before)
    expect((await server.call({ url: '/user', as: who.gerencia })).status).toBe(403)
    const [last] = await history('permisos_rol', ROLE.gerencia)
    expect(last).toMatchObject({
      PERSONA: 'Sonia Barrios',
      ANTES: { enabledKeys: after.body.enabledKeys },
      DESPUES: { enabledKeys: before },
    })
  })

  test('are set one by one too', async () => {
    const { revision, permissions: keys } = await permissions(ROLE.jefatura)
    expect(Object.keys(keys)).toEqual(PERMISSION_KEYS)
    expect(keys['admin.user.read']).toEqual({ enabled: false, source: 'role', role: false })
    const body = { rolId: ROLE.jefatura, key: 'admin.user.read', enabled: true, revision }
    const set = await send('PATCH', '/permissions', body, who.control)
    expect(set.body).toMatchObject({ revision: revision + 1, permissions: { 'admin.user.read': { enabled: true } } })
    expect((await server.call({ url: '/user', as: who.jefatura })).status).toBe(200)
    expect((await send('PATCH', '/permissions', body, who.control)).body).toMatchObject({
      code: 'role_moved',
      current: { revision: revision + 1 },
    })
    await send('PATCH', '/permissions', { ...body, enabled: false, revision: revision + 1 }, who.control)
  })

  test('saved by two at once: one wins, the other is told what they are now', async () => {
    const { revision, enabledKeys } = await roleOf(ROLE.analista)
    const answers = await Promise.all(
      [['admin.user.read'], ['admin.role.read']].map((more) => setKeys(ROLE.analista, [...enabledKeys, ...more], { revision })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(lost!.body).toMatchObject({ code: 'role_moved', current: { enabledKeys: won!.body.enabledKeys, revision: revision + 1 } })
    await setKeys(ROLE.analista, enabledKeys)
  })

  test('are given only by who has them; those of administrators only by administrators; an auditor gets none that writes', async () => {
    const reopen = 'admin.period.reopen'
    const keys = async (id: number) => (await roleOf(id)).enabledKeys
    expect((await setKeys(3, [...(await keys(3)), reopen], { as: who.control })).body).toMatchObject({ code: 'key_not_yours' })
    expect((await create({ nombre: 'Atajo', enabledKeys: [reopen] }, who.control)).body.code).toBe('key_not_yours')
    expect((await setKeys(6, ['admin.role.write'], { as: who.control })).body.code).toBe('administrator_only')
    expect((await create({ nombre: 'Otra', COD_TIPO_USUARIO: 6 }, who.control)).body.code).toBe('administrator_only')
    expect((await setKeys(5, [...(await keys(5)), 'analysis.item.submit'])).body).toMatchObject({
      code: 'key_not_for_auditors',
      issues: [{ path: 'enabledKeys' }],
    })
    // What is an auditor's own work can be given back to them, as a role and as a person.
    const [own, ticket] = [await keys(5), 'helpdesk.ticket.write']
    expect(own).toEqual(expect.arrayContaining([ticket, 'analysis.observation.raise']))
    expect(
      (
        await setKeys(
          5,
          own.filter((key) => key.endsWith('.read')),
        )
      ).status,
    ).toBe(200)
    expect((await setKeys(5, own)).body.enabledKeys).toEqual(own)
    for (const enabled of [false, null]) expect((await override(who.auditor.id, 5, ticket, enabled)).status).toBe(200)
    // Permissions that a role had already may stay, even if the caller lacks them.
    expect((await setKeys(1, await keys(1), { as: who.control })).status).toBe(200)
  })

  test('to administer are not taken from oneself nor from the last who has them', async () => {
    const less = (await roleOf(3)).enabledKeys.filter((key) => key !== 'admin.role.write')
    expect((await setKeys(3, less, { as: who.control })).body).toMatchObject({
      code: 'own_administration',
      issues: [{ path: 'enabledKeys' }],
    })
    expect((await setKeys(3, less)).status).toBe(200)
    expect((await create({ nombre: 'Ya no' }, who.control)).status).toBe(403)
    await setKeys(3, [...less, 'admin.role.write'])
    expect((await setKeys(6, [])).body.code).toBe('own_administration')
    const idle = await server.person('ociosa', [ROLE.administrador])
    await sql`insert into user_permission values (${idle.id}, 'admin.user.write', false)`.execute(server.db)
    const { revision } = await permissions(6, who.administrador.id)
    const taken = { userId: who.administrador.id, key: 'admin.user.write', enabled: false, motivo: REASON, revision }
    expect(await send('PATCH', '/permissions', taken, idle)).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
  })

  test('are looked at and changed by control and administrators', async () => {
    const { revision } = await roleOf(1)
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      for (const url of ['/permissions/roles', '/permissions/rol', '/permissions/type-user/1', '/permissions/history'])
        expect((await server.call({ url, as })).status).toBe(403)
      expect((await create({ nombre: 'Nadie' }, as)).status).toBe(403)
      expect((await setKeys(1, [], { as, revision })).status).toBe(403)
      expect((await send('PATCH', '/permissions', { userId: as.id, key: 'admin.user.write', enabled: true, revision: 1 }, as)).status).toBe(
        403,
      )
      expect((await send('DELETE', '/permissions/rol', undefined, as, { id: 7 })).status).toBe(403)
    }
    expect((await server.call({ url: '/permissions/type-user/99', as: who.control })).status).toBe(404)
  })
})

describe('grants and denials of a person', () => {
  test('come before the role, in every role, and say where each key is from', async () => {
    const person = who.otherAnalista
    expect(await mine(person)).toMatchObject({ source: 'role' })
    const granted = await override(person.id, 1, 'admin.user.read', true)
    expect(granted.body).toMatchObject({
      userId: person.id,
      activeRoleId: 1,
      source: 'user',
      permissions: {
        'admin.user.read': { enabled: true, source: 'user', role: false },
        'analysis.item.read': { enabled: true, source: 'role', role: true },
      },
    })
    expect((await server.call({ url: '/user', as: person })).status).toBe(200)
    await override(person.id, 1, 'analysis.item.read', false)
    expect((await server.call({ url: '/analysis', as: person })).status).toBe(403)
    const me = await mine(person)
    expect(me).toMatchObject({ source: 'user' })
    expect(me.permissions).toEqual(expect.arrayContaining(['admin.user.read', 'analysis.item.submit']))
    expect(me.permissions).not.toContain('analysis.item.read')
    // Switching the active role does not remove the denial.
    await sql`insert into user_role values (${person.id}, 2)`.execute(server.db)
    const switched = await send('PATCH', '/user/set-rol-activo', { rolId: 2 }, person)
    expect(switched.body.permissions).toContain('admin.user.read')
    expect(switched.body.permissions).not.toContain('analysis.item.read')
    await send('PATCH', '/user/set-rol-activo', { rolId: 1 }, person)

    for (const key of ['admin.user.read', 'analysis.item.read']) await override(person.id, 1, key, null)
    expect((await permissions(1, person.id)).source).toBe('role')
    expect((await server.call({ url: '/analysis', as: person })).status).toBe(200)
    expect(await history('permisos_usuario', person.id)).toMatchObject([
      { NOMBRE: 'Lucía Ferreyra', ANTES: { 'analysis.item.read': false }, DESPUES: { 'analysis.item.read': null } },
      { ANTES: { 'admin.user.read': true }, DESPUES: { 'admin.user.read': null } },
      { ANTES: { 'analysis.item.read': null }, DESPUES: { 'analysis.item.read': false } },
      { ANTES: { 'admin.user.read': null }, DESPUES: { 'admin.user.read': true } },
    ])
  })

  test('saved by two at once: one wins', async () => {
    const { revision } = await permissions(2, who.otherJefatura.id)
    const body = { userId: who.otherJefatura.id, key: 'admin.user.read', motivo: REASON, revision }
    const answers = await Promise.all([true, false].map((enabled) => send('PATCH', '/permissions', { ...body, enabled }, who.control)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('are of one role or one person, of a key one has oneself; administrators’ by administrators; an auditor’s only to read', async () => {
    const body = { key: 'admin.user.read', enabled: true, motivo: REASON, revision: 1 }
    for (const more of [{}, { rolId: 1, userId: 1 }])
      expect((await send('PATCH', '/permissions', { ...body, ...more }, who.control)).body).toMatchObject({
        code: 'permission_of_one',
        issues: [{ path: 'rolId' }],
      })
    expect((await send('PATCH', '/permissions', { ...body, rolId: 1, enabled: null }, who.control)).body.issues).toMatchObject([
      { path: 'enabled' },
    ])
    expect((await override(who.analista.id, 1, 'admin.period.reopen', true, who.control)).body.code).toBe('key_not_yours')
    expect((await override(who.administrador.id, 6, 'admin.user.read', false, who.control)).body.code).toBe('administrator_only')
    expect((await override(who.auditor.id, 5, 'admin.user.write', true)).body).toMatchObject({
      code: 'key_not_for_auditors',
      issues: [{ path: 'key' }],
    })
    expect((await override(who.administrador.id, 6, 'admin.role.write', false)).body).toMatchObject({
      code: 'own_administration',
      issues: [{ path: 'key' }],
    })
    expect((await server.call({ url: '/permissions/type-user/3', query: { userId: who.analista.id }, as: who.control })).body.code).toBe(
      'role_not_held',
    )
    for (const nobody of [{ userId: 99_999 }, { rolId: 99_999 }])
      expect((await send('PATCH', '/permissions', { ...body, ...nobody }, who.control)).body.issues).toMatchObject([
        { path: Object.keys(nobody)[0] },
      ])
  })
})
