import type { thresholdApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { propose } from './threshold.rules.ts'
import * as thresholds from './threshold.service.ts'

export const thresholdRoutes = ({ db }: AppOptions): Handlers<typeof thresholdApi> => ({
  listThresholds: ({ caller, query }) => thresholds.list(db, caller, query),
  getThreshold: ({ caller, params }) => thresholds.get(db, caller, params.id),
  createThreshold: ({ caller, body }) => thresholds.create(db, caller, body),
  updateThreshold: ({ caller, params, body }) => thresholds.update(db, caller, params.id, body),
  simulateThreshold: ({ caller, body }) => thresholds.simulate(db, caller, body),
  proposeThreshold: async ({ query }) => propose(query),
  listThresholdChanges: ({ caller, params, query }) => thresholds.changes(db, caller, params.id, query),
})
