import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { MARKS, MarkedMovement } from './movement.ts'
import type { Permission } from './permissions.ts'
import { Amount, ById, Done, Flag, format, Id, Moment, Money, many, Option, Percent, PeriodName, pageOf, paging, some } from './shapes.ts'

/** The four statuses; each of the three states of an analysis is one of them (decisions §4). */
export const STATE = { pendiente: 1, revision: 2, rechazado: 3, aprobado: 4 } as const
export type StateName = keyof typeof STATE
export const STATE_NAMES = ['pendiente', 'revision', 'rechazado', 'aprobado'] as const
export const stateName = (id: number): StateName => STATE_NAMES[id - 1] ?? 'pendiente'

export const MATERIALITY = ['no_material', 'menor', 'material', 'critica'] as const
const StateId = z.coerce.number().int().min(1).max(4)

export const AnalysisFile = z
  .object({
    ID: z.int(),
    NOMBRE: z.string(),
    TAMANO: z.int(),
    VERSION: z.int(),
    SHA256: z.string(),
    CARGADO_POR: z.string(),
    CARGADO_EN: Moment.nullable(),
  })
  .meta({ id: 'AnalysisFile' })
export type AnalysisFile = z.output<typeof AnalysisFile>

/** A file beside it (`annex.ts`). */
export const Annex = z
  .object({
    ID: z.int(),
    NOMBRE: z.string(),
    TAMANO: z.int(),
    SHA256: z.string(),
    DESCRIPCION: z.string().nullable(),
    CARGADO_POR: z.string(),
    CARGADO_EN: Moment.nullable(),
    /** First version that it was part of; null: it waits to be sent. */
    VERSION_DESDE: z.int().nullable(),
    /** The last one; null: it is still there. */
    VERSION_HASTA: z.int().nullable(),
    /** Added after the period was closed. */
    POSTERIOR: z.boolean(),
  })
  .meta({ id: 'Annex' })
export type Annex = z.output<typeof Annex>

/** A sub-state that somebody has said the analysis is in, of its present state (`analysis-status.ts`). */
export const Substate = z
  .object({ id: z.int(), codigo: z.string(), nombreEs: z.string(), nombreEn: z.string(), color: z.string() })
  .meta({ id: 'Substate' })
export type Substate = z.output<typeof Substate>
/** How long it may stay in its state, in working hours of its country's calendar. */
export const StateLimit = z.object({ horas: z.int(), desde: Moment, vence: Moment, vencido: z.boolean() }).meta({ id: 'StateLimit' })

/** Where an analysis, or a group of them, stands: states, version, deadlines. */
export const standing = {
  ESTADO_PRINCIPAL_ID: z.int(),
  ESTADO_JEFATURA_ID: z.int(),
  ESTADO_CONTROL_ID: z.int().nullable(),
  FECHA_ENVIO: Moment.nullable(),
  VERSION: z.int(),
  /** Counts every change of the row; a decision sends the one it saw. */
  REVISION: z.int(),
  VENCE_ANALISTA: Moment,
  VENCE_JEFATURA: Moment,
  VENCE_CONTROL: Moment,
  /** The responsible of the moment is past due. */
  ATRASADO: z.boolean(),
  MOTIVO_RECHAZO: z.string().nullable(),
  /** Code of the reason for the rejection, where one was given. */
  MOTIVO_CODIGO: z.string().nullable().default(null),
  SUBESTADO: Substate.nullable().default(null),
  /** In lists and details; null where its state is not measured. */
  LIMITE_ESTADO: StateLimit.nullable().default(null),
}

export const Analysis = z
  .object({
    COD_ANALISIS: z.int(),
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    COD_CUENTA: z.int(),
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    RUBRO: z.string().nullable(),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    MONEDA: z.string(),
    ID_ANALISTA: z.int(),
    ANALISTA: z.string(),
    JEFE: z.string().nullable(),
    VALOR_BALANCE: Money.default('0'),
    VALOR_ANALISIS: Money.default('0'),
    /** VALOR_BALANCE − VALOR_ANALISIS, by the server. Before a submission: the whole balance. */
    VARIACION: Money.default('0'),
    COMENTARIO_VARIACION: z.string().nullable(),
    SALDO_ANTERIOR: Money.nullable(),
    /** Movement against the period before, and in percent of its absolute value (null when that was 0). */
    VARIACION_PERIODO: Money.nullable(),
    VARIACION_PERIODO_PCT: Percent.nullable(),
    MATERIALIDAD: z.enum(MATERIALITY),
    /** Its movement is not one that its history makes likely; null: nothing to mark (`movement.ts`). */
    INUSUAL: MarkedMovement.nullable().default(null),
    RIESGO: z.enum(['A', 'M', 'B']),
    /** Certified by the machine and not taken up by a person since. */
    AUTO: z.boolean().default(false),
    ...standing,
    AGRUPADO_ID: z.int().nullable(),
    ARCHIVO: AnalysisFile.nullable(),
  })
  .meta({ id: 'Analysis' })
