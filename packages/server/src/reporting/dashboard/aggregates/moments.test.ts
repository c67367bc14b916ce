import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ZONE } from '../../../lab/testing/server.ts'
import { transaction } from '../../../platform/database/index.ts'
import type { Caller } from '../../../platform/http/context.ts'
import { type World, world } from '../items.fixture.ts'
import { AMOUNTS, COUNTS } from './figures.ts'
import { days, storeMoments, sums } from './index.ts'
import { listPeriods } from './periods.ts'

let w: World
let caller: Caller
beforeAll(async () => {
  w = await world()
  caller = { userId: w.who.administrador.id, roleId: ROLE.administrador, countryId: null, businessId: null } as Caller
})
afterAll(() => w.close())

const run = (statement: string) => sql.raw(statement).execute(w.db)
const list = async <R>(statement: string) => (await sql.raw<R>(statement).execute(w.db)).rows
const store = (changes = 1, more: { atLeast?: number; together?: number } = {}) =>
  storeMoments(w.db, ZONE, { atLeast: 1, changes, together: 0, ...more })
const storeAll = async (changes = 1) => {
  for (let stored = 1; stored > 0; ) stored = await store(changes)
}
const momentsOf = async (period: number) =>
  (await list<{ at: string }>(`select at::text as at from period_sums_at where period_id = ${period} order by at`)).map(({ at }) => at)
/** A moment after all that has happened and before all that will: the clock of the embedded database has milliseconds. */
async function moment() {
  await run('select pg_sleep(0.005)')
  const [found] = await list<{ at: string }>('select clock_timestamp()::text as at')
  await run('select pg_sleep(0.005)')
  return found!.at
}
/** Period 4 as of a moment. */
const periodAt = async (asOf: string) => (await listPeriods(w.db, { asOf, zone: ZONE })).filter(({ id }) => id === 4)
/** All stored figures of it, moved from the sums of a moment, or counted. */
async function figuresAt(asOf: string, nearest: string | null) {
  const view = { asOf, zone: ZONE }
  const periods = (await periodAt(asOf)).map((period) => ({ ...period, counted: null, nearest }))
  const by = ['business', 'department', 'risk', 'frequency', 'material'] as const
  const found = await sums(w.db, caller, view, {}, { periods, by, want: [...COUNTS, ...AMOUNTS] })
  const { signed } = await days(w.db, caller, view, {}, periods)
  return { sums: found.map((row) => JSON.stringify(row)).toSorted(), signed }
}

const someone = (more = 'true') => `(select min(id) from analysis where period_id = 4 and group_id is null and ${more})`
/** What may happen to the items of a month. */
const HAPPENS = {
  'an approval': `update analysis set state_main = 4, state_jefatura = 4, state_control = 4, value = balance, submitted_at = now(), jefatura_at = now(), control_at = now(), version = 1
    where id = ${someone('state_main <> 4')}`,
  'a reopening': `update analysis set state_main = 1, state_jefatura = 1, state_control = null, submitted_at = null, jefatura_at = null, control_at = null, reopenings = reopenings + 1
    where id = ${someone('state_main = 4')}`,
  'another department': `update analysis set department_id = 3 where id = ${someone('department_id = 1')}`,
  'a group that loses a member': `update analysis set group_id = null where id = (select max(id) from analysis where period_id = 4 and group_id = 1)`,
  'a group that changes': `update analysis set balance = balance + 5 where id = (select max(id) from analysis where period_id = 4 and group_id = 1)`,
  'a group that gets a member': `update analysis set group_id = 1 where id = (select x.id from analysis_past x where x.group_id = 1 order by x.id desc limit 1)`,
  'an analysis that comes': `insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
    select 4, c.id, 1, c.business_id, c.department_id, c.heading_id, (select min(id) from app_user), c.risk, c.currency, 100, 'menor', p.due_analyst, p.due_jefatura, p.due_control
    from account c, period p where p.id = 4 and c.code = '9999'`,
  'an analysis that goes': `delete from analysis where id = (select max(a.id) from analysis a where period_id = 4 and group_id is null and not exists (select from event e where e.analysis_id = a.id))`,
  'a deadline that is another': `update analysis set due_analyst = clock_timestamp() + interval '500 milliseconds', due_jefatura = clock_timestamp() + interval '500 milliseconds'
    where period_id = 4 and state_main = 1 and submitted_at is null`,
  'the deadline passes': 'select pg_sleep(0.6)',
}

