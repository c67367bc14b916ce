import type { balanceApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { nameAccount, nameBusiness } from './balance.alias.ts'
import * as balances from './balance.service.ts'
import { undoLoad } from './balance.undo.ts'

export const balanceRoutes = (options: AppOptions): Handlers<typeof balanceApi> => ({
  uploadBalances: ({ caller, body }) => balances.upload(options, caller, body),
  mapBalances: ({ caller, params, body }) => balances.changeMapping(options, caller, params.id, body),
  getLoadSheet: ({ caller, params, query }) => balances.sheet(options, caller, params.id, query.sheet),
  confirmBalances: ({ caller, params, body }) => balances.confirm(options, caller, params.id, body),
  discardBalances: ({ caller, params }) => balances.discard(options, caller, params.id),
  undoBalances: ({ caller, params, body }) => undoLoad(options, caller, params.id, body.MOTIVO),
  setControlTotal: ({ caller, params, body }) => balances.setControl(options.db, caller, params.id, body.TOTAL_CONTROL),
  aliasBusiness: ({ caller, params, body }) => nameBusiness(options, caller, params.id, body),
  aliasAccount: ({ caller, params, body }) => nameAccount(options, caller, params.id, body),
  getBalanceLoad: ({ caller, params }) => balances.get(options.db, caller, params.id),
  listBalanceLoads: ({ caller, query }) => balances.list(options.db, caller, query),
  listLoadRows: ({ caller, params, query }) => balances.listRows(options.db, caller, params.id, query),
  listBalances: ({ caller, query }) => balances.listBalancesIn(options.db, caller, query),
  getBalance: ({ caller, params }) => there(balances.findBalance(options.db, caller, params.id)),
  currentBalance: ({ caller, params }) => there(balances.newestBalance(options.db, caller, params.id)),
  balanceFile: ({ caller, params }) => balances.file(options, caller, params.id),
})

async function there<T>(found: Promise<T | undefined>): Promise<T> {
  const value = await found
  if (value === undefined) throw NotFound()
  return value
}
