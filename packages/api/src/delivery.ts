import { z } from 'zod'
import { endpoint, file } from './endpoint.ts'
import { Amount, ById, Currency, Flag, format, Id, Line, Moment, PeriodName, Person, pageOf, paging } from './shapes.ts'

/**
 * Balances without hands (decision 070): what a program posts or leaves in its folder goes through the dry run of every load. Where the rule of its
 * businesses lets it, and nothing is open, it is confirmed; otherwise control is told and a person decides.
 */

/** Why a load waits for a person. */
export const HOLDS = [
  'regla_apagada',
  'columnas',
  'rechazadas',
  'negocios_faltan',
  'cuentas_faltan',
  'sin_total',
  'total_distinto',
  'no_cuadra',
  'reabre',
  'negocios_nuevos',
  'muchas_cuentas_nuevas',
  'grupos',
  'repetida',
  'cambio',
  'interrumpida',
  'mes_no_dicho',
] as const
export type Hold = (typeof HOLDS)[number]

export const DELIVERY_STATES = ['procesando', 'espera', 'confirmada', 'rechazada', 'descartada', 'deshecha'] as const

export const Delivery = z
  .object({
    id: z.int(),
    ORIGEN: z.enum(['api', 'carpeta']),
    REMITENTE: Person,
    ARCHIVO: z.string(),
    SHA256: z.string(),
    CLAVE: z.string().nullable(),
    PERIODO: PeriodName.nullable(),
    COD_CARGA: z.int().nullable(),
    /** `espera`: a person confirms or discards the load. */
    ESTADO: z.enum(DELIVERY_STATES),
    /** Why it waits. */
    MOTIVOS: z.array(z.object({ motivo: z.enum(HOLDS), texto: z.string() })),
    /** Why it was refused as a whole. */
    ERROR: z
      .object({ code: z.string(), message: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })) })
      .nullable(),
    /** What the dry run read, and what that adds up to; null where nothing was. */
    LECTURA: z
      .object({ filas: z.int(), aplicadas: z.int(), rechazadas: z.int(), cuentasCreadas: z.int(), reabre: z.int(), total: z.string() })
      .nullable(),
    /** What confirming it did. */
    RESULTADO: z.object({ saldos: z.int(), cuentasCreadas: z.int(), analisisNuevos: z.int(), reabiertos: z.int() }).nullable(),
    RECIBIDA_EN: Moment,
    CONFIRMADA_EN: Moment.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.output<typeof Delivery>

const about = {
  /** The month of the balances; the newest open one that has begun unless said, and then it waits for a person where another is open. */
  PERIODO: PeriodName.optional(),
  /** Code or name of the business, where the rows do not say it. */
  NEGOCIO: Line.pipe(z.string().min(1).max(200)).optional(),
  /** What the balances add up to, as the program knows it. */
  TOTAL_CONTROL: Amount.optional(),
}

/** The same content, or the same `Idempotency-Key`, is taken once: repeating the call answers what came of it. 422 for the key with other content, or of another month, business or total. A field that is not known is refused: a misspelt month would be the newest. */
export const sendDelivery = endpoint('POST', '/deliveries', {
  summary: 'Deliver a balance file',
  allow: 'accounts.delivery.send',
  multipart: true,
  idempotent: true,
  body: z.strictObject({ file: file(), ...about }),
  response: Delivery,
})
export const sendRows = endpoint('POST', '/deliveries/rows', {
  summary: 'Deliver balances as rows',
  allow: 'accounts.delivery.send',
  idempotent: true,
  kilobytes: 8192,
  rate: 30,
  body: z.strictObject({
    ...about,
    filas: z
      .array(
        z.strictObject({
          CUENTA: Line.pipe(z.string().min(1).max(120)),
          NOMBRE: Line.pipe(z.string().max(200)).optional(),
          SALDO: Amount,
          MONEDA: Currency.optional(),
          /** Code of the business, where rows are of several. */
          NEGOCIO: Line.pipe(z.string().max(200)).optional(),
        }),
      )
      .min(1)
      .max(50_000),
  }),
  response: Delivery,
})
const reading = ['accounts.delivery.send', 'accounts.balance.load'] as const
export const getDelivery = endpoint('GET', '/deliveries/:id', {
  summary: 'What came of a delivery',
  allow: reading,
  params: ById,
  response: Delivery,
})
/** Reasons are in the reader's language. */
export const deliveryRefusals = endpoint('GET', '/deliveries/:id/refused', {
  summary: 'The refused rows of a delivery, with the reason of each',
  allow: reading,
  params: ById,
  query: z.object({ ...paging(100) }),
  response: pageOf(
    z.object({
      fila: z.int().nullable(),
      NEGOCIO: z.string().nullable(),
      CUENTA: z.string().nullable(),
      columna: z.string().nullable(),
      valor: z.string().nullable(),
      motivo: z.string().nullable(),
    }),
  ),
})
/** A program finds its own; people those of businesses in their scope. */
export const listDeliveries = endpoint('GET', '/deliveries', {
  summary: 'Deliveries of programs, newest first',
  allow: reading,
  query: z.object({
    ...paging(100, { sort: ['RECIBIDA_EN', 'ARCHIVO', 'REMITENTE', 'PERIODO'] }),
    estado: z.enum(DELIVERY_STATES).optional(),
    filterByPeriod: Id.optional(),
    format,
  }),
  response: pageOf(Delivery),
  exportable: true,
})

export const DeliveryRule = z
  .object({
    ID_NEGOCIO: z.int(),
    NEGOCIO: z.string(),
    PAIS: z.string(),
    /** Whether its loads may confirm themselves where nothing is open; off until somebody says so. */
    ACTIVA: z.boolean(),
    CAMBIADA_POR: z.string().nullable(),
    CAMBIADA_EN: Moment.nullable(),
    MOTIVO: z.string().nullable(),
  })
  .meta({ id: 'DeliveryRule' })
export type DeliveryRule = z.output<typeof DeliveryRule>
export const listDeliveryRules = endpoint('GET', '/delivery-rules', {
  summary: 'Which businesses let deliveries confirm themselves',
  allow: reading,
  query: z.object({ ...paging(100, { sort: ['NEGOCIO', 'PAIS', 'ACTIVA'] }) }),
  response: pageOf(DeliveryRule),
})
export const setDeliveryRule = endpoint('PATCH', '/delivery-rules/:id', {
  summary: 'Let the deliveries of a business confirm themselves, or no longer',
  allow: 'accounts.delivery.rule',
  params: ById,
  body: z.object({ ACTIVA: Flag, MOTIVO: z.string().trim().min(10).max(500) }),
  response: DeliveryRule,
})
