import type { Output, Sent } from '@cuadre/api/endpoint'
import type { streamNotifications } from '@cuadre/api/notification'
import type { Db } from '../database/index.ts'
import type { Live } from '../database/live.ts'
import type { Caller } from '../http/context.ts'
import type { StreamContext } from '../http/events.ts'
import { type Announcement, isFor } from './announce.ts'
import * as repository from './notification.repository.ts'
import { render } from './notification.service.ts'

type Event = Output<typeof streamNotifications> extends AsyncIterable<Sent<infer Data>> ? Sent<Data> : never

/** What is passed on as it was announced; notifications are read from the database. */
function told(announced: Announcement): Event['data'] | undefined {
  if (announced.kind === 'progress') return { tipo: 'avance', trabajo: announced.job, hecho: announced.done, total: announced.total }
  if (announced.kind === 'ticket') return { tipo: 'ticket', ticketId: announced.ticketId }
  if (announced.kind !== 'presence') return undefined
  const { ticketId, person, present, writing } = announced
  return { tipo: 'presencia', ticketId, persona: person, presente: present, escribe: writing }
}

/**
 * The caller's notifications as they happen: first the number of unread, then what came after `lastEventId`, then new ones. Those announced
 * while the first are read wait in a queue; none is sent twice.
 */
export async function* events(
  { db, live, zone }: { db: Db; live: Live; zone: string },
  caller: Caller,
  { signal, lastEventId }: StreamContext,
): AsyncGenerator<Event> {
  const { userId } = caller
  const waiting: Announcement[] = []
  let wake = () => {}
  const silence = live.on((payload) => {
    const announced = JSON.parse(payload) as Announcement
    if (!isFor(announced, userId)) return
    waiting.push(announced)
    wake()
  })
  const end = () => wake()
  signal.addEventListener('abort', end)
  try {
    const sent = new Set<number>()
    const missed = lastEventId === undefined ? [] : await repository.since(db, userId, lastEventId)
    const sinLeer = await repository.unread(db, userId)
    yield { data: { tipo: 'sin_leer', sinLeer } }
    for (const row of missed) {
      sent.add(row.id)
      yield { id: row.id, data: { tipo: 'notificacion', notificacion: render(row, caller.locale, zone), sinLeer } }
    }
    while (!signal.aborted) {
      const batch = waiting.splice(0)
      if (batch.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      for (const announced of batch) {
        const data = told(announced)
        if (data) yield { data }
      }
      const ids = batch.flatMap((announced) => (announced.kind === 'notification' && !sent.has(announced.id) ? [announced.id] : []))
      if (ids.length === 0 && !batch.some(({ kind }) => kind === 'read')) continue
      const unread = await repository.unread(db, userId)
      if (ids.length === 0) yield { data: { tipo: 'sin_leer', sinLeer: unread } }
      else
        for (const row of await repository.byIds(db, userId, ids))
          yield { id: row.id, data: { tipo: 'notificacion', notificacion: render(row, caller.locale, zone), sinLeer: unread } }
    }
  } finally {
    silence()
    signal.removeEventListener('abort', end)
  }
}
