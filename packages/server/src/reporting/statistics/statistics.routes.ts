import type { statisticsApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as sheets from './charts.workbook.ts'
import { orWorkbook } from './charts.workbook.ts'
import * as competitor from './competitor.service.ts'
import * as differences from './differences.service.ts'
import * as filters from './filters.service.ts'
import * as indicator from './indicator.service.ts'
import * as indicators from './indicators.service.ts'
import * as movements from './movements.service.ts'
import * as past from './past.service.ts'
import * as progress from './progress.service.ts'
import * as ranking from './ranking.service.ts'
import * as rejections from './rejections.service.ts'
import * as time from './time.service.ts'

/** What is open is that of the last month of a range, and so says its workbook. */
const ofLastMonth = <C extends { query: { desdePeriodId?: number | undefined } }>(call: C) => ({
  ...call,
  query: { ...call.query, desdePeriodId: undefined },
})

export const statisticsRoutes = (deps: AppOptions): Handlers<typeof statisticsApi> => ({
  statisticsFilters: ({ caller }) => filters.filters(deps, caller),
  statisticsAsOf: ({ query }) => past.asOf(deps, query),
  statisticsCompletion: (call) =>
    orWorkbook(
      deps,
      call,
      progress.completion(deps, call.caller, call.query),
      { es: 'Completado', en: 'Completion' },
      sheets.completionSheets,
    ),
  statisticsDepartments: (call) =>
    orWorkbook(
      deps,
      call,
      progress.departments(deps, call.caller, call.query),
      { es: 'Estados por departamento', en: 'Status by department' },
      sheets.departmentSheets,
    ),
  statisticsOnTime: (call) =>
    orWorkbook(
      deps,
      call,
      time.onTime(deps, call.caller, call.query),
      { es: 'A tiempo por rol', en: 'On time by role' },
      sheets.onTimeSheets,
    ),
  statisticsCycle: (call) =>
    orWorkbook(
      deps,
      call,
      time.cycle(deps, call.caller, call.query),
      { es: 'Días del ciclo', en: 'Days of the cycle' },
      sheets.cycleSheets,
    ),
  statisticsDifferences: (call) =>
    orWorkbook(
      deps,
      call,
      differences.differences(deps, call.caller, call.query),
      { es: 'Diferencias por rubro', en: 'Differences by heading' },
      sheets.differenceSheets,
    ),
  statisticsRejections: (call) =>
    orWorkbook(
      deps,
      call,
      rejections.rejections(deps, call.caller, call.query),
      { es: 'Rechazos por motivo', en: 'Rejections by reason' },
      sheets.rejectionSheets,
    ),
  statisticsBurndown: (call) =>
    orWorkbook(
      deps,
      ofLastMonth(call),
      progress.burndown(deps, call.caller, call.query),
      { es: 'Avance diario', en: 'Burn-down' },
      sheets.burndownSheets,
    ),
  statisticsAging: (call) =>
    orWorkbook(
      deps,
      ofLastMonth(call),
      differences.aging(deps, call.caller, call.query),
      { es: 'Antigüedad de las diferencias', en: 'Age of the differences' },
      sheets.agingSheets,
    ),
  statisticsMovements: (call) =>
    orWorkbook(
      deps,
      call,
      movements.movements(deps, call.caller, call.query),
      { es: 'Movimientos fuera de lo usual', en: 'Movements out of the usual' },
      sheets.movementSheets,
    ),
  statisticsIndicators: ({ caller, query, locale }) => indicators.indicators(deps, caller, query, locale),
  statisticsIndicator: ({ caller, params, query }) => indicator.indicator(deps, caller, { ...query, ...params }),
  statisticsTargets: ({ query }) => indicators.targets(deps, query),
  updateTargets: ({ caller, body }) => indicators.changeTargets(deps, caller, body),
  statisticsCompetitiveness: ({ caller, query, locale }) => ranking.competitiveness(deps, caller, query, locale),
  statisticsCompetitor: ({ caller, params, query }) => competitor.competitor(deps, caller, { ...query, ...params }),
  updateRankingNames: ({ caller, body }) => ranking.changeNames(deps, caller, body),
  updateWeights: ({ caller, body }) => ranking.changeWeights(deps, caller, body),
})
