import { z } from 'zod'
import { Filters } from './account.ts'
import { endpoint, file } from './endpoint.ts'
import { Id, Moment, PeriodName, pageOf, paging } from './shapes.ts'

/** Accounts handed from one person to another (rules §2.5). */
export const TRANSFER_ROLES = ['ANALISTA', 'RESPALDO', 'JEFE'] as const
export const MAX_TRANSFERRED = 5000

/** Why an account stays where it is. */
const TRANSFER_REASONS = [
  'omitida',
  'no_es_del_origen',
  'fuera_de_alcance',
  'destino_aprueba',
  'destino_decidio',
  'destino_envio',
  'destino_es_analista',
  'sin_departamento',
  'varios_departamentos',
  'agrupada',
] as const

const LeftAccount = z
  .object({
    COD_CUENTA: z.int(),
    CUENTA: z.string(),
    NEGOCIO: z.string(),
    NOMBRE: z.string(),
    motivo: z.enum(TRANSFER_REASONS),
    texto: z.string(),
  })
  .meta({ id: 'TransferLeft' })

export const TransferResult = z
  .object({
    simulado: z.boolean(),
    /** null while it is only looked at. */
    lote: z.int().nullable(),
    /** Of exactly this set: the commit sends it back. */
    huella: z.string(),
    seleccionadas: z.int(),
    movidas: z.int(),
    /** Left out by the list or by `omitirErrores`. */
    omitidas: z.array(LeftAccount),
    /** These keep the transfer from being made. */
    conflictos: z.array(LeftAccount),
    /** Work in progress: to prepare (moves), and signed (keeps its signer; only what comes back goes to the new one). */
    enCurso: z.object({ porPreparar: z.int(), firmados: z.int(), quedan: z.int() }),
    periodos: z.array(z.object({ PERIODO: PeriodName, porPreparar: z.int(), firmados: z.int() })),
    /** What moves and is late, or due within 48 hours; the first 100. */
    enRiesgo: z.object({
      total: z.int(),
      data: z.array(z.object({ COD_ANALISIS: z.int(), CUENTA: z.string(), NEGOCIO: z.string(), PERIODO: PeriodName, VENCE: Moment })),
    }),
    carga: z.array(
      z.object({
        ID_USUARIO: z.int(),
        NOMBRE: z.string(),
        cuentasAntes: z.int(),
        cuentasDespues: z.int(),
        pendientesAntes: z.int(),
        pendientesDespues: z.int(),
      }),
    ),
  })
  .meta({ id: 'TransferResult' })
export type TransferResult = z.output<typeof TransferResult>

const Body = z.object({
  origenUsuarioId: Id,
  destinoUsuarioId: Id,
  rol: z.enum(TRANSFER_ROLES),
  cuentaIds: z.array(Id).max(MAX_TRANSFERRED).optional(),
  /** Instead of a list: everything of the origin that these let through. */
  filtro: Filters.optional(),
  desdePeriodoId: Id,
  incluirEnCurso: z.boolean().default(true),
  /** Goes back by itself after this day. */
  hasta: z.iso.date().optional(),
  /** Of a head: which of the departments that the destination heads. */
  COD_DEPARTAMENTO: Id.optional(),
  omitir: z.array(Id).max(MAX_TRANSFERRED).default([]),
  omitirErrores: z.boolean().default(false),
  motivo: z.string().trim().max(500).default(''),
  notificar: z.boolean().default(true),
  simular: z.boolean().default(false),
  huella: z.string().max(100).optional(),
  idempotencia: z.string().trim().min(8).max(100).optional(),
})

/** 409 with the present preview where the set is no longer the one that was looked at; 422 with each account that cannot move. */
export const transferAccounts = endpoint('POST', '/account/transfer', {
  kilobytes: 1024,
  summary: 'Hand accounts over: look at it first, then make exactly that',
  allow: 'accounts.account.transfer',
  body: Body,
  response: TransferResult,
})

export const Transfer = z
  .object({
    LOTE: z.int(),
    ROL: z.enum(TRANSFER_ROLES),
    ID_ORIGEN: z.int(),
    ORIGEN: z.string(),
    ID_DESTINO: z.int(),
    DESTINO: z.string(),
    DESDE: PeriodName,
    HASTA: z.string().nullable(),
    CUENTAS: z.int(),
    MOTIVO: z.string(),
    POR: z.string(),
    FECHA: Moment,
    DESHECHO_POR: z.string().nullable(),
    DESHECHO_EN: Moment.nullable(),
    DEVUELTO_EN: Moment.nullable(),
    /** Less than a day old and neither undone nor returned; whether somebody has acted is found when it is tried. */
    PUEDE_DESHACER: z.boolean(),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.output<typeof Transfer>

export const listTransfers = endpoint('GET', '/account/transfer', {
  summary: 'Transfers made, newest first',
  allow: 'accounts.account.transfer',
  query: z.object({ ...paging(100, { sort: ['FECHA', 'ORIGEN', 'DESTINO'] }), userId: Id.optional() }),
  response: pageOf(Transfer),
})
/** 409 after a day, or when somebody has acted on what was moved. */
export const undoTransfer = endpoint('POST', '/account/transfer/:lote/undo', {
  summary: 'Undo a transfer',
  allow: 'accounts.account.transfer',
  params: z.object({ lote: Id }),
  response: Transfer,
})

/** Codes as they come: one to a line, or the first column of a table whose heading reads like an account. */
export const resolveAccounts = endpoint('POST', '/account/transfer/resolve', {
  kilobytes: 512,
  summary: 'Accounts by a pasted list or a file of codes',
  allow: 'accounts.account.transfer',
  multipart: true,
  body: z.object({ lista: z.string().max(100_000).optional(), file: file().optional(), businessId: Id.optional() }),
  response: z.object({
    encontradas: z.array(
      z.object({
        COD_CUENTA: z.int(),
        CUENTA: z.string(),
        NOMBRE: z.string(),
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        ANALISTA: z.string().nullable(),
      }),
    ),
    noEncontradas: z.array(z.string()),
    /** Codes that several businesses have; all of them are in `encontradas`. */
    ambiguas: z.array(z.string()),
    /** Codes as they were given, and those that they are but for zeros in front and capitals. */
    parecidas: z.array(z.object({ DICHO: z.string(), CUENTA: z.string() })),
    repetidas: z.int(),
  }),
})
