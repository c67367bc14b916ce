import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type sql } from 'kysely'
import pg from 'pg'
import { listenTo } from './listen.ts'
import { type Live, live } from './live.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
import { parsers } from './parsers.ts'
import { pgliteDialect } from './pglite.ts'

/** Rows are shaped by the SQL that asks for them; the tables are not described twice. */
export type Db = Kysely<unknown>
export type Database = { db: Db; embedded: boolean; url: string | undefined; live: Live; close: () => Promise<void> }

/**
 * PostgreSQL at `url`, or the embedded one in `dataDir` (in memory without a folder), with all migrations done.
 * @throws DataDirInUse when another process holds the folder
 */
export async function openDatabase({
  url,
  dataDir,
  prepared,
  compiled,
  onStatement,
}: {
  url?: string | undefined
  dataDir?: string | undefined
  /** In memory: a file with a migrated database to begin from; made here when it is not there. */
  prepared?: string
  /** The embedded database's code, a WebAssembly.Module, where many are opened in one process. */
  compiled?: object
  /** Told of every statement that has been run. */
  onStatement?: (text: string) => void
}): Promise<Database> {
  const unlock = !url && dataDir ? lockFolder(dataDir) : () => {}
  const hub = live()
  const copyOf = prepared && existsSync(prepared) ? prepared : undefined
  const embedded = url ? undefined : pgliteDialect({ dataDir: dataDir && join(dataDir, 'postgres'), copyOf, compiled }, hub.hear)
  const db: Db = new Kysely<unknown>({
    dialect: embedded ?? postgres(url!),
    ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
  })
  try {
    await migrate(db)
    if (prepared && !copyOf) await embedded?.copyTo(prepared)
  } catch (error) {
    await db.destroy().catch(() => {})
    unlock()
    throw error
  }
  const line = url ? listenTo(url, hub.hear) : undefined
  return {
    db,
    embedded: !url,
    url,
    live: { on: hub.on, announce: line?.announce ?? hub.hear },
    close: async () => {
      await line?.close()
      await db.destroy()
      unlock()
    },
  }
}

function postgres(url: string) {
  for (const [type, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(type), parse)
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  // Compiling a plan takes a second where running it takes less; the bench shows it at every step of a load.
  // Sums of a period of 50,000 sort and hash in memory.
  pool.on('connect', (client) => {
    client.query("set jit = off; set work_mem = '32MB'").catch(() => {})
  })
  // A connection that is lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/** The rows of a query. */
export const rows = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R[]> => (await query.execute(db)).rows
/** The first row of a query, or undefined. */
export const row = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R | undefined> => (await query.execute(db)).rows[0]

const MAX_ATTEMPTS = 5
/** PostgreSQL rolled the transaction back because of another one (deadlock or serialization failure). */
export const isSerializationFailure = (error: unknown) => /^40(P01|001)$/.test(String((error as { code?: unknown } | null)?.code))
/** Runs `work` in one transaction. After a deadlock or serialization failure it is retried, so `work` may run more than once. */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isSerializationFailure(error) || attempt === MAX_ATTEMPTS) throw error
    }
}
