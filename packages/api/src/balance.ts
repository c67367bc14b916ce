import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { ById, Id, Moment, Money, pageOf, paging } from './shapes.ts'

/**
 * Balance load (decisions §3). A file goes through columnas → revision → confirmada (or descartada):
 * `uploadBalances` stores it and reads its layout, `mapBalances` says which column is what,
 * `confirmBalances` applies exactly what was previewed, or 409.
 */
export const BALANCE_FIELDS = [
  'cuenta',
  'nombre',
  'negocioCodigo',
  'negocioNombre',
  'moneda',
  'saldo',
  'debe',
  'haber',
  /** What was there before what moved: with `debe` and `haber`, in place of `saldo`. */
  'inicial',
  'periodo',
  'documento',
  'signo',
] as const

/** What amounts are counted in: units of money, thousands or millions. */
export const AMOUNT_UNITS = [1, 1000, 1_000_000] as const

const ColumnIndex = z.int().min(0).max(500)

export const Mapping = z
  .object({
    sheet: z.string().optional(),
    /** 1-based; 0 where the file has no header. */
    headerRow: z.int().min(0).max(1000),
    /** Field → 0-based column. */
    columns: z.partialRecord(z.enum(BALANCE_FIELDS), ColumnIndex),
    /** Further columns of the account's code ("92-011-31000" of three): with `cuenta`, in the order of the file, joined by '-'. */
    cuentaPartes: z.array(ColumnIndex).max(5).optional(),
    /** In place of a balance column: a column of balances for each business, which its heading names unless it is said here. */
    negocios: z
      .array(z.object({ columna: ColumnIndex, ID_NEGOCIO: Id.optional() }))
      .max(200)
      .optional(),
    /** Of a business that brings the same account in several documents, this one counts and the others are passed over. */
    documento: z.string().max(120).optional(),
    decimal: z.enum([',', '.']).optional(),
    /** What the amounts are counted in: units unless said. Where the file says a unit of its own, it must be said here too. */
    unidad: z.literal(AMOUNT_UNITS).optional(),
    /** What an account without any amount means; refused unless said. */
    emptyAmount: z.enum(['refuse', 'skip', 'zero']).optional(),
    /** Rows that are the sum of others of the file: loaded like accounts unless they are to be left out. */
    grupos: z.enum(['cargar', 'omitir']).optional(),
    /** The business of every row, where the file has no business column. */
    ID_NEGOCIO: Id.optional(),
    /** Create businesses that the file names and Cuadre does not know, in this country. */
    crearNegociosEnPais: Id.optional(),
  })
  .meta({ id: 'BalanceMapping' })
export type Mapping = z.output<typeof Mapping>

/** How a row stands against the balance that holds now (this period's, else the period before); `grupo` is one left out as the sum of others. */
export const ROW_CLASSES = ['nueva', 'cambia', 'igual', 'falta', 'rechazada', 'grupo'] as const

/** A sum of balances may have more digits than one balance. */
const Sum = z.string().regex(/^-?\d{1,28}(\.\d{1,2})?$/)

const Layout = z.object({
  kind: z.enum(['xlsx', 'xls', 'csv']),
  encoding: z.string().nullable(),
  separator: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), visible: z.boolean() })),
  /** The first rows as text, for choosing columns. */
  sample: z.array(z.object({ number: z.int(), cells: z.array(z.string().nullable()) })),
  /** What the file says its amounts are counted in: in which row, or in the name of its sheet (null), and in which words. */
  unidad: z.object({ unidad: z.literal([1000, 1_000_000]), fila: z.int().nullable(), texto: z.string() }).optional(),
  /** Documents that bring the same accounts of a business: one must be chosen. */
  documentos: z.array(z.object({ documento: z.string(), filas: z.int(), negocios: z.int() })).optional(),
})

const ClassTotal = z.object({
  clase: z.enum(ROW_CLASSES),
  cuentas: z.int(),
  /** Of them, accounts that nobody is responsible for: their balance is kept, no analysis opens until they are assigned. */
  sinAsignar: z.int(),
  saldoVigente: Sum,
  saldoDespues: Sum,
})

