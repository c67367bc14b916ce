import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ZONE } from '../../../lab/testing/server.ts'
import { transaction } from '../../../platform/database/index.ts'
import type { Caller } from '../../../platform/http/context.ts'
import type { Place } from '../item.ts'
import { type World, world } from '../items.fixture.ts'
import { coverages, storeClosedAggregates, storeOpenAggregates } from './index.ts'
import { listPeriods } from './periods.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const store = () => storeOpenAggregates(w.db, ZONE, 1)
const run = (statement: string) => sql.raw(statement).execute(w.db)
/** Businesses of open periods whose sums hold. */
const held = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from v_open_sum where now() between since and until`.execute(w.db)).rows[0]!.n

/** What is answered from each table of stored sums and counts. The plan of a month moves with the clock. */
async function answers() {
  const { administrador, control, jefatura, otherJefatura } = w.who
  const asked = [
    ['/dashboard/analysis-gerencia', administrador],
    ['/dashboard/control', control],
    ['/statistics/cycle', control],
    ['/statistics/competitiveness?periodId=3', control],
    ['/account-summary/periods', administrador],
    ['/account-summary/periods?limit=24', jefatura],
    ['/account-summary/periods?limit=23', otherJefatura],
    ['/balances?limit=1', administrador],
    ['/analysis?limit=1&bandeja=atrasados', administrador],
    ['/analysis/history?limit=1', control],
    ['/analysis?limit=1&estadoPrincipalId=1,2', administrador],
    ['/analysis?limit=1&search=cuenta 1', administrador],
    ['/analysis-metadata/control', control],
    ['/analysis-metadata/jefatura', jefatura],
    ['/period', administrador],
  ] as const
  const found: Record<string, unknown> = {}
  for (const [url, as] of asked)
    found[url] = JSON.parse(JSON.stringify(await w.get(url, as)), (key, value) =>
      ['plan', 'semaforoAvance'].includes(key) ? undefined : value,
    )
  return found
}
const counted = async () => {
  await run('delete from open_sum')
  return answers()
}

const ofHeads = () => Promise.all([w.who.jefatura, w.who.otherJefatura].map((as) => w.get('/account-summary/periods', as)))

/** Each changes something of what the sums are made of, and nothing else. */
const CHANGES = {
  'an approval': `update analysis set state_main = 4, state_jefatura = 4, state_control = 4, value = balance, submitted_at = now(), jefatura_at = now(), control_at = now(), version = 1
    where period_id = 3 and account_id = (select min(account_id) from analysis where period_id = 3 and state_main <> 4)`,
  'an analysis that goes': `delete from analysis a where period_id = 4 and group_id is null and business_id = 1 and not exists (select from event e where e.analysis_id = a.id)
    and id = (select max(id) from analysis where period_id = 4 and business_id = 1 and group_id is null)`,
  'an analysis that comes': `insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
    select 4, c.id, 1, c.business_id, c.department_id, c.heading_id, (select min(id) from app_user), c.risk, c.currency, 100, 'menor', p.due_analyst, p.due_jefatura, p.due_control
    from account c, period p where p.id = 4 and c.code = '9999'`,
  'an analysis that goes to another business': `update analysis set business_id = 2, department_id = 2 where period_id = 4 and account_id = 3`,
  'an account that gets its analyst': `update account set analyst_id = (select analyst_id from account where id = 1) where code = '9999'`,
  'an account of another department': `update account set department_id = 3 where id = 2`,
  'an account in another currency': `update account set currency = 'EUR' where id = 1`,
  'a balance that changes': `update balance set amount = amount + 1000 where period_id = 4 and account_id = 3`,
  'a balance that goes': `delete from balance where period_id = 4 and account_id = (select id from account where code = '9999')`,
  'an account that is switched off': `update account set active = false where code = '9999'`,
  'a balance of the month before': `insert into account (business_id, code, name, department_id, currency) values (2, '9998', 'Nueva', 2, 'BRL');
    insert into balance (period_id, account_id, amount, load_id) select 3, max(id), 55, 3 from account`,
  'a balance that comes': `insert into balance (period_id, account_id, amount, load_id) select 4, max(id), 55, 4 from account`,
  'the deadline of the close': `update period set due_close = now() + interval '1 day' where id = 3`,
  'a load that is confirmed later': `update balance_load set confirmed_at = confirmed_at - interval '9 days' where period_id = 3`,
  'a week with other working days': `insert into calendar (country_id, working_days) values (1, '{1,2}') on conflict (country_id) do update set working_days = excluded.working_days`,
  'a holiday': `insert into holiday (country_id, day, name) select 1, d::date, 'Feriado' from generate_series(current_date - 40, current_date, '1 day') d`,
  'a business of another country': `insert into country (id, name, iso, currency) values (77, 'Chile', 'CL', 'CLP'); update business set country_id = 77 where id = 2`,
  'another month': `insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close, opened_at)
    select '2026-11', 1, due_analyst + interval '30 days', due_jefatura + interval '30 days', due_control + interval '30 days', due_close + interval '30 days', now() from period where id = 4;
    insert into balance (period_id, account_id, amount, load_id) select 5, account_id, amount, load_id from balance where period_id = 4 and account_id < 9`,
  'a month that closes': `update period set status_id = 3, closed_at = clock_timestamp() where id = 3`,
  'a closed month that is opened again': `update period set status_id = 1, closed_at = null where id = 2`,
}
describe('what is stored of open periods holds until something of it changes', () => {
  let before: unknown
  beforeAll(async () => {
    before = await counted()
    await store()
    expect(await answers()).toEqual(before)
  })
  // One after the other: what has changed in one is stored before the next.
  test.each(Object.entries(CHANGES))('%s', async (_, change) => {
    // What may be kept of these is kept from here on.
    await answers()
    await run(change)
    const after = await answers()
    expect(after).not.toEqual(before)
    before = await counted()
    expect(after).toEqual(before)
    await store()
    expect(await store()).toBe(0)
  })

  test('till then a head’s are read once', async () => {
    const kept = await ofHeads()
    // Nobody can do this without a trigger that says it.
    const behind = (value: string) =>
      run(
        `alter table analysis disable trigger user; update analysis set value = value ${value} where period_id in (3, 4); alter table analysis enable trigger user`,
      )
    await behind('+ 10')
    expect(await ofHeads()).toEqual(kept)
    await run('delete from open_sum')
    expect(await ofHeads()).not.toEqual(kept)
    await behind('- 10')
    expect(await ofHeads()).toEqual(kept)
    await store()
  })

  test('a deadline that passes', async () => {
    await run(
      `update analysis set due_analyst = now() + interval '2 seconds' where period_id = 4 and state_main = 1 and submitted_at is null`,
    )
    await store()
    const [all, before] = [await held(), await answers()]
    await new Promise((done) => setTimeout(done, 2_050))
    expect(await held()).toBeLessThan(all)
    const after = await answers()
    expect(after).not.toEqual(before)
    expect(after).toEqual(await counted())
  })

  test('of days that began in another zone nothing is read', async () => {
    const before = await answers()
    await run('delete from open_sum')
    expect(await storeOpenAggregates(w.db, 'Pacific/Kiritimati', 1)).toBeGreaterThan(0)
    expect(await answers()).toEqual(before)
  })
})

test('a business in which nothing has changed is not stored again, nor a period with few analyses', async () => {
  await store()
  expect(await store()).toBe(0)
  await run(
    'update analysis set reopenings = reopenings + 1 where id = (select max(id) from analysis where period_id = 4 and group_id is null)',
  )
  expect(await store()).toBe(1)
  await run('delete from open_sum')
  expect(await storeOpenAggregates(w.db, ZONE, 41)).toBe(0)
})

/** A moment after all that has happened and before all that will: the clock of the embedded database has milliseconds. */
async function moment() {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at from pg_sleep(0.005)`.execute(w.db)
  await run('select pg_sleep(0.005)')
  return rows[0]!.at
}
/** What is told of the sums of balances of period 4 as of a moment. */
async function loadedAt(asOf: string) {
  await store()
  return (await listPeriods(w.db, { asOf, zone: ZONE })).find(({ id }) => id === 4)!.loaded
}
/** Whether sums of balances and accounts of business 1 in period 4 hold for a moment before something happens. */
const SINCE = {
  'an analysis that comes': [
    false,
    `insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
      select 4, c.id, 1, 1, c.department_id, c.heading_id, (select min(id) from app_user), c.risk, c.currency, 100, 'menor', p.due_analyst, p.due_jefatura, p.due_control
      from account c, period p where p.id = 4 and c.business_id = 1 and not exists (select from analysis x where x.period_id = 4 and x.account_id = c.id) limit 1`,
  ],
  'an analysis that goes': [
    false,
    `delete from analysis where id = (select max(a.id) from analysis a where period_id = 4 and group_id is null and business_id = 1 and not exists (select from event e where e.analysis_id = a.id))`,
  ],
  'an account that another analyst has': [
    false,
    `update account set analyst_id = null where id = (select max(id) from account where business_id = 1 and analyst_id is not null)`,
  ],
  'a balance that has changed': [
    false,
    `update balance set amount = amount + 1 where period_id = 4 and account_id = (select min(id) from account where business_id = 1)`,
  ],
  'an analysis that changes': [true, `update analysis set reopenings = reopenings + 1 where period_id = 4 and business_id = 1`],
} as const
test.each(Object.entries(SINCE))('sums of balances for a moment before: %s', async (_, [hold, change]) => {
  const asOf = await moment()
  await run(change)
  expect((await loadedAt(asOf))?.counted).toEqual(hold ? [] : [1])
})
test('for a moment before balances were loaded no sums of balances hold, and none at all where the period was closed', async () => {
  const asOf = await moment()
  expect(await loadedAt(asOf)).toMatchObject({ counted: [] })
  await run('update balance_load set confirmed_at = clock_timestamp() where period_id = 1')
  expect(await loadedAt(asOf)).toBeNull()
  const later = await moment()
  expect(await loadedAt(later)).toMatchObject({ counted: [] })
  await run('update period set status_id = 3, closed_at = clock_timestamp() where id = 4')
  expect(await loadedAt(later)).toBeNull()
  await run('update period set status_id = 1, closed_at = null where id = 4')
})

