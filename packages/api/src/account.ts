import { z } from 'zod'
import { Annex, MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import {
  ById,
  Currency,
  changesOf,
  Flag,
  FREQUENCIES,
  format,
  Id,
  Moment,
  Money,
  many,
  NameText,
  Option,
  Percent,
  PeriodName,
  pageOf,
  paging,
  Revision,
  SearchText,
} from './shapes.ts'

/** Status of an account by its assignment (specification §3). */
export const ACCOUNT_STATUS = { noAsignada: 1, asignada: 2 } as const
export const RISKS = ['A', 'M', 'B'] as const
/** When the machine certifies an account (rules §2.1); without a method it never does. */
export const AUTO_METHODS = ['SALDO_CERO', 'CERO_SIN_MOV', 'SIN_MOV', 'EN_RANGO', 'EN_RANGO_SIN_MOV'] as const
/** What it makes of it: prepared, for a person to approve, or approved. */
export const AUTO_RESULTS = ['PREPARAR', 'APROBAR'] as const

export const Account = z
  .object({
    COD_CUENTA: z.int(),
    CUENTA: z.string(),
    NOMBRE: z.string(),
    statusId: z.union([z.literal(1), z.literal(2)]),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    ID_PAIS: z.int(),
    PAIS: z.string(),
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    COD_RUBRO: z.int().nullable(),
    RUBRO: z.string().nullable(),
    MONEDA: z.string(),
    ID_ANALISTA: z.int().nullable(),
    ANALISTA: z.string().nullable(),
    ID_RESPALDO: z.int().nullable(),
    RESPALDO: z.string().nullable(),
    RIESGO: z.enum(RISKS),
    MOTIVO_RIESGO: z.string().nullable(),
    /** When somebody last rated it by hand and said why; null where nobody did. */
    RIESGO_EN: Moment.nullable(),
    /** That was a year ago or longer (rules §2.1). */
    RIESGO_POR_REVISAR: z.boolean(),
    COD_PLANTILLA: z.int().nullable(),
    PLANTILLA: z.string().nullable(),
    FRECUENCIA: z.enum(FREQUENCIES),
    METODO_AUTO: z.enum(AUTO_METHODS).nullable(),
    RESULTADO_AUTO: z.enum(AUTO_RESULTS),
    ACTIVA: z.boolean(),
    /** Balance of the period asked for, else of the newest one that has one. */
    SALDO: Money.nullable(),
    PERIODO_SALDO: z.string().nullable(),
    /** Of everything that a change can touch: another number means that something of it is another. */
    REVISION: Revision,
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

const filters = {
  statusId: z.coerce.number().int().min(1).max(2).optional(),
  /** A period: only accounts with a balance in it. */
  filterByPeriod: Id.optional(),
  businessId: Id.optional(),
  countryId: Id.optional(),
  departmentId: Id.optional(),
  headingId: Id.optional(),
  analystId: Id.optional(),
  backupId: Id.optional(),
  /** Head of the account's department. */
  chiefId: Id.optional(),
  riesgo: many(z.enum(RISKS)).optional(),
  /** Only accounts whose risk was rated by hand: a year ago or longer, and is to be rated again (rules §2.1), or since then. */
  riesgoPorRevisar: Flag.optional(),
  activa: Flag.optional(),
  /** Only accounts whose balance shown is not zero. */
  conSaldo: Flag.optional(),
}
export const Filters = z.object({ ...filters, search: SearchText.optional() })

/** By what every list of accounts is ordered. */
export const ACCOUNT_SORT = [
  'CUENTA',
  'NOMBRE',
  'NEGOCIO',
  'DEPARTAMENTO',
  'RUBRO',
  'ANALISTA',
  'MONEDA',
  'PAIS',
  'RESPALDO',
  'FRECUENCIA',
  'ACTIVA',
  'RIESGO',
  'SALDO',
] as const
export const listAccounts = endpoint('GET', '/account', {
  summary: 'Accounts in scope',
  allow: 'accounts.account.read',
  query: z.object({ ...paging(100, { sort: ACCOUNT_SORT }), ...filters, format }),
  exportable: true,
  response: pageOf(Account),
})
export const getAccount = endpoint('GET', '/account/:id', {
  summary: 'One account',
  allow: 'accounts.account.read',
  params: ById,
  response: Account,
})
export const accountMetadata = endpoint('GET', '/account/metadata', {
  summary: 'Counts by tab, and what the filters and the assignment offer',
  allow: 'accounts.account.read',
  query: z.object({ filterByPeriod: Id.optional() }),
  response: z.object({
    total: z.int(),
    asignadas: z.int(),
    noAsignadas: z.int(),
    negocios: z.array(Option),
    /** `JEFE_ACTIVO`: whether the head can decide; null without one. */
    departamentos: z.array(
      Option.extend({
        ID_NEGOCIO: z.int(),
        ID_JEFE: z.int().nullable(),
        JEFE: z.string().nullable(),
        JEFE_ACTIVO: z.boolean().nullable(),
      }),
    ),
    analistas: z.array(Option.extend({ cuentas: z.int() })),
  }),
})

const Write = z.object({
  CUENTA: NameText.min(1).max(40),
  NOMBRE: NameText.min(2).max(200),
  ID_NEGOCIO: Id,
  COD_DEPARTAMENTO: Id.nullable().default(null),
  COD_RUBRO: Id.nullable().default(null),
  ID_ANALISTA: Id.nullable().default(null),
  MONEDA: Currency.optional(),
  ID_RESPALDO: Id.nullable().default(null),
  RIESGO: z.enum(RISKS).default('M'),
  MOTIVO_RIESGO: z.string().trim().min(10).max(500).nullable().default(null),
  /** One of templates of type ANALISIS that is published. */
  COD_PLANTILLA: Id.nullable().default(null),
  FRECUENCIA: z.enum(FREQUENCIES).default('MENSUAL'),
  METODO_AUTO: z.enum(AUTO_METHODS).nullable().default(null),
  RESULTADO_AUTO: z.enum(AUTO_RESULTS).default('PREPARAR'),
  ACTIVA: z.boolean().default(true),
})
/** 409 when the business has the account already. */
export const createAccount = endpoint('POST', '/account', {
  summary: 'Create an account',
  allow: 'accounts.account.write',
  body: Write,
  response: Account,
})
/** A risk is rated again by another reason, whether it changes or not. 422 when it is changed without saying why; 409 when somebody changed the account since REVISION. */
export const updateAccount = endpoint('PATCH', '/account/:id', {
  summary: 'Change an account; giving it an analyst assigns it and opens its analysis where a balance waits',
  allow: 'accounts.account.write',
  params: ById,
  body: changesOf(Write.omit({ ID_NEGOCIO: true, CUENTA: true }).extend({ REVISION: Revision })),
  response: Account,
})

/** All or nothing: 422 names the accounts that cannot be assigned. */
export const assignAccounts = endpoint('POST', '/account/assign', {
  kilobytes: 1024,
  summary: 'Assign many accounts to one analyst and department',
  allow: 'accounts.account.write',
  body: z.object({
    cuentaIds: z.array(Id).max(5000).optional(),
    /** Instead of a list: everything these filters let through. */
    filtro: Filters.optional(),
    ID_ANALISTA: Id,
    COD_DEPARTAMENTO: Id,
    /** What the user was shown: a different number answers 409. */
    esperadas: z.int().optional(),
  }),
  response: z.object({ asignadas: z.int(), analisisAbiertos: z.int() }),
})

const Named = z.object({ ID: z.int(), NOMBRE: z.string() })
/** One period of an account: what it held, what was said about it and who said it. */
export const AccountPeriod = z
  .object({
    COD_PERIODO: z.int(),
    PERIODO: PeriodName,
    /** The period is closed: nothing is opened in it. */
    CERRADO: z.boolean(),
    VALOR_BALANCE: Money,
    SALDO_ANTERIOR: Money.nullable(),
    VARIACION_PERIODO: Money.nullable(),
    VARIACION_PERIODO_PCT: Percent.nullable(),
    /** The threshold in force; null where none holds. */
    UMBRAL: z.object({ monto: Money, porcentaje: z.string(), base: z.string() }).nullable(),
    /** null where the period holds a balance and no analysis. */
    COD_ANALISIS: z.int().nullable(),
    VALOR_ANALISIS: Money.nullable(),
    VARIACION: Money.nullable(),
    MATERIALIDAD: z.enum(MATERIALITY).nullable(),
    AUTO: z.boolean(),
    ESTADO_PRINCIPAL_ID: z.int().nullable(),
    ESTADO_JEFATURA_ID: z.int().nullable(),
    ESTADO_CONTROL_ID: z.int().nullable(),
    ANALISTA: z.string().nullable(),
    FECHA_ENVIO: Moment.nullable(),
    FECHA_JEFATURA: Moment.nullable(),
    APROBO_JEFATURA: z.string().nullable(),
    FECHA_CONTROL: Moment.nullable(),
    APROBO_CONTROL: z.string().nullable(),
    COMENTARIO_VARIACION: z.string().nullable(),
    ARCHIVOS: z.array(Named.extend({ VERSION: z.int(), CARGADO_POR: z.string(), CARGADO_EN: Moment })),
    /** Those that were sent, or added later. */
    ANEXOS: z.array(Annex),
  })
  .meta({ id: 'AccountPeriod' })
export type AccountPeriod = z.output<typeof AccountPeriod>

export const accountHistory = endpoint('GET', '/account/:id/history', {
  summary: 'The last periods of an account, newest first (24 unless asked otherwise)',
  allow: 'accounts.summary.read',
  params: ById,
  query: z.object({ limit: z.coerce.number().int().min(1).max(120).default(24), format }),
  exportable: true,
  response: z.object({ cuenta: Account, data: z.array(AccountPeriod) }),
})

export const AssignmentChange = z
  .object({
    ID: z.int(),
    FECHA: Moment,
    ROL: z.enum(['ANALISTA', 'RESPALDO', 'JEFE']),
    ANTES: z.string().nullable(),
    DESPUES: z.string().nullable(),
    DEPARTAMENTO_ANTES: z.string().nullable(),
    DEPARTAMENTO_DESPUES: z.string().nullable(),
    /** The first period that the change holds for; null: at once. */
    DESDE: PeriodName.nullable(),
    MOTIVO: z.string().nullable(),
    LOTE: z.int().nullable(),
    POR: z.string().nullable(),
  })
  .meta({ id: 'AssignmentChange' })
export type AssignmentChange = z.output<typeof AssignmentChange>
export const listAssignmentChanges = endpoint('GET', '/account/:id/assignments', {
  summary: 'Who was responsible for an account, a row per change, newest first',
  allow: 'accounts.account.read',
  params: ById,
  query: z.object(paging(100, { sort: ['FECHA', 'ROL'] })),
  response: pageOf(AssignmentChange),
})
