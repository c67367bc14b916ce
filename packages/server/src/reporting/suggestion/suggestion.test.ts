import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { storeClosedAggregates } from '../dashboard/aggregates/index.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let ines: Person
let nora: Person
const ZONE = 'America/Sao_Paulo'

/**
 * Two closed months, in which Rodrigo and Lucía signed 2 analyses on each of five working days and Inés 8; and a month due in ten working days or so, in
 * which Rodrigo has 40 open, two of them in a group, one rejected, Lucía 4 of the other business, Inés 3 of the same department.
 */
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  ines = await server.person('analista3', [1], 'Inés Robledo')
  nora = await server.person('analista4', [1, 2], 'Nora Quintana')
  const { db } = server
  await sql`insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close, opened_at, closed_at) values
    ('2025-01', 3, '2025-02-10 21:00Z', '2025-02-11 21:00Z', '2025-02-12 21:00Z', '2025-02-14 21:00Z', '2025-01-31Z', '2025-02-13Z'),
    ('2025-02', 3, '2025-03-10 21:00Z', '2025-03-11 21:00Z', '2025-03-12 21:00Z', '2025-03-14 21:00Z', '2025-02-28Z', '2025-03-13Z'),
    ('2026-10', 1, now() + interval '14 days', now() + interval '15 days', now() + interval '16 days', now() + interval '18 days', now(), null)`.execute(
    db,
  )
  const accounts = (from: number, to: number, business: number, department: number, of: number) =>
    sql`insert into account (business_id, code, name, department_id, currency, analyst_id)
      select ${business}::int, n::text, 'Cuenta ' || n, ${department}::int, 'BRL', ${of}::int from generate_series(${from}::int, ${to}::int) n`.execute(
      db,
    )
  await accounts(1001, 1040, 1, who.contabilidad, who.analista.id)
  await accounts(2001, 2004, 2, who.tesoreria, who.otherAnalista.id)
  await accounts(3001, 3003, 1, who.contabilidad, ines.id)
  await accounts(4001, 4001, 1, who.contabilidad, nora.id)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by, confirmed_at)
    select id, 'b.csv', 1, id::text, 'confirmada', ${who.control.id}, due_analyst - interval '10 days' from period order by 1`.execute(db)
  await sql`alter table balance disable trigger user`.execute(db)
  await sql`alter table analysis disable trigger user`.execute(db)
  await sql`insert into balance (period_id, account_id, amount, load_id) select p.id, c.id, 100, p.id from period p, account c`.execute(db)
  // In the closed months each has ten analyses of their own, of accounts that are theirs today; Inés as many a day as she has.
  await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, previous, value, materiality, state_main, state_jefatura,
      state_control, due_analyst, due_jefatura, due_control, generated_by_load, submitted_at, first_submitted_at, jefatura_at, jefatura_by, control_at, control_by, version)
    select p.id, c.id, 1, c.business_id, c.department_id, c.analyst_id, 'M', 'BRL', 100, 100, case when closed then 100 end, 'no_material', case when closed then 4 else 1 end,
      case when closed then 4 else 1 end, case when closed then 4 end, p.due_analyst, p.due_jefatura, p.due_control, p.id, s.at, s.at, s.at, case when closed then ${who.jefatura.id}::int end,
      s.at, case when closed then ${who.control.id}::int end, 0
    from period p cross join (select *, row_number() over (partition by analyst_id order by id) - 1 as n from account) c
    cross join lateral (select p.status_id = 3 as closed) k
    cross join lateral (select case when closed then p.due_analyst - interval '7 days' + (c.n / case when c.analyst_id = ${ines.id} then 8 else 2 end) * interval '1 day' end as at) s
    where p.status_id <> 3 or c.n < 10`.execute(db)
  await sql`update analysis set group_id = null, rejections_jefatura = 1, state_main = 3, state_jefatura = 3, first_submitted_at = now(), submitted_at = now(), rejection = 'No'
    where period_id = 3 and account_id = (select id from account where code = '1001')`.execute(db)
  await sql`alter table balance enable trigger user`.execute(db)
  await sql`alter table analysis enable trigger user`.execute(db)
  const grouped = await rows(
    db,
    sql<{
      id: number
    }>`select a.id from analysis a join account c on c.id = a.account_id where a.period_id = 3 and c.code in ('1002', '1003')`,
  )
  await server.call({
    method: 'POST',
    url: '/analysis/group',
    body: { NOMBRE: 'Bancos', COD_ANALISIS: grouped.map(({ id }) => id) },
    as: who.analista,
  })
})
afterAll(() => server?.close())

