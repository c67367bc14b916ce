import type { Parsed } from '@cuadre/api/endpoint'
import type { createFaq, Faq, FaqVersion, listFaqs } from '@cuadre/api/faq'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { wordStems } from '../word-stems.ts'

export type Write = Parsed<typeof createFaq>['body']
const WRITE = 'helpdesk.faq.write'
export const writes = (caller: Caller) => caller.permissions.has(WRITE)

const columns = (
  caller: Caller,
) => sql`f.id, f.category as categoria, f.question_es as "preguntaEs", f.question_en as "preguntaEn", f.answer_es as "respuestaEs", f.answer_en as "respuestaEn",
  f.words as palabras, f.position as orden, f.published as publicada, f.es_at as "cambioEs", f.en_at as "cambioEn",
  case when o.id is not null then json_build_object('id', o.id, 'nombre', o.name) end as responsable, to_char(f.review_on, 'YYYY-MM-DD') as "revisarEn",
  (select count(*)::int from faq_vote v where v.faq_id = f.id and v.helpful) as sirvio,
  (select count(*)::int from faq_vote v where v.faq_id = f.id and not v.helpful) as "noSirvio",
  (select count(*)::int from faq_vote v where v.faq_id = f.id and v.avoided) as evitadas,
  (select v.helpful from faq_vote v where v.faq_id = f.id and v.user_id = ${caller.userId}) as "miVoto",
  case when ${writes(caller)}::boolean then f.ticket_id end as "ticketId", f.updated_at as "actualizadoEn", f.revision as "REVISION"`
const from = sql`faq f left join app_user o on o.id = f.owner_id`

/** How many of the words occur in a question or its answer. */
const matches = (words: readonly string[]) =>
  sql`(select count(*) from unnest(${[...words]}::text[]) w where f.search like '%' || plain(w) || '%')`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listFaqs>['query']) => {
  const words = query.sugerir && query.search ? wordStems(query.search) : undefined
  return page<Faq, typeof query>(db, query, {
    select: columns(caller),
    from,
    where: all(
      !writes(caller) && sql`f.published`,
      words ? sql`${matches(words)} > 0` : contains(sql`f.search`, query.search),
      query.publicada !== undefined && sql`f.published = ${query.publicada}`,
      query.categoria && sql`f.category = ${query.categoria}`,
    ),
    sortable: {},
    by: words ? sql`${matches(words)} desc, f.category, f.position` : sql`f.category, f.position`,
    id: sql`f.id`,
  })
}

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Faq>`select ${columns(caller)} from ${from} where f.id = ${id} and (f.published or ${writes(caller)}::boolean)`)
export const lock = (db: Db, id: number) => row(db, sql`select from faq where id = ${id} for update`)

/** Without a position it goes to the end of its category. */
export async function insert(db: Db, faq: Write): Promise<number> {
  const made = await row(
    db,
    sql<{
      id: number
    }>`insert into faq (category, question_es, question_en, answer_es, answer_en, published, words, owner_id, review_on, ticket_id, position)
      values (${faq.categoria}, ${faq.preguntaEs}, ${faq.preguntaEn}, ${faq.respuestaEs}, ${faq.respuestaEn}, ${faq.publicada}, ${faq.palabras}::text[],
        ${faq.responsableId}::int, ${faq.revisarEn}::date, ${faq.ticketId}::int,
        coalesce(${faq.orden ?? null}::int, (select max(position) + 1 from faq where category = ${faq.categoria}), 1)) returning id`,
  )
  return made!.id
}

/** A language that did not change keeps the time of its last change. */
export const save = (db: Db, id: number, faq: Write) =>
  sql`update faq set category = ${faq.categoria}, question_es = ${faq.preguntaEs}, question_en = ${faq.preguntaEn}, answer_es = ${faq.respuestaEs},
    answer_en = ${faq.respuestaEn}, published = ${faq.publicada}, words = ${faq.palabras}::text[], owner_id = ${faq.responsableId}::int,
    review_on = ${faq.revisarEn}::date, ticket_id = ${faq.ticketId}::int,
    position = case when category = ${faq.categoria} or ${faq.orden ?? null}::int is not null then coalesce(${faq.orden ?? null}::int, position)
      else (select coalesce(max(position), 0) + 1 from faq where category = ${faq.categoria}) end,
    es_at = case when (question_es, answer_es) is distinct from (${faq.preguntaEs}::text, ${faq.respuestaEs}::text) then now() else es_at end,
    en_at = case when (question_en, answer_en) is distinct from (${faq.preguntaEn}::text, ${faq.respuestaEn}::text) then now() else en_at end,
    updated_at = now(), revision = revision + 1 where id = ${id}`.execute(db)

export const remove = (db: Db, id: number) => row(db, sql`delete from faq where id = ${id} returning id`)

export const keepVersion = (db: Db, id: number, userId: number) =>
  sql`insert into faq_version (faq_id, version, actor_id, content)
    select f.id, f.revision, ${userId}::int, json_build_object('categoria', f.category, 'preguntaEs', f.question_es, 'preguntaEn', f.question_en,
      'respuestaEs', f.answer_es, 'respuestaEn', f.answer_en, 'publicada', f.published, 'palabras', f.words)::jsonb from faq f where f.id = ${id}`.execute(
    db,
  )
type Version = Pick<FaqVersion, 'version' | 'fecha' | 'persona'> & {
  content: Omit<FaqVersion, 'version' | 'fecha' | 'persona' | 'palabras'> & Partial<Pick<FaqVersion, 'palabras'>>
}
export const versions = (db: Db, id: number) =>
  rows(
    db,
    sql<Version>`select v.version, v.at as fecha, u.name as persona, v.content from faq_version v join app_user u on u.id = v.actor_id
      where v.faq_id = ${id} order by v.version desc`,
  )

export const idsOf = async (db: Db, category: string) =>
  (await rows(db, sql<{ id: number }>`select id from faq where category = ${category} order by id for update`)).map(({ id }) => id)
export const order = (db: Db, ids: readonly number[]) =>
  sql`update faq f set position = o.place from unnest(${[...ids]}::int[]) with ordinality as o(id, place) where f.id = o.id`.execute(db)
