import { z } from 'zod'
import { binary, endpoint, file } from './endpoint.ts'
import { Amount, ById, format, Id, Moment, Money, Percent, pageOf, paging } from './shapes.ts'

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
    /** Rows that are the sum of others of the file. Unless said: left out, except accounts that have a balance or an analyst already. */
    grupos: z.enum(['cargar', 'omitir']).optional(),
    /** Rows of zero that change nothing: loaded unless they are to be left out. */
    ceros: z.enum(['cargar', 'omitir']).optional(),
    /** Rows of the same account: refused, since nobody can tell which holds, unless a person says that they add up. */
    repetidas: z.enum(['rechazar', 'sumar']).optional(),
    /** Codes that differ from those of known accounts only by zeros in front: refused unless a person says that they are the same. */
    cerosDelante: z.enum(['distinguir', 'ignorar']).optional(),
    /** Rows that name no business: refused, unless a person says that they are of the one that was named last above them. */
    negocioVacio: z.enum(['rechazar', 'anterior']).optional(),
    /** The business of every row, where the file has no business column. */
    ID_NEGOCIO: Id.optional(),
    /** Create businesses that the file names and Cuadre does not know, in this country. */
    crearNegociosEnPais: Id.optional(),
  })
  .meta({ id: 'BalanceMapping' })
export type Mapping = z.output<typeof Mapping>

/**
 * How a row stands against the balance that holds now (this period's, else the period before); `grupo` is one left out as the sum of
 * others, `cero` one left out as a zero that changes nothing.
 */
export const ROW_CLASSES = ['nueva', 'cambia', 'igual', 'falta', 'rechazada', 'grupo', 'cero'] as const
/** Rows of the file that are not loaded. */
export const LEFT_OUT = ['rechazada', 'grupo', 'cero'] as const

/** A sum of balances may have more digits than one balance. */
const Sum = z.string().regex(/^-?\d{1,28}(\.\d{1,2})?$/)

const Layout = z.object({
  kind: z.enum(['xlsx', 'xls', 'xlsb', 'ods', 'xml', 'csv']),
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
  /** Without rows that are the sum of others, which would count an amount twice. */
  saldoVigente: Sum,
  /** What is stored of this class; a missing account has only what this period held before. */
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
  /** The same by currency, where they are in several: amounts of several are not added up. */
  cambios: z.array(z.object({ MONEDA: z.string(), monto: Sum })).optional(),
  /** Besides, analyses of the month after that a rule certified because nothing had moved. */
  despues: z.int().optional(),
})

/**
 * Rows whose amount is, to the cent, the sum of the rows right below them in the file ('11' of '1105' and '1110'; by segments where
 * codes have separators), of the same business and currency.
 */
const Groups = z.object({
  filas: z.int(),
  /** Of them, left out. */
  fuera: z.int(),
  /** Their sum, which no total contains. */
  saldo: Sum,
  /** Of them, accounts that have a balance now: left out they are among `falta`, and keep it. */
  conSaldo: z.int(),
  /** The first codes of the file. */
  ejemplos: z.array(z.object({ CUENTA: z.string(), NOMBRE: z.string().nullable() })),
})

/** What the reader passed over, by kind; `documentos` are rows of a document that was not chosen. */
export const PASSED_OVER = ['titulos', 'encabezados', 'totales', 'notas', 'sinImporte', 'documentos', 'vacias'] as const