test('sums as of any moment are made from those of any other: what was counted then', async () => {
  const between: string[] = [await moment()]
  for (const change of Object.values(HAPPENS)) {
    await run(change)
    between.push(await moment())
  }
  await storeAll()
  const moments = await momentsOf(4)
  for (const [i, at] of between.slice(1).entries())
    expect([Object.keys(HAPPENS)[i], moments.some((each) => each > between[i]! && each < at)]).toEqual([Object.keys(HAPPENS)[i], true])
  const late = moments.filter((each) => each > between[0]!)
  const first = moments.filter((each) => each < between[0]!).at(-1)!
  const counted = await Promise.all(between.map((at) => figuresAt(at, null)))
  for (const [i, each] of counted.slice(1).entries())
    expect([Object.keys(HAPPENS)[i], each]).not.toEqual([Object.keys(HAPPENS)[i], counted[i]])
  for (const [i, at] of between.entries()) {
    const next = late.findIndex((each) => each > at)
    const some = new Set([first, ...late.slice(next - 1, next + 1), late.at(-1)!])
    for (const nearest of some) expect([at, nearest, await figuresAt(at, nearest)]).toEqual([at, nearest, counted[i]])
  }
  // Also from the two furthest where nothing is stored in between.
  await run(`delete from period_sums_at where at > '${first}' and at < '${late.at(-1)}'`)
  for (const [i, at] of between.entries())
    for (const nearest of [first, late.at(-1)!]) expect([at, nearest, await figuresAt(at, nearest)]).toEqual([at, nearest, counted[i]])
})

test('of the moments before and after, the one with fewer changes in between; none where the close was due at another time, or too many have changed', async () => {
  const touch = (times: number) =>
    run(
      `update analysis set reopenings = reopenings + 1 where id in (select id from analysis where period_id = 4 and group_id is null order by id limit ${times})`,
    )
  await touch(1)
  const before = await moment()
  await touch(3)
  const asOf = await moment()
  await touch(2)
  await storeAll()
  const [earlier, later] = [(await momentsOf(4)).filter((at) => at < before).at(-1)!, (await momentsOf(4)).at(-1)!]
  await run(`delete from period_sums_at where period_id = 4 and at > '${earlier}' and at < '${later}'`)
  const nearestTo = async (at: string) => (await periodAt(at))[0]!.nearest
  expect(await nearestTo(asOf)).toBe(later)
  expect(await nearestTo(before)).toBe(earlier)
  await run(`update period set due_close = due_close + interval '1 hour' where id = 4`)
  expect(await nearestTo(asOf)).toBe(later)
  expect(await nearestTo(await moment())).toBeNull()
  await run(`update period set due_close = due_close - interval '1 hour' where id = 4`)
  await run(`update period_sums_at set dues = array['${before}'::timestamptz], due_analyses = '{10001}' where period_id = 4`)
  expect(await nearestTo(before)).toBeNull()
  await run('delete from period_sums_at')
})

test('sums that are forgotten between the statement that finds them and the one that reads them: the second fails', async () => {
  await storeAll()
  const asOf = await moment()
  const nearest = (await periodAt(asOf))[0]!.nearest
  await figuresAt(asOf, nearest)
  await run('update period_sums_at set sums = null, days = null')
  await expect(figuresAt(asOf, nearest)).rejects.toMatchObject({ code: '40001' })
  const view = { asOf, zone: ZONE }
  const periods = (await periodAt(asOf)).map((period) => ({ ...period, nearest }))
  await expect(days(w.db, caller, view, {}, periods)).rejects.toMatchObject({ code: '40001' })
  await run('delete from period_sums_at')
})

