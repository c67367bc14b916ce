import type { observationApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as observations from './observation.service.ts'

export const observationRoutes = ({ db }: AppOptions): Handlers<typeof observationApi> => ({
  listObservations: ({ caller, query }) => observations.list(db, caller, query),
  getObservation: ({ caller, params }) => observations.get(db, caller, params.id),
  raiseObservation: ({ caller, body }) => observations.raise(db, caller, body),
  answerObservation: ({ caller, params, body }) => observations.step(db, caller, params.id, 'responder', body.RESPUESTA, body.REVISION),
  askObservationAgain: ({ caller, params, body }) =>
    observations.step(db, caller, params.id, 'preguntar', body.PREGUNTA, body.REVISION, body.VENCE),
  closeObservation: ({ caller, params, body }) => observations.step(db, caller, params.id, 'cerrar', body.CONCLUSION, body.REVISION),
})