/** Whether all is there: what was expected, what the file has, what its own total says and what will be stored. */
export const Completeness = z.object({
  /** The period that it is compared with; null where there is none. */
  PERIODO_ANTERIOR: z.string().nullable(),
  negocios: z.object({
    /** With balances last month, in the caller's scope. */
    esperados: z.int(),
    enArchivo: z.int(),
    /** Not in the file, but loaded already this month. */
    yaCargados: z.int(),
    /** The file is of one business, as its mapping says: the others are not expected in it. */
    deUno: z.boolean(),
    faltan: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        cuentas: z.int(),
        saldos: z.array(z.object({ MONEDA: z.string(), saldo: Sum })),
      }),
    ),
  }),
  cuentas: z.object({
    /** Accounts with a balance of the businesses in the file. */
    esperadas: z.int(),
    faltan: z.int(),
    /** Of those missing, how many keep a balance of this month, from a load before. */
    conservan: z.int(),
    /** Known accounts that are in the file, but whose rows are refused. */
    rechazadas: z.int(),
  }),
  /** Every row of the file is in exactly one of them. */
  filas: z.object({
    archivo: z.int(),
    aplicadas: z.int(),
    rechazadas: z.int(),
    grupos: z.int(),
    ceros: z.int(),
    omitidas: z.partialRecord(z.enum(PASSED_OVER), z.int()),
  }),
  /**
   * Rows of which a word for all of them decides: zeros that change nothing, rows of one account, codes that differ by zeros in front, rows
   * that name no business below one that does.
   */
  decidir: z.object({
    ceros: z.int(),
    repetidas: z.int(),
    cerosDelante: z.int(),
    /** Absent in previews made before there was one. */
    sinNegocio: z.int().optional(),
  }),
  /** Balances made of several rows of the file, and of how many. */
  sumadas: z.object({ saldos: z.int(), filas: z.int() }),
  /** Months that refused rows are of, the most frequent first. */
  otrosPeriodos: z.array(z.object({ PERIODO: z.string(), filas: z.int() })),
  control: z.object({
    /** The total that the file itself states, and in which row; null where it has none. */
    archivo: z.object({ valor: Sum, fila: z.int() }).nullable(),
    /** All rows of the file that have an amount, also refused ones, without sums of others. */
    leido: Sum,
    /** Of it, in refused rows. */
    rechazado: Sum,
    /** Refused rows whose amount could not be read. */
    ilegibles: z.int(),
  }),
  /** By currency: what is applied, what this month held before and keeps, and so what it will hold of the businesses in the file. */
  guardado: z.array(z.object({ MONEDA: z.string(), aplicado: Sum, conserva: Sum, guardado: Sum })),
})
export type Completeness = z.output<typeof Completeness>