/** By the state in which they are now; `cambio` is the sum of what their balances move. */
export const Reopens = z.object({
  total: z.int(),
  enviados: z.int(),
  revision: z.int(),
  aprobados: z.int(),
  rechazados: z.int(),
  cambio: Sum,
})

/**
 * Rows whose amount is, to the cent, the sum of the rows right below them in the file ('11' of '1105' and '1110'; by segments where
 * codes have separators), of the same business and currency.
 */
const Groups = z.object({
  filas: z.int(),
  /** What a total counts again where they are loaded. */
  saldo: Sum,
  /** Of them, accounts that have a balance now: left out they are among `falta`, and keep it. */
  conSaldo: z.int(),
  /** The first codes of the file. */
  ejemplos: z.array(z.object({ CUENTA: z.string(), NOMBRE: z.string().nullable() })),
})

export const Preview = z.object({
  /** Proof of what was shown; `confirmBalances` applies this or answers 409. */
  token: z.string(),
  filas: z.int(),
  omitidas: z.int(),
  clases: z.array(ClassTotal),
  /** Where the file has groups: loaded, or left out where the mapping says so. */
  grupos: Groups.optional(),
  totalVigente: Sum,
  totalDespues: Sum,
  cuentasCreadas: z.int(),
  negociosCreados: z.array(z.string()),
  /** Analyses that confirming would send back to pendiente. */
  reabre: Reopens,
  analisisNuevos: z.int(),
  monedas: z.array(z.string()),
})

export const BalanceLoad = z
  .object({
    COD_CARGA: z.int(),
    COD_PERIODO: z.int(),
    PERIODO: z.string(),
    ARCHIVO: z.string(),
    TAMANO: z.int(),
    SHA256: z.string(),
    ESTADO: z.enum(['columnas', 'revision', 'confirmada', 'descartada']),
    CARGADO_POR: z.string(),
    CARGADO_EN: Moment,
    CONFIRMADO_EN: Moment.nullable(),
    /** The same file was confirmed for this period before and its balances still hold: confirming changes nothing. */
    REPETIDA_DE: z.int().nullable(),
    PERFIL: z.string().nullable(),
    /** Null, as are layout and preview, where the load also holds businesses outside the caller's scope. */
    mapping: Mapping.nullable(),
    layout: Layout.nullable(),
    /** In `columnas`: what has to be said before it can go on; `hoja` where several sheets hold a balance, `unidad` where the file counts in thousands or millions, `confirmar` where columns were recognised with doubt. */
    necesita: z.array(z.enum(['cuenta', 'saldo', 'negocio', 'decimal', 'documento', 'hoja', 'unidad', 'confirmar'])),
    preview: Preview.nullable(),
    /** After confirming: what was done. */
    resultado: z.object({ saldos: z.int(), cuentasCreadas: z.int(), analisisNuevos: z.int(), reabiertos: z.int() }).nullable(),
  })
  .meta({ id: 'BalanceLoad' })
export type BalanceLoad = z.output<typeof BalanceLoad>

/**
 * SIMULAR true (the dry run) stops at the preview; without it the load is previewed and confirmed at once, all or nothing,
 * and a refused row or a layout that is not known answers 422. Refused files (type, size, bomb, macros, encrypted …): 422 with the reason.
 */
