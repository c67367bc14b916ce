import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { periodStatus } from '../../../platform/database/codes.ts'
import { type Db, rows } from '../../../platform/database/index.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'

/** What the keys of the groups are called: id, name and whatever else is told of them. */
export type Lists = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', [number, string, ...unknown[]][]>

export type PeriodRow = {
  id: number
  name: string
  status: number
  dueAnalyst: string
  dueJefatura: string
  dueControl: string
  dueClose: string
  closedAt: string | null
  /** Working days from its end until today, or asOf. */
  nth: number
  /** Working days from its end until it was closed formally (K10). */
  closedIn: number | null
  /** It cannot change, and its sums are stored. */
  stored: boolean
  /** Businesses to be counted from their items, because their sums are not stored or do not hold any more; null: all of them. */
  counted: number[] | null
  /** Of the stored sums, and of the calendars that days are counted by; null where none are. */
  version: string | null
  final: boolean
  /** With the newest period, where names are asked for too (`periodsAndNames`). */
  lists?: Lists | null
}

export const ending = sql`((p.name || '-01')::date + interval '1 month' - interval '1 day')::date`
/** Stored sums are those of a moment too, if the period had been closed and due by then and nothing in it has changed since. */
const heldThen = ({ asOf }: item.View) =>
  asOf
    ? sql`and p.closed_at <= ${asOf}::timestamptz and p.due_close <= ${asOf}::timestamptz
        and not exists (select from analysis_past x where x.period_id = p.id and x.until > past_from(${asOf}::timestamptz))`
    : sql``
/** Closed, and nothing of it goes on. */
export const isFinal = sql`(p.status_id = ${periodStatus.cerrado} and p.due_close < now() and not exists (select from business_reopening x where x.period_id = p.id and x.ended_at is null))`
/** Of a period that may change: what `counted` says. Where most do not hold, all are counted, for which there are better plans. */
const countedOf = (view: item.View) => sql`(select case when cardinality(c.ids) * 2 <= (select count(*) from business) then c.ids end
  from (select array(select b.id from business b where not exists (select from v_open_sum k
    where k.period_id = p.id and k.business_id = b.id and ${item.measures(view).clock} between k.since and k.until and k.zone = ${view.zone})) as ids) c
  where exists (select from open_sum o where o.period_id = p.id))`
export const listPeriods = (db: Db, view: item.View, more = sql`` as item.Fragment) =>
  rows(
    db,
    sql<PeriodRow>`select p.id, p.name, p.status_id as status, p.due_analyst as "dueAnalyst", p.due_jefatura as "dueJefatura", p.due_control as "dueControl",
      p.due_close as "dueClose", p.closed_at as "closedAt", ${isFinal} as final,
      workdays(${ending}, ${item.measures(view).today}, null) as nth,
      case when p.status_id = ${periodStatus.cerrado} and p.closed_at is not null then workdays(${ending}, ${item.measures(view).day(sql`p.closed_at`)}, null) end as "closedIn",
      s.stored, case when s.stored then array[]::int[] else ${countedOf(view)} end as counted,
      r.rolled_at || '/' || coalesce((select max(id) from calendar_change), 0) as version ${more}
      from ${item.periodsOf(view, 'p')} left join period_rolled r on r.period_id = p.id
      cross join lateral (select p.status_id = ${periodStatus.cerrado} and r.period_id is not null and r.closed_at is not distinct from p.closed_at ${heldThen(view)} as stored) s order by p.name`,
  )

/** The periods of which stored sums answer, at least in part. */
export const storedOf = (periods: readonly PeriodRow[]) => periods.filter(({ counted }) => counted !== null)
/** The periods of which items are counted, at least in part. */
export const liveOf = (periods: readonly PeriodRow[]) => periods.filter(({ counted }) => counted?.length !== 0)
/** The same of a question that stored sums cannot answer. */
export const allLive = (periods: readonly PeriodRow[]) => periods.map((period) => ({ ...period, counted: null }))

type Columns = { period: item.Fragment; business: item.Fragment }
const within = (period: item.Fragment, periods: readonly PeriodRow[]) => sql`${period} = any(${ids(periods)}::int[])`
/** The rows of businesses that are counted by themselves; whoever is in one period is in the others too, which makes for plain conditions. */
function countedAlone({ period, business }: Columns, periods: readonly PeriodRow[]) {
  const some = periods.filter(({ counted }) => counted !== null && counted.length > 0)
  const businesses = [...new Set(some.flatMap(({ counted }) => counted ?? []))]
  return sql`(${within(period, some)} and ${business} = any(${businesses}::int[]))`
}
/** Condition on stored sums: all but the businesses that are counted. */
export const inStored = (columns: Columns, periods: readonly PeriodRow[]) =>
  sql`${within(columns.period, periods)} and not ${countedAlone(columns, periods)}`
/** Condition on what is counted; the periods by themselves too, by which groups are found. */
export function inLive(columns: Columns, periods: readonly PeriodRow[]) {
  const whole = periods.filter(({ counted }) => counted === null)
  if (whole.length === periods.length) return within(columns.period, periods)
  if (whole.length === 0) return countedAlone(columns, periods)
  return sql`${within(columns.period, periods)} and (${within(columns.period, whole)} or ${countedAlone(columns, periods)})`
}

export const ids = (periods: readonly PeriodRow[]) => periods.map(({ id }) => id)
/** Stored sums have departments and businesses, but neither the analyst nor whether an item is approved. */
export const isStoredFor = ({ roleId }: Caller) => roleId !== ROLE.analista && roleId !== ROLE.auditor