const ask = async (as: Person, query: object = {}) =>
  (await server.call({ url: '/dashboard/transfer-suggestions', query: { ...query }, as })).body
type Answer = Awaited<ReturnType<typeof ask>>
const of = (answer: Answer, person: Person) => answer.personas.find(({ ID_ANALISTA }: { ID_ANALISTA: number }) => ID_ANALISTA === person.id)

describe('who has too much', () => {
  test('is told by the own pace of each, counted once more from the analyses, whether sums are stored or not', async () => {
    const answer = await ask(who.administrador)
    const signed = await rows(
      server.db,
      sql<{ analyst: number; period: number; day: string; n: number }>`select analyst_id as analyst, period_id as period,
        (submitted_at at time zone ${ZONE})::date::text as day, count(*)::int as n from analysis where period_id < 3 group by 1, 2, 3 order by 1, 2, 3`,
    )
    for (const person of [who.analista, who.otherAnalista]) {
      const paces = [1, 2].map((period) => {
        const days = signed.filter((row) => row.analyst === person.id && row.period === period)
        const whole = days.reduce((sum, { n }) => sum + n, 0)
        let done = 0
        const until = days.find(({ n }) => {
          done += n
          return done * 10 >= whole * 9
        })!
        let working = 0
        for (let day = new Date(`${days[0]!.day}T00:00Z`); day <= new Date(`${until.day}T00:00Z`); day.setUTCDate(day.getUTCDate() + 1))
          if (day.getUTCDay() % 6 !== 0) working += 1
        return done / working
      })
      expect(of(answer, person).ritmo).toBeCloseTo((paces[0]! + paces[1]!) / 2, 9)
      expect(of(answer, person).meses).toBe(2)
    }
    await sql`delete from period_rolled`.execute(server.db)
    await storeClosedAggregates(server.db, ZONE)
    expect(await ask(who.administrador)).toEqual(answer)
    await sql`delete from period_analyst_day`.execute(server.db)
    expect(of(await ask(who.administrador), who.analista).ritmo).toBeNull()
    await sql`delete from period_rolled`.execute(server.db)
    expect(await ask(who.administrador)).toEqual(answer)
  })

  test('each count is the total of its list', async () => {
    for (const as of [who.administrador, who.gerencia, who.control, who.jefatura])
      for (const { ID_ANALISTA, abiertos } of (await ask(as)).personas) {
        const query = { analistaId: ID_ANALISTA, etapa: 'sin_enviar,rechazado', limit: 1, periodId: 3 }
        expect((await server.call({ url: '/dashboard/items', query, as })).body.total).toBe(abiertos)
      }
  })

  test('an analyst may not ask, and a head sees the own people only', async () => {
    expect((await server.call({ url: '/dashboard/transfer-suggestions', as: who.analista })).status).toBe(403)
    expect(of(await ask(who.otherJefatura), who.analista)).toBeUndefined()
    expect(of(await ask(who.jefatura), who.analista)).toBeTruthy()
    expect((await ask(who.administrador, { negocioId: 2 })).personas.map(({ ANALISTA }: { ANALISTA: string }) => ANALISTA)).toEqual([
      'Lucía Ferreyra',
    ])
    expect((await ask(who.administrador, { mes: 1, anio: 2001 })).period).toBeNull()
    expect((await ask(who.administrador, { periodId: 1 })).personas).toEqual([])
  })
})

