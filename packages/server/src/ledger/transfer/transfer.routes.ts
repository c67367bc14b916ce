import type { transferApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as transfers from './transfer.service.ts'

export const transferRoutes = ({ db, zone, now = () => new Date() }: AppOptions): Handlers<typeof transferApi> => ({
  transferAccounts: ({ caller, body }) => transfers.transfer(db, caller, body, { zone, now: now() }),
  listTransfers: ({ caller, query }) => transfers.list(db, caller, query),
  undoTransfer: ({ caller, params }) => transfers.undo(db, caller, params.lote),
  resolveAccounts: ({ caller, body }) => transfers.resolve(db, caller, body),
})
