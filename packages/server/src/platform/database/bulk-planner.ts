import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * Plans the statements of `work` for bulk data, within the caller's transaction. New rows have no statistics, so the planner expects few: a
 * nested loop over two sets of 100,000 takes minutes, and a merge join's sort of wide rows seconds. Hash joins are also good for few rows.
 * Sorts and hashes of this size stay in memory.
 */
export async function withBulkPlanner<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local enable_mergejoin = off`.execute(tx)
  await sql`set local work_mem = '48MB'`.execute(tx)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(tx)
  await sql`set local enable_mergejoin = on`.execute(tx)
  await sql`set local work_mem to default`.execute(tx)
  return result
}
