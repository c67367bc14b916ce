import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type TestServer, testServer } from '../../lab/testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
}, 60_000)
afterAll(() => server.close())

const get = async (url: string) => {
  const answer = await server.app.inject(url)
  return { status: answer.statusCode, body: answer.json() }
}

test('the server is ready when the database answers with all migrations', async () => {
  expect(await get('/readyz')).toEqual({ status: 200, body: { ok: true, database: true, migrations: true, files: true } })
})

test('it is not ready while a migration of this release is missing, and healthy all the same', async () => {
  await sql`update kysely_migration set name = name || '-' where name = '003-ledger'`.execute(server.db)
  expect(await get('/readyz')).toEqual({ status: 503, body: { ok: false, database: true, migrations: false, files: true } })
  expect(await get('/healthz')).toEqual({ status: 200, body: { ok: true } })
  await sql`update kysely_migration set name = '003-ledger' where name = '003-ledger-'`.execute(server.db)
})

test('it is not ready without its database', async () => {
  await sql`alter table kysely_migration rename to gone`.execute(server.db)
  expect(await get('/readyz')).toMatchObject({ status: 503, body: { ok: false, database: false } })
})
