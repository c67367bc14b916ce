import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, Id, Moment, paging } from './shapes.ts'

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

// Neither search nor sort: the text is made when it is read.
const { page, limit } = paging(20)
export const listNotifications = endpoint('GET', '/notifications', {
  summary: 'My notifications, newest first, in my language',
  allow: 'signed-in',
  query: z.object({ page, limit, noLeidas: Flag.optional() }),
  response: z.object({ data: z.array(Notification), total: z.int(), page: z.int(), limit: z.int(), sinLeer: z.int() }),
})
/** Without ids: all of mine. */
export const markNotifications = endpoint('PATCH', '/notifications', {
  summary: 'Mark notifications as read',
  allow: 'signed-in',
  body: z.object({ ids: z.array(Id).max(1000).optional() }),
  response: z.object({ sinLeer: z.int() }),
})
