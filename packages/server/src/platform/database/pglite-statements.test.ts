import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { migratedImage } from '../../lab/testing/database.ts'
import { type Database, type Db, openDatabase, row, rows, transaction } from './index.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await openDatabase({ image: migratedImage() })
  db = database.db
  await sql`create table thing (id int primary key, name text, tags text[], facts jsonb, day date, amount numeric(20, 2))`.execute(db)
}, 60_000)
afterAll(() => database.close())

/** The statements that the database has prepared, without this one. */
const prepared = () =>
  rows(db, sql<{ statement: string }>`select statement from pg_prepared_statements where statement not like '%pg_prepared%'`)
const insert = (id: number, name: string | null) => sql`insert into thing (id, name) values (${id}, ${name})`.execute(db)
const nameOf = (id: number) => row(db, sql`select * from thing where id = ${id}`)

test('a statement that comes again is prepared once, and what it is given has the types that it needs', async () => {
  const write = (id: number) =>
    sql`insert into thing values (${id}, ${'a'}, ${['x', 'y, "z"']}::text[], ${JSON.stringify({ a: [1] })}::jsonb, ${'2026-11-30'}, ${'12345678901234.56'})
      returning *`.execute(db)
  await write(101)
  const { rows: found, numAffectedRows } = await write(102)
  expect(found).toEqual([{ id: 102, name: 'a', tags: ['x', 'y, "z"'], facts: { a: [1] }, day: '2026-11-30', amount: '12345678901234.56' }])
  expect(numAffectedRows).toBe(1n)
  expect((await prepared()).filter(({ statement }) => statement.includes('returning *'))).toHaveLength(1)
})

test('one that fails says why, also within a transaction, and the next ones are answered', async () => {
  await insert(1, null)
  await expect(insert(1, null)).rejects.toMatchObject({ code: '23505', constraint: 'thing_pkey' })
  const twice = transaction(db, async (tx) => {
    await sql`update thing set name = ${'within'} where id = ${1}`.execute(tx)
    await sql`insert into thing (id) values (${1})`.execute(tx)
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  await expect(sql`select nothing from thing where id = ${1}`.execute(db)).rejects.toMatchObject({ code: '42703' })
  expect(await nameOf(1)).toMatchObject({ id: 1, name: null })
})

test('a column that comes later is in what the same statement answers', async () => {
  await insert(2, 'two')
  expect(await nameOf(2)).not.toHaveProperty('later')
  await sql`alter table thing add column later int default 7`.execute(db)
  expect(await nameOf(2)).toMatchObject({ id: 2, name: 'two', later: 7 })
})

test('as many stay prepared as may, those that were asked for last', async () => {
  const ask = (n: number) => row<{ n: number }>(db, sql`select ${n}::int + ${sql.raw(String(n))} as n`)
  for (let n = 0; n < 250; n++) expect(await ask(n)).toEqual({ n: n * 2 })
  const texts = (await prepared()).map(({ statement }) => statement)
  expect(texts.length).toBe(200)
  expect(texts).toContain('select $1::int + 249 as n')
  expect(texts).not.toContain('select $1::int + 49 as n')
  expect(await ask(3)).toEqual({ n: 6 })
})

test('a row for each of many parameters is not kept', async () => {
  const ids = Array.from({ length: 600 }, (_, i) => sql`(${1000 + i})`)
  const { numAffectedRows } = await sql`insert into thing (id) values ${sql.join(ids)}`.execute(db)
  expect(numAffectedRows).toBe(600n)
  expect((await prepared()).some(({ statement }) => statement.includes('$600'))).toBe(false)
})
