import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { plain } from '../plain.ts'

const folder = new URL('./migrations/', import.meta.url)

/** All migrations of this release, in order. */
export const migrations: string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''))
  .sort()

/** The schema of the first release, one file per zone. Changes are later files. */
export const firstRelease = ['001-platform', '002-organisation', '003-ledger', '004-workflow', '005-desk', '006-reporting']

/**
 * Forward only: a released file is never edited. Each `NNN-what.sql` runs once, in a transaction.
 * @param until the last migration to run
 * @throws if the database was created by a version before the last one preceding the first release
 */
export async function migrate(db: Kysely<unknown>, until = migrations.at(-1)!): Promise<void> {
  await adoptDatabase(db)
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(migrations.map((name) => [name, { up: (tx: Kysely<unknown>) => run(tx, name) }])),
    },
  })
  const { error } = await migrator.migrateTo(until)
  if (error instanceof Error && (error as { code?: unknown }).code === FORBIDDEN)
    throw plain(`DATABASE_URL: a su usuario le falta un permiso en la base de datos (${error.message}).`, error)
  if (error) throw error
}

const FORBIDDEN = '42501'
const run = async (tx: Kysely<unknown>, name: string) => {
  await sql.raw(readFileSync(new URL(`${name}.sql`, folder), 'utf8')).execute(tx)
}

/** A database that has all 56 migrations from before the first release equals one created by its files, and continues from there. */
async function adoptDatabase(db: Kysely<unknown>) {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!rows[0]!.there) return
  await sql`with replaced as (
      delete from kysely_migration where exists (select from kysely_migration where name = '203-transfer-businesses') returning name)
    insert into kysely_migration (name, timestamp)
      select unnest(${firstRelease}::text[]), ${new Date().toISOString()} where exists (select from replaced)`.execute(db)
  const { rows: left } = await sql`select from kysely_migration where name = '001-people'`.execute(db)
  if (left.length > 0)
    throw plain('La base de datos es de una versión anterior a la primera publicación. Empiece de cero: npm start -- --reset')
}
