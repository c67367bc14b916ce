import type { analysisStatusApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as statuses from './analysis-status.service.ts'

export const analysisStatusRoutes = ({ db }: AppOptions): Handlers<typeof analysisStatusApi> => ({
  listAnalysisStatuses: ({ query }) => statuses.list(db, query),
  getAnalysisStatus: ({ params }) => statuses.get(db, params.id),
  createAnalysisStatus: ({ caller, body }) => statuses.create(db, caller, body),
  updateAnalysisStatus: ({ caller, params, body }) => statuses.update(db, caller, params.id, body),
  deleteAnalysisStatus: ({ caller, params }) => statuses.remove(db, caller, params.id),
  markAnalysisStatus: ({ caller, params, body }) => statuses.mark(db, caller, params.id, body),
  listRejectReasons: ({ query }) => statuses.listReasons(db, query),
  createRejectReason: ({ caller, body }) => statuses.createReason(db, caller, body),
  updateRejectReason: ({ caller, params, body }) => statuses.updateReason(db, caller, params.id, body),
  deleteRejectReason: ({ caller, params }) => statuses.removeReason(db, caller, params.id),
})
