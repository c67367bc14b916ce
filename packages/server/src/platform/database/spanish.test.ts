import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('names that people gave are sorted as in Spanish: ñ after n, accents and capitals where their letters are', async () => {
  const names = ['Zorro', 'Ñandú', 'nuez', 'Área', 'avión', 'Oso', 'árbol', 'Nube']
  const sorted = await rows<{ name: string }>(server.db, sql`select name from unnest(${names}::text[]) as t(name) order by name collate es`)
  expect(sorted.map(({ name }) => name)).toEqual(['árbol', 'Área', 'avión', 'Nube', 'nuez', 'Ñandú', 'Oso', 'Zorro'])
})

/** Names of files, months, layouts and migrations, and copies of a name as it was: none sorts a list. Roles are sorted where they are read. */
const OTHERS = [
  'analysis_file',
  'annex',
  'holiday',
  'kysely_migration',
  'load_business',
  'load_row',
  'mapping_profile',
  'master_change',
  'period',
  'role',
  'ticket_file',
]

test('every table whose rows have a name sorts by it so', async () => {
  const plain = await rows<{ table: string }>(
    server.db,
    sql`select table_name as table from information_schema.columns
      where table_schema = 'public' and column_name = 'name' and collation_name is distinct from 'es' order by table_name`,
  )
  expect(plain.map(({ table }) => table).filter((table) => !OTHERS.includes(table))).toEqual([])
})
