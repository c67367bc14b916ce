import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type sql } from 'kysely'
import type pg from 'pg'
import { listenTo } from './listen.ts'
import { type Live, live } from './live.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
import { pgliteDialect } from './pglite.ts'
import { checkAddresses, postgresPool } from './postgres.ts'
import { freshness, places, type Reads, withReplica } from './replica.ts'

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
  /** Where there is a replica. */
  reads?: () => Reads
  close: () => Promise<void>
}

/**
 * Opens PostgreSQL at `url`, or the embedded one in `dataDir` (in memory without a folder), and runs all migrations.
 * @throws DataDirInUse if another process uses the folder
 */
export async function openDatabase({
  url,
  sessionUrl,
  readUrl,
  dataDir,
  image,
  compiled,
  until,
  onStatement,
}: {
  url?: string | undefined
  /** Of the same database without the pooler at `url`, for what needs a session of its own: migrations and announcements. */
  sessionUrl?: string | undefined
  /** A streaming replica of it, for what `readingReplica` runs. */
  readUrl?: string | undefined
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
  if (url) await checkAddresses(url, sessionUrl)
  const pool = url ? postgresPool(url, Boolean(sessionUrl)) : undefined
  const replica =
    pool && readUrl
      ? postgresPool(readUrl, Boolean(sessionUrl), { connectionTimeoutMillis: 1000, keepAlive: true, keepAliveInitialDelayMillis: 5000 })
      : undefined
  const reads: Reads = { replica: 0, primary: 0 }
  const db: Db = new Kysely<unknown>({
    dialect: pool
      ? postgresDialect(pool, replica, (of) => reads[of]++)
      : pgliteDialect({ dataDir: dataDir && join(dataDir, 'postgres'), image: image?.file, compiled }, hub.emit),
    ...(onStatement && { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }),
  })
  try {
    if (sessionUrl) await migrateAt(sessionUrl, until)
    else if (!image) await migrate(db, until)
  } catch (error) {
    await db.destroy().catch(() => {})
    unlock()
    throw error
  }
  const line = url ? listenTo(sessionUrl ?? url, hub.emit) : undefined
  return {
    db,
    embedded: !url,
    url,
    ...(pool && { connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }) }),
    ...(replica && { reads: () => ({ ...reads }) }),
    live: { on: hub.on, announce: line?.announce ?? hub.emit },
    close: async () => {
      await line?.close()
      await db.destroy()
      unlock()
    },
  }
}

function postgresDialect(pool: pg.Pool, replica: pg.Pool | undefined, count: (of: keyof Reads) => void) {
  const primary = new PostgresDialect({ pool })
  if (!replica) return primary
  return withReplica(primary, new PostgresDialect({ pool: replica }), freshness(places(pool, replica)), count)
}

async function migrateAt(url: string, until: string | undefined) {
  const db: Db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: postgresPool(url, false, { max: 2 }) }) })
  await migrate(db, until).finally(() => db.destroy())
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

/** The rows of a query. */
export const rows = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R[]> => (await query.execute(db)).rows
/** The first row of a query, or undefined. */
export const row = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R | undefined> => (await query.execute(db)).rows[0]

const MAX_ATTEMPTS = 5
/** PostgreSQL rolled the transaction back because of another one (deadlock or serialization failure). */
export const isSerializationFailure = (error: unknown) => /^40(P01|001)$/.test(String((error as { code?: unknown } | null)?.code))
/**
 * The database cannot be reached, is stopping or starting, has no connection left, or has become a replica. Whether the last statement was carried
 * out is then not known.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  // A browser that leaves in the middle of what it sends has the code of a lost connection, too.
  if (message === 'aborted') return false
  return AWAY_CODE.test(String(code)) || AWAY_TEXT.test(String(message))
}
const AWAY_CODE = /^(08...|57P0[123]|53300|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Of the driver, which gives these no code. */
const AWAY_TEXT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|The embedded database has stopped)/

/**
 * Runs `work` in one transaction; in one that is open already, as a part of it. After a deadlock or serialization failure it is retried, so `work`
 * may run more than once.
 */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : untilSerialized(() => db.transaction().execute(work))
}
/** Runs `work`, which only reads or is one transaction, again after a deadlock or serialization failure, a few times. */
export async function untilSerialized<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!isSerializationFailure(error) || attempt === MAX_ATTEMPTS) throw error
    }
}
