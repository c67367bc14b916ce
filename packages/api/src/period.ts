import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Moment, PeriodName, pageOf, paging } from './shapes.ts'

/** Statuses of a period (decisions §6). */
export const PERIOD_STATUS = { abierto: 1, enCierre: 2, cerrado: 3 } as const

export const PeriodStatus = z.object({ ID: z.int(), NOMBRE: z.string() }).meta({ id: 'PeriodStatus' })
export const Period = z
  .object({
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    ESTADO: PeriodStatus,
    VENCE_ANALISTA: Moment,
    VENCE_JEFATURA: Moment,
    VENCE_CONTROL: Moment,
    VENCE_CIERRE: Moment,
    ANALISIS: z.int(),
    /** Of these: sent and not sent back, approved by jefatura, and approved. */
    ENVIADOS: z.int(),
    EN_CONTROL: z.int(),
    APROBADOS: z.int(),
    ABIERTO_POR: z.string().nullable(),
    ABIERTO_EN: Moment,
    CERRADO_POR: z.string().nullable(),
    CERRADO_EN: Moment.nullable(),
    MOTIVO_CIERRE: z.string().nullable(),
    /** Closed, and going on for so many businesses. */
    NEGOCIOS_REABIERTOS: z.int(),
    /** Somebody has asked to close it and waits for a second person. */
    CIERRE_PEDIDO: z.boolean(),
  })
  .meta({ id: 'Period' })
export type Period = z.output<typeof Period>

export const listPeriods = endpoint('GET', '/period', {
  summary: 'Periods, newest first',
  allow: 'admin.period.read',
  query: z.object({
    ...paging(5, {
      sort: ['PERIODO', 'ESTADO', 'VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE', 'ABIERTO_EN', 'CERRADO_EN'],
      most: 999,
    }),
    statusId: Id.optional(),
  }),
  response: pageOf(Period),
})
export const getPeriod = endpoint('GET', '/period/:id', {
  summary: 'One period',
  allow: 'admin.period.read',
  params: ById,
  response: Period,
})
export const listPeriodStatuses = endpoint('GET', '/period/status', {
  summary: 'The three statuses',
  allow: 'admin.period.read',
  response: z.array(PeriodStatus),
})
export const listMonthsAndYears = endpoint('GET', '/period/unique-months-years', {
  summary: 'Months and years that have a period; years descending',
  allow: 'admin.period.read',
  response: z.object({
    years: z.array(z.int()),
    months: z.array(z.object({ year: z.int(), month: z.int().min(1).max(12), COD_PERIODO: z.int() })),
  }),
})
/** Deadlines not given are working days +4, +5, +6, +8 at 18:00 local. 409 when the month has a period already; 422 when it lies more than a month ahead. */
export const openPeriod = endpoint('POST', '/period', {
  summary: 'Open a period',
  allow: 'admin.period.write',
  body: z.object({
    PERIODO: PeriodName,
    VENCE_ANALISTA: Moment.optional(),
    VENCE_JEFATURA: Moment.optional(),
    VENCE_CONTROL: Moment.optional(),
    VENCE_CIERRE: Moment.optional(),
  }),
  response: Period,
})
const Changes = z.object({
  ESTADO_ID: z.union([z.literal(1), z.literal(2)]).optional(),
  VENCE_ANALISTA: Moment.optional(),
  VENCE_JEFATURA: Moment.optional(),
  VENCE_CONTROL: Moment.optional(),
  VENCE_CIERRE: Moment.optional(),
})
export const PeriodImpact = z
  .object({
    /** Open analyses of which a deadline moves, and whose they are. */
    cambian: z.int(),
    personas: z.int(),
    negocios: z.array(z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string(), cambian: z.int(), personas: z.int() })),
    /** Open analyses whose extension then goes beyond the close. */
    prorrogasDespues: z.int(),
    huella: z.string(),
  })
  .meta({ id: 'PeriodImpact' })
export type PeriodImpact = z.output<typeof PeriodImpact>
/** Changes nothing. What was done late stays late, and an extension is never made shorter: neither is counted. */
export const simulatePeriod = endpoint('POST', '/period/:id/simulate', {
  summary: 'Whose deadlines would move, and how many',
  allow: 'admin.period.write',
  params: ById,
  body: Changes,
  response: PeriodImpact,
})
export const periodDeadlines = endpoint('GET', '/period/:id/deadlines', {
  summary: 'Businesses that have other deadlines than the period',
  allow: 'admin.period.read',
  params: ById,
  response: z.array(
    z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string(), VENCE_ANALISTA: Moment, VENCE_JEFATURA: Moment, VENCE_CONTROL: Moment }),
  ),
})
/** Deadlines, and the status 1 ↔ 2; closing has its own call. With the `huella` of an impact 409 when that has moved. */
export const updatePeriod = endpoint('PATCH', '/period/:id', {
  summary: 'Change deadlines or status of a period',
  allow: 'admin.period.write',
  params: ById,
  body: Changes.extend({
    MOTIVO: z.string().trim().max(500).optional(),
    /** Those concerned are told. */
    notificar: z.boolean().default(true),
    huella: z.string().max(100).optional(),
  }),
  response: Period,
})

export const AUDIENCES = ['responsables', 'jefaturas', 'control', 'todos'] as const
/** Each person gets one mail; an audience is written to once in four hours (429 before, with the moment), of a closed period not at all (409). `simular` counts and sends nothing. */
export const sendPeriodMail = endpoint('POST', '/period/send-mail/:id', {
  summary: 'Remind those who have something open in a period',
  allow: 'admin.period.write',
  rate: 20,
  params: ById,
  body: z.object({
    audiencia: z.enum(AUDIENCES).default('responsables'),
    mensaje: z.string().trim().max(1000).default(''),
    simular: z.boolean().default(false),
    /** How many people the sender was shown; another number answers 409. */
    esperadas: z.int().optional(),
  }),
  response: z.object({
    personas: z.int(),
    destinatarios: z.array(z.object({ ID_USUARIO: z.int(), NOMBRE: z.string(), pendientes: z.int() })),
    /** When the audience may be written to again; null: now. */
    proximoEnvio: Moment.nullable(),
    enviado: z.boolean(),
  }),
})
/** 409 once something is submitted or decided. */
export const regeneratePeriod = endpoint('POST', '/period/:id/regenerate', {
  summary: 'Generate the analyses of a period anew from accounts, assignments and balances as they are',
  allow: 'admin.period.write',
  params: ById,
  response: z.object({ quitados: z.int(), generados: z.int() }),
})