export const uploadBalances = endpoint('POST', '/balances/upload', {
  summary: 'Load a balance file',
  allow: 'accounts.balance.load',
  multipart: true,
  body: z.object({
    file: file(),
    COD_PERIODO: Id,
    SIMULAR: z.stringbool().default(false),
    /** JSON of a mapping, where it is not the remembered one. */
    MAPEO: z.string().max(20_000).optional(),
  }),
  response: BalanceLoad,
})
export const mapBalances = endpoint('POST', '/balances/load/:id/mapping', {
  summary: 'Say which column is what; remembered for the next file of the same layout',
  allow: 'accounts.balance.load',
  params: ById,
  body: Mapping,
  response: BalanceLoad,
})
export const getLoadSheet = endpoint('GET', '/balances/load/:id/sheet', {
  summary: 'The first rows of another sheet of the file of a load, and which column is which there',
  allow: 'accounts.balance.load',
  params: ById,
  query: z.object({ sheet: z.string() }),
  response: z.object({ mapping: Mapping, layout: Layout }),
})
export const confirmBalances = endpoint('POST', '/balances/load/:id/confirm', {
  summary: 'Apply exactly what the preview showed, in one transaction, or 409',
  allow: 'accounts.balance.load',
  params: ById,
  body: z.object({ token: z.string() }),
  response: BalanceLoad,
})
export const discardBalances = endpoint('POST', '/balances/load/:id/discard', {
  summary: 'Throw a load away before it is confirmed',
  allow: 'accounts.balance.load',
  params: ById,
  response: BalanceLoad,
})
export const getBalanceLoad = endpoint('GET', '/balances/load/:id', {
  summary: 'One load',
  allow: 'accounts.balance.read',
  params: ById,
  response: BalanceLoad,
})
export const listBalanceLoads = endpoint('GET', '/balances/load', {
  summary: 'Loads, newest first',
  allow: 'accounts.balance.read',
  query: z.object({ ...paging(10), filterByPeriod: Id.optional() }),
  response: pageOf(BalanceLoad.omit({ layout: true, mapping: true, necesita: true })),
})

export const LoadRow = z
  .object({
    fila: z.int().nullable(),
    clase: z.enum(ROW_CLASSES),
    sinAsignar: z.boolean(),
    NEGOCIO: z.string().nullable(),
    CUENTA: z.string().nullable(),
    NOMBRE: z.string().nullable(),
    saldoVigente: Money.nullable(),
    /** Of a group that is left out, its amount in the file. */
    saldoDespues: Money.nullable(),
    reabre: z.boolean(),
    /** Of a row that is the sum of others of the file: of how many. */
    sumaDe: z.int().nullable(),
    /** Refused rows: the column's heading, the value read and the reason in the reader's language. */
    columna: z.string().nullable(),
    valor: z.string().nullable(),
    motivo: z.string().nullable(),
  })
  .meta({ id: 'LoadRow' })
export type LoadRow = z.output<typeof LoadRow>
export const listLoadRows = endpoint('GET', '/balances/load/:id/rows', {
  summary: 'Rows of a load by class',
  allow: 'accounts.balance.read',
  params: ById,
  query: z.object({
    ...paging(100),
    clase: z.enum(ROW_CLASSES).optional(),
    sinAsignar: z.stringbool().optional(),
    reabre: z.stringbool().optional(),
    /** Rows that are the sum of others of the file. */
    grupo: z.stringbool().optional(),
  }),
  response: pageOf(LoadRow),
})

export const Balance = z
  .object({
    COD_BALANCE: z.int(),
    COD_CUENTA: z.int(),
    CUENTA: z.string(),
    NOMBRE: z.string(),
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    COD_PERIODO: z.int(),
    PERIODO: z.string(),
    MONEDA: z.string(),
    SALDO: Money,
    COD_CARGA: z.int(),
  })
  .meta({ id: 'Balance' })
export type Balance = z.output<typeof Balance>
export const listBalances = endpoint('GET', '/balances', {
  summary: 'Balances in scope',
  allow: 'accounts.balance.read',
  query: z.object({ ...paging(100), filterByPeriod: Id.optional(), businessId: Id.optional() }),
  response: pageOf(Balance),
})
export const getBalance = endpoint('GET', '/balances/:id', {
  summary: 'One balance',
  allow: 'accounts.balance.read',
  params: ById,
  response: Balance,
})
export const currentBalance = endpoint('GET', '/balances/current/:id', {
  summary: 'The newest balance of an account',
  allow: 'accounts.balance.read',
  params: ById,
  response: Balance,
})
export const balanceFile = endpoint('GET', '/balances/file/:id', {
  summary: 'The original file of a load',
  allow: 'accounts.balance.read',
  params: ById,
  response: binary(),
  bytes: true,
})
