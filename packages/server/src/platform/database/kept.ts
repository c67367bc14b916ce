import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from './index.ts'

/** `size`: of its rows, and one for each key. */
type Answers = { of: Map<string, readonly unknown[]>; size: number }
const answersOf = new WeakMap<Db, Answers>()
/** Some tens of megabytes. */
const MAX_SIZE = 200_000

/** Rows that cannot change, kept in this process under a short key that says all they depend on. The oldest go first. */
export function keptRows<R>(db: Db, max = MAX_SIZE) {
  const answers = answersOf.get(db) ?? { of: new Map(), size: 0 }
  answersOf.set(db, answers)
  const forget = (key: string) => {
    const rows = answers.of.get(key)
    if (rows && answers.of.delete(key)) answers.size -= rows.length + 1
  }
  return {
    get: (key: string) => answers.of.get(key) as readonly R[] | undefined,
    keep(key: string, rows: readonly R[]) {
      forget(key)
      answers.of.set(key, rows)
      answers.size += rows.length + 1
      for (const oldest of answers.of.keys()) {
        if (answers.size <= max || oldest === key) break
        forget(oldest)
      }
    },
  }
}

/** The version of a period's stored sums, which reopening it undoes; null while it may change. `period` is a column. */
export const versionOf = (period: RawBuilder<unknown>) =>
  sql`(select r.rolled_at::text from period_rolled r where r.period_id = ${period} and r.period_id in (select id from v_period_kept))`

/**
 * The version of what some businesses have in a period that may still change: when their sums were stored, if those of all of them hold and no deadline has
 * passed since; null otherwise. None comes again. `businesses` selects their ids.
 */
export const openVersionOf = (period: RawBuilder<unknown>, businesses: RawBuilder<unknown>) =>
  sql`(select md5(string_agg(o.business_id || ' ' || o.since, ',' order by o.business_id)) from v_open_sum o
    where o.period_id = ${period} and now() < o.until and o.business_id in (${businesses}) having count(*) = (select count(*) from (${businesses}) b))`

type Ask<R> = (periods: readonly number[]) => RawBuilder<R>
/**
 * Rows by period of a statement over what cannot change in a closed period, and over nothing else. Those of a period with a `version` are kept in this
 * process under the statement and the version, unless `holds` says that a row may still change by itself.
 * @param live what is asked of the other periods, if that is something else
 */
export async function rowsByPeriod<R extends { period: number }>(
  db: Db,
  periods: readonly { id: number; version: string | null }[],
  { ask, live = ask, holds = () => true }: { ask: Ask<R>; live?: Ask<R>; holds?: (row: R) => boolean },
): Promise<R[]> {
  const kept = keptRows<R>(db)
  const { sql, parameters } = ask([]).compile(db)
  const statement = createHash('sha256')
    .update(JSON.stringify([sql, parameters]))
    .digest('base64')
  const keys = new Map(periods.flatMap(({ id, version }) => (version === null ? [] : [[id, `${statement} ${id} ${version}`]])))
  const found = new Map([...keys].flatMap(([id, key]) => (kept.get(key) ? [[id, kept.get(key)!]] : [])))
  const open = periods.flatMap(({ id }) => (keys.has(id) ? [] : [id]))
  const missing = [...keys.keys()].filter((id) => !found.has(id))
  const query = async (of: Ask<R>, ids: readonly number[]) => (ids.length > 0 ? rows(db, of(ids)) : [])
  const asked =
    live === ask ? await query(ask, [...open, ...missing]) : (await Promise.all([query(live, open), query(ask, missing)])).flat()
  const byPeriod = Map.groupBy(asked, ({ period }) => period)
  for (const id of missing) {
    const of = byPeriod.get(id) ?? []
    if (of.every(holds)) kept.keep(keys.get(id)!, of)
  }
  return periods.flatMap(({ id }) => byPeriod.get(id) ?? found.get(id) ?? [])
}
