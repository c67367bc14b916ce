import type { observationApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as observations from './observation.service.ts'

export const observationRoutes = ({ db, zone }: AppOptions): Handlers<typeof observationApi> => ({
  listObservations: ({ caller, query }) => observations.list({ db, zone }, caller, query),
  getObservation: ({ caller, params }) => observations.get({ db, zone }, caller, params.id),
  raiseObservation: ({ caller, body }) => observations.raise({ db, zone }, caller, body),
  answerObservation: ({ caller, params, body }) =>
    observations.step({ db, zone }, caller, params.id, 'responder', body.RESPUESTA, body.REVISION),
  askObservationAgain: ({ caller, params, body }) =>
    observations.step({ db, zone }, caller, params.id, 'preguntar', body.PREGUNTA, body.REVISION, body.VENCE),
  closeObservation: ({ caller, params, body }) =>
    observations.step({ db, zone }, caller, params.id, 'cerrar', body.CONCLUSION, body.REVISION),
})
