import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { monthFromNow as month, organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { analysisIn } from './period.testing.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
const fresh = () => {
  beforeAll(async () => {
    server = await testServer()
    who = await organisation(server)
  }, 60_000)
  afterAll(() => server.close())
}

describe('a period is of the group', () => {
  fresh()
  test('who opens it has every business in their scope; an auditor reads those that they are granted', async () => {
    const near = await server.person('cerca', [3])
    await sql`insert into user_scope (user_id, country_id, business_id) values (${near.id}, 1, 1)`.execute(server.db)
    const send = (as: typeof near, period: string) => server.call({ method: 'POST', url: '/period', body: { PERIODO: period }, as })
    expect(await send(near, month(0))).toMatchObject({ status: 403, body: { code: 'period_group_scope' } })
    const { body: one } = await send(who.control, month(0))
    const { body: two } = await send(who.administrador, month(1))
    const seen = async () =>
      (await server.call({ url: '/period', as: who.auditor })).body.data.map((p: { COD_PERIODO: number }) => p.COD_PERIODO)
    expect(await seen()).toEqual([two.COD_PERIODO, one.COD_PERIODO])
    await sql`insert into auditor_period values (${who.auditor.id}, ${one.COD_PERIODO})`.execute(server.db)
    expect(await seen()).toEqual([one.COD_PERIODO])
    expect((await server.call({ url: `/period/${two.COD_PERIODO}`, as: who.auditor })).status).toBe(404)
    expect((await server.call({ url: `/period/${one.COD_PERIODO}`, as: who.auditor })).status).toBe(200)
  })
})

const open = async (period: string, more: object = {}) =>
  (await server.call({ method: 'POST', url: '/period', body: { PERIODO: period, ...more }, as: who.control })).body

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
    expect(again).toMatchObject({ status: 409, body: { code: 'period_exists', message: 'El período de enero de 2025 ya existe.' } })
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

  test('a deadline of another year is a typing error, opening and changing', async () => {
    const typed = { VENCE_ANALISTA: '2024-02-04T21:00:00Z' }
    const refused = { status: 422, body: { code: 'period_due_year', issues: [{ path: 'VENCE_ANALISTA' }] } }
    const body = { PERIODO: '2025-03', ...typed }
    expect(await server.call({ method: 'POST', url: '/period', body, as: who.control })).toMatchObject(refused)
    const { COD_PERIODO } = (await server.call({ url: '/period', as: who.control })).body.data[0]
    expect(await server.call({ method: 'PATCH', url: `/period/${COD_PERIODO}`, body: typed, as: who.control })).toMatchObject(refused)
  })

  test('only control and the administrator open; analyst, head and management may look, an auditor at what they are granted', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2025-04' }, as })).status).toBe(403)
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await server.call({ url: '/period', as })).status).toBe(200)
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
    await analysisIn(server.db, who.analista.id, COD_PERIODO, 'A', { state: 4, business: 1 })
    await analysisIn(server.db, who.analista.id, COD_PERIODO, 'B', { state: 1, business: 2 })
    const counts = async (as: typeof who.control) => {
      const { ANALISIS, APROBADOS, ENVIADOS } = (await server.call({ url: `/period/${COD_PERIODO}`, as })).body
      expect(ENVIADOS).toBe(APROBADOS)
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
    for (const state of states) ids.push(await analysisIn(server.db, who.analista.id, COD_PERIODO, `E${state}`, { state }))
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

  test('says before whose deadlines move and how many, and changes exactly that; those concerned are told unless not', async () => {
    const { COD_PERIODO } = await open('2025-05')
    for (const [state, business] of [
      [1, 1],
      [4, 1],
      [1, 2],
    ] as const)
      await analysisIn(server.db, who.analista.id, COD_PERIODO, `S${state}${business}`, { state, business })
    const change = { VENCE_ANALISTA: '2025-06-06T15:00:00.000Z' }
    const simulate = (body: object) => server.call({ method: 'POST', url: `/period/${COD_PERIODO}/simulate`, body, as: who.control })
    const { body: impact } = await simulate(change)
    expect(impact).toMatchObject({
      cambian: 2,
      personas: 1,
      negocios: [
        { NEGOCIO: 'SAFRA', cambian: 1 },
        { NEGOCIO: 'VOTORANTIM', cambian: 1 },
      ],
    })
    expect((await server.call({ url: `/period/${COD_PERIODO}`, as: who.control })).body.VENCE_ANALISTA).not.toBe(change.VENCE_ANALISTA)
    expect((await simulate({ VENCE_ANALISTA: '2026-06-06T15:00:00.000Z' })).body.code).toBe('period_due_order')
    expect((await simulate({})).body).toMatchObject({ cambian: 0, personas: 0, negocios: [] })
    // More time was granted until an hour before the close, which is to come earlier.
    const { VENCE_CIERRE } = (await server.call({ url: `/period/${COD_PERIODO}`, as: who.control })).body
    const granted = new Date(Date.parse(VENCE_CIERRE) - 3_600_000).toISOString()
    await sql`with held as (update analysis set due_control = ${granted} where period_id = ${COD_PERIODO} and state_main = 1 returning id)
      insert into extension (analysis_id, role, old_due, new_due, reason, asked_by, approved, decided_by, decided_at)
      select id, 'CONTROL', ${granted}::timestamptz - interval '1 day', ${granted}, 'Falta el extracto', ${who.control.id}, true, ${who.administrador.id}, now() from held order by id limit 1`.execute(
      server.db,
    )
    const close = (hours: number) => ({ VENCE_CIERRE: new Date(Date.parse(VENCE_CIERRE) - hours * 3_600_000).toISOString() })
    expect([(await simulate(close(1))).body.prorrogasDespues, (await simulate(close(2))).body.prorrogasDespues]).toEqual([0, 1])
    await sql`update analysis set revision = revision + 1 where period_id = ${COD_PERIODO}`.execute(server.db)
    expect(await patch(COD_PERIODO, { ...change, huella: impact.huella })).toMatchObject({ status: 409, body: { code: 'impact_moved' } })
    const before = (await told('periodo_cambiado')).length
    const { huella } = (await simulate(change)).body
    expect((await patch(COD_PERIODO, { ...change, huella, notificar: false })).body).toMatchObject(change)
    expect((await told('periodo_cambiado')).length).toBe(before)
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
