import type { StatisticsQuery } from '@cuadre/api/item'
import { PERIOD_STATUS } from '@cuadre/api/period'
import type { z } from 'zod'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import * as item from '../dashboard/item.ts'
import { lastPeriods, requestedRange } from '../dashboard/period.ts'

type Query = z.output<typeof StatisticsQuery>
const MONTHS = 13

/** The sums of the months up to the period and of the range that it ends, and what `beside` asks of that range at the same time. */
export async function monthly<W extends aggregates.Count, B>(
  { db, zone }: Deps,
  caller: Caller,
  query: Query,
  {
    want,
    by = [],
    beside,
  }: { want: readonly W[]; by?: readonly aggregates.By[]; beside: (view: item.View, range: readonly aggregates.PeriodRow[]) => B },
) {
  const view = item.viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view)
  const range = requestedRange(all, query)
  const period = range.at(-1)
  const months = period ? lastPeriods(all, period, MONTHS) : []
  const [sums, found] = await Promise.all([
    aggregates.sums(db, caller, view, query, { by, periods: [...new Set([...range, ...months])], want }),
    beside(view, range),
  ])
  const byPeriod = Map.groupBy(sums, (row) => row.period)
  const serie = months.map(({ id, name, status }) => ({ id, name, running: status !== PERIOD_STATUS.cerrado, of: byPeriod.get(id) ?? [] }))
  return { period, serie, found, now: range.flatMap(({ id }) => byPeriod.get(id) ?? []) }
}
