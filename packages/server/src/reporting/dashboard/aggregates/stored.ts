import { sql } from 'kysely'
import { type Db, transaction } from '../../../platform/database/index.ts'
import * as item from '../item.ts'
import { analystDaysOf } from './analyst-days.ts'
import { coverageOf } from './coverage.ts'
import { daysOf } from './days.ts'
import { AMOUNTS, COUNTS, SUMMED } from './figures.ts'
import { listPeriods, type PeriodRow } from './periods.ts'
import { sumItems } from './sums.ts'

/** All periods, oldest first, after storing the sums of newly closed ones. One statement, and more for newly closed periods. */
export async function periods(db: Db, view: item.View, more?: item.Fragment): Promise<PeriodRow[]> {
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
    await sql`select pg_advisory_xact_lock(100, 100)`.execute(tx)
    const all = await listPeriods(tx, { zone })
    const first = all.find(withoutSums)
    // Later periods too, because they contain since when differences exist.
    const due = first ? all.filter(({ final, name }) => final && name >= first.name) : []
    for (const { id } of due) await store(tx, id, zone)
    return due.length
  })
}
async function store(tx: Db, id: number, zone: string) {
  for (const table of [
    'period_rolled',
    'period_sum',
    'period_total',
    'period_day',
    'period_analyst_day',
    'period_coverage',
    'period_difference',
    'period_count',
    'period_balance',
  ])
    await sql`delete from ${sql.table(table)} where period_id = ${id}`.execute(tx)
  const names = [...COUNTS, ...AMOUNTS]
  const figures = sql.join(names.map((name) => sql.ref(name)))
  await sql`insert into period_sum (period_id, country_id, business_id, sub_management_id, department_id, currency, risk, frequency, material, grouped, ${figures})
    ${sumItems({ zone }, sql`a.period_id = ${id}`, { ...SUMMED, grouped: item.isGroup, material: item.material }, names)}`.execute(tx)
  await sql`insert into period_total (period_id, country_id, business_id, currency, ${figures})
    select period_id, country_id, business_id, currency, ${sql.join(names.map((name) => sql`sum(${sql.ref(name)})`))}
    from period_sum where period_id = ${id} group by 1, 2, 3, 4`.execute(tx)
  await sql`insert into period_day ${daysOf({ zone }, sql`a.period_id = ${id}`, sql`a.business_id, a.sub_management_id, a.department_id,`)}`.execute(
    tx,
  )
  await sql`insert into period_analyst_day ${analystDaysOf({ zone }, sql`a.period_id = ${id}`)}`.execute(tx)
  await sql`insert into period_coverage (period_id, country_id, business_id, department_id, currency, required, assigned) ${coverageOf({}, [id], true)}`.execute(
    tx,
  )
  await sql`insert into period_difference (period_id, account_id, since)
    select x.period_id, x.account_id, difference_since(x.account_id, x.period_id) from analysis x where x.period_id = ${id} and x.value is not null and abs(x.difference) > 0.01
    union all select ${id}::int, d.account_id, d.since from period_difference d
      where d.period_id = (select o.id from period o where o.name < (select name from period where id = ${id}) order by o.name desc limit 1)
        and not exists (select from analysis x where x.period_id = ${id} and x.account_id = d.account_id)`.execute(tx)
  // The counts and sums of lists, read by `v_analysis_count` and `v_balance_sum`.
  await sql`insert into period_count select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, min(a.group_id),
      least(a.version, 1), a.due_analyst, a.due_jefatura, a.due_control, min(a.control_at), min(a.submitted_at), max(a.submitted_at), count(*)
    from analysis a where a.period_id = ${id}
    group by 1, 2, 3, 4, 5, 6, 7, a.group_id is null, 9, 10, 11, 12, a.control_at <= a.due_control, a.submitted_at is null order by 2, 3`.execute(
    tx,
  )
  await sql`insert into period_balance select b.period_id, b.business_id, b.currency, ${sql.join(
    BALANCE_COUNTS.map((name) => sql`coalesce(sum(${sql.ref(`b.${name}`)}), 0)`),
  )}, sum(b.amount), coalesce(sum(b.difference), 0), coalesce(sum(b.unsupported), 0) from v_balance b where b.period_id = ${id} group by 1, 2, 3`.execute(
    tx,
  )
  await sql`insert into period_rolled (period_id, closed_at) select id, closed_at from period where id = ${id}`.execute(tx)
}

const BALANCE_COUNTS = ['balances', 'analyses', 'open', 'sent', 'review', 'rejected', 'approved', 'different', 'material']