describe('suggested transfers', () => {
  test('are made by the mass transfer as they are, and bring in time what they say', async () => {
    const answer = await ask(who.administrador)
    expect(
      answer.sugerencias.map(({ ID_ORIGEN, ID_DESTINO }: { ID_ORIGEN: number; ID_DESTINO: number }) => [ID_ORIGEN, ID_DESTINO]),
    ).toEqual([[who.analista.id, ines.id]])
    const [{ cuentas, origen, destino }] = answer.sugerencias
    const codes = await rows(server.db, sql<{ code: string }>`select code from account where id = any(${cuentas}::int[]) order by code`)
    // Neither what was rejected nor a group.
    expect(codes.map(({ code }) => code).filter((code) => ['1001', '1002', '1003'].includes(code))).toEqual([])
    expect(origen.antes.tarde - origen.despues.tarde).toBe(cuentas.length)
    expect([destino.antes.tarde, destino.despues.tarde]).toEqual([0, 0])
    expect(answer.conjunto.antes.tarde - answer.conjunto.despues.tarde).toBe(cuentas.length)
    const order = {
      origenUsuarioId: who.analista.id,
      destinoUsuarioId: ines.id,
      rol: 'ANALISTA',
      desdePeriodoId: 3,
      cuentaIds: cuentas,
      motivo: 'Llega a tiempo con otra persona',
    }
    const looked = (
      await server.call({ method: 'POST', url: '/account/transfer', body: { ...order, simular: true }, as: who.administrador })
    ).body
    expect(looked).toMatchObject({ movidas: cuentas.length, conflictos: [], enCurso: { porPreparar: cuentas.length, firmados: 0 } })
    const made = await server.call({
      method: 'POST',
      url: '/account/transfer',
      body: { ...order, huella: looked.huella },
      as: who.administrador,
    })
    expect(made.status).toBeLessThan(300)
    // As of now the effect is so: the origin is done when it was said, and so is the destination.
    const after = await ask(who.administrador)
    expect(of(after, who.analista)).toMatchObject({ tarde: origen.despues.tarde, fecha: origen.despues.fecha })
    expect(of(after, ines)).toMatchObject({ tarde: 0, fecha: destino.despues.fecha })
    expect(after.conjunto.antes).toEqual(answer.conjunto.despues)
    await server.call({ method: 'POST', url: `/account/transfer/${made.body.lote}/undo`, as: who.administrador })
  })

  test('never to whoever is away before the deadline, decides somewhere or may not work there', async () => {
    const suggested = async () => (await ask(who.administrador)).sugerencias.length
    expect(await suggested()).toBe(1)
    const { db } = server
    await sql`insert into absence (user_id, substitute_id, from_day, to_day, created_by)
      values (${ines.id}, ${who.analista.id}, current_date + 3, current_date + 4, ${ines.id})`.execute(db)
    expect(await suggested()).toBe(0)
    await sql`delete from absence`.execute(db)
    await sql`insert into user_scope (user_id, country_id, business_id) values (${ines.id}, 1, 2)`.execute(db)
    expect(await suggested()).toBe(0)
    await sql`delete from user_scope where user_id = ${ines.id}`.execute(db)
    await sql`insert into user_role (user_id, role_id) values (${ines.id}, 2)`.execute(db)
    expect(await suggested()).toBe(0)
    await sql`delete from user_role where user_id = ${ines.id} and role_id = 2`.execute(db)
    await sql`update app_user set active = false where id = ${ines.id}`.execute(db)
    expect(await suggested()).toBe(0)
    await sql`update app_user set active = true where id = ${ines.id}`.execute(db)
    expect(await suggested()).toBe(1)
  })
})
