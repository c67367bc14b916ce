import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Ask, DatabaseNotification, WorkerReply } from './pglite-worker.ts'

/**
 * The embedded database for Kysely. Kysely's own PGlite driver lets a query of one request run inside another request's open transaction,
 * because both share one connection; here only one holder has the connection at a time.
 */
export function pgliteDialect(
  location: Location,
  onMessage: (payload: string) => void,
): Dialect & { imageTo: (path: string) => Promise<unknown> } {
  let database: Embedded
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () =>
      pgliteDriver(async () => {
        database = await startEmbedded(location, onMessage)
        return database
      }),
    imageTo: (path) => database.imageTo(path),
  }
}

function pgliteDriver(start: () => Promise<Embedded>): Driver {
  let database: Embedded
  let held: Promise<void> = Promise.resolve()
  const releases = new WeakMap<DatabaseConnection, () => void>()

  return {
    async init() {
      database = await start()
    },
    async acquireConnection() {
      const before = held
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      await before
      const connection: DatabaseConnection = {
        async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
          const { rows, affected } = await database.ask(sql, parameters)
          return { rows: rows as R[], numAffectedRows: BigInt(affected) }
        },
        streamQuery() {
          throw new Error('PGlite does not stream; page by key instead')
        },
      }
      releases.set(connection, release)
      return connection
    },
    async releaseConnection(connection) {
      releases.get(connection)?.()
    },
    async beginTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('begin'))
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    async rollbackTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    async destroy() {
      await database?.close()
    },
  }
}

/** A folder, or memory; `image` is a file written by `imageTo`. */
type Location = { dataDir?: string | undefined; image?: string | undefined; compiled?: object | undefined }
type Embedded = {
  /** Writes the whole database to one file; it must not be used afterwards. */
  imageTo: (path: string) => Promise<unknown>
  ask: (text: string, params: readonly unknown[]) => Promise<{ rows: unknown[]; affected: number }>
  close: () => Promise<void>
}

async function startEmbedded(location: Location, onMessage: (payload: string) => void): Promise<Embedded> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: location })
  const waiting = new Map<number, { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }>()
  let nextId = 1
  const tell = (ask: Ask) =>
    new Promise<WorkerReply>((resolve, reject) => {
      waiting.set(ask.id, { resolve, reject })
      worker.postMessage(ask)
    })
  worker.on('message', (reply: WorkerReply | DatabaseNotification) => {
    if ('channel' in reply) return onMessage(reply.payload)
    const { resolve, reject } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    if (reply.error) reject?.(Object.assign(new Error(reply.error.message), reply.error))
    else resolve?.(reply)
  })
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The embedded database has stopped')))

  // The worker answers message 0 when the database is open.
  await new Promise<void>((resolve, reject) => waiting.set(0, { resolve: () => resolve(), reject }))
  return {
    async ask(text, params) {
      const { rows = [], affected = 0 } = await tell({ id: nextId++, text, params })
      return { rows, affected }
    },
    imageTo: (path) => tell({ id: nextId++, imageTo: path }),
    async close() {
      await tell({ id: nextId++, close: true })
      await worker.terminate()
    },
  }
}
