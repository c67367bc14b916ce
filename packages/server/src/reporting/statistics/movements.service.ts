import type { StatisticsQuery } from '@cuadre/api/item'
import type { statisticsMovements } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import type { z } from 'zod'
import { rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { MARKED } from '../../workflow/analysis/analysis.repository.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import { byName, type Deps } from '../dashboard/dashboard.service.ts'
import * as item from '../dashboard/item.ts'
import { ref, requestedRange } from '../dashboard/period.ts'
import type { Rows } from './charts.workbook.ts'

const COUNTS = ['total', 'marcados', 'alto', 'bajo', 'silencio'] as const
/** A row of a heading is of no country and no business. */
type Found = Record<(typeof COUNTS)[number], number> & {
  country: number | null
  business: number | null
  heading: number | null
  of_heading: boolean
}
const added = (found: readonly Found[]) =>
  Object.fromEntries(COUNTS.map((name) => [name, found.reduce((sum, row) => sum + row[name], 0)])) as Record<
    (typeof COUNTS)[number],
    number
  >

/** Items with marked movements: each count is the total of `/dashboard/items` with `movimiento`; a heading counts for the highest above it. Three statements. */
export async function movements(
  { db, zone }: Deps,
  caller: Caller,
  query: z.output<typeof StatisticsQuery>,
): Promise<Rows<typeof statisticsMovements>> {
  const view = item.viewOf(zone, query, caller)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const range = requestedRange(all, query)
  const period = range.at(-1)
  const [found, topOf] = await Promise.all([
    aggregates.rowsOf(db, caller, view, query, { periods: range, ask: countedIn(caller, query) }),
    highest(db),
  ])
  const [ofBusinesses, ofHeadings] = [found.filter((row) => !row.of_heading), found.filter((row) => row.of_heading)]
  return {
    period: period ? ref(period) : null,
    ...added(ofBusinesses),
    porPais: [...Map.groupBy(ofBusinesses, ({ country }) => country!)]
      .map(([id, rows]) => ({ ID_PAIS: id, PAIS: names.country.get(id)!, ...added(rows) }))
      .sort(byName(({ PAIS }) => PAIS)),
    porNegocio: [...Map.groupBy(ofBusinesses, ({ business }) => business!)]
      .map(([id, rows]) => ({ ID_NEGOCIO: id, NEGOCIO: names.business.get(id)!, ...added(rows) }))
      .sort(byName(({ NEGOCIO }) => NEGOCIO)),
    porRubro: [...Map.groupBy(ofHeadings, ({ heading }) => (heading === null ? null : (topOf.get(heading) ?? heading)))]
      .map(([id, rows]) => ({ COD_RUBRO: id, RUBRO: id === null ? null : (names.heading.get(id) ?? null), ...added(rows) }))
      .sort(byName(({ RUBRO }) => RUBRO)),
  }
}

/** The heading at the top of each one's branch. */
const highest = async (db: Deps['db']) =>
  new Map(
    (
      await rows(
        db,
        sql<{ id: number; top: number }>`with recursive t as (select id, id as top from heading where parent_id is null
          union all select h.id, t.top from heading h join t on h.parent_id = t.id) select id, top from t`,
      )
    ).map(({ id, top }) => [id, top]),
  )

/** By business, and once more by heading (`of_heading`). The marks of an item are those of its members. */
const countedIn = (caller: Caller, query: item.Place) => (view: item.View, ids: readonly number[]) => {
  const own = sql`coalesce(-a.group_id, a.id)`
  const kinds = ['alto', 'bajo', 'silencio'] as const
  return sql<
    Found & { period: number }
  >`with marks as (select a.period_id, ${own} as own, ${sql.join(kinds.map((kind) => sql`bool_or(e.verdict = ${kind}) as ${sql.ref(kind)}`))}
      from ${item.analysesOf(view, 'a')} join ${item.movementsOf(view, 'e')} on e.account_id = a.account_id and e.period_id = a.period_id
      where e.verdict in ${MARKED} and ${item.inPeriods(ids)} group by 1, 2)
    select a.period_id as period, a.country_id as country, a.business_id as business, a.heading_id as heading, grouping(a.business_id) = 1 as of_heading, count(*)::int as total, count(m.own)::int as marcados,
      ${sql.join(kinds.map((kind) => sql`count(*) filter (where ${sql.ref(`m.${kind}`)})::int as ${sql.ref(kind)}`))}
    from ${item.itemsWhere(view, sql`${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}`)}
    left join marks m on m.period_id = a.period_id and m.own = ${own} group by grouping sets ((1, 2, 3), (1, 4))`
}
