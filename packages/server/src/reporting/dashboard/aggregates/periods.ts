import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { periodStatus } from '../../../platform/database/codes.ts'
import { type Db, rows } from '../../../platform/database/index.ts'
import { all } from '../../../platform/database/list.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'

/** What the keys of the groups are called: id, name and whatever else is told of them. */
export type Lists = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', [number, string, ...unknown[]][]>

/** Businesses whose stored sums of accounts and balances cannot answer, and a version by which a statement knows that the others still can (`expect_open_sums`). */
type Loaded = { counted: number[]; version: string }
export type PeriodRow = {
  id: number
  name: string
  status: number
  dueAnalyst: string
  dueJefatura: string
  dueControl: string
  dueClose: string
  closedAt: string | null
  /** Its month has begun; a period may be opened a month before. */
  begun: boolean
  /** Open, and the caller has work in it, where that is asked for too (`ownPeriod`). */
  own?: boolean
  /** Working days from its end until today, or asOf. */
  nth: number
  /** Working days from its end until it was closed formally (K10). */
  closedIn: number | null
  /** It cannot change, and its sums are stored. */
  stored: boolean
  /** Businesses to be counted from their items, because their sums are not stored or do not hold any more; null: all of them. */
  counted: number[] | null
  /** The moment nearest to asOf of which its sums are stored, if few items have changed in between; null otherwise. */
  nearest: string | null
  /** Of a period that may change, as of a moment: its sums of accounts and balances. */
  loaded: Loaded | null
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
const countedOf = (view: item.View) =>
  view.asOf
    ? sql`null::int[]`
    : sql`(select case when cardinality(c.ids) * 2 <= (select count(*) from business) then c.ids end
  from (select array(select b.id from business b where not exists (select from v_open_sum k
    where k.period_id = p.id and k.business_id = b.id and ${item.measures(view).clock} between k.since and k.until and k.zone = ${view.zone})) as ids) c
  where exists (select from open_sum o where o.period_id = p.id))`
/** To look up more of them takes longer than to count all: a fifth, if that is more. */
const MAX_CHANGES = 10_000
const MAX_PART = 5
/** Of the moments before and after asOf of which its sums are stored, the one with fewer changes in between. The close must have been due then as it was at asOf. */
const nearestTo = ({ asOf, zone }: item.View) => {
  if (!asOf) return sql`null::text`
  const stored = sql`select v.at, v.analyses from period_sums_at v where v.period_id = p.id and v.sums is not null and v.zone = ${zone}`
  return sql`(select v.at::text from ((${stored} and v.at <= ${asOf}::timestamptz order by v.at desc limit 1) union all (${stored} and v.at > ${asOf}::timestamptz order by v.at limit 1)) v
    cross join lateral (select changes_between(p.id, v.at, ${asOf}::timestamptz) as changes) c
    where c.changes <= greatest(${MAX_CHANGES}, v.analyses / ${MAX_PART}) and (select q.due_close from period_at(v.at) q where q.id = p.id) = p.due_close order by c.changes limit 1)`
}
/** Sums of accounts and balances are as they were where neither has changed since, nor the analyses that there were, nor whether the period is closed. */
const balancesOf = ({ asOf, zone }: item.View) =>
  asOf
    ? sql`(with since as materialized (select past_from(${asOf}::timestamptz) as at),
          changed as materialized (
            select b.id from business b where not exists (select from v_open_sum k where k.period_id = p.id and k.business_id = b.id
                and now() between k.since and k.until and k.zone = ${zone} and k.opened <= ${asOf}::timestamptz)
              or exists (select from balance_load l where coalesce(l.confirmed_at, l.loaded_at) > ${asOf}::timestamptz)
            union select a.business_id from analysis_past a where a.period_id = p.id and a.until > (select at from since) and a.gone
            union select c.business_id from account_past a join account c on c.id = a.id where a.until > (select at from since)
            union select c.business_id from balance_past a join account c on c.id = a.account_id where a.until > (select at from since))
        select json_build_object('counted', array(select id from changed), 'version', open_sum_version(p.id))
        where exists (select from open_sum o where o.period_id = p.id) and past_kept(${asOf}::timestamptz)
          and exists (select from period t where t.id = p.id and (t.status_id = ${periodStatus.cerrado}) = (p.status_id = ${periodStatus.cerrado}))
          and (select count(*) from changed) * 2 <= (select count(*) from business))`
    : sql`null::json`
export const listPeriods = (db: Db, view: item.View, more = sql`` as item.Fragment, days = item.daysOfAll(view)) =>
  rows(
    db,
    sql<PeriodRow>`${view.asOf ? sql`` : prepared} select p.id, p.name, p.status_id as status, p.due_analyst as "dueAnalyst", p.due_jefatura as "dueJefatura", p.due_control as "dueControl",
      p.due_close as "dueClose", p.closed_at as "closedAt", ${isFinal} as final,
      p.name <= to_char(${item.measures(view).today}, 'YYYY-MM') as begun,
      ${days.between(ending, item.measures(view).today)} as nth,
      case when p.status_id = ${periodStatus.cerrado} and p.closed_at is not null then ${days.between(ending, item.measures(view).day(sql`p.closed_at`))} end as "closedIn",
      s.stored, case when s.stored then array[]::int[] else ${countedOf(view)} end as counted,
      case when not s.stored then ${nearestTo(view)} end as nearest, case when not s.stored then ${balancesOf(view)} end as loaded,
      r.rolled_at || '/' || coalesce((select max(id) from calendar_change), 0) as version ${more}
      from ${item.periodsOf(view, 'p')} cross join ${days.from} left join period_rolled r on r.period_id = p.id
      cross join lateral (select p.status_id = ${periodStatus.cerrado} and r.period_id is not null and r.closed_at is not distinct from p.closed_at ${heldThen(view)} as stored) s order by p.name`,
  )

/** The periods of which stored sums of now answer, at least in part. */
export const storedOf = (periods: readonly PeriodRow[]) => periods.filter(({ counted }) => counted !== null)
/** The periods of which stored sums of a moment near asOf answer. */
export const nearby = (periods: readonly PeriodRow[]) =>
  periods.flatMap(({ id, nearest }) => (nearest === null ? [] : [{ period: id, moment: nearest }]))
export type Nearby = ReturnType<typeof nearby>[number]
/**
 * Condition on `period_sums_at` (alias `v`).
 * @throws a serialization failure where they have been forgotten since the periods were listed
 */
export const storedAt = ({ period, moment }: Nearby) =>
  sql`v.period_id = ${period} and v.at = ${moment}::timestamptz and (select expect_sums_at(${period}, ${moment}::timestamptz))`
/** The periods of which items are counted, at least in part. */
export const liveOf = (periods: readonly PeriodRow[]) => periods.filter(({ counted, nearest }) => nearest === null && counted?.length !== 0)
/** The same of a question that stored sums cannot answer. */
export const allLive = (periods: readonly PeriodRow[]) => periods.map((period): PeriodRow => ({ ...period, counted: null, nearest: null }))
/** The same of sums of accounts and balances. */
export const ofBalances = (periods: readonly PeriodRow[]) =>
  periods.map((period): PeriodRow => ({ ...period, counted: period.loaded?.counted ?? period.counted, nearest: null }))

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
/**
 * The same of sums of accounts and balances.
 * @throws a serialization failure where they have been stored anew since the periods were listed
 */
export const inStoredBalances = (columns: Columns, periods: readonly PeriodRow[]) =>
  all(
    inStored(columns, periods),
    ...periods.map(({ id, loaded }) => loaded && sql`(select expect_open_sums(${id}, ${loaded.version}::text))`),
  )
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
