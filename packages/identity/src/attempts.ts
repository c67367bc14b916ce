import { setTimeout as pause } from 'node:timers/promises'
import { now } from './clock.ts'
import type { Sql } from './options.ts'

/** Of one secret from one address; whoever tries from elsewhere, its owner above all, is not locked out by it. */
const MAX_FAILURES = 5
/** Of one secret from all addresses together. */
const MAX_ANYWHERE = 50
/** From one address, whosever the secrets are. */
const MAX_OF_ADDRESS = 100
const LOCK_SECONDS = 15 * 60
/** Failures that are answered at once; after them each answer takes twice as long as the one before, up to a second. */
const AT_ONCE = 2
const AT_ONCE_OF_ADDRESS = 20
const delay = (failures: number, free: number) => (failures <= free ? 0 : Math.min(100 * 2 ** (failures - free - 1), 1000))

export type Attempts = ReturnType<typeof createAttempts>

/** Counts tries of one secret (`password:<sub>`, `code:<sub>`): slows down first, then locks for fifteen minutes. */
export function createAttempts(sql: Sql) {
  /**
   * Of one count; a locked one stays locked for the same fifteen minutes however often it is tried meanwhile. A failure that is still to come is of a
   * clock that was ahead and was set back since: it counts as one of now, else the lock would last as long as the clock was wrong, too.
   */
  async function count(key: string, most: number) {
    const { rows } = await sql(
      `insert into identity.attempt as a (key, failures, last_at) values ($1, 1, $2)
       on conflict (key) do update set
         failures = case when a.last_at <= $2 - ${LOCK_SECONDS} then 1 else a.failures + 1 end,
         last_at = case when a.failures >= $3 and a.last_at between $2 - ${LOCK_SECONDS} + 1 and $2 then a.last_at else $2 end
       returning failures`,
      [key, now(), most],
    )
    return Number(rows[0]?.failures)
  }

  return {
    /**
     * Counts a try before the secret is looked at, so that parallel tries cannot slip past the limit.
     * @param address where the try comes from; unknown where a person who has signed in tries
     */
    async begin(key: string, address?: string): Promise<{ locked: boolean; last: boolean }> {
      const own = await count(address ? `${key}@${address}` : key, MAX_FAILURES)
      if (!address) return { locked: own > MAX_FAILURES, last: own === MAX_FAILURES }
      const anywhere = await count(`${key}@*`, MAX_ANYWHERE)
      const here = await count(`address@${address}`, MAX_OF_ADDRESS)
      await pause(Math.max(delay(own, AT_ONCE), delay(here, AT_ONCE_OF_ADDRESS)))
      return {
        locked: own > MAX_FAILURES || anywhere > MAX_ANYWHERE || here > MAX_OF_ADDRESS,
        last: own === MAX_FAILURES || anywhere === MAX_ANYWHERE,
      }
    },

    /** It was right from this address: that is no failure, of the secret nor of the address. */
    async succeeded(key: string, address: string | undefined) {
      if (!address) return this.forget(key)
      await sql('delete from identity.attempt where key = any($1)', [[key, `${key}@${address}`, `${key}@*`]])
      await sql('update identity.attempt set failures = failures - 1 where key = $1 and failures > 0', [`address@${address}`])
    },

    /** Of these secrets, wherever they were tried from. */
    async forget(...keys: string[]) {
      await sql(`delete from identity.attempt where key = any($1) or regexp_replace(key, '@[^@]*$', '') = any($1)`, [keys])
    },
  }
}
