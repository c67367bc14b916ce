import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { migrations as needed } from '../database/migrate.ts'

/** Whether this process can serve requests: the database answers and has all migrations of this release. */
export async function readiness(db: Db): Promise<{ ok: boolean; database: boolean; migrations: boolean }> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const done = new Set(rows.map(({ name }) => name))
    const migrations = needed.every((name) => done.has(name))
    return { ok: migrations, database: true, migrations }
  } catch {
    return { ok: false, database: false, migrations: false }
  }
}
