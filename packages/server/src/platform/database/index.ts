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

/** Open connections, those of them that are idle, and how many statements wait for one. */
export type Connections = { open: number; idle: number; waiting: number }

/** Row types are given where the SQL is written, so the tables are not described here a second time. */
export type Db = Kysely<unknown>
export type Database = {
  db: Db
  embedded: boolean
  url: string | undefined
  live: Live
  /** Of the pool; the embedded database has none. */
  connections?: () => Connections
  close: () => Promise<void>
}

/**
 * Opens PostgreSQL at `url`, or the embedded one in `dataDir` (in memory without a folder), and runs all migrations.
 * @throws DataDirInUse if another process uses the folder
 */
export async function openDatabase({
  url,
  dataDir,
  image,
  compiled,
  until,
  onStatement,
}: {
  url?: string | undefined
  dataDir?: string | undefined
  /**
   * For a database in memory: a file with a migrated database to start from; created if it does not exist, with the rows that `fill`
   * inserts.
   */
  image?: { file: string; fill: (db: Db) => Promise<void> }
  /** The compiled WebAssembly.Module of the embedded database, for processes that open many of them. */
  compiled?: object
  /** The last migration to run; by default all. */
  until?: string | undefined
  /** Called after every statement, with its duration in milliseconds. */
  onStatement?: (text: string, ms: number) => void
}): Promise<Database> {
  const unlock = !url && dataDir ? lockFolder(dataDir) : () => {}
  const hub = live()
  if (image && !existsSync(image.file)) await makeImage(image)
  const pool = url ? postgres(url) : undefined
  const db: Db = new Kysely<unknown>({
    dialect: pool
      ? new PostgresDialect({ pool })
      : pgliteDialect({ dataDir: dataDir && join(dataDir, 'postgres'), image: image?.file, compiled }, hub.emit),
    ...(onStatement && { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }),
  })
  try {
    if (!image) await migrate(db, until)
  } catch (error) {
    await db.destroy().catch(() => {})
    unlock()
    throw error
  }
  const line = url ? listenTo(url, hub.emit) : undefined
  return {
    db,
    embedded: !url,
    url,
    ...(pool && { connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }) }),
    live: { on: hub.on, announce: line?.announce ?? hub.emit },
    close: async () => {
      await line?.close()
      await db.destroy()
      unlock()
    },
  }
}

async function makeImage({ file, fill }: { file: string; fill: (db: Db) => Promise<void> }) {
  const dialect = pgliteDialect({}, () => {})
  const db: Db = new Kysely<unknown>({ dialect })
  try {
    await migrate(db)
    await fill(db)
    await dialect.imageTo(file)
  } finally {
    await db.destroy()
  }
}

function postgres(url: string) {
  for (const [type, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(type), parse)
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  // JIT compilation takes a second for queries that run in less, as the bench shows for every step of a load. With this work_mem, sums over
  // a period of 50,000 rows sort and hash in memory.
  pool.on('connect', (client) => {
    client.query("set jit = off; set work_mem = '32MB'").catch(() => {})
  })
  // The pool replaces a connection that is lost while idle; without this listener the error would end the process.
  pool.on('error', () => {})
  return pool
}

/** The rows of a query. */
export const rows = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R[]> => (await query.execute(db)).rows
/** The first row of a query, or undefined. */
export const row = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R | undefined> => (await query.execute(db)).rows[0]

const MAX_ATTEMPTS = 5
/** PostgreSQL rolled the transaction back because of another one (deadlock or serialization failure). */
export const isSerializationFailure = (error: unknown) => /^40(P01|001)$/.test(String((error as { code?: unknown } | null)?.code))
/**
 * Runs `work` in one transaction; in one that is open already, as a part of it. After a deadlock or serialization failure it is retried, so `work`
 * may run more than once.
 */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isSerializationFailure(error) || attempt === MAX_ATTEMPTS) throw error
    }
}
