import type { Parsed } from '@cuadre/api/endpoint'
import type { orderFaqs, updateFaq } from '@cuadre/api/faq'
import { sql } from 'kysely'
import { hasKey } from '../../platform/access/has-key.ts'
import { assertRevision } from '../../platform/change/index.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './faq.repository.ts'

export const create = (db: Db, caller: Caller, faq: repository.Write) =>
  transaction(db, async (tx) => {
    await check(tx, faq)
    const id = await repository.insert(tx, faq)
    await repository.keepVersion(tx, id, caller.userId)
    return (await repository.find(tx, caller, id))!
  })

/** @throws 404, 409 with the question as it is now */
export const update = (db: Db, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateFaq>['body']) =>
  transaction(db, async (tx) => {
    await repository.lock(tx, id)
    const before = await repository.find(tx, caller, id)
    if (!before) throw NotFound()
    assertRevision(before, REVISION)
    const { responsable, orden: _, ...faq } = before
    const wanted = { ...faq, responsableId: responsable?.id ?? null, ...change }
    await check(tx, { ...wanted, ticketId: change.ticketId ?? null })
    await repository.save(tx, id, wanted)
    await repository.keepVersion(tx, id, caller.userId)
    return (await repository.find(tx, caller, id))!
  })

/** Its owner can review it, and the ticket that it is made from exists. */
async function check(tx: Db, { responsableId, ticketId }: Pick<repository.Write, 'responsableId' | 'ticketId'>) {
  const may = sql`select from app_user u join user_role r on r.user_id = u.id
    where u.id = ${responsableId}::int and u.active and ${hasKey('helpdesk.faq.write')} limit 1`
  if (responsableId !== null && !(await row(tx, may))) throw Invalid('responsableId', 'faq_owner')
  if (ticketId !== null && !(await row(tx, sql`select from ticket where id = ${ticketId}::int`))) throw Invalid('ticketId', 'not_found')
}

export const order = (db: Db, { categoria, ids }: Parsed<typeof orderFaqs>['body']) =>
  transaction(db, async (tx) => {
    const known = await repository.idsOf(tx, categoria)
    if (JSON.stringify(ids.toSorted((a, b) => a - b)) !== JSON.stringify(known)) throw Invalid('ids', 'faq_order')
    await repository.order(tx, ids)
    return { ok: true as const }
  })

export async function versions(db: Db, id: number) {
  const found = await repository.versions(db, id)
  // Versions of earlier releases were kept without their words.
  return found.map(({ content, ...version }) => ({ ...version, ...content, palabras: content.palabras ?? [] }))
}

export async function remove(db: Db, id: number) {
  if (!(await repository.remove(db, id))) throw NotFound()
  return { ok: true as const }
}
