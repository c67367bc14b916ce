import type { StatisticsQuery } from '@cuadre/api/item'
import type { statisticsBurndown, statisticsCompletion, statisticsDepartments } from '@cuadre/api/statistics'
import type { z } from 'zod'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import { burndownOf } from '../dashboard/burndown.rules.ts'
import { byName, type Deps } from '../dashboard/dashboard.service.ts'
import { completions, forecasts, total } from '../dashboard/figures.rules.ts'
import { viewOf } from '../dashboard/item.ts'
import { summed } from '../dashboard/level.service.ts'
import { earlier, lastPeriods, localDay, ref, requestedPeriod } from '../dashboard/period.ts'
import type { Rows } from './charts.workbook.ts'

type Query = z.output<typeof StatisticsQuery>

export async function completion(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsCompletion>> {
  const { period, sums } = await summed(deps, caller, query, [], aggregates.PROGRESS)
  return { period: period ? ref(period) : null, total: total(sums, 'items'), completitud: completions(sums) }
}

export async function departments(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsDepartments>> {
  const { period, sums, names } = await summed(deps, caller, query, ['business', 'department'], aggregates.STAGES)
  return {
    period: period ? ref(period) : null,
    data: [...Map.groupBy(sums, ({ business, department }) => `${business}/${department ?? ''}`).values()]
      .map((of) => {
        const { business, department } = of[0]!
        return {
          ID_NEGOCIO: business!,
          NEGOCIO: names.business.get(business!)!,
          COD_DEPARTAMENTO: department ?? null,
          DEPARTAMENTO: department ? (names.department.get(department) ?? null) : null,
          total: total(of, 'items'),
          sinEnviar: total(of, 'unsent'),
          rechazados: total(of, 'rejected'),
          enJefatura: total(of, 'at_jefatura'),
          enControl: total(of, 'at_control'),
          aprobados: total(of, 'approved'),
        }
      })
      .sort(byName(({ DEPARTAMENTO }) => DEPARTAMENTO)),
  }
}

/** Of the last month of a range. */
export async function burndown(deps: Deps, caller: Caller, asked: Query): Promise<Rows<typeof statisticsBurndown>> {
  const query = { ...asked, desdePeriodId: undefined }
  const view = viewOf(deps.zone, query, caller)
  const all = await aggregates.periods(deps.db, view)
  const period = requestedPeriod(all, query)
  if (!period) return { period: null, items: 0, data: [], pronostico: [] }
  const [sums, days] = await Promise.all([
    aggregates.sums(deps.db, caller, view, query, { periods: [period], want: aggregates.STAGES }),
    aggregates.days(deps.db, caller, view, query, lastPeriods(all, period, 7)),
  ])
  const toLocal = localDay(deps.zone)
  const items = total(sums, 'items')
  return {
    period: ref(period),
    items,
    data: burndownOf(items, period, days.signed, toLocal, query.asOf),
    pronostico: forecasts(sums, period, earlier(all, period), days, toLocal),
  }
}