export const Preview = z.object({
  /** Proof of what was shown; `confirmBalances` applies this or answers 409. */
  token: z.string(),
  filas: z.int(),
  omitidas: z.int(),
  /** Absent in previews made before there was one. */
  completitud: Completeness.optional(),
  clases: z.array(ClassTotal),
  /** Where the file has groups: loaded, or left out where the mapping says so. */
  grupos: Groups.optional(),
  totalVigente: Sum,
  totalDespues: Sum,
  cuentasCreadas: z.int(),
  /** Accounts that are not active and have a balance other than zero, with the first codes: it is kept, no analysis opens. Absent without any. */
  inactivas: z.object({ cuentas: z.int(), ejemplos: z.array(z.string()) }).optional(),
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
    ESTADO: z.enum(['columnas', 'revision', 'confirmada', 'descartada', 'deshecha']),
    CARGADO_POR: z.string(),
    CARGADO_EN: Moment,
    CONFIRMADO_EN: Moment.nullable(),
    DESHECHO_POR: z.string().nullable(),
    DESHECHO_EN: Moment.nullable(),
    /** The control total that a person typed in, to be compared with what was read. */
    TOTAL_CONTROL: Money.nullable(),
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
  kilobytes: 512,
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
/** From these numbers on, what a load creates is confirmed with them. */
const CREATES_MANY = { negocios: 3, cuentas: 200 } as const
export const createsMany = ({ negociosCreados, cuentasCreadas }: Pick<z.output<typeof Preview>, 'negociosCreados' | 'cuentasCreadas'>) =>
  negociosCreados.length >= CREATES_MANY.negocios || cuentasCreadas >= CREATES_MANY.cuentas
/** Where much is created, `CREA` repeats how much: 422 without it, or with other numbers. */
export const confirmBalances = endpoint('POST', '/balances/load/:id/confirm', {
  kilobytes: 512,
  summary: 'Apply exactly what the preview showed, in one transaction, or 409',
  allow: 'accounts.balance.load',
  params: ById,
  body: z.object({ token: z.string(), CREA: z.object({ negocios: z.int(), cuentas: z.int() }).optional() }),
  response: BalanceLoad,
})
export const discardBalances = endpoint('POST', '/balances/load/:id/discard', {
  summary: 'Throw a load away before it is confirmed',
  allow: 'accounts.balance.load',
  params: ById,
  response: BalanceLoad,
})
/** 409 where the period does not take loads, a later load or an assignment goes by it, or somebody has worked on an analysis that it opened or changed. */
export const undoBalances = endpoint('POST', '/balances/load/:id/undo', {
  summary: 'Take a confirmed load back: balances, analyses, accounts and businesses as they were before it',
  allow: 'accounts.balance.load',
  params: ById,
  body: z.object({ MOTIVO: z.string().trim().min(10).max(500) }),
  response: BalanceLoad,
})
export const setControlTotal = endpoint('POST', '/balances/load/:id/control-total', {
  summary: 'The total that the file should have, as a person knows it; null takes it back',
  allow: 'accounts.balance.load',
  params: ById,
  body: z.object({ TOTAL_CONTROL: Amount.nullable() }),
  response: BalanceLoad,
})
/** Every row of the load that names it so, and every file from now on: the load is read again. */
export const aliasBusiness = endpoint('POST', '/balances/load/:id/business-alias', {
  summary: 'A business that a file names in another way is the same as one that exists',
  allow: 'accounts.balance.load',
  params: ById,
  body: z.object({ /** As `LoadRow.valor` has it. */ NEGOCIO: z.string().trim().min(1).max(200), ID_NEGOCIO: Id }),
  response: BalanceLoad,
})
export const aliasAccount = endpoint('POST', '/balances/load/:id/account-alias', {
  summary: 'An account that a file brings under another code is the same as one that exists',
  allow: 'accounts.balance.load',
  params: ById,
  body: z.object({ CUENTA: z.string().trim().min(1).max(120), COD_CUENTA: Id }),
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
  query: z.object({ ...paging(10, { sort: ['CARGADO_EN', 'ARCHIVO', 'PERIODO', 'ESTADO'] }), filterByPeriod: Id.optional() }),
  response: pageOf(BalanceLoad.omit({ layout: true, mapping: true, necesita: true })),
})

export const LoadRow = z
  .object({
    fila: z.int().nullable(),
    clase: z.enum(ROW_CLASSES),
    sinAsignar: z.boolean(),
    ID_NEGOCIO: z.int().nullable(),
    NEGOCIO: z.string().nullable(),
    CUENTA: z.string().nullable(),
    NOMBRE: z.string().nullable(),
    /** What may be the same as one that exists under another name. */
    alias: z.enum(['negocio', 'cuenta']).nullable(),
    saldoVigente: Money.nullable(),
    /** Of a group that is left out, its amount in the file. */
    saldoDespues: Money.nullable(),
    reabre: z.boolean(),
    /** Of a row that is the sum of others of the file: of how many. */
    sumaDe: z.int().nullable(),
    /** Of a balance that rows of the same account add up to: how many; else 1. */
    filas: z.int(),
    /** Of `saldoVigente`, in percent; null where that is 0 or there is none. */
    cambioPct: Percent.nullable(),
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
    ...paging(100, { sort: ['CUENTA', 'NOMBRE', 'NEGOCIO', 'VIGENTE', 'DESPUES', 'CAMBIO', 'PORCENTAJE'] }),
    clase: z.enum(ROW_CLASSES).optional(),
    sinAsignar: z.stringbool().optional(),
    reabre: z.stringbool().optional(),
    /** Rows that are the sum of others of the file. */
    grupo: z.stringbool().optional(),
    businessId: Id.optional(),
    /** From a change of this much on, up or down; with both, both must hold. */
    minCambio: Amount.optional(),
    minPorcentaje: z.coerce.number().min(0).max(1_000_000).optional(),
    format,
  }),
  // Sorted by CAMBIO or PORCENTAJE: by size, whatever the sign.
  response: pageOf(LoadRow).extend({
    totales: z.array(z.object({ MONEDA: z.string(), cuentas: z.int(), saldoVigente: Sum, saldoDespues: Sum, cambio: Sum })),
  }),
  exportable: true,
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
    /** The load that brought it. */
    COD_CARGA: z.int(),
    ARCHIVO: z.string(),
    CARGADO_POR: z.string(),
    CARGADO_EN: Moment,
  })
  .meta({ id: 'Balance' })
export type Balance = z.output<typeof Balance>
/** With what it was before other loads changed it, newest first; those before this was kept are not known. */
export const BalanceDetail = Balance.extend({
  ANTES: z.array(Balance.pick({ SALDO: true, COD_CARGA: true, ARCHIVO: true, CARGADO_POR: true }).extend({ HASTA: Moment })),
}).meta({ id: 'BalanceDetail' })
export const listBalances = endpoint('GET', '/balances', {
  summary: 'Balances in scope',
  allow: 'accounts.balance.read',
  query: z.object({
    ...paging(100, { sort: ['CUENTA', 'NOMBRE', 'NEGOCIO', 'PERIODO', 'SALDO'] }),
    filterByPeriod: Id.optional(),
    businessId: Id.optional(),
    accountId: Id.optional(),
  }),
  response: pageOf(Balance),
})
export const getBalance = endpoint('GET', '/balances/:id', {
  summary: 'One balance, with what it was before',
  allow: 'accounts.balance.read',
  params: ById,
  response: BalanceDetail,
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
