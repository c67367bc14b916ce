import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`update app_user set department_id = 1 where id in (${who.analista.id}, ${who.jefatura.id})`.execute(server.db)
  await sql`insert into account (business_id, code, name, currency, analyst_id, active)
    values (1, '1', 'Caja', 'BRL', ${who.analista.id}, true), (1, '2', 'Bancos', 'BRL', ${who.analista.id}, true), (1, '3', 'Vieja', 'BRL', ${who.analista.id}, false)`.execute(
    server.db,
  )
}, 60_000)
afterAll(() => server.close())

const users = async (query: Record<string, unknown> = {}) => (await server.call({ url: '/user', query, as: who.control })).body
const names = async (query: Record<string, unknown>) => (await users(query)).data.map((user: { NOMBRE: string }) => user.NOMBRE)

describe('users', () => {
  test('are staff: an auditor is not among them, unless with another role', async () => {
    expect(await names({})).toEqual([
      'Beatriz Montoya',
      'Héctor Villalobos',
      'Lucía Ferreyra',
      'Marcela Duarte',
      'Óscar Cáceres',
      'Rodrigo Peña',
      'Sonia Barrios',
    ])
    await server.person('mixed', [ROLE.auditor, ROLE.gerencia], 'Zoe Luna')
    expect((await users()).total).toBe(8)
  })

  test('show role, roles, department, accounts in use and last access', async () => {
    await server.call({ method: 'POST', url: '/auth/login', body: {}, as: who.analista })
    expect((await users({ search: 'rodrigo' })).data).toEqual([
      {
        id: who.analista.id,
        NOMBRE: 'Rodrigo Peña',
        USUARIO: 'analista',
        email: 'analista@corporacion.example',
        roleId: 1,
        rol: 'ANALISTA',
        roles: [{ COD_TIPO_USUARIO: 1, TIPO_USUARIO: 'ANALISTA' }],
        status: 'activo',
        COD_DEPARTAMENTO: 1,
        DEPARTAMENTO: 'Contabilidad financiera',
        CUENTAS: 2,
        ULTIMO_ACCESO: expect.stringMatching(/^20.*Z$/),
      },
    ])
  })

  test('are found by name without accents, user name and e-mail; by role, department and status', async () => {
    expect(await names({ search: 'oscar caceres' })).toEqual(['Óscar Cáceres'])
    expect(await names({ search: 'analista2@' })).toEqual(['Lucía Ferreyra'])
    expect(await names({ search: '%' })).toEqual([])
    // A role that is available, active or not.
    expect(await names({ roleId: ROLE.gerencia })).toEqual(['Héctor Villalobos', 'Zoe Luna'])
    expect(await names({ departmentId: 1 })).toEqual(['Marcela Duarte', 'Rodrigo Peña'])
    await sql`update app_user set active = false where id = ${who.otherAnalista.id}`.execute(server.db)
    expect((await users({ activo: 'false' })).data).toMatchObject([{ NOMBRE: 'Lucía Ferreyra', status: 'inactivo' }])
    expect((await users({ activo: 'true' })).total).toBe(7)
  })

  test('are sorted and paged; by 100 unless said otherwise', async () => {
    expect((await names({ sort: '-CUENTAS' }))[0]).toBe('Rodrigo Peña')
    expect(await names({ sort: '-NOMBRE', limit: 2, page: 2 })).toEqual(['Rodrigo Peña', 'Óscar Cáceres'])
    expect(await users({ limit: 1, page: 99 })).toMatchObject({ data: [], total: 8, page: 99, limit: 1 })
    expect((await users()).limit).toBe(100)
    expect((await server.call({ url: '/user', query: { page: 0 }, as: who.control })).status).toBe(422)
  })

  test('are for control and the administrator', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ url: '/user', as })).status).toBe(403)
    expect((await server.call({ url: '/user', as: who.administrador })).status).toBe(200)
  })
})

test('there are six user types, for whoever is signed in', async () => {
  const { body } = await server.call({ url: '/user/types', as: who.auditor })
  expect(body.map((type: { TIPO_USUARIO: string }) => type.TIPO_USUARIO)).toEqual([
    'ANALISTA',
    'JEFATURA AREA',
    'CONTROL',
    'GERENCIA',
    'AUDITOR',
    'ADMINISTRADOR',
  ])
  expect((await server.call({ url: '/user/types' })).status).toBe(401)
})

test('one may switch to one’s own roles and no others', async () => {
  const dual = await server.person('dual', [ROLE.control, ROLE.analista])
  expect((await server.call({ url: '/user/roles-disponibles', as: dual })).body).toEqual([
    { COD_TIPO_USUARIO: 1, TIPO_USUARIO: 'ANALISTA' },
    { COD_TIPO_USUARIO: 3, TIPO_USUARIO: 'CONTROL' },
  ])
})
