import { now } from './clock.ts'
import type { Sql } from './options.ts'

const MAX_FAILURES = 5
const LOCK_SECONDS = 15 * 60

export type Attempts = ReturnType<typeof createAttempts>

/** Counts tries of one secret (`password:<sub>`, `code:<sub>`); the fifth failure locks it for fifteen minutes. */
export function createAttempts(sql: Sql) {
  return {
    /**
     * Counts a try before the secret is looked at, so that parallel tries cannot slip past the limit.
     * A locked secret stays locked for the same fifteen minutes however often it is tried meanwhile.
     */
    async begin(key: string): Promise<{ locked: boolean; last: boolean }> {
      const { rows } = await sql(
        `insert into identity.attempt as a (key, failures, last_at) values ($1, 1, $2)
         on conflict (key) do update set
           failures = case when a.last_at <= $2 - ${LOCK_SECONDS} then 1 else a.failures + 1 end,
           last_at = case when a.failures >= ${MAX_FAILURES} and a.last_at > $2 - ${LOCK_SECONDS} then a.last_at else $2 end
         returning failures`,
        [key, now()],
      )
      const failures = Number(rows[0]?.failures)
      return { locked: failures > MAX_FAILURES, last: failures === MAX_FAILURES }
    },

    async forget(...keys: string[]) {
      await sql('delete from identity.attempt where key = any($1)', [keys])
    },
  }
}
