import { sql } from 'kysely'
import { periodScope } from '../../platform/access/scope.ts'
import { type Db, row } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'

export { metadata } from './analysis.counts.ts'
export { history, list } from './analysis.repository.ts'

/** Verifies the hash chain of a period's events. @throws 404, also for an auditor without access to the period */
export async function verify(db: Db, caller: Caller, periodId: number) {
  const found = await row(
    db,
    sql<{
      eventos: number
      broken: number | null
    }>`select (select count(*)::int from event where period_id = p.id) as eventos, verify_events(p.id) as broken
      from period p where p.id = ${periodId} and ${periodScope(caller, sql`p.id`)}`,
  )
  if (!found) throw NotFound()
  return { integra: found.broken === null, eventos: found.eventos, primerError: found.broken }
}
