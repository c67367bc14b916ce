import type { accountApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as history from './account.history.ts'
import * as accounts from './account.service.ts'
import * as assignment from './assignment.service.ts'

export const accountRoutes = ({ db }: AppOptions): Handlers<typeof accountApi> => ({
  listAccounts: ({ caller, query }) => history.list(db, caller, query),
  getAccount: ({ caller, params }) => accounts.get(db, caller, params.id),
  accountMetadata: ({ caller, query }) => accounts.metadata(db, caller, query.filterByPeriod),
  createAccount: ({ caller, body }) => accounts.create(db, caller, body),
  updateAccount: ({ caller, params, body }) => accounts.update(db, caller, params.id, body),
  accountHistory: ({ caller, params, query }) => history.history(db, caller, params.id, query),
  listAssignmentChanges: ({ caller, params, query }) => history.changes(db, caller, params.id, query),
  assignAccounts: ({ caller, body }) => assignment.assignMany(db, caller, body),
})
