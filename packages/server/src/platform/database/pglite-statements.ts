import { type PGlite, parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol
/** `types` are those of its parameters, by PostgreSQL's numbers. */
type Statement = { name: string; types: number[] }

/** How many stay prepared: each takes room, much where views are looked at through views. */
const MAX_KEPT = 200
/** One with more parameters inserts many rows at once, and hardly comes again with as many. */
const MAX_PARAMS = 500

/**
 * Runs statements with parameters, and keeps those prepared that came last: to read a statement and what its views say takes longer than to find a few
 * rows. After a change of a table's columns all must be forgotten, since what they answer has changed.
 */
export function preparedStatements(db: PGlite) {
  /** By their texts; the one that was asked for longest ago comes first. */
  const kept = new Map<string, Statement>()
  let count = 0

  const send = (...messages: Uint8Array[]) => db.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: true })

  async function prepare(text: string): Promise<Statement> {
    const name = `s${++count}`
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    return { name, types: parse.parseDescribeStatementResults(messages) }
  }

  async function find(text: string): Promise<Statement> {
    const statement = kept.get(text) ?? (await prepare(text))
    kept.delete(text)
    kept.set(text, statement)
    if (kept.size > MAX_KEPT) {
      const [oldest, { name }] = kept.entries().next().value!
      kept.delete(oldest)
      await send(serialize.close({ type: 'S', name }))
    }
    return statement
  }

  return {
    async query(text: string, params: readonly unknown[]) {
      if (params.length > MAX_PARAMS) return db.query(text, [...params])
      const { name, types } = await find(text)
      const values = params.map((value, i) => {
        if (value === null || value === undefined) return null
        const write = db.serializers[types[i]!]
        return write ? write(value) : String(value)
      })
      const messages = await send(serialize.bind({ statement: name, values }), serialize.describe({ type: 'P' }), serialize.execute({}))
      return parse.parseResults(messages, db.parsers)[0]!
    },
    async forget() {
      if (kept.size === 0) return
      kept.clear()
      await db.exec('deallocate all')
    },
  }
}
