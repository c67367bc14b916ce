import { sql } from 'kysely'
import { state } from '../../../platform/database/codes.ts'
import { type Db, row, rows, transaction } from '../../../platform/database/index.ts'
import * as item from '../item.ts'
import { daysOf } from './days.ts'
import { AMOUNTS, COUNTS, SUM_KEYS } from './figures.ts'
import { sumItems } from './sums.ts'

/** Sums of periods with fewer analyses are not stored. */
const MIN_ANALYSES = 5_000
/** Those of others are whenever so many of their analyses have changed: a twentieth, if that is more. */
const CHANGES = 2_500
const PART = 20
/** Changes in so many seconds after that belong to it, which are waited for: what is opened by one load, or signed at once. */
const TOGETHER = 60
/** So many in one run of the job: on the embedded database, who works waits for one at most. */
const MAX_MOMENTS = 20

type Options = { atLeast?: number; changes?: number; together?: number | undefined }
/**
 * Stores the sums of periods as of moments in their course, from which sums as of any moment are made (`period_sums_at`): of each period whenever enough
 * of it has changed, or a deadline of enough of it has passed. Those that are missing, also because calendars have changed, are stored newest first. Each is
 * one transaction.
 * @returns the number of moments stored; there may be more
 */
export async function storeMoments(db: Db, zone: string, options: Options = {}): Promise<number> {
  const { atLeast = MIN_ANALYSES, changes, together = TOGETHER } = options
  const periods = await rows(
    db,
    sql<{
      id: number
    }>`select p.id from period p where (select count(*) from (select from analysis a where a.period_id = p.id limit ${atLeast}) a) >= ${atLeast}
      order by p.name desc`,
  )
  let added = 0
  for (const { id } of periods)
    while (added < MAX_MOMENTS) {
      const at = await nextMoment(db, id, changes, together)
      if (!at) break
      await addMoment(db, id, at, zone)
      added++
    }
  for (let stored = 0; ; stored++) if (stored === MAX_MOMENTS || !(await storeMissing(db, zone))) return stored
}

/**
 * The moment after the last one when enough had changed. Before all transactions that go on: what they write is of a later moment, so that what has
 * been at a moment before is what it will always have been.
 */
async function nextMoment(db: Db, id: number, changes: number | undefined, together: number): Promise<string | null> {
  const found = await row(
    db,
    sql<{ at: string | null }>`with settled as materialized (
        select coalesce(min(s.xact_start), now()) as at from pg_stat_activity s where s.datname = current_database() and s.pid <> pg_backend_pid()),
      last as materialized (select v.at, v.analyses, v.dues, v.due_analyses from period_sums_at v where v.period_id = ${id} order by v.at desc limit 1),
      since as materialized (select coalesce((select l.at from last l), (select s.at from past_since s)) as at),
      step as materialized (select coalesce(${changes ?? null}::int, greatest(${CHANGES}, (select l.analyses / ${PART} from last l))) as changes),
      happened as materialized (
        select x.until as at, count(*) as n from analysis_past x where x.period_id = ${id} and x.until > (select s.at from since s) group by 1
        union all select a.opened_at, count(*) from analysis a where a.period_id = ${id} and a.opened_at > (select s.at from since s) group by 1
        union all select x.opened_at, count(*) from analysis_past x where x.period_id = ${id} and x.gone and x.opened_at > (select s.at from since s) group by 1
        union all select d.due + interval '1 millisecond', d.n from last l cross join unnest(l.dues, l.due_analyses) as d(due, n) where d.due > l.at
        union all select s.at, p.changes from since s cross join step p where not exists (select from last)
          and exists (select from analysis a where a.period_id = ${id} and (a.opened_at is null or a.opened_at <= s.at))),
      enough as materialized (select min(h.at) as at from (select o.at, sum(o.n) over (order by o.at) as total from happened o) h where h.total >= (select p.changes from step p))
      select max(h.at)::text as at from happened h cross join enough e cross join settled s
      where h.at between e.at and e.at + ${together} * interval '1 second' and e.at + ${together} * interval '1 second' < s.at and h.at < s.at`,
  )
  return found?.at ?? null
}
const addMoment = (db: Db, id: number, at: string, zone: string) =>
  sql`with items as materialized (select a.state_main, a.due_analyst, a.due_jefatura, a.due_control from ${item.analysesOf({ asOf: at }, 'a')} where a.period_id = ${id}),
      dues as materialized (select d.due, count(*)::int as n from items a cross join lateral (values (a.due_analyst), (a.due_jefatura), (a.due_control)) as d(due)
        where a.state_main <> ${state.aprobado} group by 1)
    insert into period_sums_at (period_id, at, zone, analyses, dues, due_analyses)
    select ${id}, ${at}::timestamptz, ${zone}, (select count(*) from items), array(select d.due from dues d order by d.due), array(select d.n from dues d order by d.due)
    on conflict do nothing`.execute(db)

/**
 * The newest one that is missing and that nobody else is storing. Whoever changes the calendars waits for it, or it for them.
 * @returns whether there was one
 */
const storeMissing = (db: Db, zone: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    const missing = await row(
      tx,
      sql<{
        id: number
        at: string
      }>`select v.period_id as id, v.at::text as at from period_sums_at v where v.sums is null or v.zone <> ${zone}
        order by v.at desc limit 1 for update skip locked`,
    )
    if (!missing) return false
    const view = { asOf: missing.at, zone }
    const items = item.itemsWhere(view, sql`a.period_id = ${missing.id}`)
    const sums = sumItems(view, items, SUM_KEYS, [...COUNTS, ...AMOUNTS])
    const days = daysOf(view, items, sql`a.business_id, a.sub_management_id, a.department_id,`)
    // By name: the columns of a row are in the order of its table.
    await sql`update period_sums_at v set zone = ${zone},
        sums = array(select jsonb_populate_record(null::period_sum, to_jsonb(s) || jsonb_build_object('period_id', s.period)) from (${sums}) s),
        days = array(select jsonb_populate_record(null::period_day, to_jsonb(d)) from (${days}) d)
      where v.period_id = ${missing.id} and v.at = ${missing.at}::timestamptz`.execute(tx)
    return true
  })
