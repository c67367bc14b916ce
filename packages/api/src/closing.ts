import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Period } from './period.ts'
import { Amount, ById, Id, Moment, Money, PeriodName, pageOf, paging } from './shapes.ts'

/** What the policy of closing judges, gravest first. */
export const POLICY_CHECKS = [
  'criticas_sin_aprobar',
  'criticas_sin_explicar',
  'no_aprobados',
  'sin_sustentar',
  'diferencia_sin_explicar',
  'prorrogas',
  'saldos_sin_asignar',
  'saldos_por_cargar',
  'grupos',
] as const
/** Judged by the rules themselves, or always in the way: without them the record proves nothing. */
export const FIXED_CHECKS = ['cuadre', 'periodo_anterior', 'cadena'] as const
/** Whose findings have no amount: they warn or block by risk alone. */
export const CHECKS_WITHOUT_AMOUNT = ['prorrogas', 'grupos'] as const satisfies readonly (typeof POLICY_CHECKS)[number][]
export const MIN_REASON = 20

const FromAmount = Amount.refine((text) => !text.startsWith('-'), 'importe').nullable()
/** From which amount, in the currency of the account, a finding warns and blocks; null: never, 0: always. */
const Level = z.object({ aviso: FromAmount, bloqueo: FromAmount })
export type Level = z.output<typeof Level>
const ByRisk = z.object({ A: Level, M: Level, B: Level })
const Levels = z.object({
  criticas_sin_aprobar: ByRisk,
  criticas_sin_explicar: ByRisk,
  no_aprobados: ByRisk,
  sin_sustentar: ByRisk,
  diferencia_sin_explicar: ByRisk,
  prorrogas: ByRisk,
  saldos_sin_asignar: ByRisk,
  saldos_por_cargar: ByRisk,
  grupos: ByRisk,
} satisfies Record<(typeof POLICY_CHECKS)[number], typeof ByRisk>)
export type Levels = z.output<typeof Levels>
export const ClosingPolicy = z
  .object({
    ID: z.int(),
    PRUEBAS: Levels,
    /** Who closes with warnings is somebody else than who asks for it. */
    SEGUNDA_PERSONA: z.boolean(),
    MOTIVO: z.string().nullable(),
    /** null: as it came with the product. */
    POR: z.string().nullable(),
    FECHA: Moment,
  })
  .meta({ id: 'ClosingPolicy' })
export type ClosingPolicy = z.output<typeof ClosingPolicy>

export const getClosingPolicy = endpoint('GET', '/period/closing-policy', {
  summary: 'What warns and what blocks when a period is closed',
  allow: 'admin.period.close',
  response: ClosingPolicy,
})
/** A version of its own; 409 with the newest one where somebody saved since `ID` was read. */
export const setClosingPolicy = endpoint('POST', '/period/closing-policy', {
  summary: 'Set the policy of closing',
  allow: 'admin.period.policy',
  body: z.object({ ID: Id, PRUEBAS: Levels, SEGUNDA_PERSONA: z.boolean(), MOTIVO: z.string().trim().min(10).max(500) }),
  response: ClosingPolicy,
})
export const listClosingPolicies = endpoint('GET', '/period/closing-policy/history', {
  summary: 'Every version of the policy, newest first',
  allow: 'admin.period.close',
  query: z.object(paging(25, { sort: ['FECHA'] })),
  response: pageOf(ClosingPolicy),
})

export const Check = z
  .object({
    codigo: z.enum([...POLICY_CHECKS, ...FIXED_CHECKS]),
    /** `apagada`: there are some, and the policy minds none of them. */
    resultado: z.enum(['ok', 'aviso', 'bloquea', 'apagada']),
    cantidad: z.int(),
    /** How many of them block, and how many warn. */
    bloquean: z.int(),
    avisan: z.int(),
    /** One line for each currency; never added up. */
    montos: z.array(z.object({ MONEDA: z.string(), monto: Money })),
    /** For whom they wait, those with most first; of the caller's businesses, as the samples are. */
    personas: z.int(),
    quien: z.array(z.object({ ID_USUARIO: z.int(), NOMBRE: z.string(), cantidad: z.int() })),
    /** Rules that do not tie out, in the caller's businesses. */
    reglas: z.array(
      z.object({ NOMBRE: z.string(), NEGOCIO: z.string(), MONEDA: z.string(), DIFERENCIA: Money.nullable(), SEVERIDAD: z.string() }),
    ),
    /** The largest ones. */
    ejemplos: z.array(
      z.object({ CUENTA: z.string(), NOMBRE_CUENTA: z.string(), NEGOCIO: z.string(), MONEDA: z.string(), monto: Money.nullable() }),
    ),
  })
  .meta({ id: 'PeriodCheck' })
export type Check = z.output<typeof Check>

export const CloseRequest = z
  .object({
    ID: z.int(),
    ID_USUARIO: z.int(),
    PEDIDO_POR: z.string(),
    PEDIDO_EN: Moment,
    MOTIVO: z.string(),
    /** The checklist is still the one that it was asked on. */
    VIGENTE: z.boolean(),
    /** The caller is the second person, not the one who asked. */
    PUEDE_CERRAR: z.boolean(),
  })
  .meta({ id: 'CloseRequest' })
