import type { OrganisationNode } from '@cuadre/api/organisation'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`insert into sub_management (business_id, name, manager_id) values (1, 'Subgerencia contable', ${who.gerencia.id})`.execute(
    server.db,
  )
  await sql`update department set sub_management_id = 1 where id = 1`.execute(server.db)
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
  await sql`insert into account (business_id, code, name, currency, department_id, active)
    values (1, '1', 'Caja', 'BRL', 1, true), (1, '2', 'Banco', 'BRL', null, true), (1, '3', 'Vieja', 'BRL', 1, false)`.execute(server.db)
}, 60_000)
afterAll(() => server.close())

const tree = async (as: Person): Promise<OrganisationNode[]> => (await server.call({ url: '/organisation', as })).body
const said = (nodes: OrganisationNode[]) =>
  nodes.map(({ PADRE, NIVEL, NOMBRE, CUENTAS }) => `${PADRE ?? ''} ▸ ${NIVEL} ${NOMBRE} ${CUENTAS}`)

test('everything lies below the one above it, with who is responsible and the active accounts of all below', async () => {
  const nodes = await tree(who.administrador)
  expect(said(nodes)).toEqual([
    ' ▸ pais Brasil 2',
    ' ▸ pais Chile 0',
    'pais/1 ▸ negocio SAFRA 0',
    'pais/1 ▸ negocio VOTORANTIM 2',
    'negocio/1 ▸ subgerencia Subgerencia contable 1',
    'subgerencia/1 ▸ departamento Contabilidad financiera 1',
    'negocio/2 ▸ departamento Tesorería 0',
  ])
  expect(nodes.map(({ RESPONSABLE }) => RESPONSABLE?.NOMBRE ?? null)).toEqual([
    null,
    null,
    null,
    null,
    'Héctor Villalobos',
    'Marcela Duarte',
    'Óscar Cáceres',
  ])
})

test('is narrowed to one’s scope and to the business chosen above', async () => {
  const one = await server.person('control1', [ROLE.control], 'Iván Ríos')
  await sql`insert into user_scope (user_id, country_id, business_id) values (${one.id}, 1, 2)`.execute(server.db)
  const names = async (as: Person) => (await tree(as)).map(({ NOMBRE }) => NOMBRE)
  expect(await names(one)).toEqual(['Brasil', 'SAFRA', 'Tesorería'])
  expect(await names(who.jefatura)).toEqual(['Brasil', 'VOTORANTIM', 'Subgerencia contable', 'Contabilidad financiera'])
  expect((await server.call({ url: '/organisation', as: who.analista })).status).toBe(403)
  await server.call({ method: 'POST', url: '/me/setBusinessAndCountry', body: { ID_PAIS: 1, ID_NEGOCIO: 2 }, as: who.administrador })
  expect(await names(who.administrador)).toEqual(['Brasil', 'SAFRA', 'Tesorería'])
})

test('a country that is one’s own shows before it has a business, and takes its first', async () => {
  const control = await server.person('control-chile', [ROLE.control], 'Iván Ríos')
  await sql`insert into user_scope (user_id, country_id) values (${control.id}, 2)`.execute(server.db)
  expect(said(await tree(control))).toEqual([' ▸ pais Chile 0'])
  expect((await server.call({ url: '/business', as: control })).body).toMatchObject({ data: [], total: 0 })
  for (const url of ['/dashboard/control', '/period', '/department', '/sub-management', '/calendar'])
    expect([url, (await server.call({ url, as: control })).status]).toEqual([url, 200])
  const made = await server.call({ method: 'POST', url: '/business', body: { NEGOCIO: 'Sura', ID_PAIS: 2 }, as: control })
  expect(made).toMatchObject({ status: 200, body: { MONEDA: 'CLP' } })
  expect(said(await tree(control))).toEqual([' ▸ pais Chile 0', 'pais/2 ▸ negocio Sura 0'])
  expect(said(await tree(who.control)).filter((row) => row.startsWith(' ▸ pais'))).toEqual([' ▸ pais Brasil 2'])
})
