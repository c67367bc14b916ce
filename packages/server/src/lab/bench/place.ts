import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoleId } from '@cuadre/api/roles'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createApp } from '../../app.ts'
import type { AppOptions } from '../../options.ts'
import { grantDefaults } from '../../platform/access/permissions.ts'
import { type Database, type Db, openDatabase, row } from '../../platform/database/index.ts'
import { openStorage } from '../../platform/storage/open.ts'
import type { BucketSettings } from '../../platform/storage/s3.client.ts'

/** Where a database is: the URL of a PostgreSQL, or the folder of an embedded one. Files are in `folder` in both cases, or in a bucket. */
export type Location = {
  url?: string | undefined
  sessionUrl?: string
  readUrl?: string
  folder: string
  bucket?: BucketSettings | undefined
}
export const storageOf = ({ folder, bucket }: Location) => openStorage({ DATA_DIR: folder, S3_REGION: 'us-east-1', ...bucket })
export type Opened = Database & { app: FastifyInstance }

const ISSUER = 'bench'

/** A new location: its own folder, or its own database on the given PostgreSQL. */
export async function createLocation(base: string | undefined): Promise<Location & { remove: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-bench-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (!base) return { folder, remove: async () => removeFolder() }
  const name = `bench_${process.pid}_${Date.now()}`
  const { default: pg } = await import('pg')
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: base })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name}`)
  return {
    folder,
    url: Object.assign(new URL(base), { pathname: `/${name}` }).toString(),
    remove: () => admin(`drop database if exists ${name} with (force)`).finally(removeFolder),
  }
}

/** The product on a database. Tokens are just user names: verifying signatures costs the same for everything measured. */
export async function open(location: Location, more: Partial<AppOptions> = {}): Promise<Opened> {
  const { url, sessionUrl, readUrl, folder } = location
  const database = await openDatabase({ url, sessionUrl, readUrl, dataDir: folder })
  await grantDefaults(database.db)
  const app = await createApp({
    db: database.db,
    live: database.live,
    storage: await storageOf(location),
    zone: 'America/Sao_Paulo',
    verifyToken: async (token) => {
      const now = Date.now() / 1000
      return { iss: ISSUER, sub: token, sid: token, issuedAt: now, authTime: now, emailVerified: true }
    },
    auth: { url: 'http://localhost', realm: 'corp', clientId: 'cuadre-web' },
    ...more,
  })
  return { ...database, app, close: () => app.close().then(() => database.close()) }
}

export async function person(db: Db, username: string, role: RoleId): Promise<number> {
  const made = await row(
    db,
    sql<{ id: number }>`insert into app_user (name, username, email, active_role_id)
      values (${username}, ${username}, ${`${username}@corporacion.example`}, ${role}) returning id`,
  )
  await sql`insert into user_role values (${made!.id}, ${role})`.execute(db)
  await sql`insert into identity_link values (${ISSUER}, ${username}, ${made!.id})`.execute(db)
  return made!.id
}
