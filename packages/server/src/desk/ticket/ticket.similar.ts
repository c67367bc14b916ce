import type { Answer } from '@cuadre/api/endpoint'
import type { similarTickets } from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { wordStems } from '../word-stems.ts'
import { find, isOpen, received } from './ticket.repository.ts'

/** A single common word is chance. */
const LEAST_WORDS = 2
const MOST = 6

/** Tickets that share words with this one, of those that the caller receives: by the number of words, open ones first. @throws 404 */
export async function similar(db: Db, caller: Caller, id: number): Promise<Answer<typeof similarTickets>> {
  const ticket = await find(db, caller, id)
  if (!ticket) throw NotFound()
  const words = wordStems(`${ticket.asunto} ${ticket.descripcion}`)
  const shared = sql`(select count(*) from unnest(${words}::text[]) w where t.search like '%' || plain(w) || '%')`
  return rows(
    db,
    sql<Answer<typeof similarTickets>[number]>`select t.id, t.subject as asunto, u.name as autor, ${isOpen} as abierta, s.name as asignado,
        t.solved_at as "resueltaEn", t.spent_minutes as minutos
      from ticket t join app_user u on u.id = t.author_id left join app_user s on s.id = t.assignee_id
      where t.id <> ${id} and t.merged_into is null and (${isOpen} or t.solved_at is not null) and ${received(caller)} and ${shared} >= ${LEAST_WORDS}
      order by ${shared} desc, ${isOpen} desc, t.id desc limit ${MOST}`,
  )
}