describe('which moments are stored', () => {
  test('the first ones when analyses were opened, then each time that enough has changed; of few analyses none', async () => {
    const apart = (n: string) => `((select at from past_since) + ${n} * interval '20 milliseconds')`
    await run(`alter table analysis disable trigger user;
      update analysis a set opened_at = ${apart('n')} from (select id, row_number() over (order by id) as n from analysis where period_id = 2) o where o.id = a.id;
      alter table analysis enable trigger user`)
    expect(await store(10, { atLeast: 1_000 })).toBe(0)
    await storeAll(10)
    const expected = await list<{ at: string }>(`select ${apart('n')}::text as at from generate_series(10, 40, 10) n`)
    expect(await momentsOf(2)).toEqual(expected.map(({ at }) => at))
    expect(await store(10)).toBe(0)
  })
  test('what is opened or changed soon after belongs to it', async () => {
    await run('delete from period_sums_at')
    while ((await store(10, { together: 2 })) > 0);
    const [last] = await list<{ at: string }>(
      'select max(at)::text as at from (select opened_at as at from analysis where period_id = 2 union all select until from analysis_past where period_id = 2) x',
    )
    expect(await momentsOf(2)).toEqual([last!.at])
  })
  test('analyses that were opened before changes were kept: from then on', async () => {
    await run('delete from period_sums_at')
    await run(
      'alter table analysis disable trigger user; update analysis set opened_at = null where period_id = 2; alter table analysis enable trigger user',
    )
    await storeAll(10)
    expect(await momentsOf(2)).toEqual((await list<{ at: string }>('select at::text as at from past_since')).map(({ at }) => at))
  })
  test('another zone, and calendars that change: all are stored anew, the newest first', async () => {
    await storeAll(10)
    const stored = async () => (await list<{ n: number }>(`select count(sums)::int as n from period_sums_at where zone = '${ZONE}'`))[0]!.n
    const all = await stored()
    const asOf = await moment()
    const nearest = (await periodAt(asOf))[0]!.nearest
    expect(nearest).toEqual(expect.any(String))
    await run(
      `insert into holiday (country_id, day, name) select 1, d::date, 'Feriado' from generate_series(current_date - 40, current_date, '1 day') d`,
    )
    expect(await stored()).toBe(0)
    expect((await periodAt(asOf))[0]!.nearest).toBeNull()
    expect(await store(10)).toBe(Math.min(all, 20))
    expect((await periodAt(asOf))[0]!.nearest).toBe(nearest)
    await storeAll(10)
    expect(await stored()).toBe(all)
    expect(await figuresAt(asOf, nearest)).toEqual(await figuresAt(asOf, null))
    await run(`update balance_load set confirmed_at = confirmed_at - interval '9 days' where period_id = 4`)
    expect((await periodAt(asOf))[0]!.nearest).toBeNull()
    expect(await stored()).toBeGreaterThan(0)
    await storeAll(10)
    expect(await figuresAt(asOf, nearest)).toEqual(await figuresAt(asOf, null))
    await run(`update period_sums_at set zone = 'Pacific/Kiritimati'`)
    expect((await periodAt(asOf))[0]!.nearest).toBeNull()
    await storeAll(10)
    expect((await periodAt(asOf))[0]!.nearest).toBe(nearest)
  })
})

// The embedded database has one connection.
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip
onServer('nothing is stored of a moment that somebody may still write before, nor what was counted by other calendars', async () => {
  await storeAll(10)
  const touch = (tx = w.db) => sql`update analysis set reopenings = reopenings + 1 where period_id = 3 and group_id is null`.execute(tx)
  await transaction(w.db, async (tx) => {
    await sql`select 1`.execute(tx)
    await touch()
    expect(await store(10)).toBe(0)
  })
  expect(await store(10)).toBe(1)
  await touch()
  const last = (await momentsOf(3)).at(-1)
  let storing: Promise<number> | undefined
  await transaction(w.db, async (tx) => {
    await sql`delete from holiday`.execute(tx)
    storing = store(10)
    await new Promise((done) => setTimeout(done, 500))
  })
  await storing
  await storeAll(10)
  const view = { asOf: await moment(), zone: ZONE }
  const [period] = (await listPeriods(w.db, view)).filter(({ id }) => id === 3)
  expect(period!.nearest! > last!).toBe(true)
  const want = ['prepared_days', 'jefatura_days', 'control_days', 'whole_days'] as const
  const ask = async (nearest: string | null) =>
    (await sums(w.db, caller, view, {}, { periods: [{ ...period!, counted: null, nearest }], want })).toSorted((a, b) =>
      a.currency.localeCompare(b.currency),
    )
  const counted = await ask(null)
  expect(counted.some(({ jefatura_days }) => jefatura_days > 0)).toBe(true)
  expect(await ask(period!.nearest)).toEqual(counted)
})
