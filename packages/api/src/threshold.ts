import { z } from 'zod'
import { MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { Amount, ById, Id, Moment, Money, many, PeriodName, pageOf, paging } from './shapes.ts'

/** Materiality (rules §2.1): the most specific scope wins, valid from a period on. */
export const SCOPES = ['GLOBAL', 'PAIS', 'NEGOCIO', 'RUBRO', 'CUENTA'] as const
export const BASES = ['MONTO', 'PORCENTAJE', 'AMBOS_Y', 'AMBOS_O'] as const
/** What the movement is measured against. */
export const COMPARISONS = ['MES_ANTERIOR', 'TRIMESTRE', 'MISMO_MES_ANO_ANT'] as const
/** Of its scope: the one that judges the newest period, one that will judge later ones, one that another has replaced. */
export const FORCE = ['VIGENTE', 'FUTURO', 'ANTERIOR'] as const
/** Of the analyses that an impact names at most. */
export const MAX_NAMED = 500

const Positive = Amount.refine((text) => Number(text) > 0, 'importe')
const Rate = z.number().multipleOf(0.01)
const Factor = Rate.min(0.01).max(100)

export const Threshold = z
  .object({
    ID: z.int(),
    ALCANCE: z.enum(SCOPES),
    ALCANCE_ID: z.int().nullable(),
    ALCANCE_NOMBRE: z.string().nullable(),
    BASE: z.enum(BASES),
    MONTO: Money,
    PORCENTAJE: z.string(),
    COMPARAR: z.enum(COMPARISONS),
    PISO_TRIVIAL: z.string(),
    FACTOR_A: z.string(),
    FACTOR_M: z.string(),
    FACTOR_B: z.string(),
    /** null: since ever. */
    VIGENTE_DESDE: PeriodName.nullable(),
    VIGENCIA: z.enum(FORCE),
    MOTIVO: z.string().nullable(),
    POR: z.string().nullable(),
    FECHA: Moment,
    /** No closed period is judged by it: it may be changed. Else another one is made, from an open period on. */
    MODIFICABLE: z.boolean(),
  })
  .meta({ id: 'Threshold' })
export type Threshold = z.output<typeof Threshold>

/** Analyses by class. */
const Classes = z.object({ no_material: z.int(), menor: z.int(), material: z.int(), critica: z.int() })
const Class = z.enum(MATERIALITY)
/** From a class to another one, in a business. */
const Step = z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string(), DE: Class, A: Class })
const ClassChange = Step.extend({
  /** Classified anew: neither signed nor in a closed period. */
  cambian: z.int(),
  /** Of these, waiting for jefatura; and of those, material from now on and sent without a comment. */
  enviados: z.int(),
  sinComentario: z.int(),
  /** Signed by jefatura or control: they keep the class that they were signed with. */
  quedan: z.int(),
}).meta({ id: 'ClassChange' })
/** An analysis that becomes, or ceases to be, material or critical. */
export const Crossing = z
  .object({
    COD_ANALISIS: z.int(),
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    NEGOCIO: z.string(),
    PERIODO: PeriodName,
    MONEDA: z.string(),
    /** Against the balance that the threshold compares with. */
    MOVIMIENTO: Money,
    DE: Class,
    A: Class,
    ESTADO: z.enum(['por_enviar', 'enviado', 'revision', 'rechazado', 'aprobado']),
    /** It was sent without one. */
    SIN_COMENTARIO: z.boolean(),
  })
  .meta({ id: 'Crossing' })
export type Crossing = z.output<typeof Crossing>
export const ThresholdImpact = z
  .object({
    /** Analyses that change their class: open, unsigned, of periods that are not closed. */
    cambian: z.int(),
    /** All unsigned ones that the threshold judges there, before and after. */
    antes: Classes,
    despues: Classes,
    periodos: z.array(z.object({ PERIODO: PeriodName, cambian: z.int() })),
    cambios: z.array(ClassChange),
    /** The gravest first, signed ones too; at most `MAX_NAMED` of them. */
    cruzan: z.object({ total: z.int(), data: z.array(Crossing) }),
    huella: z.string(),
  })
  .meta({ id: 'ThresholdImpact' })
export type ThresholdImpact = z.output<typeof ThresholdImpact>

/** An analysis of a closed period that was rejected or reopened: somebody found an error in it. */
export const FoundError = Crossing.pick({
  COD_ANALISIS: true,
  CUENTA: true,
  NOMBRE_CUENTA: true,
  NEGOCIO: true,
  PERIODO: true,
  MONEDA: true,
  MOVIMIENTO: true,
  DE: true,
  A: true,
})
  .extend({ RECHAZOS: z.int(), REAPERTURAS: z.int() })
  .meta({ id: 'FoundError' })
export type FoundError = z.output<typeof FoundError>
const FoundErrors = z.object({
  total: z.int(),
  /** Of these, on the same side as each was judged then. */
  ya: z.int(),
  /** Of their movements, without their signs. */
  monto: z.array(z.object({ MONEDA: z.string(), monto: Money })),
  /** The largest movement first, at most `MAX_NAMED`. */
  data: z.array(FoundError),
})

