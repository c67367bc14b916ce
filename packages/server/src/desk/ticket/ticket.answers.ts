import type { Parsed } from '@cuadre/api/endpoint'
import type { createTicketAnswer, TicketAnswer, updateTicketAnswer } from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { assertRevision } from '../../platform/change/index.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'

/** Saved answers: shared by all who receive tickets. */

const selected = sql`select a.id, a.title as titulo, a.text as texto, u.name as "escritaPor", a.written_at as "escritaEn", a.revision as "REVISION"
  from ticket_answer a join app_user u on u.id = a.written_by`
export const list = (db: Db) => rows(db, sql<TicketAnswer>`${selected} order by a.title, a.id`)
const find = (db: Db, id: number) => row(db, sql<TicketAnswer>`${selected} where a.id = ${id}`)
const assertFree = async (tx: Db, title: string, id: number | null) => {
  const taken = await row(tx, sql`select from ticket_answer where plain(title) = plain(${title}) and id is distinct from ${id}::int`)
  if (taken) throw Invalid('titulo', 'ticket_answer_exists')
}
/** One writer of a title at a time. */
const lock = (tx: Db) => sql`select pg_advisory_xact_lock(hashtext('ticket_answer'))`.execute(tx)

export const create = (db: Db, caller: Caller, { titulo, texto }: Parsed<typeof createTicketAnswer>['body']) =>
  transaction(db, async (tx) => {
    await lock(tx)
    await assertFree(tx, titulo, null)
    const made = await row(
      tx,
      sql<{ id: number }>`insert into ticket_answer (title, text, written_by) values (${titulo}, ${texto}, ${caller.userId}) returning id`,
    )
    return (await find(tx, made!.id))!
  })

export const update = (db: Db, caller: Caller, id: number, { titulo, texto, REVISION }: Parsed<typeof updateTicketAnswer>['body']) =>
  transaction(db, async (tx) => {
    await lock(tx)
    const before = await find(tx, id)
    if (!before) throw NotFound()
    assertRevision(before, REVISION)
    await assertFree(tx, titulo, id)
    await sql`update ticket_answer set title = ${titulo}, text = ${texto}, written_by = ${caller.userId}, written_at = now(), revision = revision + 1
      where id = ${id}`.execute(tx)
    return (await find(tx, id))!
  })

export async function remove(db: Db, id: number) {
  if (!(await row(db, sql`delete from ticket_answer where id = ${id} returning id`))) throw NotFound()
  return { ok: true as const }
}
