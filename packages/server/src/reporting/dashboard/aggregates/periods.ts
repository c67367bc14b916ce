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
  /** Its sums are stored. */
  stored: boolean
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
export const listPeriods = (db: Db, view: item.View, more = sql`` as item.Fragment) =>
  rows(
    db,
    sql<PeriodRow>`select p.id, p.name, p.status_id as status, p.due_analyst as "dueAnalyst", p.due_jefatura as "dueJefatura", p.due_control as "dueControl",
      p.due_close as "dueClose", p.closed_at as "closedAt", (p.status_id = ${periodStatus.cerrado} and p.due_close < now() and not exists (select from business_reopening x where x.period_id = p.id and x.ended_at is null)) as final,
      workdays(${ending}, ${item.measures(view).today}, null) as nth,
      case when p.status_id = ${periodStatus.cerrado} and p.closed_at is not null then workdays(${ending}, ${item.measures(view).day(sql`p.closed_at`)}, null) end as "closedIn",
      p.status_id = ${periodStatus.cerrado} and r.period_id is not null and r.closed_at is not distinct from p.closed_at ${heldThen(view)} as stored,
      r.rolled_at || '/' || coalesce((select max(id) from calendar_change), 0) as version ${more}
      from ${item.periodsOf(view, 'p')} left join period_rolled r on r.period_id = p.id order by p.name`,
  )

export const ids = (periods: readonly PeriodRow[]) => periods.map(({ id }) => id)
/** Stored sums have departments and businesses, but neither the analyst nor whether an item is approved. */
export const isStoredFor = ({ roleId }: Caller) => roleId !== ROLE.analista && roleId !== ROLE.auditor
