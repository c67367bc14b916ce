import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { forget, period } from '../../ledger/balance/balance.testing.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { certifyAutomatically } from './certification.ts'
import { applyBalances, openAnalyses } from './generation.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await forget(server)
  await sql`insert into threshold (amount, percent) values (1000, 10)`.execute(server.db)
})

type Made = { method: string | null; result?: string; balance: string; previous?: string; risk?: string; approved?: boolean; left?: string }
const open = (name: string) =>
  transaction(server.db, (tx) => openAnalyses(tx, { periodId: name === 'a' ? 1 : 2, loadId: name === 'a' ? 1 : 2 }))
/** One account in two months, and its analysis in the second. */
async function judged(
  { method, result = 'PREPARAR', balance, previous, risk = 'M', approved = true, left }: Made,
  months = ['2026-04', '2026-05'],
) {
  const { db } = server
  for (const name of months) await period(server, name)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select id, 'b', 1, 'x', 'confirmada', ${who.control.id} from period order by id`.execute(
    db,
  )
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id, risk) values (1, '1', 'Caja', 1, 'BRL', ${who.analista.id}, ${risk})`.execute(
    db,
  )
  if (previous !== undefined) {
    await sql`insert into balance (period_id, account_id, amount, load_id) values (1, 1, ${previous}, 1)`.execute(db)
    await open('a')
    await sql`update analysis set value = balance - ${left ?? '0'}::numeric, state_main = ${approved ? 4 : 1}`.execute(db)
  }
  await sql`update account set auto_method = ${method}, auto_result = ${result}`.execute(db)
  await sql`insert into balance (period_id, account_id, amount, load_id) values (2, 1, ${balance}, 2)`.execute(db)
  await open('b')
  return states()
}
const states = () =>
  row(
    server.db,
    sql`select auto, state_main as p, state_jefatura as j, state_control as c, submitted_at is not null as sent, value from analysis where period_id = 2`,
  )
const untouched = { auto: false, p: 1, j: 1, c: null, sent: false, value: null }
const prepared = (value: string) => ({ auto: true, p: 1, j: 1, c: null, sent: true, value })