export type Analysis = z.output<typeof Analysis>

type Sent = Pick<Analysis, 'ESTADO_PRINCIPAL_ID' | 'FECHA_ENVIO'>

/** The state as it is shown: before anything was submitted, "por preparar". */
export const stateOf = ({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }: Sent): StateName | 'por-preparar' =>
  ESTADO_PRINCIPAL_ID === STATE.pendiente && !FECHA_ENVIO ? 'por-preparar' : stateName(ESTADO_PRINCIPAL_ID)

/** Until when the responsible of the moment has; null once it is approved. */
export const dueOf = (analysis: Sent & Pick<Analysis, 'VENCE_ANALISTA' | 'VENCE_JEFATURA' | 'VENCE_CONTROL'>) => {
  switch (stateOf(analysis)) {
    case 'aprobado':
      return null
    case 'revision':
      return analysis.VENCE_CONTROL
    case 'pendiente':
      return analysis.VENCE_JEFATURA
    default:
      return analysis.VENCE_ANALISTA
  }
}

export const AnalysisEvent = z
  .object({
    ID: z.int(),
    TIPO: z.enum([
      'generado',
      'plantilla',
      'enviado',
      'aprobado_jefatura',
      'rechazado_jefatura',
      'aprobado_control',
      'rechazado_control',
      'reabierto',
      'saldo_cambiado',
      'carga_deshecha',
      'reasignado',
      'traspaso',
      'autocertificado',
      'prorroga_pedida',
      'prorroga_decidida',
      'visto',
      'anexo_posterior',
      'recuperado',
      'decision_retirada',
      'agrupado',
      'desagrupado',
      'aviso',
      'subestado',
    ]),
    /** null for an auditor who may not see when things were signed. */
    FECHA: Moment.nullable(),
    PERSONA: z.string().nullable(),
    ROL: z.string().nullable(),
    COMENTARIO: z.string().nullable(),
    DETALLE: z.record(z.string(), z.unknown()).nullable(),
    HASH: z.string(),
  })
  .meta({ id: 'AnalysisEvent' })
export type AnalysisEvent = z.output<typeof AnalysisEvent>

/** What the machine looked at before the approver does. */
export const Finding = z.object({
  codigo: z.enum([
    'libro_coincide',
    'libro_no_coincide',
    'libro_sin_plantilla',
    'no_cargo_version',
    'cargo_version',
    'sin_diferencia',
    'diferencia',
    'movimiento_material',
    'libro_firmado',
    'libro_sin_firma',
    'libro_sin_comprobar',
    'comentario_copiado',
    'sin_monto_ni_causa',
    'signo_contrario',
  ]),
  resultado: z.enum(['ok', 'aviso', 'bloquea']),
  monto: Money.nullable(),
  /** comentario_copiado: the period that it was written for; signo_contrario: the word that says otherwise. */
  detalle: z.string().nullable().default(null),
})

/** What the caller may do now with an analysis or a group; where not, the reason in the caller's language. */
export const Allowed = z
  .object({
    enviar: z.boolean(),
    decidirJefatura: z.boolean(),
    decidirControl: z.boolean(),
    /** Take back what they sent or decided themselves. */
    recuperar: z.boolean(),
    /** Reopen what is approved for good. */
    reabrir: z.boolean(),
    /** Add an annex to what is closed. */
    anexarPosterior: z.boolean(),
    motivo: z.string().nullable(),
  })
  .meta({ id: 'AnalysisAllowed' })

/** Which version of which template the workbook was last taken in; null: our own, or none yet. */
export const TakenTemplate = z.object({ id: z.int(), nombre: z.string(), version: z.int() }).meta({ id: 'TakenTemplate' })

