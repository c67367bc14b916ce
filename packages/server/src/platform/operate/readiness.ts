import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { migrations as needed } from '../database/migrate.ts'
import type { Storage } from '../storage/index.ts'

type Readiness = { ok: boolean; database: boolean; migrations: boolean; files: boolean }

/**
 * Whether this process can serve requests: the database answers and has all migrations of this release. Without files it still serves all
 * that needs none, so their absence is only told.
 */
export async function readiness(db: Db, storage: Pick<Storage, 'check'>): Promise<Readiness> {
  const [database, files] = await Promise.all([databaseReadiness(db), answersSoon(storage.check())])
  return { ...database, files }
}

async function databaseReadiness(db: Db): Promise<Omit<Readiness, 'files'>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const done = new Set(rows.map(({ name }) => name))
    const migrations = needed.every((name) => done.has(name))
    return { ok: migrations, database: true, migrations }
  } catch {
    return { ok: false, database: false, migrations: false }
  }
}

/** Sooner than the second that a probe waits. */
const SOON_MS = 500
async function answersSoon(work: Promise<void>): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(timeout.resolve, SOON_MS, false)
  const answered = work.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, timeout.promise]).finally(() => clearTimeout(timer))
}
