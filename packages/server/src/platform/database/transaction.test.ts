import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { lockForStep } from '../../workflow/analysis/analysis.steps.repository.ts'
import { record } from '../event/index.ts'
import type { Caller } from '../http/context.ts'
import { type Db, row, rows, transaction } from './index.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  const { db } = server
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close)
    values ('2026-10', now() + interval '1 day', now() + interval '2 days', now() + interval '3 days', now() + interval '5 days')`.execute(
    db,
  )
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id) values (1, '1101', 'Caja', 1, 'BRL', ${who.analista.id})`.execute(
    db,
  )
  await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura,
      due_control, submitted_at, version) select 1, 1, 1, 1, 1, ${who.analista.id}, 'M', 'BRL', 10, 'menor', due_analyst, due_jefatura, due_control, now(), 1 from period`.execute(
    db,
  )
}, 240_000)
afterAll(() => server.close())

/** The error with which PostgreSQL rolls back one of two deadlocked transactions. */
const givenUp = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })
const name = (tx: Db, value: string) => sql`update business set name = ${value} where id = 1`.execute(tx)
const nameNow = async () => (await row(server.db, sql<{ name: string }>`select name from business where id = 1`))!.name

describe('what the database gives up in favour of another', () => {
  test('is done again from the start, and nothing of the first time is left', async () => {
    let times = 0
    const result = await transaction(server.db, async (tx) => {
      await name(tx, `Intento ${++times}`)
      if (times < 3) throw givenUp()
      return times
    })
    expect([result, await nameNow()]).toEqual([3, 'Intento 3'])
  })

  test('is not tried for ever, and another error not again', async () => {
    let times = 0
    const failing = (error: Error) =>
      transaction(server.db, async (tx) => {
        await name(tx, `Nunca ${++times}`)
        throw error
      })
    await expect(failing(givenUp())).rejects.toThrow('deadlock detected')
    expect(times).toBe(5)
    await expect(failing(new Error('otro'))).rejects.toThrow('otro')
    expect([times, await nameNow()]).toEqual([6, 'Intento 3'])
  })
})

const onServer = process.env.TEST_DATABASE_URL ? test : test.skip
onServer('a change of deadlines and a decision that wait for each other are both done', async () => {
  const { db } = server
  const waiting = async (n: number) => {
    for (let found = -1; found !== n; await new Promise((resolve) => setTimeout(resolve, 20)))
      found = (await rows(db, sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length
  }
  let changed: ReturnType<TestServer['call']> | undefined
  let decided: ReturnType<TestServer['call']> | undefined
  await transaction(db, async (tx) => {
    await sql`select from period for update`.execute(tx)
    changed = server.call({
      method: 'PATCH',
      url: '/period/1',
      body: { VENCE_CIERRE: new Date(Date.now() + 6 * 86_400_000).toISOString() },
      as: who.control,
    })
    await waiting(1)
    decided = server.call({ method: 'PATCH', url: '/department/aprobar-analisis-jefatura/1', body: {}, as: who.jefatura })
    await waiting(2)
  })
  expect([(await changed!).status, (await decided!).status]).toEqual([200, 200])
})

onServer('that a file is opened is recorded while somebody decides', async () => {
  const { db } = server
  const caller: Caller = {
    userId: who.administrador.id,
    name: '',
    roleId: 6,
    permissions: new Set(),
    countryId: null,
    businessId: null,
    locale: 'es',
  }
  await transaction(db, async (tx) => {
    expect(await lockForStep(tx, caller, { ids: [1] })).toHaveLength(1)
    await transaction(db, async (other) => {
      await sql`set local lock_timeout = '5s'`.execute(other)
      await record(other, { periodId: 1, kind: 'visto', analysisId: 1, caller: null })
    })
  })
  expect(await row(db, sql`select verify_events(1) as broken`)).toEqual({ broken: null })
})
