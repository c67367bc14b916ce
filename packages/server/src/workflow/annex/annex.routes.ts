import type { annexApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { analysisTarget, groupTarget } from '../analysis/review-unit.ts'
import * as annexes from './annex.service.ts'

export const annexRoutes = ({ db, storage, zone, now }: AppOptions): Handlers<typeof annexApi> => ({
  addAnnex: ({ caller, params, body }) => annexes.add(db, storage, caller, analysisTarget(params.id), body),
  addGroupAnnex: ({ caller, params, body }) => annexes.add(db, storage, caller, groupTarget(params.id), body),
  removeAnnex: ({ caller, params }) => annexes.remove(db, storage, caller, analysisTarget(params.id), params.annexId),
  removeGroupAnnex: ({ caller, params }) => annexes.remove(db, storage, caller, groupTarget(params.id), params.annexId),
  describeAnnex: ({ caller, params, body }) => annexes.describe(db, caller, params.id, body.DESCRIPCION),
  annexFile: ({ caller, params, query }) => annexes.download(db, storage, caller, params.id, query, { zone, now }),
  seeAnnex: ({ caller, params }) => annexes.seen(db, caller, params.id),
  annexEvidence: ({ caller, params }) => annexes.evidence(db, storage, caller, params.id),
})