export const AnalysisDetail = Analysis.extend({
  /** Comment and outcome of the period before. */
  ANTERIOR: z.object({ PERIODO: PeriodName, COMENTARIO: z.string().nullable(), ESTADO_PRINCIPAL_ID: z.int() }).nullable(),
  /** Up to 13 months, oldest first. */
  SERIE: z.array(z.object({ PERIODO: PeriodName, SALDO: Money })),
  /**
   * The threshold that its movement and its difference are judged by, the amount with the factor of its risk; null where none is in force.
   * `base`: which of the two counts, both at once (AMBOS_Y) or either (AMBOS_O).
   */
  UMBRAL: z.object({ monto: Money, porcentaje: Percent, base: z.enum(['MONTO', 'PORCENTAJE', 'AMBOS_Y', 'AMBOS_O']) }).nullable(),
  PLANTILLA: TakenTemplate.nullable(),
  ARCHIVOS: z.array(AnalysisFile),
  /** Of every version, in the order in which they were added; those that wait to be sent only for whoever sends them. */
  ANEXOS: z.array(Annex),
  EVENTOS: z.array(AnalysisEvent),
  /** Its own events are what was written, each after the one before it; `verifyEvents` proves the whole period. */
  CADENA_INTEGRA: z.boolean(),
  COMPROBACIONES: z.array(Finding),
  PUEDE: Allowed,
}).meta({ id: 'AnalysisDetail' })
export type AnalysisDetail = z.output<typeof AnalysisDetail>

/** Filters of the lists; those of groups let a group through when one of its members passes. */
export const filters = {
  /** First and last day of submission (FECHA_ENVIO), in the zone in which the caller is shown moments (`Me.ZONA`). */
  dateStart: z.iso.date().optional(),
  dateEnd: z.iso.date().optional(),
  periodId: Id.optional(),
  accountId: Id.optional(),
  businessId: Id.optional(),
  departmentId: Id.optional(),
  subManagementId: Id.optional(),
  departamentName: z.string().trim().max(120).optional(),
  analystId: Id.optional(),
  estadoPrincipalId: many(StateId).optional(),
  estadoJefaturaId: many(StateId).optional(),
  estadoControlId: many(StateId).optional(),
  materialidad: many(z.enum(MATERIALITY)).optional(),
  /** Marked movements (`movement.ts`). */
  movimiento: many(z.enum(MARKS)).optional(),
  subestadoId: many(Id).optional(),
  /** In its state, or sub-state, for longer than it may be. */
  limiteVencido: Flag.optional(),
  /**
   * por_preparar: the analyst has to do something (nothing submitted, or rejected); sin_enviar: nothing submitted; por_decidir: waits for
   * the level that asks; decididos: decided at that level in this round; atrasados: the responsible of the moment is past due.
   * `/analysis` and the export ask with the level of the caller's role; for roles without a level, with either.
   */
  bandeja: z.enum(['por_preparar', 'por_decidir', 'decididos', 'sin_enviar', 'rechazados', 'atrasados', 'aprobados']).optional(),
  /** K6 of the statistics: the four ways of completion. */
  completitud: some(z.enum(['completado', 'completado_tarde', 'vencido', 'pendiente'])).optional(),
  type: z.enum(['individual', 'agrupado']).optional(),
  orderBy: z.enum(['riesgo', 'cuenta', 'vence', 'diferencia', 'saldo']).optional(),
}
type Level = 'analysis.item.submit' | 'analysis.jefatura.decide' | 'analysis.control.decide'
/** By what every list of analyses is ordered. */
const ANALYSIS_SORT = [
  'COD_ANALISIS',
  'PERIODO',
  'CUENTA',
  'NOMBRE_CUENTA',
  'RUBRO',
  'NEGOCIO',
  'DEPARTAMENTO',
  'MONEDA',
  'ANALISTA',
  'JEFE',
  'VALOR_BALANCE',
  'VALOR_ANALISIS',
  'VARIACION',
  'SALDO_ANTERIOR',
  'VARIACION_PERIODO',
  'VARIACION_PERIODO_PCT',
  'MATERIALIDAD',
  'RIESGO',
  'ESTADO_PRINCIPAL_ID',
  'ESTADO_JEFATURA_ID',
  'ESTADO_CONTROL_ID',
  'FECHA_ENVIO',
  'VERSION',
  'VENCE_ANALISTA',
  'VENCE_JEFATURA',
  'VENCE_CONTROL',
  'ATRASADO',
] as const
const Query = (limit: number) => z.object({ ...paging(limit, { sort: ANALYSIS_SORT, most: 999_999 }), ...filters, format })
const list = <const K extends Permission>(path: `/${string}`, summary: string, allow: K) =>
  endpoint('GET', path, { summary, allow, query: Query(10), response: pageOf(Analysis), exportable: true })

