import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, changesOf, Done, Line, Moment, pageOf, paging, Revision } from './shapes.ts'

/**
 * Other systems that are told of what happens (decision 071): each event is posted as JSON, signed with the webhook's own secret, and repeated until it
 * is answered with 2xx. What is told names things and no amounts: whoever wants them asks the API, with keys and scope of their own.
 */
export const WEBHOOK_EVENTS = [
  'periodo_abierto',
  'carga_confirmada',
  'carga_deshecha',
  'periodo_cerrado',
  'periodo_reabierto',
  'aprobado_control',
  /** Approved by a rule alone. */
  'autocertificado',
  /** Of an analysis that was approved and is so no longer: reopened, decided anew, its balance changed, gone with its load. */
  'aprobacion_retirada',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)

export const WebhookDelivery = z
  .object({
    id: z.int(),
    EVENTO: z.enum([...WEBHOOK_EVENTS, 'prueba']),
    DATOS: z.record(z.string(), z.unknown()),
    FECHA: Moment,
    ESTADO: z.enum(['pendiente', 'entregada', 'fallida']),
    INTENTOS: z.int(),
    ULTIMO_INTENTO: Moment.nullable(),
    /** Null once it has arrived or was given up, and while the webhook is inactive. */
    PROXIMO_INTENTO: Moment.nullable(),
    RESPUESTA: z.int().nullable(),
    /** The beginning of the answer's text. */
    TEXTO: z.string().nullable(),
    ERROR: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const Webhook = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    URL: z.string(),
    EVENTOS: z.array(WebhookEvent),
    ACTIVO: z.boolean(),
    /** Since when nothing has arrived any more. */
    FALLA_DESDE: Moment.nullable(),
    ULTIMA_ENTREGA: Moment.nullable(),
    /** Waiting to be sent, or to be sent again. */
    PENDIENTES: z.int(),
    CREADO_POR: z.string(),
    CREADO_EN: Moment,
    REVISION: Revision,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>
/** `SECRETO` is told this once. */
export const WebhookSecret = Webhook.extend({ SECRETO: z.string() }).meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.output<typeof WebhookSecret>

const Write = z.object({
  NOMBRE: Line.pipe(z.string().min(3).max(120)),
  /** https; addresses inside the network only where a setting of the server names them. */
  URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .meta({ examples: ['https://erp.example/avisos'] }),
  EVENTOS: z.array(WebhookEvent).min(1).max(WEBHOOK_EVENTS.length),
  ACTIVO: z.boolean().default(true),
})
const allow = 'admin.webhook.write'

export const listWebhooks = endpoint('GET', '/webhooks', {
  summary: 'Systems that are told of events',
  allow,
  query: z.object({ ...paging(100, { sort: ['NOMBRE', 'URL', 'ACTIVO'] }) }),
  response: pageOf(Webhook),
})
export const createWebhook = endpoint('POST', '/webhooks', {
  summary: 'Tell another system of events',
  allow,
  body: Write,
  response: WebhookSecret,
})
export const updateWebhook = endpoint('PATCH', '/webhooks/:id', {
  summary: 'Change what another system is told, or where',
  allow,
  params: ById,
  body: changesOf(Write).extend({ REVISION: Revision.optional() }),
  response: Webhook,
})
export const removeWebhook = endpoint('DELETE', '/webhooks/:id', {
  summary: 'Tell another system nothing more; its log goes with it',
  allow,
  params: ById,
  response: Done,
})
export const renewWebhookSecret = endpoint('POST', '/webhooks/:id/secret', {
  summary: 'Sign with a new secret from now on',
  allow,
  params: ById,
  response: WebhookSecret,
})
/** Waits for the answer. */
export const testWebhook = endpoint('POST', '/webhooks/:id/test', {
  summary: 'Send a test event now, and say what was answered',
  allow,
  rate: 10,
  params: ById,
  response: WebhookDelivery,
})
export const listWebhookDeliveries = endpoint('GET', '/webhooks/:id/deliveries', {
  summary: 'What was sent to another system and what it answered, newest first',
  allow,
  params: ById,
  query: z.object({ ...paging(50), estado: WebhookDelivery.shape.ESTADO.optional() }),
  response: pageOf(WebhookDelivery),
})
export const repeatWebhookDelivery = endpoint('POST', '/webhooks/deliveries/:id/again', {
  summary: 'Send an event once more',
  allow,
  params: ById,
  response: WebhookDelivery,
})
