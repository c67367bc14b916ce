import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, Id, Moment, many, PeriodName, pageOf, paging } from './shapes.ts'

/** More time for an analysis (prórroga, rules §2.2): asked for by who has to act, decided by the next level. */
export const MAX_EXTENSIONS = 2
export const EXTENSION_ROLES = ['ANALISTA', 'JEFATURA', 'CONTROL'] as const
/** `sin_decidir`: the period closed before anybody decided it. */
export const EXTENSION_STATES = ['pendiente', 'aprobada', 'rechazada', 'sin_decidir'] as const

export const Extension = z
  .object({
    ID: z.int(),
    COD_ANALISIS: z.int(),
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    NEGOCIO: z.string(),
    PERIODO: PeriodName,
    /** Whose deadline is that of its members: they are asked for and decided as one. */
    AGRUPADO_ID: z.int().nullable(),
    NOMBRE_GRUPO: z.string().nullable(),
    /** Whose deadline. */
    ROL: z.enum(EXTENSION_ROLES),
    /** Before the first extension, when it was asked for, and now: none of them is lost. */
    VENCE_PRIMERO: Moment,
    VENCE_ORIGINAL: Moment,
    VENCE_ACTUAL: Moment,
    VENCE_NUEVO: Moment,
    MOTIVO: z.string(),
    SOLICITANTE: z.string(),
    FECHA: Moment,
    /** Until when it should be decided: a day after it was asked for. */
    DECIDIR_ANTES_DE: Moment,
    ESTADO: z.enum(EXTENSION_STATES),
    DECIDIO: z.string().nullable(),
    FECHA_DECISION: Moment.nullable(),
    COMENTARIO: z.string().nullable(),
    /** The caller may decide it. */
    PUEDE_DECIDIR: z.boolean(),
  })
  .meta({ id: 'Extension' })
export type Extension = z.output<typeof Extension>

export const listExtensions = endpoint('GET', '/period/extension', {
  summary: 'Extensions of analyses in scope, newest first',
  // Those who take part: the reasons are internal, and no business of an auditor.
  allow: ['analysis.extension.ask', 'analysis.extension.decide'],
  query: z.object({
    ...paging(100, { sort: ['FECHA', 'VENCE_NUEVO', 'VENCE_ORIGINAL', 'CUENTA', 'NEGOCIO', 'SOLICITANTE'] }),
    periodId: Id.optional(),
    analysisId: Id.optional(),
    estado: many(z.enum(EXTENSION_STATES)).optional(),
    rol: many(z.enum(EXTENSION_ROLES)).optional(),
    /** Those that the caller may decide. */
    porDecidir: Flag.optional(),
  }),
  response: pageOf(Extension),
})
/** All or none; 422 names those that cannot have more time: not yours to act, past the close, granted twice already, to whomever. */
export const askExtension = endpoint('POST', '/period/extension', {
  summary: 'Ask for more time',
  allow: 'analysis.extension.ask',
  body: z.object({
    itemIds: z.array(Id).min(1).max(500),
    nuevaFecha: Moment,
    motivo: z.string().trim().min(10).max(500),
  }),
  response: z.object({ pedidas: z.array(Extension) }),
})
/** All or none, and with each those that were asked for with it for its group; 409 where one is decided already. */
export const decideExtensions = endpoint('POST', '/period/extension/decide', {
  summary: 'Grant or refuse more time, as the next level',
  allow: 'analysis.extension.decide',
  body: z.object({ ids: z.array(Id).min(1).max(500), aprobar: z.boolean(), comentario: z.string().trim().max(500).optional() }),
  response: z.object({ decididas: z.array(Extension) }),
})
