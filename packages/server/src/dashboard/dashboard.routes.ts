import type { dashboardApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as dashboards from './dashboard.service.ts'

export const dashboardRoutes = ({ db }: AppOptions): Handlers<typeof dashboardApi> => ({
  dashboardManagement: ({ caller, query }) => dashboards.management(db, caller, query),
  dashboardByDepartment: ({ caller, query }) => dashboards.byDepartment(db, caller, query),
  dashboardAnalyst: ({ caller, query }) => dashboards.analyst(db, caller, query),
  dashboardJefatura: ({ caller, query }) => dashboards.jefatura(db, caller, query),
  dashboardControl: ({ caller, query }) => dashboards.control(db, caller, query),
})
