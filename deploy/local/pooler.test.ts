import { openDatabase, sql } from '@cuadre/server'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { hasPgBouncer, type Primary, startPrimary } from './postgres.ts'

if (!hasPgBouncer) console.warn('PgBouncer no está instalado: el modo de transacción no se prueba (Debian: postgresql, pgbouncer).')
const onPgBouncer = hasPgBouncer ? describe : describe.skip

onPgBouncer('behind PgBouncer in transaction mode', () => {
  let primary: Primary
  let pooler: string
  beforeAll(async () => {
    primary = await startPrimary()
    pooler = await primary.pooler()
  }, 120_000)
  afterAll(() => primary?.close())

  const open = () => openDatabase({ url: pooler, sessionUrl: primary.url })

  // First: sessions that the pooler has from before a first start get the settings when it opens them again.
  test('processes that start at once migrate, each session has its settings, and announcements of one reach the other', async () => {
    const [one, two] = await Promise.all([open(), open()])
    const heard: string[] = []
    two.live.on((payload) => heard.push(payload))
    // More at once than the pooler has sessions, so that each of them is looked at.
    const settings = await Promise.all(
      Array.from({ length: 24 }, () =>
        one.db.transaction().execute(async (tx) => {
          const { rows } = await sql<{
            settings: string
          }>`select concat_ws(' ', current_setting('jit'), current_setting('work_mem'), current_setting('parallel_setup_cost')) as settings
            from pg_sleep(0.02)`.execute(tx)
          return rows[0]!.settings
        }),
      ),
    )
    expect([...new Set(settings)]).toEqual(['off 32MB 20000'])
    // Both ways: the process announces by itself, and a trigger does within a transaction through the pooler.
    one.live.announce('"itself"')
    await sql`select pg_notify('cuadre_live', '"transaction"')`.execute(one.db)
    for (const until = Date.now() + 10_000; heard.length < 2 && Date.now() < until; ) await new Promise((done) => setTimeout(done, 20))
    expect(heard.toSorted()).toEqual(['"itself"', '"transaction"'])
    await Promise.all([one.close(), two.close()])
  }, 120_000)

  test('opening leaves no lock behind in a session of the pooler', async () => {
    const database = await open()
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_locks where locktype = 'advisory'`.execute(
      database.db,
    )
    expect(rows[0]!.held).toBe(0)
    await database.close()
  })

  test('a role that may not ask for the number of the cluster opens the database all the same', async () => {
    primary.sql('revoke execute on function pg_control_system() from public')
    try {
      const { db, close } = await openDatabase({ url: primary.url })
      await expect(sql`select system_identifier from pg_control_system()`.execute(db)).rejects.toMatchObject({ code: '42501' })
      await close()
    } finally {
      primary.sql('grant execute on function pg_control_system() to public')
    }
  }, 60_000)

  test('without the direct address, or with the pooler as one, it says which setting is wrong', async () => {
    await expect(openDatabase({ url: pooler })).rejects.toMatchObject({
      name: 'Plain',
      message: expect.stringContaining('Falta DATABASE_SESSION_URL'),
    })
    await expect(openDatabase({ url: primary.url, sessionUrl: pooler })).rejects.toMatchObject({
      name: 'Plain',
      message: expect.stringContaining('DATABASE_SESSION_URL no llega directamente'),
    })
  })

  test('the two addresses are of one database', async () => {
    await expect(openDatabase({ url: pooler, sessionUrl: primary.url.replace(/cuadre$/, 'postgres') })).rejects.toMatchObject({
      name: 'Plain',
      message: expect.stringContaining('bases de datos distintas'),
    })
  })
})
