import { type Database, openDatabase, readingReplica, sql } from '@cuadre/server'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { hasPostgres, type Primary, startPrimary } from './postgres.ts'

if (!hasPostgres) console.warn('PostgreSQL no está instalado: la lectura de una réplica no se prueba (Debian: postgresql).')
const onPostgres = hasPostgres ? describe : describe.skip

onPostgres('dashboards, statistics, histories and exports read from a replica', () => {
  let primary: Primary
  let replica: Awaited<ReturnType<Primary['replica']>>
  let database: Database
  beforeAll(async () => {
    primary = await startPrimary()
    replica = await primary.replica('replica')
    database = await openDatabase({ url: primary.url, readUrl: replica.url })
  }, 120_000)
  afterAll(async () => {
    await database?.close()
    primary?.close()
  })

  let countries = 360
  const add = (name: string) =>
    sql`insert into country (name, iso, currency) values (${name}, ${(countries++).toString(36).toUpperCase()}, 'BRL')`.execute(database.db)
  const look = async () => {
    const query = sql<{
      country: string
      copy: boolean
    }>`select name as country, pg_is_in_recovery() as copy from country order by id desc limit 1`
    return (await query.execute(database.db)).rows[0]
  }
  const read = () => readingReplica(look)
  /** Until the replica is asked again, and has what was written meanwhile. */
  async function untilReplica() {
    for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((done) => setTimeout(done, 100)))
      if ((await read())?.copy) return
    throw new Error('the replica does not answer')
  }

  test('what was just written is read, from the replica; other calls stay with the primary', async () => {
    await add('R0')
    await untilReplica()
    for (let n = 1; n <= 30; n++) {
      await add(`R${n}`)
      expect((await read())?.country).toBe(`R${n}`)
    }
    expect(database.reads!().replica).toBeGreaterThan(20)
    expect(await look()).toEqual({ country: 'R30', copy: false })
  })

  test('what a process wrote is read by another at once', async () => {
    const other = await openDatabase({ url: primary.url })
    await untilReplica()
    await sql`insert into country (name, iso, currency) values ('Otro', 'OT', 'BRL')`.execute(other.db)
    expect(await read()).toEqual({ country: 'Otro', copy: true })
    await other.close()
  })

  test('a transaction is the primary’s, and so is what the call reads after it', async () => {
    await untilReplica()
    const seen = await readingReplica(async () => {
      const before = await look()
      await database.db.transaction().execute((tx) => sql`insert into country (name, iso, currency) values ('T', 'TT', 'BRL')`.execute(tx))
      return [before?.copy, await look()]
    })
    expect(seen).toEqual([true, { country: 'T', copy: false }])
  })

  test('a statement that only the primary can run is run there; a wrong one fails as ever', async () => {
    await untilReplica()
    await readingReplica(() => add('W'))
    expect((await look())?.country).toBe('W')
    await untilReplica()
    await expect(readingReplica(() => sql`select nothing from country`.execute(database.db))).rejects.toMatchObject({ code: '42703' })
  })

  test('a replica that stopped replaying is not read', async () => {
    await untilReplica()
    replica.sql('select pg_wal_replay_pause()')
    await add('Q')
    expect(await read()).toEqual({ country: 'Q', copy: false })
    replica.sql('select pg_wal_replay_resume()')
    await untilReplica()
    expect(await read()).toEqual({ country: 'Q', copy: true })
  }, 60_000)

  test('without it nothing fails; when it comes back it is read again', async () => {
    await untilReplica()
    replica.stop('immediate')
    await add('S')
    for (let n = 0; n < 5; n++) expect(await read()).toEqual({ country: 'S', copy: false })
    replica.start()
    await untilReplica()
    expect(await read()).toEqual({ country: 'S', copy: true })
  }, 60_000)

  test('one that was promoted is a database of its own and is not read', async () => {
    await untilReplica()
    replica.promote()
    await add('P')
    for (let n = 0; n < 5; n++) expect((await read())?.country).toBe('P')
    replica.sql(`insert into country (name, iso, currency) values ('Otra rama', 'ZZ', 'BRL')`)
    await new Promise((done) => setTimeout(done, 1100))
    expect((await read())?.country).toBe('P')
  }, 60_000)
})
