import { z } from 'zod'
import { MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { DashboardQuery, ITEM_ROLES, Item, ItemPage, ItemQuery, OfGroup } from './item.ts'
import { Completion, Light, LoadedBalances, PeriodRef, Progress } from './progress.ts'
import { ById, format, Id, Moment, Money, Percent, PeriodName, pageOf, paging } from './shapes.ts'

/**
 * Every dashboard is a GROUP BY of the same items (rules §1.0).
 * Each count is the total of `/dashboard/items` with the filters of the screen and those that `FIGURE_LIST` names for it.
 */
export const dashboardItems = endpoint('GET', '/dashboard/items', {
  summary: 'The items that a figure counts, with their sums',
  // The homes of the analyst, jefatura and control count items too.
  allow: ['statistics.dashboard.read', 'analysis.item.submit', 'analysis.jefatura.decide', 'analysis.control.decide'],
  query: ItemQuery,
  response: ItemPage,
  exportable: true,
})

const Tile = {
  ...Progress,
  completitud: Completion,
  saldos: LoadedBalances,
  /** Of `aTiempo`; not green while balances are missing. */
  semaforo: Light,
}
export const dashboardBusinesses = endpoint('GET', '/dashboard/bussines', {
  summary: 'Tiles: the businesses in scope with what is completed and late',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        ID_PAIS: z.int(),
        PAIS: z.string(),
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        RUTA_IMAGEN: z.string().nullable(),
        ...Tile,
      }),
    ),
  }),
})
export const dashboardSubManagements = endpoint('GET', '/dashboard/get-subgerencias-data', {
  summary: 'One level down: sub-managements',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_SUB_GERENCIA: z.int().nullable(),
        SUB_GERENCIA: z.string().nullable(),
        ...Tile,
      }),
    ),
  }),
})
export const dashboardDepartments = endpoint('GET', '/dashboard/get-departamentos-data', {
  summary: 'One level down: departments',
  allow: 'statistics.dashboard.read',
  // A bucket of `/dashboard/analysis-range?tipo=porcentaje`, by its code.
  query: DashboardQuery.extend({ rango: z.string().max(20).optional() }),
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_SUB_GERENCIA: z.int().nullable(),
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        JEFE: z.string().nullable(),
        ...Tile,
      }),
    ),
  }),
})

const OfBusiness = z.object({ negocioId: Id })
/** K18, the largest difference first; with the sums of all of it by currency. */
export const accountsWithDifferences = endpoint('GET', '/dashboard/accounts-with-differences/:negocioId', {
  summary: 'Accounts of a business whose analysis leaves a difference',
  allow: 'statistics.dashboard.read',
  params: OfBusiness,
  query: ItemQuery.omit({ negocioId: true }),
  response: ItemPage.extend({
    data: z.array(
      Item.extend({
        /** Of the balance, in percent; null where that is 0. */
        VARIACION_PCT: Percent.nullable(),
        /** Days since the end of the period in which it first appeared (K19); null when it is explained and approved. */
        ANTIGUEDAD: z.int().nullable(),
      }),
    ),
  }),
  exportable: true,
})
/** The last 24 periods until the one asked for, oldest first. */
export const dashboardAccountHistory = endpoint('GET', '/dashboard/account-history/:negocioId/:codCuenta', {
  summary: 'What became of an account in 24 periods',
  allow: 'statistics.dashboard.read',
  params: OfBusiness.extend({ codCuenta: z.string().min(1).max(120) }),
  query: DashboardQuery.pick({ mes: true, anio: true, periodId: true, asOf: true }).extend({ format }),
  response: z.object({
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    NEGOCIO: z.string(),
    MONEDA: z.string(),
    data: z.array(
      z.object({
        PERIODO: PeriodName,
        COD_ANALISIS: z.int().nullable(),
        AGRUPADO_ID: z.int().nullable(),
        VALOR_BALANCE: Money,
        VALOR_ANALISIS: Money.nullable(),
        VARIACION: Money.nullable(),
        VARIACION_PERIODO: Money.nullable(),
        UMBRAL_MONTO: Money.nullable(),
        UMBRAL_PORCENTAJE: Percent.nullable(),
        MATERIALIDAD: z.enum(MATERIALITY).nullable(),
        ESTADO_PRINCIPAL_ID: z.int().nullable(),
        FECHA_ENVIO: Moment.nullable(),
        FECHA_JEFATURA: Moment.nullable(),
        FECHA_CONTROL: Moment.nullable(),
        COMENTARIO_VARIACION: z.string().nullable(),
        ARCHIVOS: z.int(),
      }),
    ),
  }),
  exportable: true,
})
/** K5 by role: a row for each sign-off that came late or has not come, latest first. */
export const accountsOutOfDeadline = endpoint('GET', '/dashboard/accounts-out-of-deadline/:negocioId', {
  summary: 'Sign-offs of a business that are past their deadline',
  allow: 'statistics.dashboard.read',
  params: OfBusiness,
  query: DashboardQuery.omit({ negocioId: true }).extend({
    ...paging(100, { sort: ['CUENTA', 'DEPARTAMENTO', 'ROL', 'VENCE', 'COMPLETADO', 'DIAS_ATRASO'] }),
    format,
    rol: z.enum(ITEM_ROLES).optional(),
  }),
  response: pageOf(
    z.object({
      COD_ANALISIS: z.int(),
      AGRUPADO_ID: z.int().nullable(),
      ...OfGroup,
      CUENTA: z.string(),
      NOMBRE_CUENTA: z.string(),
      DEPARTAMENTO: z.string().nullable(),
      ROL: z.enum(ITEM_ROLES),
      RESPONSABLE: z.string().nullable(),
      /** The deadline in force, and that of before any extension. */
      VENCE: Moment,
      VENCE_ORIGINAL: Moment,
      /** Null: still open. */
      COMPLETADO: Moment.nullable(),
      /** Working days, a started one counts. */
      DIAS_ATRASO: z.int(),
    }),
  ),
  exportable: true,
})

/** v1: a row per analysis. */
export const departmentDetails = endpoint('GET', '/dashboard/analysis-jefatura-by-department/:id/details', {
  summary: 'The analyses of a department',
  allow: 'statistics.dashboard.read',
  params: ById,
  query: ItemQuery.omit({ departamentoId: true, estructura: true }),
  response: pageOf(Item),
  exportable: true,
})
/** v2: a row per item, with the members of a group nested. */
export const departmentDetailsV2 = endpoint('GET', '/dashboard/analysis-jefatura-by-department/:id/details-v2', {
  summary: 'The items of a department, groups with their members',
  allow: 'statistics.dashboard.read',
  params: ById,
  query: ItemQuery.omit({ departamentoId: true, estructura: true }),
  response: ItemPage.extend({
    data: z.array(
      Item.extend({
        INTEGRANTES: z.array(
          z.object({
            COD_ANALISIS: z.int(),
            CUENTA: z.string(),
            NOMBRE_CUENTA: z.string(),
            MONEDA: z.string(),
            VALOR_BALANCE: Money,
            VALOR_ANALISIS: Money,
            VARIACION: Money,
            ESTADO_PRINCIPAL_ID: z.int(),
            ESTADO_JEFATURA_ID: z.int(),
            ESTADO_CONTROL_ID: z.int().nullable(),
          }),
        ),
      }),
    ),
  }),
  exportable: true,
})
