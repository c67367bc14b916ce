import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { freshDatabase } from '../../lab/testing/database.ts'
import { type Database, rows } from './index.ts'
import { prepared } from './prepared.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
  await sql`create table thing (id int, value int)`.execute(database.db)
  await sql`insert into thing values (1, 10), (2, 20)`.execute(database.db)
})
afterAll(() => database.close())

/** All of `work` in one session. */
const inOneSession = <T>(work: (db: Kysely<unknown>) => Promise<T>) => database.db.connection().execute(work)
const values = (db: Kysely<unknown>, ids: number[]) =>
  rows(db, sql<{ value: unknown }>`${prepared} select value from thing where id = any(${ids}::int[]) order by id`)
const plain = (db: Kysely<unknown>) => rows(db, sql`select value from thing`)

const onServer = process.env.TEST_DATABASE_URL ? test : test.skip
onServer('a marked statement is prepared once in a session, and no other is', async () => {
  const kept = await inOneSession(async (db) => {
    for (let i = 0; i < 7; i++) await values(db, [1])
    await plain(db)
    return rows(
      db,
      sql<{ statement: string; plans: number }>`select statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements`,
    )
  })
  expect(kept).toEqual([{ statement: expect.stringContaining('select value from thing where id = any($1::int[]) order by id'), plans: 7 }])
})

test('a marked statement gives what it gives without, before and after the type of its column has changed', async () => {
  await inOneSession(async (db) => {
    expect(await values(db, [1, 2])).toEqual([{ value: 10 }, { value: 20 }])
    expect(await values(db, [2])).toEqual([{ value: 20 }])
    await sql`alter table thing alter column value type text`.execute(db)
    expect(await values(db, [1, 2])).toEqual([{ value: '10' }, { value: '20' }])
    expect(await values(db, [])).toEqual([])
  })
})

test('what is wrong with a marked statement is said', async () => {
  await expect(rows(database.db, sql`${prepared} select nothing from thing`)).rejects.toThrow('column "nothing" does not exist')
})