const Rule = z.object({
  BASE: z.enum(BASES),
  MONTO: Positive.default('1000.00').meta({ examples: ['1000.00'] }),
  PORCENTAJE: Rate.min(0.01).max(1000).default(10),
  COMPARAR: z.enum(COMPARISONS).default('MES_ANTERIOR'),
  /** Below this part of the threshold a movement is not material, in percent. */
  PISO_TRIVIAL: Rate.min(0).max(99).default(5),
  FACTOR_A: Factor.default(0.5),
  FACTOR_M: Factor.default(1),
  FACTOR_B: Factor.default(2),
})
const Scoped = Rule.extend({ ALCANCE: z.enum(SCOPES), ALCANCE_ID: Id.nullable().default(null) })
const Confirmed = z.object({
  motivo: z.string().trim().min(10).max(500),
  simular: z.boolean().default(false),
  /** Of the impact that was looked at. */
  huella: z.string().max(100).optional(),
})

export const listThresholds = endpoint('GET', '/threshold', {
  summary: 'Thresholds of materiality',
  allow: 'parameters.threshold.read',
  query: z.object({
    ...paging(100, { sort: ['VIGENTE_DESDE', 'MONTO', 'PORCENTAJE', 'ALCANCE_NOMBRE'] }),
    alcance: many(z.enum(SCOPES)).optional(),
    vigencia: many(z.enum(FORCE)).optional(),
  }),
  response: pageOf(Threshold),
})
export const getThreshold = endpoint('GET', '/threshold/:id', {
  summary: 'One threshold',
  allow: 'parameters.threshold.read',
  params: ById,
  response: Threshold,
})
const Saved = z.object({ umbral: Threshold.nullable(), impacto: ThresholdImpact })
/**
 * Look with `simular`, then send its `huella`: exactly what was looked at is applied. 409 with the impact of now as `current` where an analysis
 * (`impact_moved`) or a threshold (`threshold_moved`) changed since, and `threshold_exists` where the scope has one from that period on already.
 */
export const createThreshold = endpoint('POST', '/threshold', {
  summary: 'A threshold from a period on, with what it classifies anew',
  allow: 'parameters.threshold.write',
  body: Scoped.extend(Confirmed.shape).extend({ VIGENTE_DESDE: PeriodName }),
  response: Saved,
})
/** As above; 422 when a closed period was judged by it. */
export const updateThreshold = endpoint('PATCH', '/threshold/:id', {
  summary: 'Change a threshold that no closed period was judged by',
  allow: 'parameters.threshold.write',
  params: ById,
  body: Rule.extend(Confirmed.shape),
  response: Saved,
})
export const simulateThreshold = endpoint('POST', '/threshold/simulate', {
  summary: 'What a threshold would have made of the last months',
  allow: 'parameters.threshold.read',
  body: Scoped.extend({ meses: z.int().min(1).max(24).default(24) }),
  response: z.object({
    /** Against what each analysis was judged as, closed periods too. */
    total: z.object({ antes: Classes, despues: Classes, cambian: z.int() }),
    /** `errores`: found afterwards in a closed period, material or critical as it was judged, and let pass by this threshold. */
    meses: z.array(z.object({ PERIODO: PeriodName, antes: Classes, despues: Classes, cambian: z.int(), errores: z.int() })),
    cambios: z.array(Step.extend({ cambian: z.int() })),
    /** Over the closed ones of these periods: errors found afterwards that it would have classed as material or critical, and those that it would have let pass. */
    errores: z.object({ periodos: z.int(), captados: FoundErrors, perdidos: FoundErrors }),
  }),
})
/** A proposal after ISA 320; nothing is applied by it. */
export const proposeThreshold = endpoint('GET', '/threshold/proposal', {
  summary: 'Planning materiality proposed from total assets, revenue or profit',
  allow: 'parameters.threshold.read',
  query: z.object({ activos: Positive.optional(), ingresos: Positive.optional(), resultado: Positive.optional() }),
  response: z.object({
    propuestas: z.array(
      z.object({
        sobre: z.enum(['activos', 'ingresos', 'resultado']),
        porcentaje: z.string(),
        planificacion: Money,
        ejecucion: Money,
        trivial: Money,
      }),
    ),
  }),
})
export const listThresholdChanges = endpoint('GET', '/threshold/:id/changes', {
  summary: 'Every change of a threshold, newest first',
  allow: 'parameters.threshold.read',
  params: ById,
  query: z.object(paging(100)),
  response: pageOf(
    z.object({
      ID: z.int(),
      FECHA: Moment,
      POR: z.string(),
      MOTIVO: z.string(),
      RECLASIFICADOS: z.int(),
      ANTES: z.record(z.string(), z.unknown()).nullable(),
      DESPUES: z.record(z.string(), z.unknown()),
    }),
  ),
})
