import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../../platform/database/index.ts'
import * as item from '../item.ts'
import { ending, ids, type PeriodRow } from './periods.ts'

/** Analysts' sign-offs by local day. */
export const analystDaysOf = (view: item.View, where: item.Fragment) => {
  const { part, day, sameDay } = item.measures(view)
  return sql`select d.period_id, d.country_id, d.analyst_id, ${day(sql`d.at`)} as day, sum(d.n)::int as items
    from (select a.period_id, a.country_id, a.analyst_id, ${sameDay(part.analista.done)} as at, count(*) as n
      from ${item.itemsWhere(view, sql`${where} and ${part.analista.done} is not null`)} group by 1, 2, 3, 4) d group by 1, 2, 3, 4`
}
/** `nth`: working days since the end of the period. */
export type AnalystDay = { period: number; analyst: number; nth: number; items: number }
/** Of these people, in all of the organisation. One statement. */
export async function analystDays(
  db: Db,
  view: item.View,
  periods: readonly PeriodRow[],
  analysts: readonly number[],
): Promise<AnalystDay[]> {
  if (periods.length === 0 || analysts.length === 0) return []
  const stored = periods.filter((period) => period.stored)
  const live = periods.filter((period) => !period.stored)
  const mine = sql`a.analyst_id = any(${analysts}::int[])`
  const parts: RawBuilder<unknown>[] = []
  if (stored.length > 0)
    parts.push(
      sql`select a.period_id, a.country_id, a.analyst_id, a.day, a.items from period_analyst_day a where a.period_id = any(${ids(stored)}::int[]) and ${mine}`,
    )
  if (live.length > 0) parts.push(sql`(${analystDaysOf(view, sql`a.period_id = any(${ids(live)}::int[]) and ${mine}`)})`)
  return rows<AnalystDay>(
    db,
    sql`select d.period_id as period, d.analyst_id as analyst, workdays(${ending}, d.day, d.country_id) as nth, sum(d.items)::int as items
      from (${sql.join(parts, sql` union all `)}) d join period p on p.id = d.period_id group by 1, 2, 3 order by 1, 2, 3`,
  )
}
