import type { dashboardApi, distributionApi, homeApi, matrixApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { accountHistory } from './account-history.service.ts'
import * as dashboards from './dashboard.service.ts'
import * as distribution from './distribution.service.ts'
import { outOfDeadline } from './late.service.ts'
import * as levels from './level.service.ts'
import * as lists from './list.service.ts'
import * as management from './management.service.ts'
import * as matrix from './matrix.service.ts'
import * as matrixSettings from './matrix.settings.service.ts'
import * as ranges from './range.service.ts'
import * as reviewers from './reviewers.service.ts'

export const homeRoutes = (deps: AppOptions): Handlers<typeof homeApi> => ({
  dashboardManagement: ({ caller, query }) => management.management(deps, caller, query),
  dashboardByDepartment: ({ caller, query }) => dashboards.byDepartment(deps, caller, query),
  dashboardAnalyst: ({ caller, query }) => dashboards.analyst(deps, caller, query),
  dashboardJefatura: ({ caller, query }) => reviewers.jefatura(deps, caller, query),
  dashboardControl: ({ caller, query }) => reviewers.control(deps, caller, query),
})
export const dashboardRoutes = (deps: AppOptions): Handlers<typeof dashboardApi> => ({
  dashboardItems: ({ caller, query, locale }) => lists.list(deps, caller, query, locale),
  dashboardBusinesses: ({ caller, query }) => levels.businesses(deps, caller, query),
  dashboardSubManagements: ({ caller, query }) => levels.subManagements(deps, caller, query),
  dashboardDepartments: ({ caller, query }) => levels.departments(deps, caller, query),
  accountsWithDifferences: ({ caller, params, query, locale }) => lists.differences(deps, caller, params.negocioId, query, locale),
  dashboardAccountHistory: ({ caller, params, query, locale }) => accountHistory(deps, caller, params, query, locale),
  accountsOutOfDeadline: ({ caller, params, query, locale }) => outOfDeadline(deps, caller, params.negocioId, query, locale),
  departmentDetails: ({ caller, params, query, locale }) => lists.departmentV1(deps, caller, params.id, query, locale),
  departmentDetailsV2: ({ caller, params, query, locale }) => lists.departmentV2(deps, caller, params.id, query, locale),
})
export const matrixRoutes = (deps: AppOptions): Handlers<typeof matrixApi> => ({
  analysisMatrix: ({ caller, query, locale }) => matrix.matrix(deps, caller, query, locale),
  analysisMatrixDetails: ({ caller, query, locale }) => lists.list(deps, caller, query, locale),
  analysisMatrixSize: ({ caller, query }) => matrix.size(deps, caller, query),
  analysisMatrixParams: ({ caller }) => matrixSettings.params(deps, caller),
  updateMatrixParams: ({ caller, body }) => matrixSettings.changeParams(deps, caller, body),
})
export const distributionRoutes = (deps: AppOptions): Handlers<typeof distributionApi> => ({
  accountsAssigned: ({ caller, query }) => distribution.assigned(deps, caller, query),
  accountsAssignedDetails: ({ caller, query, locale }) => distribution.assignedDetails(deps, caller, query, locale),
  analysisRange: ({ caller, query }) => ranges.range(deps, caller, query),
  analysisRangeDetails: ({ caller, query, locale }) => lists.list(deps, caller, query, locale),
  analysisApproved: ({ caller, query }) => distribution.approved(deps, caller, query),
  analysisApprovedDetails: ({ caller, query, locale }) => lists.list(deps, caller, query, locale),
  accountsMateriality: ({ caller, query }) => distribution.materiality(deps, caller, query),
  accountsMaterialityDetails: ({ caller, query, locale }) => lists.list(deps, caller, query, locale),
})
