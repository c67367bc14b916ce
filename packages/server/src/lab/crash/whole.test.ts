import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createLocation, type Opened, open } from '../bench/place.ts'
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
  expect(await violations(opened.db, location.folder)).toEqual([])
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
])('%s is found', async (what, harm) => {
  await harm.execute(opened.db)
  expect((await violations(opened.db, location.folder)).join('\n')).toContain(what)
})
