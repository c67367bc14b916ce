import { z } from 'zod'
import { Account, AccountPeriod } from './account.ts'
import { MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { PeriodStatus } from './period.ts'
import { ById, Flag, format, Id, Moment, Money, many, Percent, PeriodName, pageOf, paging } from './shapes.ts'

/** Accounts by period, whoever prepares them: balances in scope, with or without an analysis (`/cuentas/resumen`). */
const where = { businessId: Id.optional(), departmentId: Id.optional() }

export const SummaryPeriod = z
  .object({
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    ESTADO: PeriodStatus,
    CUENTAS: z.int(),
    ANALISIS: z.int(),
    /** These five add up to ANALISIS. */
    POR_PREPARAR: z.int(),
    ENVIADOS: z.int(),
    EN_REVISION: z.int(),
    RECHAZADOS: z.int(),
    APROBADOS: z.int(),
    CON_DIFERENCIA: z.int(),
    MATERIALES: z.int(),
    /** A row per currency: amounts of several are never added. DIFERENCIA is of what was submitted; the balances of the others are SIN_SUSTENTAR. */
    MONEDAS: z.array(z.object({ MONEDA: z.string(), SALDO: Money, SIN_SUSTENTAR: Money, DIFERENCIA: Money })),
  })
  .meta({ id: 'SummaryPeriod' })
export type SummaryPeriod = z.output<typeof SummaryPeriod>
export const listSummaryPeriods = endpoint('GET', '/account-summary/periods', {
  summary: 'Each period with its accounts by state, newest first',
  allow: 'accounts.summary.read',
  query: z.object({ ...paging(5, { sort: ['PERIODO'], most: 999 }), ...where }),
  response: pageOf(SummaryPeriod),
})

export const SummaryAccount = z
  .object({
    COD_CUENTA: z.int(),
    CUENTA: z.string(),
    NOMBRE: z.string(),
    NEGOCIO: z.string(),
    DEPARTAMENTO: z.string().nullable(),
    RUBRO: z.string().nullable(),
    MONEDA: z.string(),
    PERIODO: PeriodName,
    VALOR_BALANCE: Money,
    SALDO_ANTERIOR: Money.nullable(),
    VARIACION_PERIODO: Money.nullable(),
    VARIACION_PERIODO_PCT: Percent.nullable(),
    COD_ANALISIS: z.int().nullable(),
    VALOR_ANALISIS: Money.nullable(),
    VARIACION: Money.nullable(),
    MATERIALIDAD: z.enum(MATERIALITY).nullable(),
    AUTO: z.boolean(),
    ESTADO_PRINCIPAL_ID: z.int().nullable(),
    ESTADO_JEFATURA_ID: z.int().nullable(),
    ESTADO_CONTROL_ID: z.int().nullable(),
    FECHA_ENVIO: Moment.nullable(),
    ANALISTA: z.string().nullable(),
  })
  .meta({ id: 'SummaryAccount' })
export type SummaryAccount = z.output<typeof SummaryAccount>
export const listSummaryAccounts = endpoint('GET', '/account-summary/accounts', {
  summary: 'Accounts of a period (the newest unless asked otherwise) with balance, value and states',
  allow: 'accounts.summary.read',
  query: z.object({
    ...paging(100, {
      sort: [
        'CUENTA',
        'NOMBRE',
        'NEGOCIO',
        'DEPARTAMENTO',
        'VALOR_BALANCE',
        'VARIACION',
        'VARIACION_PERIODO',
        'ESTADO_PRINCIPAL_ID',
        'ANALISTA',
      ],
    }),
    ...where,
    periodId: Id.optional(),
    estadoPrincipalId: many(z.coerce.number().int().min(1).max(4)).optional(),
    materialidad: many(z.enum(MATERIALITY)).optional(),
    /** Submitted or not: tells POR_PREPARAR from ENVIADOS, which are both pendiente. Without an analysis it is neither. */
    enviado: Flag.optional(),
    /** Only those whose difference is more than a cent. */
    conDiferencia: Flag.optional(),
    format,
  }),
  exportable: true,
  response: pageOf(SummaryAccount),
})

export const summaryOfAccount = endpoint('GET', '/account-summary/account/:id', {
  summary: 'One account over its last 24 periods, with what they add up to',
  allow: 'accounts.summary.read',
  params: ById,
  response: z.object({
    cuenta: Account,
    data: z.array(AccountPeriod),
    totales: z.object({
      periodos: z.int(),
      analisis: z.int(),
      aprobados: z.int(),
      conDiferencia: z.int(),
      materiales: z.int(),
      rechazos: z.int(),
      reaperturas: z.int(),
    }),
    /** Suggested from the last twelve months (rules §2.1); the account keeps its own until somebody changes it. */
    riesgoSugerido: z.object({
      RIESGO: z.enum(['A', 'M', 'B']),
      puntaje: z.int(),
      partes: z.object({ saldo: z.int(), volatilidad: z.int(), rechazos: z.int(), reaperturas: z.int(), antiguedad: z.int() }),
    }),
  }),
})
