import { z } from 'zod'
import { Analysis } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, Money, PeriodName } from './shapes.ts'

/**
 * Every dashboard is a GROUP BY of the same items (rules §1.0). Ratios are ratios of sums; an empty denominator is null, shown as "—".
 * month and year are truncated to integers (specification §5); without them: the newest open period, else the newest.
 */
const Filter = z.object({
  mes: z.coerce.number().transform(Math.trunc).pipe(z.number().min(1).max(12)).optional(),
  anio: z.coerce.number().transform(Math.trunc).pipe(z.number().min(1990).max(2200)).optional(),
  periodId: Id.optional(),
  paisId: Id.optional(),
  negocioId: Id.optional(),
  departamentoId: Id.optional(),
})
const Ratio = z.number().min(0).max(1).nullable()
const PeriodRef = z.object({
  COD_PERIODO: z.int(),
  PERIODO: PeriodName,
  ESTADO_ID: z.int(),
  VENCE_ANALISTA: Moment,
  VENCE_JEFATURA: Moment,
  VENCE_CONTROL: Moment,
  VENCE_CIERRE: Moment,
})

/** K6: every item is in exactly one of the four; each is the total of `/analysis?completitud=…`. */
const Completion = z.object({ completado: z.int(), completadoTarde: z.int(), vencido: z.int(), pendiente: z.int() })
const Progress = {
  items: z.int(),
  /** K2 sign-offs done and required. */
  firmas: z.int(),
  firmasRequeridas: z.int(),
  avance: Ratio,
  /** K3 */
  completado: Ratio,
  /** K4a over all three roles. */
  aTiempo: Ratio,
  /** Open and past due: `completitud=vencido`. */
  vencidos: z.int(),
  /** K5: open past due and approved after due, `completitud=vencido,completado_tarde`. */
  fueraDePlazo: z.int(),
  /** K16 by currency would mix; one figure per currency. */
  sinExplicar: z.array(z.object({ MONEDA: z.string(), monto: Money })),
}

export const dashboardManagement = endpoint('GET', '/dashboard/analysis-gerencia', {
  summary: 'Progress of a period for management: figures, by country and business, ten largest differences',
  allow: 'statistics.dashboard.read',
  query: Filter,
  response: z.object({
    period: PeriodRef.nullable(),
    total: z.object({ ...Progress, completitud: Completion, anterior: z.object({ avance: Ratio, aTiempo: Ratio }).nullable() }),
    porNegocio: z.array(
      z.object({
        ID_PAIS: z.int(),
        PAIS: z.string(),
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        ...Progress,
        /** Percentage points of `avance` against the period before. */
        deltaAvance: z.number().nullable(),
      }),
    ),
    mayoresDiferencias: z.array(Analysis),
    serie: z.array(z.object({ PERIODO: PeriodName, avance: Ratio, aTiempo: Ratio, completado: Ratio })),
  }),
})
export const dashboardByDepartment = endpoint('GET', '/dashboard/analysis-jefatura-by-department', {
  summary: 'States by department',
  allow: 'statistics.dashboard.read',
  query: Filter,
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        NEGOCIO: z.string(),
        ID_NEGOCIO: z.int(),
        JEFE: z.string().nullable(),
        total: z.int(),
        /** `bandeja=por_preparar`: also in `pendiente` or `rechazado`, which with `revision` and `aprobado` add up to the total. */
        porPreparar: z.int(),
        pendiente: z.int(),
        revision: z.int(),
        rechazado: z.int(),
        aprobado: z.int(),
        vencidos: z.int(),
      }),
    ),
  }),
})
export const dashboardAnalyst = endpoint('GET', '/dashboard/analista', {
  summary: 'My work of the period: counters, what is late, due and rejected',
  allow: 'analysis.item.submit',
  query: z.object({ periodId: Id.optional() }),
  response: z.object({
    period: PeriodRef.nullable(),
    contadores: z.object({
      total: z.int(),
      porPreparar: z.int(),
      enJefatura: z.int(),
      enControl: z.int(),
      rechazados: z.int(),
      aprobados: z.int(),
    }),
    /** The first twenty of each; `atrasados` and `proximos` are what I have to prepare, past due and not. */
    rechazados: z.array(Analysis),
    atrasados: z.object({ total: z.int(), data: z.array(Analysis) }),
    proximos: z.object({ total: z.int(), data: z.array(Analysis) }),
  }),
})
const Queue = z.object({
  period: PeriodRef.nullable(),
  porAprobar: z.int(),
  /** Past due, whoever is responsible at the moment: `bandeja=atrasados`. */
  vencidos: z.int(),
  aprobados: z.int(),
  rechazados: z.int(),
  total: z.int(),
  /** The first ten that wait for me, the riskiest first. */
  primeros: z.array(Analysis),
})
export const dashboardJefatura = endpoint('GET', '/dashboard/jefatura-area', {
  summary: 'What waits for me as jefatura, by department and analyst',
  allow: 'analysis.jefatura.decide',
  query: z.object({ periodId: Id.optional() }),
  response: Queue.extend({
    porAnalista: z.array(
      z.object({
        ID_ANALISTA: z.int(),
        ANALISTA: z.string(),
        total: z.int(),
        porPreparar: z.int(),
        porAprobar: z.int(),
        aprobados: z.int(),
        vencidos: z.int(),
      }),
    ),
  }),
})
export const dashboardControl = endpoint('GET', '/dashboard/control', {
  summary: 'What waits for control, by business',
  allow: 'analysis.control.decide',
  query: z.object({ periodId: Id.optional() }),
  response: Queue.extend({
    sinAsignar: z.int(),
    porNegocio: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        total: z.int(),
        porAprobar: z.int(),
        aprobados: z.int(),
        rechazados: z.int(),
        vencidos: z.int(),
      }),
    ),
  }),
})
