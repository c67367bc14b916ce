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
type Found = Record<(typeof COUNTS)[number], number> & { country: number; business: number; heading: number | null }
const added = (found: readonly Found[]) =>
  Object.fromEntries(COUNTS.map((name) => [name, found.reduce((sum, row) => sum + row[name], 0)])) as Record<
    (typeof COUNTS)[number],
    number
  >

/** Items with marked movements: each count is the total of `/dashboard/items` with `movimiento`. Two statements. */
export async function movements(
  { db, zone }: Deps,
  caller: Caller,
  query: z.output<typeof StatisticsQuery>,
): Promise<Rows<typeof statisticsMovements>> {
  const view = { zone, asOf: query.asOf }
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const range = requestedRange(all, query)
  const period = range.at(-1)
  const found = period
    ? await counted(
        db,
        caller,
        view,
        query,
        range.map(({ id }) => id),
      )
    : []
  const by = <K>(key: (row: Found) => K) => [...Map.groupBy(found, key)]
  return {
    period: period ? ref(period) : null,
    ...added(found),
    porPais: by(({ country }) => country)
      .map(([id, rows]) => ({ ID_PAIS: id, PAIS: names.country.get(id)!, ...added(rows) }))
      .sort(byName(({ PAIS }) => PAIS)),
    porNegocio: by(({ business }) => business)
      .map(([id, rows]) => ({ ID_NEGOCIO: id, NEGOCIO: names.business.get(id)!, ...added(rows) }))
      .sort(byName(({ NEGOCIO }) => NEGOCIO)),
    porRubro: by(({ heading }) => heading)
      .map(([id, rows]) => ({ COD_RUBRO: id, RUBRO: id === null ? null : (names.heading.get(id) ?? null), ...added(rows) }))
      .sort(byName(({ RUBRO }) => RUBRO)),
  }
}

/** The marks of an item are those of its members; a heading counts for the highest above it. */
function counted(db: Deps['db'], caller: Caller, view: item.View, query: item.Place, ids: readonly number[]) {
  const own = sql`coalesce(-a.group_id, a.id)`
  const kinds = ['alto', 'bajo', 'silencio'] as const
  return rows<Found>(
    db,
    sql`with recursive top as (select id, id as top from heading where parent_id is null union all select h.id, t.top from heading h join top t on h.parent_id = t.id),
      marks as (select a.period_id, ${own} as own, ${sql.join(kinds.map((kind) => sql`bool_or(e.verdict = ${kind}) as ${sql.ref(kind)}`))}
        from ${item.analysesOf(view, 'a')} join ${item.movementsOf(view, 'e')} on e.account_id = a.account_id and e.period_id = a.period_id
        where e.verdict in ${MARKED} and ${item.inPeriods(ids)} group by 1, 2)
      select a.country_id as country, a.business_id as business, t.top as heading, count(*)::int as total, count(m.own)::int as marcados,
        ${sql.join(kinds.map((kind) => sql`count(*) filter (where ${sql.ref(`m.${kind}`)})::int as ${sql.ref(kind)}`))}
      from ${item.itemsWhere(view, sql`${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}`)}
      left join marks m on m.period_id = a.period_id and m.own = ${own} left join top t on t.id = a.heading_id group by 1, 2, 3`,
  )
}
