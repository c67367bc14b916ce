import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, Id, Moment, Money, paging } from './shapes.ts'

export const Notification = z
  .object({
    id: z.int(),
    tipo: z.string(),
    titulo: z.string(),
    texto: z.string(),
    ruta: z.string().nullable(),
    fecha: Moment,
    leida: z.boolean(),
  })
  .meta({ id: 'Notification' })

/** A line of the list: one notification, or with `agrupadas` several of a kind, of which it is the newest. */
const Line = Notification.extend({
  /** The analysis or group that it is about, as far as the caller sees it now; a group in several currencies has no sum. */
  sobre: z.object({ NOMBRE: z.string(), NEGOCIO: z.string(), MONEDA: z.string().nullable(), MONTO: Money.nullable() }).nullable(),
  /** The kind of alert, if it can be silenced. */
  tipoId: z.int().nullable(),
  /** More than one: `titulo` counts them, and `nombres` are those of the newest accounts. */
  cuantas: z.int(),
  nombres: z.array(z.string()),
}).meta({ id: 'NotificationLine' })

// Neither search nor sort: the text is made when it is read.
const { page, limit } = paging(20)
const Kind = z
  .string()
  .regex(/^[a-z_]{1,60}$/)
  .meta({ examples: ['aprobado_jefatura'] })
export const listNotifications = endpoint('GET', '/notifications', {
  summary: 'My notifications, newest first, in my language',
  allow: 'signed-in',
  query: z.object({
    page,
    limit,
    noLeidas: Flag.optional(),
    /** Those of one `tipo` only. */
    tipo: Kind.optional(),
    /** One line for the unread of a kind that comes in numbers, and for what was read of it in a day; `total` counts lines. */
    agrupadas: Flag.optional(),
  }),
  response: z.object({ data: z.array(Line), total: z.int(), page: z.int(), limit: z.int(), sinLeer: z.int() }),
})
/** Without ids: all of mine, or all of one `tipo`. */
export const markNotifications = endpoint('PATCH', '/notifications', {
  summary: 'Mark notifications as read',
  allow: 'signed-in',
  body: z.object({ ids: z.array(Id).max(1000).optional(), tipo: Kind.optional() }),
  response: z.object({ sinLeer: z.int() }),
})

/** What comes over the open line. Of a job, `total` is null while nobody knows it, and `hecho` counts what `trabajo` counts (rows, accounts). */
export const LiveEvent = z
  .discriminatedUnion('tipo', [
    z.object({ tipo: z.literal('sin_leer'), sinLeer: z.int() }),
    z.object({ tipo: z.literal('notificacion'), notificacion: Notification, sinLeer: z.int() }),
    // A ticket of mine, or one that I receive, has a new message or has changed.
    z.object({ tipo: z.literal('ticket'), ticketId: z.int() }),
    // Another one who receives a ticket looks at it, writes, or has left it.
    z.object({
      tipo: z.literal('presencia'),
      ticketId: z.int(),
      persona: z.object({ id: z.int(), nombre: z.string() }),
      presente: z.boolean(),
      escribe: z.boolean(),
    }),
    z.object({ tipo: z.literal('avance'), trabajo: z.string(), hecho: z.int(), total: z.int().nullable() }),
  ])
  .meta({ id: 'LiveEvent' })
/**
 * Read with fetch, since the token travels in the header. The number of unread comes first; with the header Last-Event-ID also what was
 * missed since then (the newest 100). The line ends when the token does: come back with a new one. 429 beyond 10 lines of one person.
 */
export const streamNotifications = endpoint('GET', '/notifications/stream', {
  summary: 'My notifications and the progress of my jobs as they happen (server-sent events)',
  allow: 'signed-in',
  stream: true,
  rate: 60,
  response: LiveEvent,
})

export const MAIL_WAYS = ['inmediato', 'resumen', 'ninguno'] as const
const Preference = z
  .object({
    tipoId: z.int(),
    codigo: z.string(),
    nombre: z.string(),
    correo: z.enum(MAIL_WAYS),
    /** Neither notification nor mail, except what has priority A. */
    silenciada: z.boolean(),
  })
  .meta({ id: 'NotificationPreference' })
export const listPreferences = endpoint('GET', '/notifications/preferences', {
  summary: 'How I am told of each kind of alert',
  allow: 'signed-in',
  response: z.array(Preference),
})
export const setPreferences = endpoint('PATCH', '/notifications/preferences', {
  summary: 'Change how I am told: mail at once, in the daily digest or not at all; silence a kind',
  allow: 'signed-in',
  body: z.object({
    preferencias: z
      .array(z.object({ tipoId: Id, correo: z.enum(MAIL_WAYS).optional(), silenciada: z.boolean().optional() }))
      .min(1)
      .max(100),
  }),
  response: z.array(Preference),
})
