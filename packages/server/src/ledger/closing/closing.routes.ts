import type { closingApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { history } from './closing.history.ts'
import { policies, policy, setPolicy } from './closing.policy.ts'
import { endFor, reopenFor } from './closing.reopening.ts'
import * as requests from './closing.request.ts'
import * as closing from './closing.service.ts'

export const closingRoutes = ({ db, now = () => new Date() }: AppOptions): Handlers<typeof closingApi> => ({
  getClosingPolicy: () => policy(db),
  setClosingPolicy: ({ caller, body }) => setPolicy(db, caller, body),
  listClosingPolicies: ({ query }) => policies(db, query),
  closeChecklist: ({ caller, params }) => closing.checklist(db, caller, params.id),
  closePeriod: ({ caller, session, params, body }) => closing.close(db, caller, session, params.id, body),
  requestClose: ({ caller, session, params, body }) => requests.ask(db, caller, session, params.id, body),
  endCloseRequest: ({ caller, params, body }) => requests.end(db, caller, params.id, body),
  reopenPeriod: ({ caller, params, body }) => closing.reopen(db, caller, params.id, body.MOTIVO),
  reopenBusiness: ({ caller, params, body }) => reopenFor(db, caller, params.id, body, now()),
  endBusinessReopening: ({ caller, params, body }) => endFor(db, caller, params.id, body),
  periodHistory: ({ caller, params, query }) => history(db, caller, params.id, query),
})
