import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Amount, ById, Moment, Money, PeriodName, pageOf, paging, Revision } from './shapes.ts'

/**
 * What moved unusually, and what should have moved and did not: the movement of a month beside the one that the account's own last 24 months make
 * likely (decision 050).
 */
export const SENSITIVITIES = ['ALTA', 'MEDIA', 'BAJA'] as const
export const VERDICTS = ['usual', 'alto', 'bajo', 'silencio', 'poca_historia'] as const
/** The verdicts that are marked. */
export const MARKS = ['alto', 'bajo', 'silencio'] as const
export type Mark = (typeof MARKS)[number]

/** What the history of an account says, in the account's currency. */
const Likely = {
  BAJO: Money,
  ALTO: Money,
  /** The median of the months; with `BASE` mes, of the same month of earlier years. */
  CENTRO: Money,
  BASE: z.enum(['mediana', 'mes']),
  /** Earlier movements that are known, of 24, and how many of them were not 0. */
  MESES: z.int(),
  MOVIDOS: z.int(),
}
/** Of an analysis that is marked. */
export const MarkedMovement = z.object({ VEREDICTO: z.enum(MARKS), ...Likely }).meta({ id: 'MarkedMovement' })
export type MarkedMovement = z.output<typeof MarkedMovement>

export const AnalysisMovement = z
  .object({
    COD_ANALISIS: z.int(),
    PERIODO: PeriodName,
    MONEDA: z.string(),
    /** Against the period before; null where the account had no balance then. */
    MOVIMIENTO: Money.nullable(),
    /** As it was said when the balance came; null: the rule was off, or the month is older than the rule. */
    VEREDICTO: z.enum(VERDICTS).nullable(),
    MESES: z.int(),
    /** null with too little history. */
    PROBABLE: z.object({ ...Likely, DISPERSION: Money }).nullable(),
    /** Up to 24 months before and the month itself, oldest first; null where one of the two balances is missing. */
    SERIE: z.array(z.object({ PERIODO: PeriodName, MOVIMIENTO: Money.nullable() })),
  })
  .meta({ id: 'AnalysisMovement' })
export type AnalysisMovement = z.output<typeof AnalysisMovement>

export const MovementRule = z
  .object({
    ACTIVO: z.boolean(),
    SENSIBILIDAD: z.enum(SENSITIVITIES),
    MONTO_MINIMO: Money,
    PORCENTAJE_MINIMO: z.string(),
    MOTIVO: z.string().nullable(),
    POR: z.string().nullable(),
    FECHA: Moment,
    REVISION: z.int(),
  })
  .meta({ id: 'MovementRule' })
export type MovementRule = z.output<typeof MovementRule>
const Marked = z.object({ juzgados: z.int(), alto: z.int(), bajo: z.int(), silencio: z.int() })
export const MovementImpact = z
  .object({
    /** Accounts of periods that are not closed, before and after: with history enough, and of these the marked ones. */
    antes: Marked,
    despues: Marked,
    periodos: z.array(PeriodName),
  })
  .meta({ id: 'MovementImpact' })
export type MovementImpact = z.output<typeof MovementImpact>

export const analysisMovement = endpoint('GET', '/analysis/:id/movement', {
  summary: 'The movement of an analysis beside the likely one, with the months that it follows from',
  allow: 'analysis.item.read',
  params: ById,
  response: AnalysisMovement,
})
export const getMovementRule = endpoint('GET', '/movement-rule', {
  summary: 'When a movement counts as unusual',
  allow: 'parameters.threshold.read',
  response: MovementRule,
})
/** Periods that are not closed are judged anew; closed ones keep what was shown. 409 with the row where another changed it. */
export const updateMovementRule = endpoint('PATCH', '/movement-rule', {
  summary: 'Change when a movement counts as unusual, and judge the open periods anew',
  allow: 'parameters.threshold.write',
  body: z.object({
    ACTIVO: z.boolean(),
    SENSIBILIDAD: z.enum(SENSITIVITIES),
    MONTO_MINIMO: Amount.refine((text) => !text.startsWith('-'), 'importe').meta({ examples: ['1000.00'] }),
    PORCENTAJE_MINIMO: z.number().multipleOf(0.01).min(0).max(100),
    motivo: z.string().trim().min(10).max(500),
    /** What would change is answered, and nothing is kept. */
    simular: z.boolean().default(false),
    REVISION: Revision.optional(),
  }),
  response: z.object({ regla: MovementRule, impacto: MovementImpact }),
})
const RuleValues = z.object({
  ACTIVO: z.boolean(),
  SENSIBILIDAD: z.enum(SENSITIVITIES),
  MONTO_MINIMO: Money,
  PORCENTAJE_MINIMO: z.string(),
})
export const listMovementRuleChanges = endpoint('GET', '/movement-rule/changes', {
  summary: 'Every change of the rule, newest first',
  allow: 'parameters.threshold.read',
  query: z.object(paging(100)),
  response: pageOf(
    z.object({ ID: z.int(), FECHA: Moment, POR: z.string(), MOTIVO: z.string(), ANTES: RuleValues, DESPUES: RuleValues, MARCAS: z.int() }),
  ),
})
