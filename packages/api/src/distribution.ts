import { z } from 'zod'
import { MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { cut, DashboardQuery, ITEM_ROLES, itemList, RANGE_KINDS, StatisticsQuery } from './item.ts'
import { Amounts, PeriodRef, Ratio } from './progress.ts'
import { format, Money, pageOf, paging } from './shapes.ts'

const AssignedQuery = DashboardQuery.extend({
  ...paging(100, { sort: ['CUENTA', 'NOMBRE', 'NEGOCIO', 'DEPARTAMENTO', 'SALDO', 'ANALISTA'] }),
  format,
  moneda: cut.moneda,
})
export const accountsAssigned = endpoint('GET', '/dashboard/accounts-assigned', {
  summary: 'Coverage of the assignment, and the load of each person',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    /** K1 */
    cuentas: z.int(),
    asignadas: z.int(),
    noAsignadas: z.int(),
    /** Assigned, and nobody stands in for the analyst: as accounts are today. */
    sinRespaldo: z.int(),
    cobertura: Ratio,
    porDepartamento: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        cuentas: z.int(),
        asignadas: z.int(),
        noAsignadas: z.int(),
        sinRespaldo: z.int(),
        cobertura: Ratio,
      }),
    ),
    /** K20; `parte` of all items. */
    porUsuario: z.array(
      z.object({
        ID_ANALISTA: z.int(),
        ANALISTA: z.string(),
        items: z.int(),
        cuentas: z.int(),
        porPreparar: z.int(),
        enAprobacion: z.int(),
        aprobados: z.int(),
        vencidos: z.int(),
        parte: Ratio,
      }),
    ),
  }),
})
export const accountsAssignedDetails = endpoint('GET', '/dashboard/accounts-assigned/details', {
  summary: 'The accounts with a balance that the coverage counts',
  allow: 'statistics.dashboard.read',
  /** What is without a backup is assigned: `asignada=true&respaldo=false`. */
  query: AssignedQuery.extend({ asignada: z.enum(['true', 'false']).optional(), respaldo: z.enum(['true', 'false']).optional() }),
  response: pageOf(
    z.object({
      COD_CUENTA: z.int(),
      CUENTA: z.string(),
      NOMBRE: z.string(),
      ID_NEGOCIO: z.int(),
      NEGOCIO: z.string(),
      DEPARTAMENTO: z.string().nullable(),
      MONEDA: z.string(),
      SALDO: Money,
      ASIGNADA: z.boolean(),
      ANALISTA: z.string().nullable(),
      RESPALDO: z.string().nullable(),
    }),
  ),
  exportable: true,
})

export const analysisRange = endpoint('GET', '/dashboard/analysis-range', {
  summary: 'How items spread over buckets of delay, amount, percentage or age; the buckets sum to the total',
  allow: 'statistics.dashboard.read',
  query: StatisticsQuery.omit({ tipo: true, desdePeriodId: true }).extend({
    tipo: z.enum(RANGE_KINDS).default('plazo'),
    /** Of the delay. */
    rol: z.enum(ITEM_ROLES).default('analista'),
  }),
  response: z.object({
    period: PeriodRef.nullable(),
    tipo: z.enum(RANGE_KINDS),
    /** porcentaje counts departments, the others items. */
    total: z.int(),
    data: z.array(
      z.object({ rango: z.string(), desde: z.number().nullable(), hasta: z.number().nullable(), n: z.int(), monto: Amounts, pct: Ratio }),
    ),
  }),
})
export const analysisRangeDetails = itemList(
  '/dashboard/analysis-range/details',
  'The items of a bucket (tipoRango and rango, or antiguedad)',
)

export const analysisApproved = endpoint('GET', '/dashboard/analysis-approved', {
  summary: 'Approvals by day and level, accumulated against what there is to approve',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    items: z.int(),
    aprobados: z.int(),
    /** K12 */
    primeraVez: Ratio,
    data: z.array(
      z.object({
        dia: z.iso.date(),
        jefatura: z.int(),
        control: z.int(),
        acumuladoJefatura: z.int(),
        acumuladoControl: z.int(),
        /** Accumulated at control, of all items. */
        parte: Ratio,
      }),
    ),
  }),
})
export const analysisApprovedDetails = itemList('/dashboard/analysis-approved/details', 'The items approved at a level (dia and nivel)')

export const accountsMateriality = endpoint('GET', '/dashboard/accounts-materiality', {
  summary: 'Classes of materiality: how many, how much they moved, how much of it is explained',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    total: z.int(),
    data: z.array(
      z.object({
        MATERIALIDAD: z.enum(MATERIALITY),
        n: z.int(),
        aprobados: z.int(),
        /** Movement against the period before, and its approved part. */
        montos: z.array(z.object({ MONEDA: z.string(), variacion: Money, explicada: Money, parte: Ratio })),
      }),
    ),
  }),
})
export const accountsMaterialityDetails = itemList('/dashboard/accounts-materiality/details', 'The items of a class of materiality')
