import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createLocation, type Opened, open, storageOf } from '../bench/place.ts'
import { violations } from './whole.ts'
import { buildWorld } from './world.ts'

let location: Awaited<ReturnType<typeof createLocation>>
let opened: Opened
beforeAll(async () => {
  location = await createLocation(process.env.TEST_DATABASE_URL)
  await buildWorld(location)
  opened = await open(location)
})
afterAll(async () => {
  await opened.close()
  await location.remove()
})

test('a world in which nothing has happened is whole', async () => {
  expect(await violations(opened.db, await storageOf(location))).toEqual([])
})

test.each([
  ['a closed period without its event', sql`update period set status_id = 3 where id = 1`],
  [
    'balances of two loads mixed',
    sql`with l as (insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select 5, 'x', 1, 'x', 'columnas', 1 returning id)
      insert into balance (period_id, account_id, amount, load_id) select 5, 7, 1, l.id from l`,
  ],
  ['a file that is not kept', sql`update balance_load set file_name = 'y'`],
  ['an assigned account with a balance but no analysis', sql`select 1`],
  ['a confirmed load without its event', sql`update balance_load set status = 'confirmada'`],
  ['a staged load without all its rows', sql`update balance_load set status = 'revision'`],
  ['a chain of events that does not verify', sql`insert into event_head (period_id, seq, hash) values (9, 3, '\\x00')`],
  [
    'a parameter that its last change does not tell',
    sql`insert into parameter_change (type_id, new_value, reason, changed_by) values (3, 7, 'x', 1)`,
  ],
  ['a resource or a folder that the log does not know', sql`insert into folder (name, written_by) values ('Sin rastro', 1)`],
  ['a role whose keys the log does not tell', sql`insert into role (name, base_role_id) values ('Sin rastro', 3)`],
  ['an import that was done in part', sql`insert into business (country_id, name, code, currency) values (1, 'Importado 9', '9', 'BRL')`],
  [
    'a webhook whose changes the log does not tell',
    sql`insert into webhook (name, url, events, secret, created_by) values ('Sistema 9', 'http://127.0.0.1:9/', array['periodo_abierto'], 'x', 1)`,
  ],
  [
    'a ticket without its first entry or its notice',
    sql`insert into ticket (subject, description, category_id, type_id, author_id, created_at, updated_at) values ('x', 'x', 1, 1, 1, now(), now())`,
  ],
])('%s is found', async (what, harm) => {
  await harm.execute(opened.db)
  expect((await violations(opened.db, await storageOf(location))).join('\n')).toContain(what)
})
