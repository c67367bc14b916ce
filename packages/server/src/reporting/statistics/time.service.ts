import type { StatisticsQuery } from '@cuadre/api/item'
import type { statisticsCycle, statisticsOnTime } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { mean, ratio, rounded, total } from '../dashboard/figures.rules.ts'
import * as item from '../dashboard/item.ts'
import { ref } from '../dashboard/period.ts'
import type { Rows } from './charts.workbook.ts'
import { monthly } from './monthly.ts'

type Query = z.output<typeof StatisticsQuery>

export async function onTime(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsOnTime>> {
  const want = ['items', 'on_time_analyst', 'on_time_jefatura', 'on_time_control'] as const
  const { period, serie } = await monthly(deps, caller, query, { want, beside: () => undefined })
  return {
    period: period ? ref(period) : null,
    data: serie.map(({ id, name, running, of }) => {
      const items = total(of, 'items')
      const [analista, jefatura, control] = [total(of, 'on_time_analyst'), total(of, 'on_time_jefatura'), total(of, 'on_time_control')]
      return {
        COD_PERIODO: id,
        PERIODO: name,
        enCurso: running,
        items,
        aTiempoAnalista: analista,
        aTiempoJefatura: jefatura,
        aTiempoControl: control,
        aTiempo: { analista: ratio(analista, items), jefatura: ratio(jefatura, items), control: ratio(control, items) },
      }
    }),
  }
}

const CYCLE = ['prepared', 'prepared_days', 'jefatura', 'jefatura_days', 'control', 'control_days', 'whole', 'whole_days'] as const
const STRETCHES = ['preparacion', 'jefatura', 'control', 'total'] as const
export async function cycle(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsCycle>> {
  const { period, serie, found } = await monthly(deps, caller, query, {
    want: CYCLE,
    beside: (view, range) => stretches(deps, caller, view, query, range),
  })
  return {
    period: period ? ref(period) : null,
    data: STRETCHES.map((tramo) =>
      spread(
        tramo,
        found.filter(({ stretch }) => stretch === tramo),
      ),
    ),
    serie: serie.map(({ id, name, running, of }) => ({
      COD_PERIODO: id,
      PERIODO: name,
      enCurso: running,
      preparacion: mean(of, 'prepared_days', 'prepared'),
      jefatura: mean(of, 'jefatura_days', 'jefatura'),
      control: mean(of, 'control_days', 'control'),
      total: mean(of, 'whole_days', 'whole'),
      n: {
        preparacion: total(of, 'prepared'),
        jefatura: total(of, 'jefatura'),
        control: total(of, 'control'),
        total: total(of, 'whole'),
      },
    })),
  }
}

type Days = { stretch: string; days: number; n: number }
/** How many items took how many days, ascending. */
async function stretches({ db }: Deps, caller: Caller, view: item.View, query: Query, periods: readonly aggregates.PeriodRow[]) {
  const found = await aggregates.rowsOf(db, caller, view, query, {
    periods,
    ask: (view, ids) => {
      const { from, cycle } = item.aggregatedByDay(
        view,
        item.itemsWhere(view, sql`${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}`),
      )
      // Grouped by all four first, which leaves few combinations.
      return sql<Days & { period: number }>`select w.period, s.stretch, s.days, sum(w.n)::int as n from (
          select a.period_id as period, ${sql.join(STRETCHES.map((name) => sql`${cycle[name]} as ${sql.ref(name)}`))}, sum(a.n) as n from ${from} group by 1, 2, 3, 4, 5) w
        cross join lateral (values ${sql.join(STRETCHES.map((name) => sql`(${name}::text, ${sql.ref(`w.${name}`)})`))}) as s(stretch, days)
        where s.days is not null group by 1, 2, 3`
    },
  })
  return [...Map.groupBy(found, ({ stretch, days }) => `${stretch}/${days}`).values()]
    .map((of): Days => ({ ...of[0]!, n: of.reduce((sum, { n }) => sum + n, 0) }))
    .sort((a, b) => a.days - b.days)
}

/** Mean and deciles (nearest rank) of counted days, ascending. */
function spread(tramo: (typeof STRETCHES)[number], counted: readonly { days: number; n: number }[]) {
  const n = counted.reduce((sum, each) => sum + each.n, 0)
  const rank = (part: number) => {
    let passed = 0
    for (const each of counted) {
      passed += each.n
      if (passed >= n * part) return each.days
    }
    return null
  }
  const whole = counted.reduce((sum, each) => sum + each.days * each.n, 0)
  return { tramo, n, media: rounded(ratio(whole, n)), p50: rank(0.5), p90: rank(0.9), maximo: counted.at(-1)?.days ?? null }
}
