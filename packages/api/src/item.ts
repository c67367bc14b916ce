import { z } from 'zod'
import { MATERIALITY, Substate } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { MARKS } from './movement.ts'
import { Day, Flag, FREQUENCIES, format, Id, Moment, Money, many, PeriodName, pageOf, paging, some } from './shapes.ts'

/**
 * What dashboards count (rules §1.0): an item is a required analysis, or a group of them, which counts once. Its organisation is that of
 * the day on which it was opened.
 */

/** A period by its month and year, truncated to integers (specification §5); without a wish the newest open one, else the newest. */
export const month = {
  mes: z.coerce.number().transform(Math.trunc).pipe(z.number().min(1).max(12)).optional(),
  anio: z.coerce.number().transform(Math.trunc).pipe(z.number().min(1990).max(2200)).optional(),
  periodId: Id.optional(),
}
/** A moment of the past: figures and lists as they were shown then. */
export const Past = Moment.refine((moment) => !(Date.parse(moment) > Date.now()), 'futuro').meta({ examples: ['2026-01-31T18:00:00Z'] })
/** Which part of the organisation, and as of when; deadlines are held against that moment. */
export const place = {
  paisId: Id.optional(),
  negocioId: Id.optional(),
  /** `ninguno`: what has none. */
  subgerenciaId: z.union([z.literal('ninguno'), Id]).optional(),
  departamentoId: z.union([z.literal('ninguno'), Id]).optional(),
  asOf: Past.optional(),
}
/** Of the opening (`apertura`, the default), or of today. */
export const STRUCTURES = ['apertura', 'actual'] as const
/** Narrower cuts of statistics. */
export const cut = {
  /** A heading, and those below it. */
  rubroId: Id.optional(),
  /** A heading itself, without those below it; `ninguno`: what has none. */
  rubroDe: z.union([z.literal('ninguno'), Id]).optional(),
  tipo: z.enum(['individual', 'agrupado']).optional(),
  riesgo: many(z.enum(['A', 'M', 'B'])).optional(),
  moneda: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /**
   * By which organisation places are filtered and grouped (rules §1.0): that of the day on which each analysis was opened, or that of today. Who may see an
   * analysis does not depend on it.
   */
  estructura: z.enum(STRUCTURES).optional(),
}
export const DashboardQuery = z.object({ ...month, ...place })
/** First month of a range that ends in the one asked for; without it that month alone. */
const range = { desdePeriodId: Id.optional() }
export const StatisticsQuery = z.object({ ...month, ...range, ...place, ...cut })

/** Amounts in the group's currency too, at the closing rate of the period (decisions §13); never without being asked. */
export const inGroup = { enGrupo: Flag.optional() }
const LeftOut = z.array(z.object({ MONEDA: z.string(), n: z.int(), monto: Money }))
/** How amounts were converted: what one unit was worth, and on which day. The sum of each currency is rounded once; totals add what is shown. */
export const Conversion = z
  .object({
    MONEDA: z.string(),
    /** Of the currencies that occur, the group's own left out. */
    tasas: z.array(z.object({ MONEDA: z.string(), TASA: z.string(), FECHA_TASA: z.iso.date() })),
    /** In currencies without a rate in the period: items and their amounts, which are in no converted figure. */
    sinTasa: LeftOut,
  })
  .meta({ id: 'Conversion' })
export type Conversion = z.output<typeof Conversion>

export const ITEM_ROLES = ['analista', 'jefatura', 'control'] as const
export const STAGES = ['sin_enviar', 'rechazado', 'en_jefatura', 'en_control', 'aprobado'] as const
export const STRETCHES = ['preparacion', 'jefatura', 'control', 'total'] as const
const COMPLETIONS = ['completado', 'completado_tarde', 'vencido', 'pendiente'] as const
export const AGES = ['0-30', '31-60', '61-90', '91-180', '180+'] as const
export const RANGE_KINDS = ['plazo', 'monto', 'porcentaje', 'antiguedad'] as const

