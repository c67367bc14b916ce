import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'

const folder = new URL('./migrations/', import.meta.url)

/** Forward only: a released file is never edited. Each `NNN-what.sql` runs once, in a transaction. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          readdirSync(folder)
            .filter((name) => name.endsWith('.sql'))
            .map((name) => [
              name.replace('.sql', ''),
              {
                up: (tx: Kysely<unknown>) =>
                  sql
                    .raw(readFileSync(new URL(name, folder), 'utf8'))
                    .execute(tx)
                    .then(() => undefined),
              },
            ]),
        ),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
