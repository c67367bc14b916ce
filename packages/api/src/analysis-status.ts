import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Done, Flag, Id, NameText, pageOf, paging, Revision } from './shapes.ts'

/** States of an analysis as they are shown (rules §2.3): the four of the system, and sub-states of them. Logic and figures read the category only. */

export const STATUS_CATEGORY = { PENDIENTE: 1, REVISION: 2, RECHAZADO: 3, APROBADO: 4 } as const
const Category = z.enum(['PENDIENTE', 'REVISION', 'RECHAZADO', 'APROBADO'])
const Level = z.enum(['ANALISTA', 'JEFATURA', 'CONTROL'])
const Code = z
  .string()
  .trim()
  .regex(/^[A-Z_]{3,30}$/)
  .meta({ examples: ['FALTA_SOPORTE'] })

const fields = {
  codigo: Code,
  nombreEs: NameText.min(3).max(60),
  nombreEn: NameText.min(3).max(60),
  categoria: Category,
  nivel: Level,
  /** As text on white, and white on it: contrast 4.5 or more. */
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  icono: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/)
    .meta({ examples: ['file-x'] })
    .nullable()
    .default(null),
  orden: z.int().min(0).max(9999).default(0),
  esFinal: z.boolean().default(false),
  /** Of the state that a decision leads to: the decision needs a comment. */
  requiereComentario: z.boolean().default(false),
  /** Of RECHAZADO: a rejection must give one of the reasons of its level. */
  requiereMotivo: z.boolean().default(false),
  /** Of the comment. */
  minCaracteres: z.int().min(0).max(500).default(0),
  slaHorasHabiles: z.int().min(1).max(1000).nullable().default(null),
  activo: z.boolean().default(true),
}
const Write = z.object(fields)
export const AnalysisStatus = z
  .object({
    id: z.int(),
    ...fields,
    esSistema: z.boolean(),
    /** Sent back with a change; another answers 409. */
    revision: z.int(),
    /** Analyses that are in it. */
    enUso: z.int(),
  })
  .meta({ id: 'AnalysisStatus' })
export type AnalysisStatus = z.output<typeof AnalysisStatus>

export const listAnalysisStatuses = endpoint('GET', '/analysis-status', {
  summary: 'States of an analysis',
  allow: 'signed-in',
  query: z.object({
    ...paging(100, { sort: ['CODIGO', 'NOMBRE', 'CATEGORIA', 'ORDEN'] }),
    categoria: Category.optional(),
    activo: Flag.optional(),
  }),
  response: pageOf(AnalysisStatus),
})
export const getAnalysisStatus = endpoint('GET', '/analysis-status/:id', {
  summary: 'One state',
  allow: 'signed-in',
  params: ById,
  response: AnalysisStatus,
})
export const createAnalysisStatus = endpoint('POST', '/analysis-status', {
  summary: 'Create a sub-state of one of the four',
  allow: 'parameters.status.write',
  body: Write,
  response: AnalysisStatus,
})
/** Of the four of the system neither code, category nor activity changes. */
export const updateAnalysisStatus = endpoint('PATCH', '/analysis-status/:id', {
  summary: 'Change a state',
  allow: 'parameters.status.write',
  params: ById,
  body: changesOf(Write).extend({ revision: Revision.optional() }),
  response: AnalysisStatus,
})
/** 409 with the state, and its count, while analyses are in it: it can be made inactive. */
export const deleteAnalysisStatus = endpoint('DELETE', '/analysis-status/:id', {
  summary: 'Remove a sub-state that no analysis is in',
  allow: 'parameters.status.write',
  params: ById,
  response: Done,
})
/** Whoever acts at the level of the sub-state says it; it ends when the analysis goes on to another state. Members of a group follow. */
export const markAnalysisStatus = endpoint('POST', '/analysis-status/:id/analysis', {
  summary: 'Say that an analysis is in a sub-state of its present state',
  allow: ['analysis.item.submit', 'analysis.jefatura.decide', 'analysis.control.decide'],
  params: ById,
  body: z.object({ COD_ANALISIS: Id, motivoId: Id.nullable().default(null), comentario: z.string().trim().max(2000).default('') }),
  response: Done,
})

const reasonFields = {
  codigo: Code,
  nombreEs: NameText.min(3).max(120),
  nombreEn: NameText.min(3).max(120),
  nivel: z.enum(['JEFATURA', 'CONTROL']),
  activo: z.boolean().default(true),
}
const WriteReason = z.object(reasonFields)
export const RejectReason = z.object({ id: z.int(), ...reasonFields, enUso: z.int(), revision: z.int() }).meta({ id: 'RejectReason' })
export type RejectReason = z.output<typeof RejectReason>

export const listRejectReasons = endpoint('GET', '/reject-reason', {
  summary: 'Reasons for a rejection',
  allow: 'signed-in',
  query: z.object({
    ...paging(100, { sort: ['CODIGO', 'NOMBRE', 'NIVEL'] }),
    nivel: z.enum(['JEFATURA', 'CONTROL']).optional(),
    activo: Flag.optional(),
  }),
  response: pageOf(RejectReason),
})
export const createRejectReason = endpoint('POST', '/reject-reason', {
  summary: 'Create a reason',
  allow: 'parameters.status.write',
  body: WriteReason,
  response: RejectReason,
})
export const updateRejectReason = endpoint('PATCH', '/reject-reason/:id', {
  summary: 'Change a reason',
  allow: 'parameters.status.write',
  params: ById,
  body: changesOf(WriteReason).extend({ revision: Revision.optional() }),
  response: RejectReason,
})
export const deleteRejectReason = endpoint('DELETE', '/reject-reason/:id', {
  summary: 'Remove a reason that no analysis has',
  allow: 'parameters.status.write',
  params: ById,
  response: Done,
})
