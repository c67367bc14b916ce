import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Day, Flag, format, Id, Moment, many, PeriodName, pageOf, paging } from './shapes.ts'

/**
 * What an auditor asks about an analysis (rules §2.8): question → answer of its analyst, head or control → closed, or asked again; asked again it is
 * open, also when it was closed. An auditor finds their own and those of colleagues of their firm whose access has ended; others those of the
 * analyses that they see.
 */
export const OBSERVATION_STATES = ['abierta', 'respondida', 'cerrada'] as const

export const Observation = z
  .object({
    ID: z.int(),
    COD_ANALISIS: z.int(),
    PERIODO: PeriodName,
    NEGOCIO: z.string(),
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    ANALISTA: z.string(),
    ASUNTO: z.string(),
    ESTADO: z.enum(OBSERVATION_STATES),
    AUDITOR: z.string(),
    FIRMA_AUDITORA: z.string().nullable(),
    /** The question as it was asked last, and the last answer. */
    PREGUNTA: z.string(),
    RESPUESTA: z.string().nullable(),
    CREADA_EN: Moment,
    ACTUALIZADA_EN: Moment,
    /** The last day to answer in time; counted anew when it is asked again. */
    VENCE: Day,
    /** It waits for an answer, and that day is past. */
    VENCIDA: z.boolean(),
    /** The last answer. */
    RESPONDIDA_EN: Moment.nullable(),
    RESPONDIDA_POR: z.string().nullable(),
    CERRADA_EN: Moment.nullable(),
    CERRADA_POR: z.string().nullable(),
    /** Counts every step; a step sends the one it saw. */
    REVISION: z.int(),
    /** What the caller may do now. */
    PUEDE: z.object({ responder: z.boolean(), preguntar: z.boolean(), cerrar: z.boolean() }),
  })
  .meta({ id: 'Observation' })
export type Observation = z.output<typeof Observation>

export const ObservationDetail = Observation.extend({
  /** The whole thread, oldest first; a closing may have no words. */
  HISTORIA: z.array(
    z.object({
      ID: z.int(),
      TIPO: z.enum(['pregunta', 'respuesta', 'cierre']),
      TEXTO: z.string().nullable(),
      PERSONA: z.string(),
      ROL: z.string(),
      EN: Moment,
    }),
  ),
}).meta({ id: 'ObservationDetail' })
export type ObservationDetail = z.output<typeof ObservationDetail>

const Text = z.string().trim().min(10).max(4000)
const REVISION = z.int().optional()

export const listObservations = endpoint('GET', '/observation', {
  summary: 'Observations of auditors on the analyses in scope',
  allow: 'analysis.item.read',
  query: z.object({
    ...paging(50, {
      sort: ['CREADA_EN', 'ACTUALIZADA_EN', 'ESTADO', 'ASUNTO', 'CUENTA', 'PERIODO', 'AUDITOR', 'VENCE', 'NEGOCIO', 'ANALISTA'],
    }),
    estado: many(z.enum(OBSERVATION_STATES)).optional(),
    analysisId: Id.optional(),
    /** On any account of a group. */
    groupId: Id.optional(),
    periodId: Id.optional(),
    businessId: Id.optional(),
    departmentId: Id.optional(),
    auditorId: Id.optional(),
    vencida: Flag.optional(),
    format,
  }),
  response: pageOf(Observation),
  exportable: true,
})
export const getObservation = endpoint('GET', '/observation/:id', {
  summary: 'One observation with its whole thread',
  allow: 'analysis.item.read',
  params: ById,
  response: ObservationDetail,
})
/** Its analyst and head are told. 404: the analysis is not one that the auditor sees. */
export const raiseObservation = endpoint('POST', '/observation', {
  summary: 'Ask about an analysis',
  allow: 'analysis.observation.raise',
  /** Without VENCE it is due a week later, or on the Monday after. */
  body: z.object({ COD_ANALISIS: Id, ASUNTO: z.string().trim().min(3).max(200), PREGUNTA: Text, VENCE: Day.optional() }),
  response: ObservationDetail,
})
/** 409 with the observation as it is now when it does not wait for an answer, or has changed since REVISION. */
export const answerObservation = endpoint('POST', '/observation/:id/answer', {
  summary: 'Answer an observation: the analyst, the head or control of the analysis',
  allow: 'analysis.observation.answer',
  params: ById,
  body: z.object({ RESPUESTA: Text, REVISION }),
  response: ObservationDetail,
})
/** 409 while it waits for an answer. */
export const askObservationAgain = endpoint('POST', '/observation/:id/ask', {
  summary: 'Ask again, when the answer is not enough or a closed one has to be reopened',
  allow: 'analysis.observation.raise',
  params: ById,
  body: z.object({ PREGUNTA: Text, VENCE: Day.optional(), REVISION }),
  response: ObservationDetail,
})
/** Also before an answer, when the question has settled itself. 409 when it is closed. */
export const closeObservation = endpoint('POST', '/observation/:id/close', {
  summary: 'Close an observation',
  allow: 'analysis.observation.raise',
  params: ById,
  body: z.object({ CONCLUSION: z.string().trim().max(4000).default(''), REVISION }),
  response: ObservationDetail,
})