/** What a figure names to open the list that it counts. */
const itemFilters = {
  analistaId: Id.optional(),
  cuentaId: Id.optional(),
  /** Whose account is, in that other period, open too (not approved), or not open. */
  abiertoEn: Id.optional(),
  noAbiertoEn: Id.optional(),
  /** K6: every item is in exactly one. */
  completitud: some(z.enum(COMPLETIONS)).optional(),
  /** Whose turn it is: every item is in exactly one. */
  etapa: some(z.enum(STAGES)).optional(),
  /**
   * With `rol`, of that sign-off: en_plazo is K4a (done by its deadline, or there is still time), fuera is its complement, cumplido is K4b
   * (done by its deadline). Without `rol`: all three, and for fuera at least one of them.
   */
  plazo: z.enum(['en_plazo', 'fuera', 'cumplido']).optional(),
  rol: z.enum(ITEM_ROLES).optional(),
  /** Due today (in the zone of its country), or within 48 hours, and not late: for whoever is to act. */
  vence: z.enum(['hoy', '48h']).optional(),
  materialidad: many(z.enum(MATERIALITY)).optional(),
  /** In force when it was opened. */
  frecuencia: many(z.enum(FREQUENCIES)).optional(),
  /** Marked movements (`movement.ts`); of a group, those of any of its members. */
  movimiento: many(z.enum(MARKS)).optional(),
  /** As of now, whatever `asOf`. */
  subestadoId: many(Id).optional(),
  /** K18: the difference is over 0.01. */
  diferencia: Flag.optional(),
  /** K16: a difference that is not explained, or whose explanation is not approved. */
  sinExplicar: Flag.optional(),
  /** Approved by the deadline of the period's close. */
  alCierre: Flag.optional(),
  /** K12: approved without a rejection. */
  primeraVez: Flag.optional(),
  conRechazos: Flag.optional(),
  /** Rejected at that level, for that reason (its code; `ninguno`: without one); recalled rejections do not count. */
  rechazo: z.enum(['JEFATURA', 'CONTROL']).optional(),
  motivo: z.string().min(1).max(60).optional(),
  /** K14: certified by a rule. */
  automatico: Flag.optional(),
  reabiertos: Flag.optional(),
  /** K19: open differences by the days since the end of the period in which they first appeared. */
  antiguedad: z.enum(AGES).optional(),
  /** A bucket of `/dashboard/analysis-range`, by its kind and code. */
  tipoRango: z.enum(['plazo', 'monto']).optional(),
  rango: z.string().max(20).optional(),
  /** Of the buckets of delay. */
  rolRango: z.enum(ITEM_ROLES).optional(),
  /** Signed at `nivel` on this local day. */
  dia: Day.optional(),
  /** Not yet signed at `nivel` at the end of this local day, of what is signed now. */
  abiertoAl: Day.optional(),
  nivel: z.enum(ITEM_ROLES).optional(),
  /** K7, K8, K9: that stretch has ended, so that its days count in the mean. */
  tramo: z.enum(STRETCHES).optional(),
}
const ITEM_SORT = [
  'COD_ANALISIS',
  'PERIODO',
  'CUENTA',
  'NOMBRE_CUENTA',
  'NEGOCIO',
  'DEPARTAMENTO',
  'RUBRO',
  'ANALISTA',
  'VALOR_BALANCE',
  'VALOR_ANALISIS',
  'VARIACION',
  'VARIACION_PERIODO',
  'SIN_EXPLICAR',
  'MATERIALIDAD',
  'RIESGO',
  'ETAPA',
  'FIRMAS',
  'EN_PLAZO',
  'FECHA_ENVIO',
  'FECHA_JEFATURA',
  'FECHA_CONTROL',
  'VENCE_ANALISTA',
  'VENCE_JEFATURA',
  'VENCE_CONTROL',
  'DIAS_PREPARACION',
  'DIAS_JEFATURA',
  'DIAS_CONTROL',
  'DIAS_TOTAL',
  'RECHAZOS',
  'REAPERTURAS',
  'PESO',
] as const
/** `todos`: of every period, not of one; `periodIds`: of these, whatever lies between them. */
export const ItemQuery = z.object({
  ...paging(100, { sort: ITEM_SORT }),
  format,
  todos: Flag.optional(),
  periodIds: some(Id).optional(),
  ...month,
  ...range,
  ...place,
  ...cut,
  ...itemFilters,
})

