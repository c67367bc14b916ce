import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type TestServer, testServer } from '../lab/testing/server.ts'
import { hasAdministrator } from '../organisation/user/administrator.seed.ts'
import { rows } from '../platform/database/index.ts'
import { seedBase } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
}, 60_000)
afterAll(() => server.close())

const administrator = { name: 'Sonia Barrios', username: 'sbarrios', email: 'sonia@corporacion.example' }
const administrators = () =>
  rows(
    server.db,
    sql<{
      username: string
      active: boolean
    }>`select u.username, u.active from app_user u join user_role r on r.user_id = u.id where r.role_id = 6 order by u.id`,
  )

test('an empty installation gets its administrator once, however often and by however many it is started', async () => {
  expect(await hasAdministrator(server.db)).toBe(false)
  await Promise.all([seedBase(server.db, { administrator }), seedBase(server.db, { administrator })])
  await seedBase(server.db, { administrator: { ...administrator, username: 'other', email: 'other@corporacion.example' } })
  expect(await administrators()).toEqual([{ username: 'sbarrios', active: true }])
  expect(await hasAdministrator(server.db)).toBe(true)
})

test('the administrator signs in with the account whose verified e-mail is that', async () => {
  const as = { id: 0, name: '', token: await server.sign('anything', { email: 'Sonia@corporacion.example' }) }
  expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as })).body).toMatchObject({ rol: 'ADMINISTRADOR' })
})

test('where the last one was deactivated, it comes back', async () => {
  await sql`update app_user set active = false`.execute(server.db)
  await seedBase(server.db, { administrator })
  expect(await administrators()).toEqual([{ username: 'sbarrios', active: true }])
})

test('a deployment demands the second factor of control, auditors and administrators until somebody decides; the demo does not', async () => {
  const must = async () => {
    const people = rows<{ role: number }>(
      server.db,
      sql`select r.id as role from role r where r.id <= 6 and exists (select from user_role u where u.role_id = r.id and second_factor_compulsory(u.user_id)) order by r.id`,
    )
    return (await people).map(({ role }) => role)
  }
  for (const role of [1, 2, 3, 4, 5, 6] as const) await server.person(`persona${role}`, [role])
  await seedBase(server.db)
  expect(await must()).toEqual([])
  await seedBase(server.db, { secondFactor: true })
  expect(await must()).toEqual([3, 5, 6])
  await sql`update parameter set value = 0, updated_at = now() where type_id = 4`.execute(server.db)
  await seedBase(server.db, { secondFactor: true })
  expect(await must()).toEqual([])
})
