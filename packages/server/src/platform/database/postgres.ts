import pg from 'pg'
import { plain } from '../plain.ts'
import { parsers } from './parsers.ts'
import { keepPrepared } from './prepared.ts'

/**
 * JIT compilation takes a second for queries that run in less, as the bench shows for every step of a load. With this work_mem, sums over a
 * period of 50,000 rows sort and hash in memory. By default a page of a list is found by several processes, which takes longer to start than to
 * find it; sums of a million rows still are.
 */
const SESSION = { jit: 'off', work_mem: '32MB', parallel_setup_cost: '20000' }

/** Whoever waits longer for a connection is told so; a server that is gone without a word is noticed. */
const PATIENCE = { connectionTimeoutMillis: 30_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Connections to the PostgreSQL at `url`.
 * @param shared by a pooler that gives each transaction another session: the settings are then those of the role (`checkAddresses`), and nothing stays prepared
 */
export function postgresPool(url: string, shared: boolean, more: pg.PoolConfig = {}): pg.Pool {
  for (const [type, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(type), parse)
  const pool = new pg.Pool({ connectionString: url, max: 12, ...PATIENCE, ...more })
  if (!shared)
    pool.on('connect', (client) => {
      keepPrepared(client)
      const settings = Object.entries(SESSION).map(([name, value]) => `set ${name} = '${value}'`)
      client.query(settings.join('; ')).catch(() => {})
    })
  // The pool replaces a connection that is lost while idle, and the next statement on one in use says it; without these listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Whether the addresses are what they are given for: without `sessionUrl`, `url` leads to PostgreSQL itself. With it, `url` may be a pooler in
 * transaction mode in front of the same database; the settings of our sessions become the role's there, because what one transaction sets
 * would stay in a session that the next one does not have.
 * @throws a plain sentence that names the setting to change
 */
export async function checkAddresses(url: string, sessionUrl: string | undefined): Promise<void> {
  const direct = sessionUrl ? await look('DATABASE_SESSION_URL', sessionUrl, keepSettings) : await look('DATABASE_URL', url)
  if (!direct.direct)
    throw plain(
      sessionUrl
        ? 'DATABASE_SESSION_URL no llega directamente a PostgreSQL, sino a un repartidor de conexiones (PgBouncer). Indique la dirección del servidor.'
        : 'DATABASE_URL llega a un repartidor de conexiones (PgBouncer). Falta DATABASE_SESSION_URL, la dirección directa de PostgreSQL.',
    )
  if (sessionUrl && (await look('DATABASE_URL', url)).database !== direct.database)
    throw plain('DATABASE_SESSION_URL y DATABASE_URL llegan a bases de datos distintas.')
}

const LOOK = `select pg_backend_pid() as pid, concat_ws(' ', system_identifier, current_database()) as database from pg_control_system()`
const FORBIDDEN = '42501'

async function look(setting: string, url: string, then?: (client: pg.Client) => Promise<void>) {
  const client = await connect(url).catch((error: NodeJS.ErrnoException) => {
    throw plain(`${setting}: no se puede abrir esa base de datos (${error.message || error.code}).`, error)
  })
  try {
    const { rows } = await client.query(LOOK).catch((error) => {
      // Some providers keep it from ordinary roles; the name of the database is then all there is to compare.
      if (error.code !== FORBIDDEN) throw error
      return client.query('select pg_backend_pid() as pid, current_database() as database')
    })
    // A pooler tells its clients a number of its own. The driver's types leave it out.
    const direct = (client as unknown as { processID: number }).processID === rows[0].pid
    if (direct) await then?.(client)
    return { direct, database: rows[0].database as string }
  } finally {
    await client.end().catch(() => {})
  }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  // An error between statements; the next statement says it, too.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Sessions that the pooler opens from now on have them; several processes may start at once. */
async function keepSettings(client: pg.Client) {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(2613)')
  for (const [name, value] of Object.entries(SESSION)) {
    const { rows } = await client.query(
      `select format('alter role %I in database %I set %I = %L', current_user, current_database(), $1::text, $2::text) as statement
        where not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
          where s.setrole = current_user::regrole and d.datname = current_database() and $1::text || '=' || $2::text = any(s.setconfig))`,
      [name, value],
    )
    if (rows[0]) await client.query(rows[0].statement)
  }
  await client.query('commit')
}
