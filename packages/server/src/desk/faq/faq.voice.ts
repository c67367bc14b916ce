import type { Answer, Parsed } from '@cuadre/api/endpoint'
import type { listFaqMisses, listFaqVotes, settleFaqMiss, voteFaq } from '@cuadre/api/faq'
import { sql } from 'kysely'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { contains } from '../../platform/database/list.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './faq.repository.ts'

/** What readers say of the questions: votes, and words that they searched in vain. */

/** A person's last vote counts; what was solved by an answer stays so. @throws 404 */
export async function vote(db: Db, caller: Caller, id: number, { sirvio, comentario, evito }: Parsed<typeof voteFaq>['body']) {
  if (!(await repository.find(db, caller, id))) throw NotFound()
  await sql`insert into faq_vote (faq_id, user_id, helpful, comment, avoided) values (${id}, ${caller.userId}, ${sirvio}, ${comentario || null}::text, ${evito})
    on conflict (faq_id, user_id) do update set helpful = excluded.helpful, comment = coalesce(excluded.comment, faq_vote.comment),
      avoided = faq_vote.avoided or excluded.avoided, at = now()`.execute(db)
  return (await repository.find(db, caller, id))!
}

export const votes = (db: Db, id: number) =>
  rows(
    db,
    sql<Answer<typeof listFaqVotes>[number]>`select u.name as persona, v.helpful as sirvio, v.comment as comentario, v.at as fecha
      from faq_vote v join app_user u on u.id = v.user_id where v.faq_id = ${id} and v.comment is not null order by v.at desc, u.id`,
  )

/** Not counted where a question has the words: a list that was filtered otherwise is no miss. */
export async function miss(db: Db, texto: string) {
  const known = await row(db, sql`select from faq f where f.published and ${contains(sql`f.search`, texto)} limit 1`)
  if (!known)
    await sql`insert into faq_miss (text, day) values (plain(${texto}), current_date) on conflict (text, day) do update set times = faq_miss.times + 1`.execute(
      db,
    )
  return { ok: true as const }
}

const MOST = 50
export const misses = (db: Db) =>
  rows(
    db,
    sql<
      Answer<typeof listFaqMisses>[number]
    >`select m.text as texto, sum(m.times)::int as veces, to_char(max(m.day), 'YYYY-MM-DD') as ultima from faq_miss m
      where m.day > current_date - 30 group by m.text order by veces desc, ultima desc, m.text limit ${MOST}`,
  )

/** Linked to a question, the words become words of it: a version of its own, by whoever linked them. */
export const settle = (db: Db, { userId }: Caller, { texto, faqId }: Parsed<typeof settleFaqMiss>['body']) =>
  transaction(db, async (tx) => {
    if (faqId !== null) {
      if (!(await repository.lock(tx, faqId))) throw NotFound()
      const added = await row(
        tx,
        sql<{ id: number }>`update faq set words = array_append(words, ${texto}::text), updated_at = now(), revision = revision + 1
          where id = ${faqId} and not plain(${texto}) = any(select plain(w) from unnest(words) w) returning id`,
      )
      if (added) await repository.keepVersion(tx, faqId, userId)
    }
    await sql`delete from faq_miss where text = plain(${texto})`.execute(tx)
    return { ok: true as const }
  })