/** Of a row that may stand for a group, whose account is that of its first member: the group's name, and how many accounts it stands for. */
export const OfGroup = { GRUPO: z.string().nullable(), PESO: z.int() }
export const Item = z
  .object({
    /** The analysis; of a group, its first member. */
    COD_ANALISIS: z.int(),
    AGRUPADO_ID: z.int().nullable(),
    ...OfGroup,
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    ID_CUENTA: z.int(),
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    COD_RUBRO: z.int().nullable(),
    RUBRO: z.string().nullable(),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    COD_SUB_GERENCIA: z.int().nullable(),
    SUB_GERENCIA: z.string().nullable(),
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    ID_ANALISTA: z.int(),
    ANALISTA: z.string(),
    JEFE: z.string().nullable(),
    MONEDA: z.string(),
    VALOR_BALANCE: Money,
    VALOR_ANALISIS: Money,
    VARIACION: Money,
    VARIACION_PERIODO: Money.nullable(),
    /** K16 of it. */
    SIN_EXPLICAR: Money,
    MATERIALIDAD: z.enum(MATERIALITY),
    RIESGO: z.enum(['A', 'M', 'B']),
    ETAPA: z.enum(STAGES),
    SUBESTADO: Substate.nullable(),
    COMPLETITUD: z.enum(COMPLETIONS),
    ESTADO_PRINCIPAL_ID: z.int(),
    ESTADO_JEFATURA_ID: z.int(),
    ESTADO_CONTROL_ID: z.int().nullable(),
    /** K2: sign-offs of three. */
    FIRMAS: z.int(),
    /** K4a: roles of three. */
    EN_PLAZO: z.int(),
    VENCE_ANALISTA: Moment,
    VENCE_JEFATURA: Moment,
    VENCE_CONTROL: Moment,
    FECHA_ENVIO: Moment.nullable(),
    FECHA_JEFATURA: Moment.nullable(),
    FECHA_CONTROL: Moment.nullable(),
    /** K7, K8, K9 in working days. */
    DIAS_PREPARACION: z.int().nullable(),
    DIAS_JEFATURA: z.int().nullable(),
    DIAS_CONTROL: z.int().nullable(),
    DIAS_TOTAL: z.int().nullable(),
    RECHAZOS: z.int(),
    /** K11: decisions taken, rejections among them. */
    DECISIONES: z.int(),
    REAPERTURAS: z.int(),
    /** K14: certified by a rule. */
    AUTOMATICO: z.boolean(),
    COMENTARIO_VARIACION: z.string().nullable(),
    MOTIVO_RECHAZO: z.string().nullable(),
  })
  .meta({ id: 'Item' })
export type Item = z.output<typeof Item>
/** A page of items with the sums of all that the filters let through, by currency: different currencies are never added. */
export const ItemPage = pageOf(Item).extend({
  sumas: z.array(
    z.object({ MONEDA: z.string(), items: z.int(), saldo: Money, diferencia: Money, sinExplicar: Money, variacionMaterial: Money }),
  ),
})

/** A list that a figure opens; the figure is its total, or a sum of it. */
export const itemList = (path: `/${string}`, summary: string) =>
  endpoint('GET', path, { summary, allow: 'statistics.dashboard.read', query: ItemQuery, response: ItemPage, exportable: true })

/**
 * The list that each counted figure opens: `/dashboard/items` with the period and filters of the screen and these. The figure is its
 * `total`, or the sum of a column of it where one is named.
 */
export const FIGURE_LIST = {
  items: {},
  completado: { completitud: 'completado' },
  completadoTarde: { completitud: 'completado_tarde' },
  vencido: { completitud: 'vencido' },
  pendiente: { completitud: 'pendiente' },
  vencidos: { completitud: 'vencido' },
  fueraDePlazo: { completitud: 'vencido,completado_tarde' },
  sinEnviar: { etapa: 'sin_enviar' },
  porPreparar: { etapa: 'sin_enviar,rechazado' },
  enJefatura: { etapa: 'en_jefatura' },
  enControl: { etapa: 'en_control' },
  rechazados: { etapa: 'rechazado' },
  aprobados: { etapa: 'aprobado' },
  conDiferencia: { diferencia: 'true' },
  sinExplicar: { sinExplicar: 'true' },
  alCierre: { alCierre: 'true' },
  primeraVez: { primeraVez: 'true' },
  materiales: { materialidad: 'material,critica' },
  venceHoy: { etapa: 'sin_enviar,rechazado', vence: 'hoy' },
  vence48h: { etapa: 'sin_enviar,rechazado', vence: '48h' },
  aTiempoAnalista: { rol: 'analista', plazo: 'cumplido' },
  aTiempoJefatura: { rol: 'jefatura', plazo: 'cumplido' },
  aTiempoControl: { rol: 'control', plazo: 'cumplido' },
  preparacion: { tramo: 'preparacion' },
  diasJefatura: { tramo: 'jefatura' },
  diasControl: { tramo: 'control' },
  diasTotal: { tramo: 'total' },
} as const satisfies Record<string, Record<string, string>>
