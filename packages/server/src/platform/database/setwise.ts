import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * For statements over all rows of a load, in the caller's transaction. Fresh rows have no statistics, so the planner takes them for few, and
 * a nested loop over two sets of 100,000 takes minutes, a sort of wide rows for a merge seconds; hash joins are right for few rows too. Sorts
 * and hashes of that size stay in memory.
 */
export async function setwise<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local enable_mergejoin = off`.execute(tx)
  await sql`set local work_mem = '48MB'`.execute(tx)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(tx)
  await sql`set local enable_mergejoin = on`.execute(tx)
  await sql`set local work_mem to default`.execute(tx)
  return result
}
