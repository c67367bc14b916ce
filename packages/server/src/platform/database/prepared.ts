import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

/**
 * Before a statement that comes with many calls and is to be planned once in each session instead: one that finds its rows by keys, so that one plan is
 * right for all values. (A condition whose rows may be few or most needs a plan for its values.) The embedded database keeps all it can, see `preparedStatements`.
 */
const MARK = '/* prepared */'
export const prepared = sql.raw(MARK)

/** Names one such statement; there are some tens of them. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

/**
 * What a release that changes the type of a column leaves of such a statement in a session of before ("cached plan must not change result type", in the
 * language of the server). The code has other causes too, which asking once more says again.
 */
const isOutdated = (error: unknown) => (error as { code?: unknown } | null)?.code === '0A000'

/** Makes a connection, which must be a session of its own, prepare what is marked. */
export function keepPrepared(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const outdated = new Set<string>()
  const ask = async (text: string, values: unknown) => {
    if (outdated.has(text)) return query(text, values)
    try {
      return await query({ name: nameOf(text), text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      outdated.add(text)
      return query(text, values)
    }
  }
  const marked = (text: unknown): text is string => typeof text === 'string' && text.startsWith(MARK)
  client.query = ((text: unknown, ...more: unknown[]) => (marked(text) ? ask(text, more[0]) : query(text, ...more))) as typeof client.query
}
