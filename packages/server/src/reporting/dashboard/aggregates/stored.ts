import { sql } from 'kysely'
import { periodStatus, state } from '../../../platform/database/codes.ts'
import { type Db, rows, transaction } from '../../../platform/database/index.ts'
import * as item from '../item.ts'
import { analystDaysOf } from './analyst-days.ts'
import { coverageOf } from './coverage.ts'
import { daysOf } from './days.ts'
import { AMOUNTS, COUNTS, SUM_KEYS } from './figures.ts'
import { loadedOf } from './loaded.ts'
import { allLive, isFinal, listPeriods, type PeriodRow } from './periods.ts'
import { sumItems } from './sums.ts'

/** All periods, oldest first, after storing the sums of newly closed ones. One statement, and more for newly closed periods. */
export async function periods(db: Db, view: item.View, more?: item.Fragment): Promise<PeriodRow[]> {
  const found = await periodsWithSums(db, view, more)
  // Sums are stored by the organisation of the opening.
  return view.today ? allLive(found).map((period) => ({ ...period, loaded: null })) : found
}
async function periodsWithSums(db: Db, view: item.View, more?: item.Fragment): Promise<PeriodRow[]> {
  const found = await listPeriods(db, view, more)
  // Of another moment nothing is stored.
  if (view.asOf || !found.some(withoutSums)) return found
  await storeClosedAggregates(db, view.zone)
  return listPeriods(db, view, more)
}
const withoutSums = ({ final, stored }: PeriodRow) => final && !stored

/** Stores the sums of newly closed periods: the scheduler does it, or whoever asks first. @returns the number of periods */
export async function storeClosedAggregates(db: Db, zone: string): Promise<number> {
  if (!(await listPeriods(db, { zone })).some(withoutSums)) return 0
  return transaction(db, async (tx) => {
    await lock(tx)
    const all = await listPeriods(tx, { zone })
    const first = all.find(withoutSums)
    // Later periods too, because they contain since when differences exist.
    const due = first ? all.filter(({ final, name }) => final && name >= first.name) : []
    for (const { id } of due) await store(tx, id, zone)
    return due.length
  })
}
/** What is stored of a closed period, and by business of one that may still change. */
const TABLES = ['period_sum', 'period_total', 'period_day', 'period_coverage', 'period_loaded', 'period_count', 'period_balance']

/** Whoever stores sums waits for whoever else does. As the first statement of a transaction it takes no snapshot. */
const lock = (tx: Db) => sql`lock table open_sum in share row exclusive mode`.execute(tx)

/** Fewer analyses than these are counted as quickly as their stored sums are read. */
const MIN_ANALYSES = 5_000
/** So many businesses at once: on the embedded database, who works waits for one transaction at most. */
const AT_ONCE = 25
/**
 * Stores the sums of periods that may still change, of each business in which something has changed or a deadline has passed since. First those that do
 * not hold are forgotten, with the lines in `open_sum_change` that say so; then each transaction stores some, of one snapshot. A change that none of
 * them sees leaves its line there, by which readers know that they have to count.
 * @param atLeast periods with fewer analyses are left out
 * @returns the number of businesses, by period
 */
export async function storeOpenAggregates(db: Db, zone: string, atLeast = MIN_ANALYSES): Promise<number> {
  if ((await missingIn(db, atLeast, holding(zone))).length === 0) return 0
  await ofOneSnapshot(db, async (tx) => {
    await sql`delete from open_sum b where not exists (${holding(zone)} where k.period_id = b.period_id and k.business_id = b.business_id)`.execute(
      tx,
    )
    await sql`delete from open_sum_change`.execute(tx)
  })
  let stored = 0
  for (const { id, closed, businesses } of await missingIn(db, atLeast, sql`select from open_sum k`))
    for (let at = 0; at < businesses.length; at += AT_ONCE)
      stored += await ofOneSnapshot(db, (tx) => storeBusinesses(tx, zone, { id, closed, businesses: businesses.slice(at, at + AT_ONCE) }))
  return stored
}
const ofOneSnapshot = <T>(db: Db, work: (tx: Db) => Promise<T>) =>
  transaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    await lock(tx)
    return work(tx)
  })
const holding = (zone: string) =>
  sql`select from (select * from v_open_sum where clock_timestamp() between since and until and zone = ${zone}) k`
type Missing = { id: number; closed: boolean; businesses: number[] }
/** Periods that may still change, with the businesses that a select (alias `k`) does not have. */
const missingIn = (db: Db, atLeast: number, those: item.Fragment) =>
  rows(
    db,
    sql<Missing>`select p.id, p.status_id = ${periodStatus.cerrado} as closed, array_agg(b.id) as businesses from period p cross join business b
      where not ${isFinal} and (select count(*) from (select from analysis a where a.period_id = p.id limit ${atLeast}) a) >= ${atLeast}
        and not exists (${those} where k.period_id = p.id and k.business_id = b.id) group by p.id order by p.id`,
  )
