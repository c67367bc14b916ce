import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../../platform/database/index.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'
import {
  allLive,
  ending,
  inLive,
  inStored,
  isStoredFor,
  liveOf,
  type Nearby,
  nearby,
  type PeriodRow,
  storedAt,
  storedOf,
} from './periods.ts'

/** Sign-offs by local day and `keys`; the second number: approved without a rejection. */
export const daysOf = (view: item.View, items: item.Fragment, keys: item.Fragment) => {
  const { part, day, sameDay } = item.measures(view)
  const [analista, jefatura, control] = [sameDay(part.analista.done), sameDay(part.jefatura.done), sameDay(part.control.done)]
  // Grouped by the three days first, which leaves few combinations.
  return sql`select a.period_id, a.country_id, ${keys} a.role, ${day(sql`a.at`)} as day, sum(a.items)::int as items, sum(a.first)::int as approved_first
    from (select a.period_id, a.country_id, ${keys} s.role, s.at, sum(a.n) as items, sum(s.first) as first
      from (select a.period_id, a.country_id, ${keys} ${analista} as analista, ${jefatura} as jefatura, ${control} as control, count(*) as n,
          count(*) filter (where ${item.firstPass}) as first
        from ${items} group by a.period_id, a.country_id, ${keys} analista, jefatura, control) a
      cross join lateral (values (1, a.analista, 0), (2, a.jefatura, 0), (3, a.control, a.first)) as s(role, at, first)
      where s.at is not null group by a.period_id, a.country_id, ${keys} s.role, s.at) a
    group by a.period_id, a.country_id, ${keys} a.role, day`
}
/** `nth`: working days since the end of the period. */
export type Day = { period: number; role: number; day: string; nth: number; items: number; first: number }
/** Sign-offs of the periods by role and day, and the working days around today: `nth` counts from today. One statement. */
export async function days(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  periods: readonly PeriodRow[],
): Promise<{ signed: Day[]; calendar: { day: string; nth: number }[] }> {
  if (periods.length === 0) return { signed: [], calendar: [] }
  const isAnswerable =
    !item.asksHeading(place) && place.tipo === undefined && place.riesgo === undefined && place.moneda === undefined && isStoredFor(caller)
  const stored = isAnswerable ? storedOf(periods) : []
  const past = isAnswerable ? nearby(periods) : []
  const live = isAnswerable ? liveOf(periods) : allLive(periods)
  const columns = { period: sql`a.period_id`, business: sql`a.business_id` }
  const parts: RawBuilder<unknown>[] = []
  const columnsOf = sql`a.period_id, a.country_id, a.role, a.day, a.items, a.approved_first`
  const placed = (grouped: item.Fragment) => item.placeCondition(caller, place, grouped)
  if (stored.length > 0) parts.push(sql`select ${columnsOf} from period_day a where ${inStored(columns, stored)} and ${placed(sql`false`)}`)
  for (const { period, moment } of past)
    parts.push(
      sql`select ${columnsOf} from period_sums_at v cross join unnest(v.days) a where ${storedAt({ period, moment })} and ${placed(sql`false`)}`,
      daysBetween(view, { period, moment }, placed(item.isGroup)),
    )
  if (live.length > 0) {
    const where = sql`${inLive(columns, live)} and ${item.placeCondition(caller, place, item.isGroup)}`
    parts.push(sql`(${daysOf(view, item.itemsWhere(view, where), sql``)})`)
  }
  const found = await rows<Day>(
    db,
    sql`select d.period_id as period, d.role, d.day, workdays(${ending}, d.day, d.country_id) as nth, sum(d.items)::int as items, sum(d.approved_first)::int as first
      from (select period_id, country_id, role, day, sum(items) as items, sum(approved_first) as approved_first from (${sql.join(parts, sql` union all `)}) t group by 1, 2, 3, 4 having sum(items) <> 0) d
      join period p on p.id = d.period_id group by 1, 2, 3, 4
      union all select 0, 0, c.day, c.nth, 0, 0 from (${calendarOf(view)}) c
      order by 1, 2, 3`,
  )
  return { signed: found.filter(({ role }) => role > 0), calendar: found.filter(({ role }) => role === 0) }
}

/** To stored days of a moment: what counts otherwise at asOf, with as many as it was at asOf and without as many as it was then. */
function daysBetween({ zone, asOf }: item.View, { period, moment }: Nearby, where: item.Fragment) {
  const at = (of: string) => daysOf({ zone, asOf: of }, item.itemsBetween(of, { period, moment, other: asOf! }, where), sql``)
  return sql`(${at(asOf!)}) union all select n.period_id, n.country_id, n.role, n.day, -n.items, -n.approved_first from (${at(moment)}) n`
}

/** The working days around today: `nth` counts from today. */
const calendarOf = (view: item.View) => {
  const { today } = item.measures(view)
  const { from, between } = item.daysOfAll(view)
  return sql`select c::date as day, ${between(today, sql`c::date`)} as nth from generate_series(${today} - 60, ${today} + 400, interval '1 day') c cross join ${from}`
}
export const calendar = (db: Db, view: item.View) => rows<{ day: string; nth: number }>(db, sql`${calendarOf(view)} order by 1`)
