import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PERMISSIONS } from '@cuadre/api/permissions'
import pg from 'pg'
import { grantDefaults } from '../../platform/access/permissions.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'

type Fresh = {
  /** Told of every statement that has been run. */
  onStatement?: (text: string) => void
  /** The last migration to run, in a database without the default grants. */
  until?: string
}

/** Compiled by @cuadre/build/jest/pglite, where it is a test file that asks. */
const { embeddedDatabase: compiled } = globalThis as { embeddedDatabase?: object }

/**
 * A database of its own, migrated and with the default grants: PGlite in memory, or a new database of the PostgreSQL at TEST_DATABASE_URL.
 * It is a copy of one that is made once for all test files: migrating each takes seconds.
 */
export function freshDatabase({ onStatement = () => {}, until }: Fresh = {}): Promise<Database> {
  const base = process.env.TEST_DATABASE_URL
  if (base) return freshOnServer(base, onStatement, until)
  return openDatabase({
    onStatement,
    ...(until ? { until } : { image: migratedImage() }),
    ...(compiled && { compiled }),
  })
}

/** The migrated database that the embedded ones are copies of. */
export const migratedImage = () => ({ file: join(tmpdir(), `cuadre-${contentHash()}.tar`), fill: grantDefaults })

async function freshOnServer(base: string, onStatement: (text: string) => void, until: string | undefined): Promise<Database> {
  const urlOf = (name: string) => Object.assign(new URL(base), { pathname: `/${name}` }).toString()
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: base })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const name = `test_${process.pid}_${Date.now()}_${Math.random().toString(36).slice(2, 8)}`
  await admin(`create database ${name} ${until ? '' : `template ${await templateOn(base, urlOf)}`}`)
  const database = await openDatabase({ onStatement, until, url: urlOf(name) })
  return { ...database, close: () => database.close().then(() => admin(`drop database if exists ${name} with (force)`)) }
}

/** The database that the others are copies of. The first test file that asks makes it, while the others wait. */
async function templateOn(base: string, urlOf: (name: string) => string) {
  const name = `cuadre_${contentHash()}`
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(2612)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    // Under another name until it is complete: a run may be stopped while it makes it.
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    const { db, close } = await openDatabase({ url: urlOf(draft) })
    await grantDefaults(db)
    await close()
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** Of all that is in the copied database, so that a change of it makes a new one. */
function contentHash() {
  const folder = new URL('../../platform/database/migrations/', import.meta.url)
  const hash = createHash('sha256').update(JSON.stringify(PERMISSIONS))
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
