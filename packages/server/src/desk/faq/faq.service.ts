import type { Parsed } from '@cuadre/api/endpoint'
import type { listFaqs } from '@cuadre/api/faq'
import { type Db, transaction } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './faq.repository.ts'

export const list = (db: Db, caller: Caller, query: Parsed<typeof listFaqs>['query']) =>
  repository.list(db, query, caller.permissions.has('helpdesk.faq.write'))

export const create = (db: Db, faq: repository.Write) =>
  transaction(db, async (tx) => (await repository.find(tx, await repository.insert(tx, faq)))!)

export const update = (db: Db, id: number, change: Partial<repository.Write>) =>
  transaction(db, async (tx) => {
    const faq = await repository.lock(tx, id)
    if (!faq) throw NotFound()
    await repository.save(tx, id, { ...faq, ...change })
    return (await repository.find(tx, id))!
  })

export async function remove(db: Db, id: number) {
  if (!(await repository.remove(db, id))) throw NotFound()
  return { ok: true as const }
}