export const listAnalyses = list('/analysis', 'Analyses in scope', 'analysis.item.read')
export const listForAnalyst = endpoint('GET', '/analysis/analista', {
  summary: 'My analyses',
  allow: 'analysis.item.submit',
  // `paginated=false`: all of them, whatever page and limit say.
  query: Query(999_999).extend({ paginated: Flag.default(true) }),
  response: pageOf(Analysis),
  exportable: true,
})
export const listForJefatura = list('/analysis/jefatura', 'Analyses of my departments', 'analysis.jefatura.decide')
export const listForControl = list('/analysis/control', 'Analyses of my businesses', 'analysis.control.decide')

/** What was submitted at least once, with every step that was taken: newest period first. */
export const AnalysisHistory = Analysis.extend({ EVENTOS: z.array(AnalysisEvent) }).meta({ id: 'AnalysisHistory' })
export type AnalysisHistory = z.output<typeof AnalysisHistory>
export const listHistory = endpoint('GET', '/analysis/history', {
  summary: 'Analyses that were sent, with all their steps',
  allow: 'analysis.item.read',
  query: z.object({ ...paging(5, { sort: ANALYSIS_SORT }), ...filters, format }),
  response: pageOf(AnalysisHistory),
  exportable: true,
})

/** 404: no such account in scope; 409: there is one already, or the period takes none; 422: no analyst, inactive, or no balance in the period. */
export const createAnalysis = endpoint('POST', '/analysis', {
  summary: 'Open by hand the analysis of an assigned account that has a balance and none',
  allow: 'analysis.item.create',
  body: z.object({ COD_PERIODO: Id, COD_CUENTA: Id }),
  response: Analysis,
})
/** A draft, also of a member of a group; a value of null: none any more. 409: it does not wait for its analyst any more, or has changed since REVISION. */
export const saveDraft = endpoint('PATCH', '/analysis/:id', {
  summary: 'Keep value and comment without submitting them',
  allow: 'analysis.item.submit',
  params: ById,
  body: z.object({
    VALOR_ANALISIS: Amount.nullable().optional(),
    COMENTARIO_VARIACION: z.string().trim().max(4000).optional(),
    REVISION: z.int().optional(),
  }),
  response: Analysis,
})

export const getAnalysis = endpoint('GET', '/analysis/:id', {
  summary: 'One analysis, with everything a decision needs',
  allow: 'analysis.item.read',
  params: ById,
  response: AnalysisDetail,
})

/** Pre-filled workbook; its named cells VALOR_BALANCE, VALOR_ANALISIS, VARIACION and COMENTARIO are read again at the upload. */
export const analysisWorkbook = endpoint('GET', '/analysis/:id/workbook', {
  summary: 'The pre-filled workbook of an analysis',
  allow: 'analysis.item.submit',
  params: ById,
  response: binary(),
  bytes: true,
})
/** 404: one of them is not in scope; 403: one of them is somebody else's. */
export const analysisWorkbooks = endpoint('POST', '/analysis/workbooks', {
  summary: 'The pre-filled workbooks of many analyses, in one ZIP',
  allow: 'analysis.item.submit',
  body: z.object({ COD_ANALISIS: z.array(Id).min(1).max(1000) }),
  response: binary(),
  bytes: true,
})

