import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { freshDatabase } from '../../lab/testing/database.ts'
import { type Database, rows } from '../database/index.ts'
import { hasKey } from './has-key.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
  const { db } = database
  // A role of its own list, and people in one or two roles, some with an exception that grants, denies, or has ended.
  await sql`insert into role (id, name, base_role_id) values (7, 'Control de noche', 3)`.execute(db)
  await sql`delete from role_permission where role_id = 7`.execute(db)
  await sql`insert into role_permission (role_id, key) values (7, 'helpdesk.ticket.receive')`.execute(db)
  await sql`insert into app_user (id, name, username, email, active_role_id)
    select n, 'Persona ' || n, 'p' || n, 'p' || n || '@corporacion.example', 1 + n % 6 from generate_series(1, 60) n`.execute(db)
  await sql`insert into user_role (user_id, role_id, custom_role_id) select id, active_role_id, case when active_role_id = 3 and id % 4 = 0 then 7 end from app_user`.execute(
    db,
  )
  await sql`insert into user_role (user_id, role_id) select id, 1 from app_user where active_role_id <> 1 and id % 5 = 0`.execute(db)
  await sql`insert into user_permission (user_id, key, granted, until, ends_at)
    select id, k.key, (id + k.at) % 2 = 0, case when (id + k.at) % 3 = 0 then current_date - 1 end, case when (id + k.at) % 3 = 0 then now() - interval '1 hour' end
    from app_user, unnest(array['helpdesk.ticket.receive', 'accounts.balance.load', 'analysis.item.submit']) with ordinality k(key, at) where (id + k.at) % 4 < 2`.execute(
    db,
  )
})
afterAll(() => database.close())

test('a key is had exactly where it is among all keys', async () => {
  for (const key of PERMISSION_KEYS) {
    const found = await rows<{ one: boolean; all: boolean }>(
      database.db,
      sql`select ${hasKey(key)} as one, ${key} = any(keys_of(r.user_id, r.role_id)) as all from user_role r order by r.user_id, r.role_id`,
    )
    expect([key, found.map(({ one }) => one)]).toEqual([key, found.map(({ all }) => all)])
  }
  const kinds = await rows<{ n: number }>(
    database.db,
    sql`select count(*)::int as n from user_role r where ${hasKey('accounts.balance.load')} group by r.role_id`,
  )
  expect(kinds.length).toBeGreaterThan(2)
})