export type CloseRequest = z.output<typeof CloseRequest>
export const BusinessReopening = z
  .object({
    ID: z.int(),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    HASTA: Moment,
    MOTIVO: z.string(),
    ABIERTO_POR: z.string(),
    ABIERTO_EN: Moment,
  })
  .meta({ id: 'BusinessReopening' })
export type BusinessReopening = z.output<typeof BusinessReopening>

export const closeChecklist = endpoint('GET', '/period/:id/checklist', {
  summary: 'What stands in the way of closing',
  allow: 'admin.period.close',
  params: ById,
  response: z.object({
    period: Period,
    checks: z.array(Check),
    token: z.string(),
    segundaPersona: z.boolean(),
    pedido: CloseRequest.nullable(),
    reaperturas: z.array(BusinessReopening),
  }),
})
const Confirmed = z.object({
  token: z.string().max(100),
  /** The period's name, typed: another month is refused. */
  PERIODO: PeriodName,
})
/**
 * Needs a sign-in of the last 15 minutes: 403 `sign_in_again`. 409 when a check blocks, the checklist has moved since `token`, or warnings
 * remain and the policy wants a second person (`period_second_person`) while nobody else has asked on this very checklist. 422 without a
 * reason where warnings remain, unless whoever asked gave it.
 */
export const closePeriod = endpoint('POST', '/period/:id/close', {
  summary: 'Close a period: nothing in it can change any more',
  allow: 'admin.period.close',
  params: ById,
  body: Confirmed.extend({ MOTIVO: z.string().trim().max(500).optional() }),
  response: Period,
})
/** Needs a sign-in of the last 15 minutes, as closing does. 409 while another request waits. */
export const requestClose = endpoint('POST', '/period/:id/close-request', {
  summary: 'Ask a second person to close a period though warnings remain',
  allow: 'admin.period.close',
  params: ById,
  body: Confirmed.extend({ MOTIVO: z.string().trim().min(MIN_REASON).max(500) }),
  response: CloseRequest,
})
/** Whoever asked takes it back, anybody else refuses it, with a reason. */
export const endCloseRequest = endpoint('POST', '/period/:id/close-request/end', {
  summary: 'Take back or refuse a request to close a period',
  allow: 'admin.period.close',
  params: ById,
  body: z.object({ ID: Id, MOTIVO: z.string().trim().max(500).default('') }),
  response: z.object({ ok: z.literal(true) }),
})
/** Back to EN CIERRE, by the administrator, with a reason. */
export const reopenPeriod = endpoint('POST', '/period/:id/reopen', {
  summary: 'Reopen a closed period',
  allow: 'admin.period.reopen',
  params: ById,
  body: z.object({ MOTIVO: z.string().trim().min(MIN_REASON).max(500) }),
  response: Period,
})
export const MAX_REOPENING_HOURS = 72
/** What is in progress in that business may finish until then; the rest of the period stays closed. */
export const reopenBusiness = endpoint('POST', '/period/:id/business-reopening', {
  summary: 'Reopen a closed period for one business until a moment',
  allow: 'admin.period.reopen',
  params: ById,
  body: z.object({ ID_NEGOCIO: Id, HASTA: Moment, MOTIVO: z.string().trim().min(MIN_REASON).max(500) }),
  response: BusinessReopening,
})
export const endBusinessReopening = endpoint('POST', '/period/:id/business-reopening/end', {
  summary: 'End the reopening of a business before its time',
  allow: 'admin.period.reopen',
  params: ById,
  body: z.object({ ID: Id, MOTIVO: z.string().trim().max(500).default('') }),
  response: z.object({ ok: z.literal(true) }),
})

export const PeriodEvent = z
  .object({
    N: z.int(),
    TIPO: z.string(),
    /** null: the clock. */
    POR: z.string().nullable(),
    ROL_ID: z.int().nullable(),
    FECHA: Moment,
    COMENTARIO: z.string().nullable(),
    /** Of the event, first twelve digits: what a printed record is found by. */
    HUELLA: z.string(),
    /** Of a closing: the checklist as it was then. */
    checks: z.array(Check).nullable(),
    /** Of a closing with warnings: who asked for it and when. */
    pedido: z.object({ POR: z.string(), EN: Moment }).nullable(),
    /** Of a business that was reopened, and until when, or whose reopening ended. */
    negocio: z.object({ NEGOCIO: z.string(), HASTA: Moment.nullable() }).nullable(),
  })
  .meta({ id: 'PeriodEvent' })
export type PeriodEvent = z.output<typeof PeriodEvent>
export const periodHistory = endpoint('GET', '/period/:id/history', {
  summary: 'The steps of a period itself, newest first',
  allow: 'admin.period.close',
  params: ById,
  query: z.object(paging(50, { sort: ['FECHA'] })),
  response: pageOf(PeriodEvent),
})
