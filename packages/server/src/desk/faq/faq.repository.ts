import type { Parsed } from '@cuadre/api/endpoint'
import type { createFaq, Faq, listFaqs } from '@cuadre/api/faq'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'

export type Write = Parsed<typeof createFaq>['body']

const columns = sql`f.id, f.category as categoria, f.question_es as "preguntaEs", f.question_en as "preguntaEn",
  f.answer_es as "respuestaEs", f.answer_en as "respuestaEn", f.position as orden, f.published as publicada, f.updated_at as "actualizadoEn"`

/** Words of five letters or more, reduced to their stem: 'analizar' finds 'análisis'. */
const stems = (text: string) =>
  [...new Set((text.toLowerCase().match(/[\p{L}\d]{5,}/gu) ?? []).map((word) => word.slice(0, 5)))].slice(0, 30)
/** How many of the words occur in a question or its answer. */
const matches = (words: readonly string[]) =>
  sql`(select count(*) from unnest(${[...words]}::text[]) w where f.search like '%' || plain(w) || '%')`

export const list = (db: Db, query: Parsed<typeof listFaqs>['query'], unpublished: boolean) => {
  const words = query.sugerir && query.search ? stems(query.search) : undefined
  return page<Faq>(db, query, {
    select: columns,
    from: sql`faq f`,
    where: all(
      !unpublished && sql`f.published`,
      words ? sql`${matches(words)} > 0` : contains(sql`f.search`, query.search),
      query.publicada !== undefined && sql`f.published = ${query.publicada}`,
      query.categoria && sql`f.category = ${query.categoria}`,
    ),
    sortable: {},
    by: words ? sql`${matches(words)} desc, f.category, f.position` : sql`f.category, f.position`,
    id: sql`f.id`,
  })
}

export const find = (db: Db, id: number) => row(db, sql<Faq>`select ${columns} from faq f where f.id = ${id}`)
export const lock = (db: Db, id: number) => row(db, sql<Faq>`select ${columns} from faq f where f.id = ${id} for update`)

/** Without a position it goes to the end of its category. */
export async function insert(db: Db, faq: Write): Promise<number> {
  const made = await row(
    db,
    sql<{ id: number }>`insert into faq (category, question_es, question_en, answer_es, answer_en, published, position)
      values (${faq.categoria}, ${faq.preguntaEs}, ${faq.preguntaEn}, ${faq.respuestaEs}, ${faq.respuestaEn}, ${faq.publicada},
        coalesce(${faq.orden ?? null}::int, (select max(position) + 1 from faq where category = ${faq.categoria}), 1)) returning id`,
  )
  return made!.id
}

export const save = (db: Db, id: number, faq: Write) =>
  sql`update faq set category = ${faq.categoria}, question_es = ${faq.preguntaEs}, question_en = ${faq.preguntaEn}, answer_es = ${faq.respuestaEs},
    answer_en = ${faq.respuestaEn}, published = ${faq.publicada}, position = coalesce(${faq.orden ?? null}::int, position), updated_at = now()
    where id = ${id}`.execute(db)

export const remove = (db: Db, id: number) => row(db, sql`delete from faq where id = ${id} returning id`)
