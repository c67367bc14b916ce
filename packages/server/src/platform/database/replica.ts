import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import type pg from 'pg'

/** Of one call: whether its statements may go to the replica, once that is known. */
type Reading = { replica?: Promise<boolean> }
const reading = new AsyncLocalStorage<Reading>()

/** Statements of `work` outside transactions may be answered by the replica, where there is one that is not behind. */
export const readingReplica = <T>(work: () => Promise<T>): Promise<T> => reading.run({}, work)

/**
 * The primary's dialect, with the replica's for what `readingReplica` runs. What fails on the replica for any reason is asked of the primary,
 * which has the last word; so is the rest of a call after its first transaction, because the replica may not have what that wrote.
 */
export function withReplica(
  primary: Dialect,
  replica: Dialect,
  isFresh: () => Promise<boolean>,
  count: (of: keyof Reads) => void,
): Dialect {
  return { ...methodsOf(primary), createDriver: () => routedDriver(primary.createDriver(), replica.createDriver(), isFresh, count) }
}
/** Statements that might be read from the replica, by who answered them. */
export type Reads = { replica: number; primary: number }

const methodsOf = (dialect: Dialect): Omit<Dialect, 'createDriver'> => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
})

type Routed = { connection: DatabaseConnection; reading: Reading; primary: DatabaseConnection | undefined }

function routedDriver(primary: Driver, replica: Driver, isFresh: () => Promise<boolean>, count: (of: keyof Reads) => void): Driver {
  const routed = new WeakMap<DatabaseConnection, Routed>()
  const onPrimary = async (connection: DatabaseConnection) => {
    const route = routed.get(connection)
    if (!route) return connection
    route.reading.replica = Promise.resolve(false)
    route.primary ??= await primary.acquireConnection()
    return route.primary
  }

  async function fromReplica<R>(of: Reading, ask: (connection: DatabaseConnection) => Promise<R>): Promise<{ answer: R } | undefined> {
    of.replica ??= isFresh()
    if (!(await of.replica)) return undefined
    try {
      const connection = await replica.acquireConnection()
      try {
        return { answer: await ask(connection) }
      } finally {
        await replica.releaseConnection(connection)
      }
    } catch {
      return undefined
    }
  }

  function route(of: Reading): DatabaseConnection {
    const route: Routed = {
      reading: of,
      primary: undefined,
      connection: {
        async executeQuery(query) {
          // A transaction has the primary's connection already.
          if (route.primary) return route.primary.executeQuery(query)
          const found = await fromReplica(of, (connection) => connection.executeQuery(query))
          count(found ? 'replica' : 'primary')
          return (found?.answer ?? (await (await onPrimary(route.connection)).executeQuery(query))) as never
        },
        async *streamQuery(query, chunkSize) {
          yield* (await onPrimary(route.connection)).streamQuery(query, chunkSize) as AsyncIterable<never>
        },
      },
    }
    routed.set(route.connection, route)
    return route.connection
  }

  return {
    init: async () => void (await Promise.all([primary.init(), replica.init()])),
    acquireConnection: async () => {
      const of = reading.getStore()
      return of ? route(of) : primary.acquireConnection()
    },
    beginTransaction: async (connection, settings) => primary.beginTransaction(await onPrimary(connection), settings),
    commitTransaction: async (connection) => primary.commitTransaction(await onPrimary(connection)),
    rollbackTransaction: async (connection) => primary.rollbackTransaction(await onPrimary(connection)),
    releaseConnection: async (connection) => {
      const route = routed.get(connection)
      if (!route) await primary.releaseConnection(connection)
      else if (route.primary) await primary.releaseConnection(route.primary)
    },
    destroy: async () => void (await Promise.all([primary.destroy(), replica.destroy()])),
  }
}

/** A place in the log of one cluster. */
export type Place = { lsn: string; cluster: string }
/** Of the replica: it has replayed up to a place, has not yet, or is no replica of that cluster (also: it has been promoted). */
export type Standing = 'replayed' | 'behind' | 'other'

/**
 * Whether the replica has all that was committed when it is asked, by whomever and in whichever process. It is waited for shortly; one that is
 * away or stays behind is left alone for `restMs`, so that calls do not wait for it one after the other.
 */
export function freshness({
  place,
  standing,
  waitMs = 200,
  restMs = 1000,
  everyMs = 5,
}: {
  place: () => Promise<Place>
  standing: (place: Place) => Promise<Standing>
  waitMs?: number
  restMs?: number
  everyMs?: number
}): () => Promise<boolean> {
  let restUntil = 0
  return async () => {
    if (performance.now() < restUntil) return false
    try {
      const wanted = await place()
      const until = performance.now() + waitMs
      let found = await standing(wanted)
      while (found === 'behind' && performance.now() < until) {
        await delay(everyMs)
        found = await standing(wanted)
      }
      if (found === 'replayed') return true
    } catch {
      // Away; the primary answers, or says that it is away, too.
    }
    restUntil = performance.now() + restMs
    return false
  }
}

/** How `freshness` asks PostgreSQL. What is acknowledged is flushed; what is only inserted into the log might not be sent for a while. */
export const places = (primary: pg.Pool, replica: pg.Pool) => ({
  place: async (): Promise<Place> => {
    const { rows } = await primary.query(
      'select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as cluster from pg_control_system()',
    )
    return rows[0]
  },
  standing: async ({ lsn, cluster }: Place): Promise<Standing> => {
    // A replica whose machine is gone does not refuse; it is silent. The driver's types leave the limit of one query out.
    const query = { text: STANDING, values: [lsn, cluster], query_timeout: 1000 }
    return (await replica.query(query)).rows[0].standing
  },
})
const STANDING = `select case when not pg_is_in_recovery() or system_identifier::text <> $2 then 'other'
    when pg_last_wal_replay_lsn() >= $1::pg_lsn then 'replayed' else 'behind' end as standing
  from pg_control_system()`
