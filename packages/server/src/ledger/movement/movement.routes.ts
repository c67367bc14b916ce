import type { movementApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as movements from './movement.service.ts'

export const movementRoutes = ({ db }: AppOptions): Handlers<typeof movementApi> => ({
  analysisMovement: ({ caller, params }) => movements.ofAnalysis(db, caller, params.id),
  getMovementRule: () => movements.rule(db),
  updateMovementRule: ({ caller, body }) => movements.update(db, caller, body),
  listMovementRuleChanges: ({ query }) => movements.ruleChanges(db, query),
})
