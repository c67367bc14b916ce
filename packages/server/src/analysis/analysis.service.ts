import { sql } from 'kysely'
import { type Db, row } from '../database/index.ts'
import { NotFound } from '../errors.ts'

export { history, list, metadata } from './analysis.repository.ts'

/** Proves the chain of a period's events. @throws 404 */
export async function verify(db: Db, periodId: number) {
  const found = await row(
    db,
    sql<{
      eventos: number
      broken: number | null
    }>`select (select count(*)::int from event where period_id = p.id) as eventos, verify_events(p.id) as broken
      from period p where p.id = ${periodId}`,
  )
  if (!found) throw NotFound()
  return { integra: found.broken === null, eventos: found.eventos, primerError: found.broken }
}
