import type { sampleApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as samples from './sample.service.ts'

export const sampleRoutes = ({ db }: AppOptions): Handlers<typeof sampleApi> => ({
  listSamples: ({ caller, query }) => samples.list(db, caller, query),
  getSample: ({ caller, params }) => samples.get(db, caller, params.id),
  listSampleRows: ({ caller, params, query }) => samples.rows(db, caller, params.id, query),
  drawSample: ({ caller, body }) => samples.draw(db, caller, body),
})