test('sums of balances that are stored anew between the statement that says which hold and the one that reads them: the second fails', async () => {
  const asOf = await moment()
  await store()
  const periods = (await listPeriods(w.db, { asOf, zone: ZONE })).filter(({ id }) => id === 4)
  const caller = { userId: w.who.administrador.id, roleId: ROLE.administrador, countryId: null, businessId: null } as Caller
  const ask = () => coverages(w.db, caller, { asOf } as Place, periods)
  const before = await ask()
  const touch = () =>
    run(
      'update balance set amount = amount + 1 where period_id = 4 and account_id = (select max(account_id) from balance where period_id = 4)',
    )
  await touch()
  expect(await ask()).toEqual(before)
  await store()
  await expect(ask()).rejects.toMatchObject({ code: '40001' })
})

test('who stores at once stores once', async () => {
  await run('delete from period_rolled')
  const before = await counted()
  await run('delete from period_rolled')
  await Promise.all([store(), storeClosedAggregates(w.db, ZONE), store(), storeClosedAggregates(w.db, ZONE), store()])
  expect(await held()).toBeGreaterThan(0)
  expect(await answers()).toEqual(before)
})

// The embedded database has one connection.
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip
onServer('what is changed while sums are stored is counted', async () => {
  await store()
  const all = await held()
  await transaction(w.db, async (tx) => {
    await sql`update analysis set reopenings = reopenings + 1 where id = (select max(id) from analysis where period_id = 4 and business_id = 1 and group_id is null)`.execute(
      tx,
    )
    await sql`insert into open_sum_change values (4, 2)`.execute(w.db)
    // It sees neither the change nor that there is one.
    expect(await store()).toBe(1)
    expect(await held()).toBe(all)
  })
  expect(await held()).toBe(all - 1)
  expect(await answers()).toEqual(await counted())
})

// The last one: it breaks what tells that something has changed.
test('a call whose second statement fails is done anew', async () => {
  const asOf = await moment()
  await run(
    'update analysis set reopenings = reopenings + 1 where id = (select min(id) from analysis where period_id = 4 and business_id = 1)',
  )
  await store()
  const ask = () => w.get('/dashboard/analysis-gerencia', w.who.administrador, { asOf, periodId: 4 })
  const before = await ask()
  await run(`create sequence asked;
    create or replace function open_sum_version(of_period int) returns text language sql as $$ select case when nextval('asked') < 4 then nextval('asked')::text else '' end $$`)
  const { plan: _, ...figures } = await ask()
  expect(figures).toEqual({ ...before, plan: undefined })
  const { rows } = await sql<{ n: number }>`select last_value::int as n from asked`.execute(w.db)
  expect(rows[0]!.n).toBeGreaterThan(4)
})