/** What speaks against a workbook, each with the cell in which it stands; null where it is about the whole file. */
const WrongCell = z.object({ celda: z.string().nullable(), codigo: z.string(), mensaje: z.string() }).meta({ id: 'WrongCell' })
/** What an upload would say, cell by cell, before anything is sent. */
export const CheckedWorkbook = z
  .object({
    /** `otro`: none of our workbooks; it can support an analysis all the same. */
    tipo: z.enum(['analisis', 'grupo', 'otro']),
    /** Whether it is as Cuadre gave it out; `alterada`: not with what it says now. */
    firma: z.enum(['valida', 'ausente', 'alterada']),
    COD_ANALISIS: z.int().nullable(),
    AGRUPADO_ID: z.int().nullable(),
    /** Name of the account or group, and its period; null when the caller has no such analysis. */
    NOMBRE: z.string().nullable(),
    PERIODO: PeriodName.nullable(),
    /** What its cells say, of one analysis or of each member of a group. */
    VALORES: z.array(
      z.object({
        COD_ANALISIS: z.int(),
        CUENTA: z.string(),
        NOMBRE_CUENTA: z.string(),
        MONEDA: z.string(),
        VALOR_BALANCE: Money,
        VALOR_ANALISIS: Money.nullable(),
        VARIACION: Money.nullable(),
        COMENTARIO_VARIACION: z.string().nullable(),
        /** Of the explanation as it stands in the workbook. */
        MARCAS: z.array(Finding),
      }),
    ),
    CELDAS: z.array(WrongCell),
    /** What was not checked, and why; where there is anything, nobody says that the cells are right. */
    AVISOS: z.array(WrongCell),
  })
  .meta({ id: 'CheckedWorkbook' })
export type CheckedWorkbook = z.output<typeof CheckedWorkbook>
/** Changes nothing. 422: the file cannot be read at all. */
export const checkWorkbook = endpoint('POST', '/analysis/workbook/check', {
  summary: 'What an upload would be checked for: whose workbook it is, what its cells say, and which of them are wrong',
  allow: 'analysis.item.submit',
  multipart: true,
  body: z.object({ file: file() }),
  response: CheckedWorkbook,
})
/** Without a value the one of the draft counts. Changes nothing. */
export const explanationMarks = endpoint('POST', '/analysis/:id/marks', {
  summary: 'What the machine would hold against an explanation, before it is sent',
  allow: 'analysis.item.submit',
  rate: 120,
  params: ById,
  body: z.object({ VALOR_ANALISIS: Amount.optional(), COMENTARIO_VARIACION: z.string().trim().max(4000) }),
  response: z.object({ MARCAS: z.array(Finding) }),
})

/**
 * Submits an analysis. 422: a file or a value is missing, VARIACION differs by more than 0.01 from VALOR_BALANCE − VALOR_ANALISIS,
 * a material movement or a difference above the threshold without comment, a refused file. 409: the state has moved or the period is closed.
 */
