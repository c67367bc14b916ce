import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Id, Money, many, Option, pageOf, paging } from './shapes.ts'

/** Status of an account by its assignment (specification §3). */
export const ACCOUNT_STATUS = { noAsignada: 1, asignada: 2 } as const
export const RISKS = ['A', 'M', 'B'] as const

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
    RIESGO: z.enum(RISKS),
    ACTIVA: z.boolean(),
    /** Balance of the period asked for, else of the newest one that has one. */
    SALDO: Money.nullable(),
    PERIODO_SALDO: z.string().nullable(),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

const filters = {
  statusId: z.coerce.number().int().min(1).max(2).optional(),
  /** A period: only accounts with a balance in it. */
  filterByPeriod: Id.optional(),
  businessId: Id.optional(),
  departmentId: Id.optional(),
  analystId: Id.optional(),
  riesgo: many(z.enum(RISKS)).optional(),
}

export const listAccounts = endpoint('GET', '/account', {
  summary: 'Accounts in scope',
  allow: 'accounts.account.read',
  query: z.object({ ...paging(100), ...filters }),
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
    departamentos: z.array(Option.extend({ ID_NEGOCIO: z.int(), JEFE: z.string().nullable() })),
    analistas: z.array(Option.extend({ cuentas: z.int() })),
  }),
})

const Write = z.object({
  CUENTA: z.string().trim().min(1).max(40),
  NOMBRE: z.string().trim().min(2).max(200),
  ID_NEGOCIO: Id,
  COD_DEPARTAMENTO: Id.nullable().default(null),
  COD_RUBRO: Id.nullable().default(null),
  ID_ANALISTA: Id.nullable().default(null),
  MONEDA: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  RIESGO: z.enum(RISKS).default('M'),
  ACTIVA: z.boolean().default(true),
})
/** 409 when the business has the account already. */
export const createAccount = endpoint('POST', '/account', {
  summary: 'Create an account',
  allow: 'accounts.account.write',
  body: Write,
  response: Account,
})
export const updateAccount = endpoint('PATCH', '/account/:id', {
  summary: 'Change an account; giving it an analyst assigns it and opens its analysis where a balance waits',
  allow: 'accounts.account.write',
  params: ById,
  body: changesOf(Write.omit({ ID_NEGOCIO: true, CUENTA: true })),
  response: Account,
})

/** All or nothing: 422 names the accounts that cannot be assigned. */
export const assignAccounts = endpoint('POST', '/account/assign', {
  summary: 'Assign many accounts to one analyst and department',
  allow: 'accounts.account.write',
  body: z.object({
    cuentaIds: z.array(Id).max(5000).optional(),
    /** Instead of a list: everything these filters let through. */
    filtro: z.object({ ...filters, search: z.string().trim().max(200).optional() }).optional(),
    ID_ANALISTA: Id,
    COD_DEPARTAMENTO: Id,
    /** What the user was shown: a different number answers 409. */
    esperadas: z.int().optional(),
  }),
  response: z.object({ asignadas: z.int(), analisisAbiertos: z.int() }),
})
