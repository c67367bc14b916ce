import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createLocation } from '../../lab/bench/place.ts'
import { type TestServer, testServer } from '../../lab/testing/server.ts'
import { world } from '../../lab/testing/world.ts'
import { type Database, type Db, openDatabase, rows } from '../database/index.ts'
import { contentPath } from '../storage/folder.ts'

// The backup and restore described in deploy/README.md.

/** Row counts of all tables, the event chains, and the files that rows refer to. */
async function whole(db: Db, folder: string) {
  const tables = await rows(
    db,
    sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables)
    counts[name] = (await rows(db, sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`))[0]!.n
  const files = await rows(
    db,
    sql<{ sha256: string }>`select sha256 from analysis_file union select sha256 from annex union select sha256 from balance_load`,
  )
  return {
    counts,
    broken: await rows(db, sql`select id from period where verify_events(id) is not null`),
    missing: files.filter(({ sha256 }) => !existsSync(contentPath(folder, sha256))),
    files: files.length,
  }
}

const base = process.env.TEST_DATABASE_URL
const hasTools = base && spawnSync('pg_dump', ['--version']).status === 0
const onPostgres = hasTools ? describe : describe.skip
onPostgres('PostgreSQL: pg_dump, then the files; restored into an empty database', () => {
  let server: TestServer
  let place: Awaited<ReturnType<typeof createLocation>>
  let restored: Database
  beforeAll(async () => {
    server = await testServer()
    await world(server)
    place = await createLocation(base)
  })
  afterAll(async () => {
    await restored?.close()
    await server.close()
    await place.remove()
  })

  test('everything is there again, the chains verify, and work goes on', async () => {
    const dump = join(place.folder, 'cuadre.dump')
    execFileSync('pg_dump', ['--format=custom', '--no-owner', `--file=${dump}`, server.url!])
    // Files are named by their content and never change: a copy made after the dump contains every file that the dump refers to.
    cpSync(join(server.folder, 'files'), join(place.folder, 'files'), { recursive: true })
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${place.url}`, dump])
    restored = await openDatabase({ url: place.url })
    const before = await whole(server.db, server.folder)
    expect(before.files).toBeGreaterThan(1)
    expect(await whole(restored.db, place.folder)).toEqual({ ...before, broken: [], missing: [] })
    const [account] = await rows(
      restored.db,
      sql<{ id: number }>`insert into account (business_id, code, name, currency) values (1, 'nueva', 'Cuenta nueva', 'BRL') returning id`,
    )
    expect(account!.id).toBeGreaterThan(before.counts.account!)
  })
})

describe('the embedded database: its folder, copied while it is stopped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-backup-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('everything is there again', async () => {
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
    const first = await openDatabase({ dataDir: data })
    await sql`insert into country (name, iso, currency) values ('Brasil', 'BR', 'BRL')`.execute(first.db)
    await first.close()
    cpSync(data, copy, { recursive: true })
    const second = await openDatabase({ dataDir: copy })
    expect(await rows(second.db, sql`select name from country`)).toEqual([{ name: 'Brasil' }])
    await second.close()
  })
})
