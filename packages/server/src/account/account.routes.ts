import type { accountApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as accounts from './account.service.ts'
import * as assignment from './assignment.service.ts'

export const accountRoutes = ({ db }: AppOptions): Handlers<typeof accountApi> => ({
  listAccounts: ({ caller, query }) => accounts.list(db, caller, query),
  getAccount: ({ caller, params }) => accounts.get(db, caller, params.id),
  accountMetadata: ({ caller, query }) => accounts.metadata(db, caller, query.filterByPeriod),
  createAccount: ({ caller, body }) => accounts.create(db, caller, body),
  updateAccount: ({ caller, params, body }) => accounts.update(db, caller, params.id, body),
  assignAccounts: ({ caller, body }) => assignment.assignMany(db, caller, body),
})
