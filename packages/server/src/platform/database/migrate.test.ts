import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { freshDatabase } from '../../lab/testing/database.ts'
import { describeDatabase } from './catalog.testing.ts'
import { type Database, rows, transaction } from './index.ts'
import { firstRelease, migrate, migrations } from './migrate.ts'
import released from './released-migrations.json' with { type: 'json' }

let database: Database
afterEach(() => database?.close())

/**
 * Tables whose columns stand in another order than the 56 migrations had added them in. No statement depends on it: all that insert without a list of
 * columns, or make a row of values, are about other tables.
 */
const REORDERED = [
  'account',
  'analysis',
  'analysis_file',
  'app_user',
  'balance_load',
  'business',
  'country',
  'department',
  'heading',
  'load_row',
  'mapping_profile',
  'outbox',
  'period',
  'period_sum',
  'period_total',
]

test('the first release makes of an empty database what the 56 migrations before it made', async () => {
  database = await freshDatabase({ until: firstRelease.at(-1)! })
  const snapshot = readFileSync(new URL('first-release.snapshot.txt', import.meta.url), 'utf8').trimEnd()
  expect((await describeDatabase(database.db, REORDERED)).join('\n').split('\n')).toEqual(snapshot.split('\n'))
})

test('every table says what a row of it is', async () => {
  database = await freshDatabase()
  const silent = await rows(
    database.db,
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%' and obj_description(oid) is null`,
  )
  expect(silent).toEqual([])
})

test('what a version had is as it was, and a later migration comes after it', () => {
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(`migrations/${name}`, import.meta.url)))
      .digest('hex')
  expect(Object.fromEntries(Object.keys(released).map((name) => [name, digest(name)]))).toEqual(released)
  const last = Object.keys(released).sort().at(-1)!
  expect(migrations.filter((name) => !(`${name}.sql` in released) && `${name}.sql` < last)).toEqual([])
})

const done = async () =>
  (await rows<{ name: string }>(database.db, sql`select name from kysely_migration order by name`)).map(({ name }) => name)
/** As if the migrations of before the first release had been run, the last of which was `last`. */
const asBefore = (last: string) =>
  sql`with gone as (delete from kysely_migration returning name)
    insert into kysely_migration select distinct unnest(array['001-people', '100-items', ${last}]), '2026-11-01T12:00:00.000Z' from gone`.execute(
    database.db,
  )

test('a database that all migrations before the first release were run on goes on from there', async () => {
  database = await freshDatabase({ until: firstRelease.at(-1)! })
  await asBefore('203-transfer-businesses')
  await Promise.all([migrate(database.db), migrate(database.db)])
  expect(await done()).toEqual(migrations)
})

test('codes become as files are read, but where two would come to be the same', async () => {
  database = await freshDatabase({ until: '297-workflow-list-indexes' })
  const { db } = database
  await sql`insert into country (id, name, iso, currency) values (1, 'Chile', 'CL', 'CLP')`.execute(db)
  await sql`insert into business (id, country_id, name, code, currency) values (1, 1, 'Comercial', '1', 'CLP'), (2, 1, 'Minera', '2', 'CLP')`.execute(
    db,
  )
  await sql`insert into account (business_id, code, name, currency) select business, code, 'Caja', 'CLP' from (values
    (1, '11  05'), (2, '11  05'), (1, ${' 1\u00a02'}), (1, '21  1'), (1, '21 1'), (1, ${'Pre\u0301stamos'}), (1, '0300')) v (business, code)`.execute(
    db,
  )
  await migrate(db)
  const codes = await rows<{ code: string }>(db, sql`select business_id || ': ' || code as code from account order by id`)
  expect(codes.map(({ code }) => code)).toEqual(['1: 11 05', '2: 11 05', '1: 1 2', '1: 21  1', '1: 21 1', '1: Préstamos', '1: 0300'])
})

test('a database that only some of them were run on is refused with the way out', async () => {
  database = await freshDatabase()
  await asBefore('201-period-totals')
  await expect(migrate(database.db)).rejects.toThrow('Empiece de cero: npm start -- --reset')
  expect(await done()).toEqual(['001-people', '100-items', '201-period-totals'])
})

test('analyses of before have the frequency of their account where it falls due in their month, also in what is kept of the past', async () => {
  database = await freshDatabase({ until: '280-platform-mail-window-zone' })
  await transaction(database.db, async (tx) => {
    // Nothing but what the frequency is told from.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into period (id, name, status_id, due_analyst, due_jefatura, due_control, due_close)
      select n, '2026-' || lpad(n::text, 2, '0'), 3, now(), now(), now(), now() from generate_series(1, 12) n`.execute(tx)
    await sql`insert into account (id, business_id, code, name, currency, frequency)
      select n, 1, n::text, f, 'BRL', f from unnest(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']) with ordinality as k(f, n)`.execute(
      tx,
    )
    await sql`insert into analysis (period_id, account_id, country_id, business_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
      select p.id, c.id, 1, 1, 1, 'M', 'BRL', 1, 'menor', now(), now(), now() from period p, account c`.execute(tx)
    await sql`insert into analysis_past (until, gone, id, period_id, account_id, country_id, business_id, analyst_id, risk, currency, balance, difference, materiality, state_main,
        state_jefatura, due_analyst, due_jefatura, due_control, auto, rejections_jefatura, rejections_control, reopenings, version, revision)
      select now(), false, id, period_id, account_id, country_id, business_id, analyst_id, risk, currency, balance, difference, materiality, state_main,
        state_jefatura, due_analyst, due_jefatura, due_control, auto, rejections_jefatura, rejections_control, reopenings, version, revision from analysis`.execute(
      tx,
    )
  })
  await migrate(database.db)
  const months = (table: string) =>
    rows<{ account: string; months: number[] }>(
      database.db,
      sql`select frequency as account, array_agg(period_id order by period_id) as months from ${sql.table(table)} where frequency <> 'MENSUAL' group by 1 order by 1`,
    )
  const expected = [
    { account: 'ANUAL', months: [12] },
    { account: 'SEMESTRAL', months: [6, 12] },
    { account: 'TRIMESTRAL', months: [3, 6, 9, 12] },
  ]
  expect(await months('analysis')).toEqual(expected)
  expect(await months('analysis_past')).toEqual(expected)
  // What refuses changes of the past does so again.
  await expect(sql`update analysis_past set frequency = 'ANUAL'`.execute(database.db)).rejects.toThrow()
})
