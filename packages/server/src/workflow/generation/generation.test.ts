import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { applyBalances, openAnalyses } from './generation.ts'

// An embedded database takes seconds to start where cores are few.
jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  const { db } = server
  await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) values
    ('2026-09', '2026-10-06T21:00Z', '2026-10-07T21:00Z', '2026-10-08T21:00Z', '2026-10-12T21:00Z'),
    ('2026-10', '2026-11-06T21:00Z', '2026-11-07T21:00Z', '2026-11-08T21:00Z', '2026-11-12T21:00Z')`.execute(db)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select id, 'saldos.xlsx', 1, 'x', 'confirmada', ${who.control.id} from period`.execute(
    db,
  )
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id, active, risk) values
    (1, '1101', 'Caja', 1, 'BRL', ${who.analista.id}, true, 'M'), (1, '1102', 'Bancos', 1, 'BRL', ${who.analista.id}, true, 'A'),
    (1, '1103', 'Sin analista', 1, 'BRL', null, true, 'M'), (1, '1104', 'Inactiva', 1, 'BRL', ${who.analista.id}, false, 'M'),
    (2, '1105', 'Sin saldo', 2, 'BRL', ${who.otherAnalista.id}, true, 'M')`.execute(db)
  await sql`insert into balance (period_id, account_id, amount, load_id) values (1, 1, 10000, 1), (1, 2, 500, 1),
    (2, 1, 10400, 2), (2, 2, -500, 2), (2, 3, 70, 2), (2, 4, 80, 2)`.execute(db)
})
afterAll(() => server.close())

const open = (more: object = {}) => transaction(server.db, (tx) => openAnalyses(tx, { periodId: 2, loadId: 2, ...more }))
const apply = () =>
  transaction(server.db, (tx) => applyBalances(tx, { periodId: 2, loadId: 2, caller: { userId: who.control.id, roleId: 3 } }))

describe('analyses follow the balances', () => {
  test('a load opens one for each assigned, active account with a balance, and only once', async () => {
    expect(await open()).toBe(2)
    expect(await open()).toBe(0)
    expect(
      await rows(
        server.db,
        sql`select account_id, balance, previous, materiality, department_id, difference, due_control, generated_by_load from analysis order by id`,
      ),
    ).toEqual([
      {
        account_id: 1,
        balance: '10400.00',
        previous: '10000.00',
        materiality: 'menor',
        department_id: 1,
        difference: '10400.00',
        due_control: '2026-11-08T21:00:00.000Z',
        generated_by_load: 2,
      },
      // High risk, and the balance has changed its sign.
      expect.objectContaining({ account_id: 2, balance: '-500.00', previous: '500.00', materiality: 'critica' }),
    ])
    expect(await rows(server.db, sql`select kind, detail from event where load_id = 2`)).toEqual([
      { kind: 'generado', detail: { cantidad: 2 } },
    ])
  })

  test('an assignment opens what waited, and its event names them', async () => {
    await sql`update account set analyst_id = ${who.otherAnalista.id} where id = 3`.execute(server.db)
    expect(await open({ loadId: null, accountIds: [3, 5], caller: { userId: who.control.id, roleId: 3 } })).toBe(1)
    const event = await row(server.db, sql`select actor_id, detail from event where load_id is null`)
    expect(event).toEqual({ actor_id: who.control.id, detail: { cantidad: 1, analisis: [expect.any(Number)] } })
  })

  test('a changed balance reaches what is open, and makes what was sent or decided pending again', async () => {
    await sql`update analysis set submitted_at = now(), first_submitted_at = now(), value = 10000, version = 1 where account_id = 1`.execute(
      server.db,
    )
    await sql`update balance set amount = 10500 where period_id = 2 and account_id = 1`.execute(server.db)
    await sql`update balance set amount = 90 where period_id = 2 and account_id = 3`.execute(server.db)
    expect(await apply()).toEqual({ actualizados: 2, reabiertos: 1 })
    expect(
      await row(
        server.db,
        sql`select balance, value, difference, submitted_at, state_main, reopenings, version, revision from analysis where account_id = 1`,
      ),
    ).toEqual({
      balance: '10500.00',
      value: '10000.00',
      difference: '500.00',
      submitted_at: null,
      state_main: 1,
      reopenings: 1,
      version: 1,
      revision: 2,
    })
    expect(await row(server.db, sql`select balance, reopenings from analysis where account_id = 3`)).toEqual({
      balance: '90.00',
      reopenings: 0,
    })
    expect(await rows(server.db, sql`select from_state, to_state, detail from event where kind = 'saldo_cambiado'`)).toEqual([
      { from_state: 1, to_state: 1, detail: { antes: '10400.00', ahora: '10500.00' } },
    ])
    expect(await rows(server.db, sql`select user_id, params from outbox where template = 'saldo_cambiado'`)).toEqual([
      { user_id: who.analista.id, params: { account: '1101', period: '2026-10' } },
    ])

    await sql`update analysis set submitted_at = now(), state_main = 4, state_jefatura = 4, state_control = 4, jefatura_by = 2, control_by = 3, control_at = now() where account_id = 1`.execute(
      server.db,
    )
    await sql`update balance set amount = 10600 where period_id = 2 and account_id = 1`.execute(server.db)
    expect(await apply()).toEqual({ actualizados: 1, reabiertos: 1 })
    expect(
      await row(
        server.db,
        sql`select state_main, state_jefatura, state_control, jefatura_by, control_by, control_at, reopenings from analysis where account_id = 1`,
      ),
    ).toEqual({
      state_main: 1,
      state_jefatura: 1,
      state_control: null,
      jefatura_by: null,
      control_by: null,
      control_at: null,
      reopenings: 2,
    })
    expect(await apply()).toEqual({ actualizados: 0, reabiertos: 0 })
    expect(await row(server.db, sql`select verify_events(2) as broken`)).toEqual({ broken: null })
  })
})