export const uploadAnalysisFile = endpoint('POST', '/analysis/file/:id', {
  summary: 'Submit the analysis: its file, the supported value, the difference and a comment',
  allow: 'analysis.item.submit',
  params: ById,
  multipart: true,
  body: z.object({
    file: file(),
    VALOR_ANALISIS: Amount,
    VARIACION: Amount,
    COMENTARIO_VARIACION: z.string().trim().max(4000).optional(),
  }),
  response: Analysis,
})
/** `vista`: to be shown in the page; else it is taken home, which counts as having opened it. */
export const Shown = z.object({ vista: Flag.default(false) })
export const analysisFile = endpoint('GET', '/analysis/file/:id', {
  summary: 'A file that was submitted, as it was; that it was downloaded is recorded',
  allow: 'analysis.item.read',
  params: ById,
  query: Shown,
  response: binary(),
  bytes: true,
})
/** `formato`: the number format of the workbook, where it says how a number or a date is shown. */
export const SheetCell = z.object({
  texto: z.string(),
  numero: z.boolean().optional(),
  formula: z.string().optional(),
  formato: z.string().optional(),
})
/** A workbook as a grid, to be looked at in the page. */
export const Evidence = z
  .object({
    ID: z.int(),
    NOMBRE: z.string(),
    tipo: z.enum(['libro', 'pdf', 'imagen', 'otro']),
    hojas: z.array(
      z.object({
        nombre: z.string(),
        filas: z.array(z.array(SheetCell.nullable())),
        /** It has more rows or columns than are given. */
        recortada: z.boolean(),
        /** Hidden in the workbook. */
        oculta: z.boolean().optional(),
      }),
    ),
    /** How many more sheets the workbook has. */
    masHojas: z.int().optional(),
    /** Where VALOR_ANALISIS stands in the workbook. */
    celda: z.object({ hoja: z.string(), direccion: z.string(), formula: z.string().nullable(), valor: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Evidence' })
export type Evidence = z.output<typeof Evidence>
export const analysisEvidence = endpoint('GET', '/analysis/file/:id/evidence', {
  summary: 'A submitted file prepared for reading in the page',
  allow: 'analysis.item.read',
  params: ById,
  response: Evidence,
  carries: 'document',
})

/** Once for each person and version, and not of whoever uploaded it. */
export const seeAnalysisFile = endpoint('POST', '/analysis/file/:id/seen', {
  summary: 'Record that the caller has had a file in view: for two seconds, scrolled or opened large',
  allow: 'analysis.item.read',
  params: ById,
  response: Done,
  carries: 'look',
})

/** REVISION is the one the decider saw; another answers 409 with the current state. */
export const Approve = z.object({ comentario: z.string().trim().max(2000).optional(), REVISION: z.int().optional() })
/** `motivo`: code of an active reason of the level (GET /reject-reason). */
const ReasonCode = z
  .string()
  .regex(/^[A-Z_]{3,30}$/)
  .meta({ examples: ['FALTA_SOPORTE'] })
export const Reject = z.object({
  comentario: z.string().trim().min(10).max(2000),
  motivo: ReasonCode.optional(),
  REVISION: z.int().optional(),
})
const decision = <B extends z.ZodType>(path: `/${string}`, summary: string, allow: Exclude<Level, 'analysis.item.submit'>, body: B) =>
  endpoint('PATCH', path, { summary, allow, params: ById, body, response: Analysis })
export const approveAtJefatura = decision(
  '/department/aprobar-analisis-jefatura/:id',
  'Jefatura approves',
  'analysis.jefatura.decide',
  Approve,
)
export const rejectAtJefatura = decision(
  '/department/reprobar-analisis-jefatura/:id',
  'Jefatura rejects, with a reason',
  'analysis.jefatura.decide',
  Reject,
)
export const approveAtControl = decision(
  '/sub-management/aprobar-analisis-control/:id',
  'Control approves: final',
  'analysis.control.decide',
  Approve,
)
export const rejectAtControl = decision(
  '/sub-management/reprobar-analisis-control/:id',
  'Control rejects, with a reason',
  'analysis.control.decide',
  Reject,
)

/** Each of them is checked as a decision of its own; critical ones are never decided in bulk (decisions §7). A member of a group is not decided alone. */
const Revisions = z.record(z.string().regex(/^\d{1,10}$/), z.int()).default({})
export const decideBulk = endpoint('POST', '/analysis/decide-bulk', {
  kilobytes: 256,
  summary: 'One decision and comment for many; says what was done and what was not, with why',
  allow: ['analysis.jefatura.decide', 'analysis.control.decide'],
  body: z.object({
    ids: z.array(Id).max(1000).default([]),
    groupIds: z.array(Id).max(1000).default([]),
    /** By id, the REVISION that was seen of each: what has moved since is not done. */
    REVISIONES: Revisions,
    REVISIONES_GRUPOS: Revisions,
    level: z.enum(['jefatura', 'control']),
    action: z.enum(['aprobar', 'reprobar']),
    /** At least 10 characters to reject. */
    comentario: z.string().trim().max(2000).optional(),
    /** Of a rejection, as in `Reject`. */
    motivo: ReasonCode.optional(),
  }),
  response: z.object({
    hechos: z.array(z.int()),
    gruposHechos: z.array(z.int()),
    noHechos: z.array(
      z.object({
        COD_ANALISIS: z.int().nullable(),
        AGRUPADO_ID: z.int().nullable(),
        /** Of the account or the group; null where the caller does not find it. */
        nombre: z.string().nullable(),
        codigo: z.string(),
        motivo: z.string(),
      }),
    ),
  }),
})

export const Recall = Approve
export const recallAnalysis = endpoint('POST', '/analysis/:id/recall', {
  summary: 'Take back what one sent, while undecided, or decided, within 24 hours and while the next has not acted',
  allow: ['analysis.item.submit', 'analysis.jefatura.decide', 'analysis.control.decide'],
  params: ById,
  body: Recall,
  response: Analysis,
})
/** `nivel`: who has to act next. */
export const Reopen = z.object({
  motivo: z.string().trim().min(10).max(500),
  nivel: z.enum(['analista', 'jefatura', 'control']).default('analista'),
  REVISION: z.int().optional(),
})
export const reopenAnalysis = endpoint('POST', '/analysis/:id/reopen', {
  summary: 'Reopen an approved analysis, with a reason, while its period is not closed',
  allow: 'analysis.item.reopen',
  params: ById,
  body: Reopen,
  response: Analysis,
})

/** Names of who was told; `AVISADO_EN`: it was done already, less than four hours ago, and nobody is told again. */
export const Told = z.object({ DESTINATARIOS: z.array(z.string()), AVISADO_EN: Moment.nullable() }).meta({ id: 'Told' })
/** 409: nothing is awaited any more, nobody to remind, or reminded less than four hours ago. */
export const sendReminder = endpoint('POST', '/analysis/send-mail/:id', {
  summary: 'Remind whoever has to act on an analysis',
  allow: 'analysis.item.remind',
  rate: 60,
  params: ById,
  response: Told,
})
/**
 * Each person is told once, of all that waits for them among those named, or among all of a month (`todos`); what was reminded less than four
 * hours ago is left out and counted. `simular`: says who would get what, and sends nothing.
 */
export const remindMany = endpoint('POST', '/analysis/reminders', {
  summary: 'Remind whoever has to act on many analyses, or see who would be reminded',
  allow: 'analysis.item.remind',
  rate: 60,
  body: z.object({
    ids: z.array(Id).max(1000).default([]),
    groupIds: z.array(Id).max(1000).default([]),
    /** What waits for this role; `vencidos`: only what is past due. The first 2,000. */
    todos: z
      .object({
        periodId: Id,
        rol: z.enum(['analista', 'jefatura', 'control']),
        analystId: Id.optional(),
        vencidos: z.boolean().default(false),
      })
      .optional(),
    simular: z.boolean().default(false),
  }),
  response: z.object({
    destinatarios: z.array(
      z.object({
        ID_USUARIO: z.int(),
        NOMBRE: z.string(),
        /** Of how many analyses or groups. */
        analisis: z.int(),
        MENSAJE: z.object({ titulo: z.string(), texto: z.string() }),
      }),
    ),
    /** Why nobody is told of the others. `ultimo`: the last reminder among them, within four hours. */
    sinAviso: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: z.int(), ultimo: Moment.nullable() })),
    enviado: z.boolean(),
  }),
})
/** `actionType`: what the caller means to announce; 409 when the state says something else. */
export const ApprovalMail = z.object({ actionType: z.enum(['solicitud', 'aprobado', 'rechazado']).optional() })
export const sendApprovalEmail = endpoint('POST', '/analysis/send-approval-email/:id', {
  summary: 'Announce the present step again: asked for approval, approved or rejected',
  allow: 'analysis.item.remind',
  rate: 60,
  params: ById,
  body: ApprovalMail,
  response: Told,
})

/** Tab counts, dates and filter values of a list, in one call. */
export const AnalysisMetadata = z
  .object({
    porPreparar: z.int(),
    enviados: z.int(),
    porDecidir: z.int(),
    decididos: z.int(),
    sinEnviar: z.int(),
    rechazados: z.int(),
    revision: z.int(),
    aprobados: z.int(),
    atrasados: z.int(),
    total: z.int(),
    /** Of the total, members of groups; of a list of groups, all of them. */
    agrupados: z.int(),
    /** First and last submission. */
    desde: Moment.nullable(),
    hasta: Moment.nullable(),
    periodos: z.array(Option),
    departamentos: z.array(Option),
    negocios: z.array(Option),
  })
  .meta({ id: 'AnalysisMetadata' })
export type AnalysisMetadata = z.output<typeof AnalysisMetadata>
/** With `/grouped` the groups are counted, each once. */
export const metadata = <const K extends Permission>(path: `/${string}`, allow: K) =>
  endpoint('GET', path, {
    summary: 'Counts and filter values of a list',
    allow,
    etag: true,
    query: z.object({ periodId: Id.optional(), type: filters.type }),
    response: AnalysisMetadata,
  })
export const metadataForAnalyst = metadata('/analysis-metadata/analista', 'analysis.item.submit')
export const metadataForJefatura = metadata('/analysis-metadata/jefatura', 'analysis.jefatura.decide')
export const metadataForControl = metadata('/analysis-metadata/control', 'analysis.control.decide')
export const metadataForAuditor = metadata('/analysis-metadata/auditor', 'analysis.sample.draw')

export const verifyEvents = endpoint('GET', '/analysis/verify/:id', {
  summary: 'Prove the chain of events of a period',
  allow: 'analysis.item.read',
  params: ById,
  response: z.object({ integra: z.boolean(), eventos: z.int(), primerError: z.int().nullable() }),
})
