import { z } from 'zod'
import { endpoint, file } from './endpoint.ts'
import { Id } from './shapes.ts'

/** Rows that a chart may have. */
export const MAX_CHART_ROWS = 10_000
/** What a file of a chart holds: the accounts of a business, or the headings of the corporation with the prefixes of their accounts. */
const CHART_KINDS = ['cuentas', 'rubros'] as const
/** `distinta`: there already, by another name or under another heading. */
export const CHART_CLASSES = ['nueva', 'distinta', 'igual', 'rechazada'] as const

export const ChartRow = z
  .object({
    /** Its number in the file, from 1. */
    FILA: z.int(),
    CODIGO: z.string(),
    NOMBRE: z.string(),
    /** The heading that it comes under, by code and name: the one whose code is the longest beginning of its own. */
    RUBRO: z.string().nullable(),
    CLASE: z.enum(CHART_CLASSES),
    /** What is there now, of one that differs; why, of one that is refused. */
    TEXTO: z.string().nullable(),
  })
  .meta({ id: 'ChartRow' })
export type ChartRow = z.output<typeof ChartRow>

export const Chart = z
  .object({
    tipo: z.enum(CHART_KINDS),
    simulado: z.boolean(),
    /** Of exactly this: the commit sends it back. */
    huella: z.string(),
    /** The file's headings of the columns that were used. */
    columnas: z.object({ CODIGO: z.string(), NOMBRE: z.string(), RUBRO: z.string().nullable(), MONEDA: z.string().nullable() }),
    total: z.object({ nueva: z.int(), distinta: z.int(), igual: z.int(), rechazada: z.int() }),
    data: z.array(ChartRow),
  })
  .meta({ id: 'Chart' })
export type Chart = z.output<typeof Chart>

/**
 * What is new is created, what differs is changed where `cambiar` says so, nothing is removed; refused rows are left out. All or nothing.
 * 409 with the preview of now where it is no longer the one that was looked at; 422 where no columns are recognised.
 */
export const importChart = endpoint('POST', '/account/chart', {
  summary: 'Take over a chart of accounts: look at it first, then make exactly that',
  allow: 'accounts.account.write',
  multipart: true,
  body: z.object({
    file: file(),
    /** Whose accounts they are; headings are of the whole corporation. */
    ID_NEGOCIO: Id.optional(),
    cambiar: z.stringbool().default(false),
    simular: z.stringbool().default(false),
    huella: z.string().max(100).optional(),
  }),
  response: Chart,
})
