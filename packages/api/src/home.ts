import { z } from 'zod'
import { Analysis } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { Conversion, DashboardQuery, inGroup, OfGroup } from './item.ts'
import { Thresholds } from './matrix.ts'
import { Amounts, Completion, Forecast, Judged, LoadedBalances, OpenByDay, PeriodRef, Ratio } from './progress.ts'
import { Money, PeriodName } from './shapes.ts'

/** Single analyses and groups. */
const ItemAnalysis = Analysis.extend(OfGroup)
export type ItemAnalysis = z.output<typeof ItemAnalysis>

/** A home of each role. Each count is the total of `/dashboard/items` with what `FIGURE_LIST` names for it. */
export const dashboardManagement = endpoint('GET', '/dashboard/analysis-gerencia', {
  summary: 'Progress of a period for management: figures, by country and business, ten largest differences',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery.extend(inGroup),
  response: z.object({
    period: PeriodRef.nullable(),
    saldos: LoadedBalances,
    /** By which lights of shares are judged. */
    umbrales: z.object({ avance: Thresholds, completado: Thresholds, cumplimiento: Thresholds }),
    /** What should be done by now, of a month in course: from its end to the deadlines in straight lines. */
    plan: z.object({ avance: z.number(), completado: z.number() }).nullable(),
    total: z.object({
      ...Judged,
      completitud: Completion,
      anterior: z.object({ avance: Ratio, aTiempo: Ratio, sinExplicar: Amounts }).nullable(),
    }),
    porNegocio: z.array(
      z.object({
        ID_PAIS: z.int(),
        PAIS: z.string(),
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        ...Judged,
        /** Percentage points of `avance` against the period before. */
        deltaAvance: z.number().nullable(),
      }),
    ),
    porPais: z.array(z.object({ ID_PAIS: z.int(), PAIS: z.string(), ...Judged, deltaAvance: z.number().nullable() })),
    /** In the group's currency: by what they are in it, without those that have no rate. `ANTIGUEDAD` K19, in days: null where it is explained. */
    mayoresDiferencias: z.array(ItemAnalysis.extend({ ANTIGUEDAD: z.int().nullable() })),
    /** Where asked for and the group has a currency. `sinTasa`: items with a difference; of the unexplained, beside it. */
    grupo: Conversion.extend({
      sinExplicar: z.array(z.object({ ID_NEGOCIO: z.int(), monto: Money })),
      sinExplicarSinTasa: Conversion.shape.sinTasa,
      diferencias: z.array(z.object({ COD_ANALISIS: z.int(), VARIACION: Money })),
    }).nullable(),
    /** Past due, the riskiest first: the head of `completitud=vencido`. */
    listaRoja: z.array(ItemAnalysis),
    /** Open items of each role day by day, as in `/statistics/burndown`. */
    porDia: OpenByDay,
    pronostico: z.array(Forecast),
    /** K10: working days from the end of the last formally closed period to its closing. */
    cierre: z.object({ PERIODO: PeriodName, dias: z.int() }).nullable(),
    serie: z.array(
      z.object({
        COD_PERIODO: z.int(),
        PERIODO: PeriodName,
        avance: Ratio,
        aTiempo: Ratio,
        completado: Ratio,
        sinExplicar: Amounts,
      }),
    ),
  }),
})
export const dashboardByDepartment = endpoint('GET', '/dashboard/analysis-jefatura-by-department', {
  summary: 'States by department',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
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
        /** Late sign-offs of at least one role: `plazo=fuera`. */
        fueraDePlazo: z.int(),
        /** K8: average working days of the decision of jefatura. */
        diasJefatura: z.number().nullable(),
      }),
    ),
  }),
})
export const dashboardAnalyst = endpoint('GET', '/dashboard/analista', {
  summary: 'My work of the period: counters, what is late, due and rejected',
  allow: 'analysis.item.submit',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    contadores: z.object({
      total: z.int(),
      porPreparar: z.int(),
      enJefatura: z.int(),
      enControl: z.int(),
      rechazados: z.int(),
      aprobados: z.int(),
      venceHoy: z.int(),
      vence48h: z.int(),
    }),
    saldos: LoadedBalances,
    completitud: Completion,
    /** K4a of what I have to submit. */
    aTiempo: Ratio,
    /** K12 */
    primeraVez: Ratio,
    /** The first twenty of each; `atrasados` and `proximos` are what I have to prepare, past due and not. */
    rechazados: z.array(ItemAnalysis),
    atrasados: z.object({ total: z.int(), data: z.array(ItemAnalysis) }),
    proximos: z.object({ total: z.int(), data: z.array(ItemAnalysis) }),
  }),
})
/** Whose turn it is: the five add up to `total`. `porAprobar` is the one of the caller's level; `vencidos` are some of those that are not approved. */
const Turns = {
  total: z.int(),
  sinEnviar: z.int(),
  rechazados: z.int(),
  enJefatura: z.int(),
  enControl: z.int(),
  aprobados: z.int(),
  porAprobar: z.int(),
  vencidos: z.int(),
}
const OfControl = {
  ...Turns,
  /** K8 of control, K13, K16. */
  diasControl: z.number().nullable(),
  reaperturas: z.int(),
  reapertura: z.number().nullable(),
  sinExplicar: Amounts,
  /** Balances that nobody has supported yet: no difference. */
  sinSustentar: Amounts,
}
const Queue = z.object({
  period: PeriodRef.nullable(),
  ...Turns,
  pronostico: z.array(Forecast),
  saldos: LoadedBalances,
  /** The first ten that wait for me, the riskiest first. */
  primeros: z.array(ItemAnalysis),
})
export const dashboardJefatura = endpoint('GET', '/dashboard/jefatura-area', {
  summary: 'What waits for me as jefatura, by department and analyst',
  allow: 'analysis.jefatura.decide',
  query: DashboardQuery,
  response: Queue.extend({
    porDepartamento: z.array(
      z.object({
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        NEGOCIO: z.string().nullable(),
        ...Turns,
        /** K8 of jefatura, K11. */
        diasJefatura: z.number().nullable(),
        rechazo: Ratio,
      }),
    ),
    /** `porPreparar`: not sent, or rejected. */
    porAnalista: z.array(z.object({ ID_ANALISTA: z.int(), ANALISTA: z.string(), ...Turns, porPreparar: z.int() })),
  }),
})
export const dashboardControl = endpoint('GET', '/dashboard/control', {
  summary: 'What waits for control, by business',
  allow: 'analysis.control.decide',
  query: DashboardQuery,
  response: Queue.extend({
    sinAsignar: z.int(),
    porNegocio: z.array(z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string(), ...OfControl })),
    porSubgerencia: z.array(
      z.object({ ID_NEGOCIO: z.int(), COD_SUB_GERENCIA: z.int().nullable(), SUB_GERENCIA: z.string().nullable(), ...OfControl }),
    ),
    /** K1 by head of department; of nobody where the department has none. */
    cobertura: z.array(
      z.object({ ID_JEFE: z.int().nullable(), JEFE: z.string().nullable(), cuentas: z.int(), asignadas: z.int(), parte: Ratio }),
    ),
  }),
})
