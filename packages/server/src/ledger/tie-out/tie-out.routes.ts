import type { tieOutApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { get } from '../balance/balance.service.ts'
import { tieOutOfLoad } from './tie-out.load.ts'
import * as rules from './tie-out.service.ts'

export const tieOutRoutes = ({ db }: AppOptions): Handlers<typeof tieOutApi> => ({
  listTieOutRules: ({ caller, query }) => rules.list(db, caller, query),
  createTieOutRule: ({ caller, body }) => rules.create(db, caller, body),
  updateTieOutRule: ({ caller, params, body }) => rules.update(db, caller, params.id, body),
  tryTieOutRule: ({ caller, body }) => rules.tryOut(db, caller, body),
  tieOutResults: ({ caller, query }) => rules.results(db, caller, query.PERIODO),
  tieOutOfLoad: async ({ caller, params }) => {
    await get(db, caller, params.id)
    return tieOutOfLoad(db, caller, params.id)
  },
  setTieOutFigure: ({ caller, body }) => rules.setFigure(db, caller, body),
})
