import type { summaryApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as summary from './summary.service.ts'

export const summaryRoutes = ({ db }: AppOptions): Handlers<typeof summaryApi> => ({
  listSummaryPeriods: ({ caller, query }) => summary.periods(db, caller, query),
  listSummaryAccounts: ({ caller, query }) => summary.accounts(db, caller, query),
  summaryOfAccount: ({ caller, params }) => summary.account(db, caller, params.id),
})
