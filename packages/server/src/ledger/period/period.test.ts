import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
const fresh = () => {
  beforeAll(async () => {
    server = await testServer()
    who = await organisation(server)
  }, 60_000)
  afterAll(() => server.close())
}

const month = (ahead: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 15)).toISOString().slice(0, 7)
}
const open = async (period: string, more: object = {}) =>
  (await server.call({ method: 'POST', url: '/period', body: { PERIODO: period, ...more }, as: who.control })).body
const checklist = async (id: number) => (await server.call({ url: `/period/${id}/checklist`, as: who.control })).body
const check = async (id: number, code: string) => (await checklist(id)).checks.find((c: { codigo: string }) => c.codigo === code)
const close = (id: number, token: string, more: object = {}, as = who.control, language = 'es') =>
  server.call({ method: 'POST', url: `/period/${id}/close`, body: { token, ...more }, as, language })
const reason = 'Se documenta el pendiente en acta 14'

const id = async (db: Db, statement: ReturnType<typeof sql<{ id: number }>>) => (await row(db, statement))!.id
/** An account with a balance in the period. */
async function balance(periodId: number, code: string, amount: string, analyst: number | null, business = 1, currency = 'BRL') {
  const account = await id(
    server.db,
    sql`insert into account (business_id, code, name, department_id, currency, analyst_id) values (${business}, ${code}, ${code}, ${business}, ${currency}, ${analyst}) returning id`,
  )
  const load = await id(
    server.db,
    sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) values (${periodId}, 'b.csv', 1, ${code}, 'confirmada', ${who.control.id}) returning id`,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) values (${periodId}, ${account}, ${amount}, ${load})`.execute(
    server.db,
  )
  return account
}
/** An account with a balance and its analysis. */
async function analysis(
  periodId: number,
  code: string,
  { amount = '100.00', value = null as string | null, comment = null as string | null, state = 1, business = 1, currency = 'BRL' } = {},
) {
  const account = await balance(periodId, code, amount, who.analista.id, business, currency)
  return id(
    server.db,
    sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, value, comment, materiality, state_main,
        state_jefatura, submitted_at, due_analyst, due_jefatura, due_control)
      select ${periodId}, ${account}, 1, ${business}, ${business}, ${who.analista.id}, 'M', ${currency}, ${amount}, ${value}, ${comment}, 'menor', ${state},
        ${state === 1 ? 1 : 4}, ${state === 1 ? null : '2025-02-01T00:00:00Z'}::timestamptz, due_analyst, due_jefatura, due_control from period where id = ${periodId} returning id`,
  )
}
const told = async (template: string) =>
  (
    await rows(
      server.db,
      sql<{
        name: string
      }>`select u.name from notification n join app_user u on u.id = n.user_id where n.template = ${template} order by u.id`,
    )
  ).map(({ name }) => name)
const events = (periodId: number) =>
  rows(
    server.db,
    sql<{ kind: string; actor_id: number; from_state: number | null; to_state: number; comment: string | null }>`
      select kind, actor_id, from_state, to_state, comment from event where period_id = ${periodId} order by seq`,
  )

describe('opening a period', () => {
  fresh()

  test('gives it the usual deadlines, writes the event and tells those who will work on it', async () => {
    await sql`insert into account (business_id, code, name, currency, analyst_id) values (1, '1', 'Caja', 'BRL', ${who.analista.id})`.execute(
      server.db,
    )
    const answer = await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2025-01' }, as: who.control })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        PERIODO: '2025-01',
        ESTADO: { ID: 1, NOMBRE: 'ABIERTO' },
        VENCE_ANALISTA: '2025-02-06T21:00:00.000Z',
        VENCE_JEFATURA: '2025-02-07T21:00:00.000Z',
        VENCE_CONTROL: '2025-02-10T21:00:00.000Z',
        VENCE_CIERRE: '2025-02-12T21:00:00.000Z',
        ANALISIS: 0,
        ABIERTO_POR: 'Beatriz Montoya',
        CERRADO_EN: null,
      },
    })
    expect(await events(answer.body.COD_PERIODO)).toEqual([
      { kind: 'periodo_abierto', actor_id: who.control.id, from_state: null, to_state: 1, comment: null },
    ])
    expect(await told('periodo_abierto')).toEqual(['Marcela Duarte', 'Óscar Cáceres', 'Rodrigo Peña'])
  })

  test('a month has one period, also when two open it at once', async () => {
    const again = await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2025-01' }, as: who.administrador })
    expect(again).toMatchObject({ status: 409, body: { code: 'period_exists', message: 'El período 2025-01 ya existe.' } })
    const both = await Promise.all(
      [who.control, who.administrador].map((as) => server.call({ method: 'POST', url: '/period', body: { PERIODO: '2025-02' }, as })),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('next month may be opened, the one after not, nor a month that nobody means', async () => {
    const call = (period: string) => server.call({ method: 'POST', url: '/period', body: { PERIODO: period }, as: who.control })
    expect((await call(month(1))).status).toBe(200)
    expect(await call(month(2))).toMatchObject({ status: 422, body: { code: 'period_too_early', issues: [{ path: 'PERIODO' }] } })
    expect(await call('1999-12')).toMatchObject({ status: 422, body: { code: 'period_too_old' } })
    expect(await call('2026-13')).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'PERIODO', message: 'Escriba el período como AAAA-MM.' }] },
    })
  })

  test('deadlines out of order are refused at the one that comes too early', async () => {
    const body = { PERIODO: '2025-03', VENCE_CONTROL: '2025-04-01T00:00:00Z' }
    expect(await server.call({ method: 'POST', url: '/period', body, as: who.control })).toMatchObject({
      status: 422,
      body: { code: 'period_due_order', issues: [{ path: 'VENCE_CONTROL' }] },
    })
    expect(await row(server.db, sql`select from period where name = '2025-03'`)).toBeUndefined()
  })

  test('only control and the administrator open; analyst, head and management may look, an auditor may not', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2025-04' }, as })).status).toBe(403)
    for (const as of [who.analista, who.jefatura, who.gerencia]) expect((await server.call({ url: '/period', as })).status).toBe(200)
    expect((await server.call({ url: '/period', as: who.auditor })).status).toBe(403)
    expect((await server.call({ url: '/period' })).status).toBe(401)
  })
})

describe('periods', () => {
  fresh()

  test('are listed newest first, five to a page, found by status and by the name of the month', async () => {
    for (const name of ['2024-11', '2025-02', '2024-12', '2025-01', '2024-10', '2025-03']) await open(name)
    const names = async (query: object) =>
      (await server.call({ url: '/period', query: query as Record<string, unknown>, as: who.analista })).body.data.map(
        (p: { PERIODO: string }) => p.PERIODO,
      )
    expect(await names({})).toEqual(['2025-03', '2025-02', '2025-01', '2024-12', '2024-11'])
    expect(await names({ page: 2 })).toEqual(['2024-10'])
    expect(await names({ sort: 'PERIODO', limit: 2 })).toEqual(['2024-10', '2024-11'])
    expect(await names({ search: 'diciembre de 2024' })).toEqual(['2024-12'])
    expect(await names({ search: '2025-0', limit: 999 })).toEqual(['2025-03', '2025-02', '2025-01'])
    expect(await names({ statusId: 3 })).toEqual([])
    expect((await server.call({ url: '/period', query: { limit: 1000 }, as: who.control })).status).toBe(422)
  })

  test('have three statuses; years come newest first', async () => {
    expect((await server.call({ url: '/period/status', as: who.analista })).body).toEqual([
      { ID: 1, NOMBRE: 'ABIERTO' },
      { ID: 2, NOMBRE: 'EN CIERRE' },
      { ID: 3, NOMBRE: 'CERRADO' },
    ])
    const { years, months } = (await server.call({ url: '/period/unique-months-years', as: who.analista })).body
    expect(years).toEqual([2025, 2024])
    expect(months.slice(2, 4)).toEqual([
      { year: 2025, month: 1, COD_PERIODO: expect.any(Number) },
      { year: 2024, month: 12, COD_PERIODO: expect.any(Number) },
    ])
  })

  test('count the analyses that the caller may see', async () => {
    const { COD_PERIODO } = (await server.call({ url: '/period', query: { search: '2025-02' }, as: who.control })).body.data[0]
    await analysis(COD_PERIODO, 'A', { state: 4, business: 1 })
    await analysis(COD_PERIODO, 'B', { state: 1, business: 2 })
    const counts = async (as: typeof who.control) => {
      const { ANALISIS, APROBADOS } = (await server.call({ url: `/period/${COD_PERIODO}`, as })).body
      return [ANALISIS, APROBADOS]
    }
    expect(await counts(who.control)).toEqual([2, 1])
    expect(await counts(who.jefatura)).toEqual([1, 1])
    expect(await counts(who.otherJefatura)).toEqual([1, 0])
    expect(await counts(who.otherAnalista)).toEqual([0, 0])
    expect((await server.call({ url: '/period/999', as: who.control })).status).toBe(404)
  })
})

describe('changing a period', () => {
  fresh()
  const patch = (periodId: number, body: object, as = who.control) => server.call({ method: 'PATCH', url: `/period/${periodId}`, body, as })

  test('moves the deadlines of those who still have to act, and only theirs', async () => {
    const { COD_PERIODO, VENCE_ANALISTA, VENCE_JEFATURA } = await open('2025-01')
    const states = [1, 2, 3, 4]
    const ids: number[] = []
    for (const state of states) ids.push(await analysis(COD_PERIODO, `E${state}`, { state }))
    const dates = {
      VENCE_ANALISTA: '2025-02-10T21:00:00.000Z',
      VENCE_JEFATURA: '2025-02-11T21:00:00.000Z',
      VENCE_CONTROL: '2025-02-12T20:00:00.000Z',
    }
    expect((await patch(COD_PERIODO, { ...dates, MOTIVO: 'Feriado' })).body).toMatchObject({ ...dates, ESTADO: { ID: 1 } })
    const due = await rows(
      server.db,
      sql<{
        id: number
        a: string
        j: string
        c: string
      }>`select id, due_analyst as a, due_jefatura as j, due_control as c from analysis order by id`,
    )
    expect(due[0]).toEqual({ id: ids[0], a: dates.VENCE_ANALISTA, j: dates.VENCE_JEFATURA, c: dates.VENCE_CONTROL })
    // Approved by the head: the analyst and the head have acted, control has not.
    expect(due[1]).toEqual({ id: ids[1], a: VENCE_ANALISTA, j: VENCE_JEFATURA, c: dates.VENCE_CONTROL })
    // Rejected: it is the analyst's turn again.
    expect(due[2]!.a).toBe(dates.VENCE_ANALISTA)
    // Approved: nothing moves.
    expect(due[3]).toEqual({ id: ids[3], a: VENCE_ANALISTA, j: VENCE_JEFATURA, c: '2025-02-10T21:00:00.000Z' })
    expect((await events(COD_PERIODO)).at(-1)).toMatchObject({ kind: 'periodo_cambiado', from_state: 1, to_state: 1, comment: 'Feriado' })
    expect(await told('periodo_cambiado')).toEqual(['Marcela Duarte', 'Rodrigo Peña', 'Héctor Villalobos'])
  })

  test('goes to closing and back; what changes nothing leaves no trace', async () => {
    const { COD_PERIODO } = await open('2025-02')
    expect((await patch(COD_PERIODO, { ESTADO_ID: 2 })).body.ESTADO).toEqual({ ID: 2, NOMBRE: 'EN CIERRE' })
    expect((await patch(COD_PERIODO, { ESTADO_ID: 2 })).status).toBe(200)
    expect((await patch(COD_PERIODO, { ESTADO_ID: 1 })).body.ESTADO.ID).toBe(1)
    expect((await events(COD_PERIODO)).map(({ kind, to_state }) => `${kind} ${to_state}`)).toEqual([
      'periodo_abierto 1',
      'periodo_cambiado 2',
      'periodo_cambiado 1',
    ])
  })

  test('cannot close it, nor put the deadlines out of order, nor be done by others', async () => {
    const { COD_PERIODO, VENCE_CONTROL } = await open('2025-03')
    expect((await patch(COD_PERIODO, { ESTADO_ID: 3 })).status).toBe(422)
    expect(await patch(COD_PERIODO, { VENCE_ANALISTA: '2025-04-30T00:00:00Z' })).toMatchObject({
      status: 422,
      body: { code: 'period_due_order', issues: [{ path: 'VENCE_JEFATURA' }] },
    })
    expect((await patch(COD_PERIODO, { VENCE_ANALISTA: 'mañana' })).status).toBe(422)
    expect((await server.call({ url: `/period/${COD_PERIODO}`, as: who.control })).body.VENCE_CONTROL).toBe(VENCE_CONTROL)
    for (const as of [who.analista, who.jefatura, who.gerencia]) expect((await patch(COD_PERIODO, { ESTADO_ID: 2 }, as)).status).toBe(403)
    expect((await patch(999, { ESTADO_ID: 2 })).status).toBe(404)
  })
})

describe('closing a period', () => {
  fresh()
  let period: number

  test('lists what is not approved, not explained, not assigned, with amounts', async () => {
    period = (await open('2025-01')).COD_PERIODO
    await analysis(period, 'ok', { value: '100.00', comment: 'Conciliado', state: 4 })
    await analysis(period, 'explained', { value: '60.00', comment: 'Partidas en tránsito', state: 4 })
    await analysis(period, 'a cent', { value: '99.99', state: 4 })
    await analysis(period, 'without comment', { amount: '-100.00', value: '-75.50', comment: '  ', state: 4 })
    await analysis(period, 'not sent', { amount: '300.00' })
    await balance(period, 'nobody', '-40.25', null)
    const { checks, token, period: shown } = await checklist(period)
    expect(checks).toEqual([
      { codigo: 'no_aprobados', resultado: 'aviso', cantidad: 1, monto: null },
      { codigo: 'diferencia_sin_explicar', resultado: 'aviso', cantidad: 2, monto: '324.50' },
      { codigo: 'criticas_sin_explicar', resultado: 'ok', cantidad: 0, monto: null },
      { codigo: 'grupos', resultado: 'ok', cantidad: 0, monto: null },
      { codigo: 'prorrogas', resultado: 'ok', cantidad: 0, monto: null },
      { codigo: 'saldos_sin_asignar', resultado: 'aviso', cantidad: 1, monto: '40.25' },
      { codigo: 'periodo_anterior', resultado: 'ok', cantidad: 0, monto: null },
      { codigo: 'cadena', resultado: 'ok', cantidad: 0, monto: null },
    ])
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(shown.PERIODO).toBe('2025-01')
    expect((await checklist(period)).token).toBe(token)
  })

  test('does not add amounts of several currencies', async () => {
    const account = await analysis(period, 'dollars', { amount: '10.00', currency: 'USD' })
    expect(await check(period, 'diferencia_sin_explicar')).toMatchObject({ cantidad: 3, monto: null })
    await sql`delete from analysis where id = ${account}`.execute(server.db)
    await sql`delete from balance b using account a where a.id = b.account_id and a.code = 'dollars'`.execute(server.db)
  })

  test('needs a reason of 20 characters where warnings remain', async () => {
    const { token } = await checklist(period)
    for (const more of [{}, { MOTIVO: '   muy corto          ' }])
      expect(await close(period, token, more)).toMatchObject({ status: 422, body: { code: 'period_reason', issues: [{ path: 'MOTIVO' }] } })
  })

  test('is refused on a checklist that has moved, also when only its rows did, and answers the new one', async () => {
    const { token } = await checklist(period)
    await sql`update analysis set state_main = case state_main when 1 then 4 else 1 end
      where account_id in (select id from account where code in ('not sent', 'without comment'))`.execute(server.db)
    const moved = await close(period, token, { MOTIVO: reason })
    expect(moved).toMatchObject({ status: 409, body: { code: 'period_moved', current: { checks: expect.any(Array) } } })
    expect(moved.body.current.token).not.toBe(token)
    expect((await check(period, 'no_aprobados')).cantidad).toBe(1)
  })

  test('is refused while an earlier period is open or the chain of events does not hold, and says which', async () => {
    const later = (await open('2025-02')).COD_PERIODO
    const { checks, token } = await checklist(later)
    expect(checks.at(-2)).toEqual({ codigo: 'periodo_anterior', resultado: 'bloquea', cantidad: 1, monto: null })
    expect(await close(later, token, { MOTIVO: reason }, who.control, 'en')).toMatchObject({
      status: 409,
      body: { code: 'period_blocked', message: 'The period cannot be closed: an earlier period is not closed.' },
    })
    await sql`update event_head set hash = '\\x00' where period_id = ${period}`.execute(server.db)
    const list = await checklist(period)
    expect(list.checks.at(-1)).toMatchObject({ codigo: 'cadena', resultado: 'bloquea' })
    expect((await close(period, list.token, { MOTIVO: reason })).body).toMatchObject({
      code: 'period_blocked',
      message: 'El período no puede cerrarse: la cadena de eventos no es íntegra.',
    })
    await sql`update event_head set hash = (select hash from event where period_id = ${period} order by seq desc limit 1) where period_id = ${period}`.execute(
      server.db,
    )
  })

  test('is for control and the administrator', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await server.call({ url: `/period/${period}/checklist`, as })).status).toBe(403)
      expect((await close(period, 'x', {}, as)).status).toBe(403)
    }
    expect((await close(999, 'x')).status).toBe(404)
  })

  test('waits for whoever is changing an analysis, and then sees the change', async () => {
    const { token } = await checklist(period)
    let closing: ReturnType<typeof close> | undefined
    await server.db.transaction().execute(async (tx) => {
      await sql`update analysis set state_main = 1, state_jefatura = 1 where account_id = (select id from account where code = 'explained')`.execute(
        tx,
      )
      closing = close(period, token, { MOTIVO: reason })
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await closing).toMatchObject({ status: 409, body: { code: 'period_moved' } })
    expect((await check(period, 'no_aprobados')).cantidad).toBe(2)
  })

  test('two at once: one closes it, the other is told that it is closed', async () => {
    const { token } = await checklist(period)
    const answers = await Promise.all([who.control, who.administrador].map((as) => close(period, token, { MOTIVO: reason }, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)!
    const loser = answers.find(({ status }) => status === 409)!
    expect(winner.body).toMatchObject({ ESTADO: { ID: 3, NOMBRE: 'CERRADO' }, MOTIVO_CIERRE: reason, CERRADO_EN: expect.any(String) })
    expect(loser.body).toMatchObject({ code: 'period_is_closed_already', current: { ID: 3, NOMBRE: 'CERRADO' } })
    const closed = (await events(period)).filter(({ kind }) => kind === 'periodo_cerrado')
    expect(closed).toMatchObject([{ from_state: 1, to_state: 3, comment: reason }])
    expect(await told('periodo_cerrado')).toHaveLength(winner.body.CERRADO_POR === 'Beatriz Montoya' ? 3 : 4)
    expect((await row(server.db, sql<{ n: number | null }>`select verify_events(${period}) as n`))!.n).toBeNull()
  })

  test('makes the database itself refuse every change in it, and to move a row into or out of it', async () => {
    const later = await id(server.db, sql`select id from period where name = '2025-02'`)
    const refused = (statement: ReturnType<typeof sql>) => expect(statement.execute(server.db)).rejects.toMatchObject({ code: 'CU001' })
    await refused(sql`update analysis set comment = 'x' where period_id = ${period}`)
    await refused(sql`delete from analysis where period_id = ${period}`)
    await refused(sql`update balance set amount = 0 where period_id = ${period}`)
    await refused(sql`update balance set period_id = ${later} where period_id = ${period}`)
    await analysis(later, 'of february')
    await refused(sql`update analysis set period_id = ${period} where period_id = ${later}`)
    const patch = await server.call({ method: 'PATCH', url: `/period/${period}`, body: { ESTADO_ID: 1 }, as: who.administrador })
    expect(patch).toMatchObject({ status: 409, body: { code: 'period_closed' } })
  })

  test('is undone by the administrator alone, with a reason, to closing', async () => {
    const reopen = (as: typeof who.control, body: object, periodId = period) =>
      server.call({ method: 'POST', url: `/period/${periodId}/reopen`, body, as })
    expect((await reopen(who.control, { MOTIVO: reason })).status).toBe(403)
    expect((await reopen(who.administrador, { MOTIVO: 'corto' })).body.issues[0].path).toBe('MOTIVO')
    expect((await reopen(who.administrador, { MOTIVO: reason })).body).toMatchObject({
      ESTADO: { ID: 2, NOMBRE: 'EN CIERRE' },
      CERRADO_POR: null,
      CERRADO_EN: null,
    })
    expect(await reopen(who.administrador, { MOTIVO: reason })).toMatchObject({ status: 409, body: { code: 'period_not_closed' } })
    expect((await events(period)).at(-1)).toMatchObject({ kind: 'periodo_reabierto', from_state: 3, to_state: 2, comment: reason })
    expect(await told('periodo_reabierto')).toContain('Beatriz Montoya')
    expect((await reopen(who.administrador, { MOTIVO: reason }, 999)).status).toBe(404)
  })

  test('needs no reason where nothing is left', async () => {
    const empty = (await open('2024-12')).COD_PERIODO
    const { checks, token } = await checklist(empty)
    expect(checks.every((c: { resultado: string }) => c.resultado === 'ok')).toBe(true)
    expect((await close(empty, token)).body).toMatchObject({ ESTADO: { ID: 3 }, MOTIVO_CIERRE: null })
  })
})