describe('an account certifies itself', () => {
  test.each<[string, Made, boolean]>([
    ['never without a method', { method: null, balance: '0.00' }, false],
    ['with a balance of zero', { method: 'SALDO_CERO', balance: '0.00', previous: '50.00' }, true],
    ['not with another balance', { method: 'SALDO_CERO', balance: '0.01' }, false],
    ['with zero that was zero', { method: 'CERO_SIN_MOV', balance: '0.00', previous: '0.00' }, true],
    ['not with zero that moved', { method: 'CERO_SIN_MOV', balance: '0.00', previous: '5.00' }, false],
    ['without movement after an approved one', { method: 'SIN_MOV', balance: '70.00', previous: '70.00' }, true],
    ['not after one that is not approved', { method: 'SIN_MOV', balance: '70.00', previous: '70.00', approved: false, left: '0' }, false],
    ['not with movement', { method: 'SIN_MOV', balance: '70.01', previous: '70.00' }, false],
    ['within its threshold', { method: 'EN_RANGO', balance: '-999.00', previous: '1.00' }, true],
    ['not at it, where it is material', { method: 'EN_RANGO', balance: '1000.00', previous: '1.00' }, false],
    ['not beyond it', { method: 'EN_RANGO', balance: '1000.01', previous: '1.00' }, false],
    ['within and without movement', { method: 'EN_RANGO_SIN_MOV', balance: '900.00', previous: '900.00' }, true],
    ['not within with movement', { method: 'EN_RANGO_SIN_MOV', balance: '900.00', previous: '899.00' }, false],
    ['not at high risk', { method: 'SALDO_CERO', balance: '0.00', risk: 'A' }, false],
    ['not over an open difference', { method: 'SALDO_CERO', balance: '0.00', previous: '50.00', left: '0.02' }, false],
  ])('%s', async (_, made, certified) => {
    expect(await judged(made)).toEqual(certified ? prepared(made.balance) : untouched)
  })

  test('and other systems hear of what a rule approves, not of what it prepares', async () => {
    await sql`insert into webhook (name, url, events, secret, created_by) values ('ERP', 'https://erp.example', '{autocertificado}', 'x', ${who.administrador.id})`.execute(
      server.db,
    )
    const told = () => rows(server.db, sql`select d.data -> 'analisis' ->> 'CUENTA' as account from webhook_delivery d`)
    await judged({ method: 'SALDO_CERO', balance: '0.00', previous: '50.00' })
    expect(await told()).toEqual([])
    await forget(server)
    expect(await judged({ method: 'SALDO_CERO', result: 'APROBAR', balance: '0.00', previous: '50.00' })).toMatchObject({ p: 4 })
    expect(await told()).toEqual([{ account: '1' }])
    await sql`delete from webhook_delivery`.execute(server.db)
    await sql`delete from webhook`.execute(server.db)
  })

  test('not at the end of a quarter', async () => {
    expect(await judged({ method: 'SALDO_CERO', balance: '0.00' }, ['2026-05', '2026-06'])).toEqual(untouched)
  })

  test('prepared, and a person approves it; sent back it is the analyst’s', async () => {
    await judged({ method: 'SALDO_CERO', balance: '0.00', previous: '10.00' })
    const { id } = (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = 2`))!
    const { body } = await server.call({ url: `/analysis/${id}`, as: who.jefatura })
    expect(body).toMatchObject({
      AUTO: true,
      PUEDE: { decidirJefatura: true },
      EVENTOS: [{ TIPO: 'generado' }, { TIPO: 'autocertificado', PERSONA: null }],
    })
    const rejected = await server.call({
      method: 'PATCH',
      url: `/department/reprobar-analisis-jefatura/${id}`,
      body: { comentario: 'Falta el extracto' },
      as: who.jefatura,
    })
    expect(rejected.body).toMatchObject({ AUTO: false, ESTADO_PRINCIPAL_ID: 3 })
    expect(await row(server.db, sql`select verify_events(2) as broken`)).toEqual({ broken: null })
  })

  test('a balance that changes takes it back', async () => {
    await judged({ method: 'SALDO_CERO', result: 'APROBAR', balance: '0.00', previous: '10.00' })
    await sql`update balance set amount = 5 where period_id = 2`.execute(server.db)
    await transaction(server.db, async (tx) => {
      await applyBalances(tx, { periodId: 2, loadId: 2, caller: { userId: who.control.id, roleId: 3 } })
      await openAnalyses(tx, { periodId: 2, loadId: 2 })
    })
    expect(await states()).toMatchObject({ auto: false, p: 1, sent: false })
  })

  test('not by the amount of a threshold that goes by percentages alone', async () => {
    await sql`update threshold set base = 'PORCENTAJE'`.execute(server.db)
    expect(await judged({ method: 'EN_RANGO', balance: '5.00', previous: '5.00' })).toEqual(untouched)
  })

  test('not once somebody has reopened it', async () => {
    await judged({ method: 'SALDO_CERO', result: 'APROBAR', balance: '0.00', previous: '10.00' })
    const { id } = (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = 2`))!
    const again = () => transaction(server.db, (tx) => certifyAutomatically(tx, 2))
    const reopened = await server.call({
      method: 'POST',
      url: `/analysis/${id}/reopen`,
      body: { motivo: 'Cero, pero hubo movimientos', nivel: 'analista' },
      as: who.control,
    })
    expect(reopened.body).toMatchObject({ AUTO: false, ESTADO_PRINCIPAL_ID: 1 })
    await sql`update analysis set value = null where id = ${id}`.execute(server.db)
    expect(await again()).toEqual([])
  })

  describe('because the month before is approved', () => {
    const step = (id: number, level: 'jefatura' | 'control', as: typeof who.control) =>
      server.call({
        method: 'PATCH',
        url: `/${level === 'control' ? 'sub-management' : 'department'}/aprobar-analisis-${level}/${id}`,
        body: {},
        as,
      })
    const reopen = (id: number, language = 'es') =>
      server.call({
        method: 'POST',
        url: `/analysis/${id}/reopen`,
        body: { motivo: 'El extracto no era de abril', nivel: 'jefatura' },
        as: who.control,
        language,
      })
    async function waiting(result: string) {
      await judged({ method: 'SIN_MOV', result, balance: '70.00', previous: '70.00', approved: false, left: '0' })
      expect(await states()).toEqual(untouched)
      await sql`update analysis set submitted_at = now(), comment = 'Extracto' where period_id = 1`.execute(server.db)
      return (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = 1`))!.id
    }

    test('when it is approved after the load, and not before; and no longer once it is reopened', async () => {
      const april = await waiting('PREPARAR')
      await step(april, 'jefatura', who.jefatura)
      expect(await states()).toEqual(untouched)
      expect((await step(april, 'control', who.control)).body).toMatchObject({ ESTADO_PRINCIPAL_ID: 4 })
      expect(await states()).toEqual(prepared('70.00'))
      expect((await reopen(april)).status).toBe(200)
      expect(await states()).toEqual(untouched)
      const told = sql`select comment, from_state as "from", to_state as "to" from event where period_id = 2 and kind = 'reabierto'`
      expect(await rows(server.db, told)).toEqual([
        {
          comment: 'Abril de 2026 ya no está aprobado: la regla había certificado la cuenta porque no se movió desde un período aprobado.',
          from: 1,
          to: 1,
        },
      ])
      await step(april, 'jefatura', who.jefatura)
      await step(april, 'control', who.control)
      expect(await states()).toEqual(prepared('70.00'))
      expect(await row(server.db, sql`select verify_events(2) as broken`)).toEqual({ broken: null })
    })

    test('why it is reopened is told in the language of whoever reads it, not of who reopened the month before', async () => {
      const april = await waiting('PREPARAR')
      await step(april, 'jefatura', who.jefatura)
      await step(april, 'control', who.control)
      expect((await reopen(april, 'en')).status).toBe(200)
      const { id } = (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = 2`))!
      const why = {
        es: 'Abril de 2026 ya no está aprobado: la regla había certificado la cuenta porque no se movió desde un período aprobado.',
        en: 'April 2026 is approved no longer: the rule had certified the account because it had not moved since an approved period.',
      }
      for (const language of ['es', 'en'] as const) {
        const { body } = await server.call({ method: 'GET', url: `/analysis/${id}`, as: who.control, language })
        expect(body.EVENTOS.at(-1)).toMatchObject({ TIPO: 'reabierto', COMENTARIO: why[language] })
        const did = await server.call({ method: 'GET', url: `/user/${who.control.id}/activity`, as: who.administrador, language })
        expect(did.body.data).toContainEqual(expect.objectContaining({ COD_ANALISIS: id, COMENTARIO: why[language] }))
        const told = await server.call({ method: 'GET', url: '/notifications', as: who.analista, language })
        expect(told.body.data.map(({ texto }: { texto: string }) => texto).join()).toContain(why[language])
      }
    })

    test('what a person has signed since stays when it is reopened', async () => {
      const april = await waiting('PREPARAR')
      await step(april, 'jefatura', who.jefatura)
      await step(april, 'control', who.control)
      const { id } = (await row(server.db, sql<{ id: number }>`select id from analysis where period_id = 2`))!
      await step(id, 'jefatura', who.jefatura)
      await reopen(april)
      expect(await states()).toMatchObject({ auto: true, p: 2 })
      // It is kept, whatever asks for it to go.
      await expect(sql`delete from analysis where id = ${id}`.execute(server.db)).rejects.toThrow('has events of people')
    })

    test('not over what its analyst has begun meanwhile', async () => {
      const april = await waiting('APROBAR')
      await sql`update analysis set value = 69 where period_id = 2`.execute(server.db)
      await step(april, 'jefatura', who.jefatura)
      await step(april, 'control', who.control)
      expect(await states()).toEqual({ ...untouched, value: '69.00' })
    })
  })

  test('approved, but for one of twenty, which goes to control', async () => {
    for (const name of ['2026-04', '2026-05']) await period(server, name)
    await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select id, 'b', 1, 'x', 'confirmada', ${who.control.id} from period order by id`.execute(
      server.db,
    )
    await sql`insert into account (business_id, code, name, department_id, currency, analyst_id, auto_method, auto_result)
      select 1, i::text, 'Caja', 1, 'BRL', ${who.analista.id}, 'SALDO_CERO', 'APROBAR' from generate_series(1, 400) i`.execute(server.db)
    await sql`insert into balance (period_id, account_id, amount, load_id) select 2, id, 0, 2 from account`.execute(server.db)
    await open('b')
    const [final, sample] = await rows(
      server.db,
      sql<{
        p: number
        j: number
        c: number
        n: number
      }>`select state_main as p, state_jefatura as j, state_control as c, count(*)::int as n from analysis where auto group by 1, 2, 3 order by 1 desc`,
    )
    expect([final, sample]).toMatchObject([
      { p: 4, j: 4, c: 4 },
      { p: 2, j: 4, c: 1 },
    ])
    expect(final!.n + sample!.n).toBe(400)
    expect(sample!.n).toBeGreaterThan(5)
    expect(sample!.n).toBeLessThan(45)
  })
})

test('an account is analysed when it falls due', async () => {
  await period(server, '2026-05')
  await period(server, '2026-06')
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select id, 'b', 1, 'x', 'confirmada', ${who.control.id} from period order by id`.execute(
    server.db,
  )
  await sql`insert into account (business_id, code, name, currency, analyst_id, frequency) select 1, f, f, 'BRL', ${who.analista.id}, f
    from unnest(array['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']) f`.execute(server.db)
  await sql`insert into balance (period_id, account_id, amount, load_id) select p.id, c.id, 1, p.id from period p, account c`.execute(
    server.db,
  )
  expect([await open('a'), await open('b')]).toEqual([1, 3])
  // Each analysis keeps what it fell due by, whatever the account becomes.
  await sql`update account set frequency = 'ANUAL'`.execute(server.db)
  expect(await rows(server.db, sql`select period_id, frequency from analysis order by 1, account_id`)).toEqual([
    { period_id: 1, frequency: 'MENSUAL' },
    { period_id: 2, frequency: 'MENSUAL' },
    { period_id: 2, frequency: 'TRIMESTRAL' },
    { period_id: 2, frequency: 'SEMESTRAL' },
  ])
  const { checks } = (await server.call({ url: '/period/1/checklist', as: who.control })).body
  expect(checks.find((c: { codigo: string }) => c.codigo === 'saldos_sin_asignar').cantidad).toBe(0)
})
