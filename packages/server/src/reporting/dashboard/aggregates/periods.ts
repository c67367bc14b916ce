import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { periodStatus } from '../../../platform/database/codes.ts'
import { type Db, rows } from '../../../platform/database/index.ts'
import { all } from '../../../platform/database/list.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'

/** What the keys of the groups are called: id, name and whatever else is told of them. */
export type Lists = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', [number, string, ...unknown[]][]>

/**
 * Items that have changed since a moment, the businesses of which stored sums cannot be corrected by them, and those whose accounts or balances have
 * changed too; `version` of all that, by which a statement knows that it still fits (`expect_open_sums`).
 */
type Changes = Omit<item.Among, 'periods'> & { asOf: string; counted: number[]; loaded: number[]; version: string }
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
  /** As of a moment of which stored sums are not: what has changed since, if few; null otherwise. */
  changes: Changes | null
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
/** Looking up more of them one by one takes as long as counting all. */
const MAX_CHANGES = 15_000
/**
 * What has not changed since a moment counts as it does now, if it existed and none of its deadlines has passed since. So the sums as of that moment are
 * the stored ones, without what has changed since as it is now, and with it as it was then. The period itself must be as it was: closed or not, and due.
 */
const changesOf = ({ asOf, zone }: item.View) =>
  asOf
    ? sql`(with since as materialized (select past_from(${asOf}::timestamptz) as at),
          not_holding as materialized (select b.id from business b where not exists (select from v_open_sum k where k.period_id = p.id and k.business_id = b.id
            and now() between k.since and k.until and k.zone = ${zone} and k.opened <= ${asOf}::timestamptz and k.passed < ${asOf}::timestamptz)),
          changed as materialized (select distinct a.id from analysis_past a where a.period_id = p.id and a.until > (select at from since) limit ${MAX_CHANGES + 1}),
          loaded as materialized (select b.id from business b where exists (select from balance_load l where coalesce(l.confirmed_at, l.loaded_at) > ${asOf}::timestamptz)
            union select id from not_holding
            union select a.business_id from analysis_past a where a.period_id = p.id and a.until > (select at from since) and a.gone
            union select c.business_id from account_past a join account c on c.id = a.id where a.until > (select at from since)
            union select c.business_id from balance_past a join account c on c.id = a.account_id where a.until > (select at from since))
        select json_build_object('asOf', ${asOf}::text, 'counted', array(select id from not_holding), 'loaded', array(select id from loaded), 'ids', x.ids, 'groups', x.groups,
          'version', open_sum_version(p.id, ${asOf}::timestamptz, x.ids, x.groups))
        from (select array(select id from changed) as ids, array(
          select a.group_id from analysis a where a.id in (select id from changed) and a.group_id is not null
          union select a.group_id from analysis_past a where a.period_id = p.id and a.until > (select at from since) and a.group_id is not null) as groups) x
        where exists (select from open_sum o where o.period_id = p.id) and past_kept(${asOf}::timestamptz)
          and exists (select from period t where t.id = p.id and t.due_close = p.due_close and (t.status_id = ${periodStatus.cerrado}) = (p.status_id = ${periodStatus.cerrado}))
          and (select count(*) from changed) <= ${MAX_CHANGES} and (select count(*) from not_holding) * 2 <= (select count(*) from business))`
    : sql`null::json`