/** Those that nobody else has stored meanwhile, of a period that is still as it was. @returns their number */
async function storeBusinesses(tx: Db, zone: string, { id, closed, businesses: asked }: Missing): Promise<number> {
  const left = await rows(
    tx,
    sql<{
      id: number
    }>`select b.id from unnest(${asked}::int[]) b(id) join period p on p.id = ${id} and (p.status_id = ${periodStatus.cerrado}) = ${closed} and not ${isFinal}
      where not exists (select from open_sum o where o.period_id = ${id} and o.business_id = b.id)`,
  )
  const businesses = left.map((each) => each.id)
  if (businesses.length === 0) return 0
  for (const table of TABLES)
    await sql`delete from ${sql.table(table)} where period_id = ${id} and business_id = any(${businesses}::int[])`.execute(tx)
  await storeSums(tx, zone, { id, closed, businesses })
  // In each figure what has not been signed changes at its deadlines only.
  await sql`insert into open_sum (period_id, business_id, since, until, zone, opened)
    select ${id}, b.id, clock_timestamp(), coalesce(min(d.due) filter (where d.due >= now()), 'infinity'), ${zone},
      coalesce(max(coalesce(a.opened_at, l.confirmed_at, l.loaded_at, p.opened_at)), '-infinity')
    from unnest(${businesses}::int[]) b(id) join period p on p.id = ${id}
      left join analysis a on a.period_id = p.id and a.business_id = b.id left join balance_load l on l.id = a.generated_by_load
      left join lateral (values (a.due_analyst), (a.due_jefatura), (a.due_control)) as d(due) on a.state_main <> ${state.aprobado} group by b.id`.execute(
    tx,
  )
  return businesses.length
}

async function store(tx: Db, id: number, zone: string) {
  for (const table of ['period_rolled', 'open_sum', 'period_analyst_day', 'period_difference', ...TABLES])
    await sql`delete from ${sql.table(table)} where period_id = ${id}`.execute(tx)
  await storeSums(tx, zone, { id, closed: true })
  await sql`insert into period_analyst_day ${analystDaysOf({ zone }, sql`a.period_id = ${id}`)}`.execute(tx)
  await sql`insert into period_difference (period_id, account_id, since)
    select x.period_id, x.account_id, difference_since(x.account_id, x.period_id) from analysis x where x.period_id = ${id} and x.submitted_at is not null and abs(x.difference) > 0.01
    union all select ${id}::int, d.account_id, d.since from period_difference d
      where d.period_id = (select o.id from period o where o.name < (select name from period where id = ${id}) order by o.name desc limit 1)
        and not exists (select from analysis x where x.period_id = ${id} and x.account_id = d.account_id)`.execute(tx)
  await sql`insert into period_rolled (period_id, closed_at) select id, closed_at from period where id = ${id}`.execute(tx)
}

type Stored = { id: number; closed: boolean; businesses?: readonly number[] }
/** Sums and counts of a period, or of some of its businesses. */
async function storeSums(tx: Db, zone: string, { id, closed, businesses }: Stored) {
  const names = [...COUNTS, ...AMOUNTS]
  const figures = sql.join(names.map((name) => sql.ref(name)))
  const among = (business: item.Fragment) => (businesses ? sql`${business} = any(${businesses}::int[])` : sql`true`)
  const items = sql`a.period_id = ${id} and ${among(sql`a.business_id`)}`
  await sql`insert into period_sum (period_id, ${sql.join(Object.keys(SUM_KEYS).map((key) => sql.ref(key)))}, ${figures})
    ${sumItems({ zone }, item.itemsWhere({}, items), SUM_KEYS, names)}`.execute(tx)
  await sql`insert into period_total (period_id, country_id, business_id, currency, ${figures})
    select period_id, country_id, business_id, currency, ${sql.join(names.map((name) => sql`sum(${sql.ref(name)})`))}
    from period_sum where period_id = ${id} and ${among(sql`business_id`)} group by 1, 2, 3, 4`.execute(tx)
  await sql`insert into period_day ${daysOf({ zone }, item.itemsWhere({}, items), sql`a.business_id, a.sub_management_id, a.department_id,`)}`.execute(
    tx,
  )
  await sql`insert into period_coverage (period_id, country_id, business_id, department_id, currency, required, assigned)
    ${coverageOf({}, [id], closed, among(sql`c.business_id`))}`.execute(tx)
  await sql`insert into period_loaded (period_id, country_id, business_id, department_id, currency, expected, loaded)
    ${loadedOf({}, { id, closed }, among(sql`c.business_id`))}`.execute(tx)
  // The counts and sums of lists, read by `v_analysis_count` and `v_balance_sum`.
  await sql`insert into period_count select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, min(a.group_id),
      least(a.version, 1), a.due_analyst, a.due_jefatura, a.due_control, min(a.control_at), min(a.submitted_at), max(a.submitted_at), count(*)
    from analysis a where ${items}
    group by 1, 2, 3, 4, 5, 6, 7, a.group_id is null, 9, 10, 11, 12, a.control_at <= a.due_control, a.submitted_at is null order by 2, 3`.execute(
    tx,
  )
  await sql`insert into period_balance select b.period_id, b.business_id, b.currency, ${sql.join(
    BALANCE_COUNTS.map((name) => sql`coalesce(sum(${sql.ref(`b.${name}`)}), 0)`),
  )}, sum(b.amount), coalesce(sum(b.difference), 0), coalesce(sum(b.unsupported), 0) from v_balance b
    where b.period_id = ${id} and ${among(sql`b.business_id`)} group by 1, 2, 3`.execute(tx)
}

const BALANCE_COUNTS = ['balances', 'analyses', 'open', 'sent', 'review', 'rejected', 'approved', 'different', 'material']
