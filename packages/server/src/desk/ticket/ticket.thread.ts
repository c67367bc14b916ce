import type { Ticket } from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { readable, visible } from './ticket.repository.ts'

export const comments = (db: Db, caller: Caller, id: number) =>
  rows(
    db,
    sql<
      Omit<Ticket['hilo'][number], 'archivos'>
    >`select k.id, json_build_object('id', u.id, 'nombre', u.name) as autor, k.text as texto, k.internal as interno, k.at as fecha
      from ticket_comment k join ticket t on t.id = k.ticket_id join app_user u on u.id = k.author_id
      where k.ticket_id = ${id} and ${readable(caller)} order by k.id`,
  )

export const files = (db: Db, caller: Caller, id: number) =>
  rows(
    db,
    sql<
      Ticket['archivos'][number]
    >`select f.id, f.name as nombre, f.size as tamano, f.type as tipo, f.type like 'image/%' as imagen, f.comment_id as "comentarioId",
        u.name as "subidoPor", f.uploaded_at as "subidoEn"
      from ticket_file f join ticket t on t.id = f.ticket_id join app_user u on u.id = f.uploaded_by left join ticket_comment k on k.id = f.comment_id
      where f.ticket_id = ${id} and (k.id is null or ${readable(caller)}) order by f.id`,
  )

export const changes = (db: Db, id: number) =>
  rows(
    db,
    sql<
      Ticket['cambios'][number]
    >`select h.at as fecha, u.name as persona, h.field as campo, h.before as antes, h.after as despues, h.reason as motivo
      from ticket_change h left join app_user u on u.id = h.actor_id where h.ticket_id = ${id} order by h.id`,
  )

export const file = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<{
      name: string
      type: string
      sha256: string
    }>`select f.name, f.type, f.sha256 from ticket_file f join ticket t on t.id = f.ticket_id
      left join ticket_comment k on k.id = f.comment_id where f.id = ${id} and ${visible(caller)} and (k.id is null or ${readable(caller)})`,
  )

export async function insertComment(tx: Db, id: number, text: string, internal: boolean, userId: number, now: Date): Promise<number> {
  const made = await row(
    tx,
    sql<{
      id: number
    }>`insert into ticket_comment (ticket_id, author_id, text, internal, at) values (${id}, ${userId}, ${text}, ${internal}, ${now.toISOString()}) returning id`,
  )
  return made!.id
}

type NewFile = { ticketId: number; commentId: number | null; name: string; size: number; sha256: string; type: string }
export const insertFile = (tx: Db, { ticketId, commentId, name, size, sha256, type }: NewFile, userId: number, now: Date) =>
  sql`insert into ticket_file (ticket_id, comment_id, name, size, sha256, type, uploaded_by, uploaded_at)
    values (${ticketId}, ${commentId}, ${name}, ${size}, ${sha256}, ${type}, ${userId}, ${now.toISOString()})`.execute(tx)

/** The last public comment of somebody else after the given one, with its author. */
export const answeredAfter = (tx: Db, id: number, userId: number, last: number) =>
  row(
    tx,
    sql<{ who: string }>`select u.name as who from ticket_comment k join app_user u on u.id = k.author_id
      where k.ticket_id = ${id} and k.id > ${last} and not k.internal and k.author_id <> ${userId} order by k.id desc limit 1`,
  )

/** A comment of this ticket and person, if it is one. */
export const ownComment = (tx: Db, ticketId: number, commentId: number, userId: number) =>
  row(
    tx,
    sql<{
      internal: boolean
    }>`select internal from ticket_comment where id = ${commentId} and ticket_id = ${ticketId} and author_id = ${userId}`,
  )

type Change = { field: Ticket['cambios'][number]['campo']; before: string | null; after: string | null; reason?: string | undefined }
export const keepChange = (tx: Db, id: number, caller: Caller, { field, before, after, reason }: Change, now: Date) =>
  sql`insert into ticket_change (ticket_id, at, actor_id, role_id, field, before, after, reason)
    values (${id}, ${now.toISOString()}, ${caller.userId}, ${caller.roleId}, ${field}, ${before}::text, ${after}::text, ${reason || null}::text)`.execute(
    tx,
  )