export const listPeriods = (db: Db, view: item.View, more = sql`` as item.Fragment) =>
  rows(
    db,
    sql<PeriodRow>`select p.id, p.name, p.status_id as status, p.due_analyst as "dueAnalyst", p.due_jefatura as "dueJefatura", p.due_control as "dueControl",
      p.due_close as "dueClose", p.closed_at as "closedAt", ${isFinal} as final,
      workdays(${ending}, ${item.measures(view).today}, null) as nth,
      case when p.status_id = ${periodStatus.cerrado} and p.closed_at is not null then workdays(${ending}, ${item.measures(view).day(sql`p.closed_at`)}, null) end as "closedIn",
      s.stored, case when s.stored then array[]::int[] else ${countedOf(view)} end as counted,
      case when not s.stored then ${changesOf(view)} end as changes,
      r.rolled_at || '/' || coalesce((select max(id) from calendar_change), 0) as version ${more}
      from ${item.periodsOf(view, 'p')} left join period_rolled r on r.period_id = p.id
      cross join lateral (select p.status_id = ${periodStatus.cerrado} and r.period_id is not null and r.closed_at is not distinct from p.closed_at ${heldThen(view)} as stored) s order by p.name`,
  )

/** The periods of which stored sums answer, at least in part. */
export const storedOf = (periods: readonly PeriodRow[]) => periods.filter(({ counted }) => counted !== null)
/** The periods of which items are counted, at least in part. */
export const liveOf = (periods: readonly PeriodRow[]) => periods.filter(({ counted }) => counted?.length !== 0)
/** The same of a question of which stored sums are corrected by `changes`: they are left where that counts fewer businesses. */
export const corrected = (periods: readonly PeriodRow[]) =>
  periods.map((period): PeriodRow => {
    const { changes, counted } = period
    return changes && isFewer(changes.counted, counted) ? { ...period, counted: changes.counted } : { ...period, changes: null }
  })
/** The same of sums of accounts and balances, which are not corrected, but hold where neither has changed. */
export const unchanged = (periods: readonly PeriodRow[]) =>
  periods.map((period): PeriodRow => {
    const { changes, counted } = period
    return changes && isFewer(changes.loaded, counted) ? { ...period, counted: changes.loaded } : { ...period, changes: null }
  })
const isFewer = (businesses: readonly number[], than: readonly number[] | null) => than === null || businesses.length < than.length
/** What has changed in the periods of which stored sums are corrected. */
export function changedIn(periods: readonly PeriodRow[]): item.Among {
  const changes = periods.flatMap(({ changes }) => changes ?? [])
  return {
    periods: ids(periods.filter(({ changes }) => changes !== null)),
    ids: changes.flatMap(({ ids }) => ids),
    groups: changes.flatMap(({ groups }) => groups),
  }
}
/** The same of a question that stored sums cannot answer. */
export const allLive = (periods: readonly PeriodRow[]) => periods.map((period): PeriodRow => ({ ...period, counted: null, changes: null }))

type Columns = { period: item.Fragment; business: item.Fragment }
const within = (period: item.Fragment, periods: readonly PeriodRow[]) => sql`${period} = any(${ids(periods)}::int[])`
/** The rows of businesses that are counted by themselves; whoever is in one period is in the others too, which makes for plain conditions. */
function countedAlone({ period, business }: Columns, periods: readonly PeriodRow[]) {
  const some = periods.filter(({ counted }) => counted !== null && counted.length > 0)
  const businesses = [...new Set(some.flatMap(({ counted }) => counted ?? []))]
  return sql`(${within(period, some)} and ${business} = any(${businesses}::int[]))`
}
/**
 * Condition on stored sums: all but the businesses that are counted.
 * @throws a serialization failure where what they are corrected by does not fit any more
 */
export const inStored = (columns: Columns, periods: readonly PeriodRow[]) =>
  sql`${within(columns.period, periods)} and ${notCounted(columns, periods)} and ${fitting(periods)}`
const fitting = (periods: readonly PeriodRow[]) =>
  all(
    ...periods.map(
      ({ id, changes }) =>
        changes &&
        sql`(select expect_open_sums(${id}, ${changes.asOf}::timestamptz, ${changes.ids}::int[], ${changes.groups}::int[], ${changes.version}::text))`,
    ),
  )
/** The same of what is in these periods anyway. */
export const notCounted = (columns: Columns, periods: readonly PeriodRow[]) => sql`not ${countedAlone(columns, periods)}`
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
