import type { statisticsApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as charts from './charts.service.ts'
import * as filters from './filters.service.ts'
import * as indicators from './indicators.service.ts'
import * as past from './past.service.ts'
import * as ranking from './ranking.service.ts'

export const statisticsRoutes = (deps: AppOptions): Handlers<typeof statisticsApi> => ({
  statisticsFilters: ({ caller }) => filters.filters(deps, caller),
  statisticsAsOf: ({ query }) => past.asOf(deps, query),
  statisticsCompletion: ({ caller, query }) => charts.completion(deps, caller, query),
  statisticsDepartments: ({ caller, query }) => charts.departments(deps, caller, query),
  statisticsOnTime: ({ caller, query }) => charts.onTime(deps, caller, query),
  statisticsCycle: ({ caller, query }) => charts.cycle(deps, caller, query),
  statisticsDifferences: ({ caller, query }) => charts.differences(deps, caller, query),
  statisticsRejections: ({ caller, query }) => charts.rejections(deps, caller, query),
  statisticsBurndown: ({ caller, query }) => charts.burndown(deps, caller, query),
  statisticsAging: ({ caller, query }) => charts.aging(deps, caller, query),
  statisticsIndicators: ({ caller, query, locale }) => indicators.indicators(deps, caller, query, locale),
  statisticsTargets: ({ query }) => indicators.targets(deps, query),
  updateTargets: ({ caller, body }) => indicators.changeTargets(deps, caller, body),
  statisticsCompetitiveness: ({ caller, query, locale }) => ranking.competitiveness(deps, caller, query, locale),
  updateWeights: ({ caller, body }) => ranking.changeWeights(deps, caller, body),
})
