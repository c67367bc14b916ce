import type { Parsed } from '@cuadre/api/endpoint'
import type { listNotifications } from '@cuadre/api/notification'
import type { Db } from '../database/index.ts'
import type { Caller } from '../http/context.ts'
import { say } from '../mail/templates.ts'
import * as repository from './notification.repository.ts'

/** Written as template and params, read in the language of whoever reads. */
export async function list(db: Db, { userId, locale }: Caller, query: Parsed<typeof listNotifications>['query'], zone: string) {
  const found = await repository.list(db, userId, query)
  const data = found.data.map(({ params, ...notification }) => {
    const { title, text } = say(notification.tipo, locale, params, zone)
    return { ...notification, titulo: title, texto: text }
  })
  return { ...found, data, sinLeer: await repository.unread(db, userId) }
}

/** Marks one's own, all where no ids are given; the ids of others are passed over. */
export async function mark(db: Db, { userId }: Caller, ids: number[] | undefined) {
  await repository.markRead(db, userId, ids)
  return { sinLeer: await repository.unread(db, userId) }
}
