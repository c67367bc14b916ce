import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let june: number
/** VOTORANTIM is of Brasil; Banco Sur of Chile. */
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(server.db)
  await sql`insert into business (country_id, name, currency) values (2, 'Banco Sur', 'CLP')`.execute(server.db)
  await sql`insert into user_scope (user_id, country_id) values (${who.control.id}, 2)`.execute(server.db)
  june = (await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2026-06' }, as: who.control })).body.COD_PERIODO
  await sql`insert into account (business_id, code, name, currency, analyst_id) values (1, 'B', 'Caja', 'BRL', ${who.analista.id}), (3, 'C', 'Caja', 'CLP', ${who.analista.id}),
    (3, 'D', 'Bancos', 'CLP', ${who.analista.id})`.execute(server.db)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) values (${june}, 'b', 1, 'x', 'confirmada', ${who.control.id})`.execute(
    server.db,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) select ${june}, id, 10, 1 from account`.execute(server.db)
  await transaction(server.db, (tx) => openAnalyses(tx, { periodId: june, loadId: 1 }))
})
afterAll(() => server?.close())
const patch = (url: string, body: object, as = who.control) =>
  server.call({ method: 'PATCH', url, body: { motivo: 'Feriados de 2026', ...body }, as })
const make = async (url: string, body: object, as = who.control) =>
  patch(url, { ...body, huella: (await patch(url, { ...body, simular: true }, as)).body.impacto.huella }, as)
const due = async (code: string) =>
  (
    await row(
      server.db,
      sql<{
        d: string[]
      }>`select array[to_char(a.due_analyst at time zone 'utc', 'DD HH24'), to_char(a.due_jefatura at time zone 'utc', 'DD HH24'),
        to_char(a.due_control at time zone 'utc', 'DD HH24')] as d from analysis a join account c on c.id = a.account_id where c.code = ${code} and a.period_id = ${june}`,
    )
  )?.d
const usual = ['06 21', '07 21', '08 21']

describe('a calendar', () => {
  test('is Monday to Friday until 18:00 where nobody has said otherwise', async () => {
    expect((await server.call({ url: '/calendar', as: who.control })).body).toMatchObject({
      total: 2,
      data: [{ PAIS: 'Brasil', LABORABLES: [1, 2, 3, 4, 5], HORA_CORTE: 18, ZONA: null, FERIADOS: [] }, { PAIS: 'Chile' }],
    })
    expect(await due('C')).toEqual(usual)
  })

  test('is looked at without a trace; made, it moves what is open in its country and nothing else', async () => {
    const change = { FERIADOS: [{ FECHA: '2026-07-02', NOMBRE: 'Feriado bancario' }], HORA_CORTE: 17, ZONA: 'America/Santiago' }
    await sql`update analysis set submitted_at = now(), state_main = 2, state_jefatura = 4, state_control = 1 where account_id = (select id from account where code = 'D')`.execute(
      server.db,
    )
    const seen = await patch('/calendar/2', { ...change, simular: true })
    expect(seen.body.impacto).toMatchObject({
      cambian: 2,
      periodos: [
        {
          PERIODO: '2026-06',
          cambian: 2,
          antes: { VENCE_ANALISTA: '2026-07-06T21:00:00.000Z' },
          despues: { VENCE_ANALISTA: '2026-07-07T21:00:00.000Z' },
        },
      ],
    })
    expect(await due('C')).toEqual(usual)
    // A year ahead: the day closes at 17:00 of Santiago, where it closed at 18:00 of the server's zone.
    type Ahead = { PERIODO: string; antes: Record<string, string>; despues: Record<string, string> }
    const proximos: Ahead[] = seen.body.impacto.proximos
    expect(new Set(proximos.map(({ PERIODO }) => PERIODO)).size).toBe(12)
    const hour = (moment: string, timeZone: string) =>
      new Intl.DateTimeFormat('es', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date(moment))
    for (const { antes, despues } of proximos)
      expect([hour(antes.VENCE_CIERRE!, 'America/Sao_Paulo'), hour(despues.VENCE_CIERRE!, 'America/Santiago')]).toEqual(['18', '17'])
    const of = async (PERIODO: string) =>
      (await server.call({ url: '/calendar/dates', query: { PERIODO, countryId: 2 }, as: who.control })).body
    expect(await of(proximos[0]!.PERIODO)).toEqual(proximos[0]!.antes)
    expect((await server.call({ url: '/calendar/2', as: who.control })).body.FERIADOS).toEqual([])
    expect(await patch('/calendar/2', change)).toMatchObject({ status: 422, body: { code: 'impact_unseen' } })

    const made = await patch('/calendar/2', { ...change, huella: seen.body.impacto.huella })
    expect(made).toMatchObject({
      status: 200,
      body: { calendario: { HORA_CORTE: 17, FERIADOS: [{ FECHA: '2026-07-02' }], POR: 'Beatriz Montoya' } },
    })
    // 17:00 in Santiago is 21:00 UTC in July.
    expect(await due('C')).toEqual(['07 21', '08 21', '09 21'])
    // Of D only control still has to act.
    expect(await due('D')).toEqual(['06 21', '07 21', '09 21'])
    expect(await due('B')).toEqual(usual)
    expect(await row(server.db, sql`select verify_events(${june}::int) as broken`)).toEqual({ broken: null })
    // What opens later has them from the start; the next period too.
    await sql`delete from analysis where account_id = (select id from account where code = 'C')`.execute(server.db)
    await transaction(server.db, (tx) => openAnalyses(tx, { periodId: june, loadId: 1 }))
    expect(await due('C')).toEqual(['07 21', '08 21', '09 21'])
    const dates = (query: object) => server.call({ url: '/calendar/dates', query: { PERIODO: '2026-06', ...query }, as: who.control })
    expect((await dates({ businessId: 3 })).body.VENCE_CONTROL).toBe('2026-07-09T21:00:00.000Z')
    expect((await dates({ countryId: 2 })).body.VENCE_CONTROL).toBe('2026-07-09T21:00:00.000Z')
    expect((await dates({ countryId: 1 })).body.VENCE_CONTROL).toBe('2026-07-08T21:00:00.000Z')
    expect((await dates({})).body.VENCE_CONTROL).toBe('2026-07-08T21:00:00.000Z')
    // The period closes once the last of them is through.
    expect((await server.call({ url: `/period/${june}`, as: who.control })).body.VENCE_CIERRE).toBe('2026-07-13T21:00:00.000Z')
  })

  test('of two who change it the second is told, whose list would have taken out the first one’s holidays', async () => {
    const seen = (await server.call({ url: '/calendar/1', as: who.control })).body
    const mine = { FERIADOS: [{ FECHA: '2026-12-25', NOMBRE: 'Navidad' }], FECHA: seen.FECHA }
    expect((await make('/calendar/1', { FERIADOS: [{ FECHA: '2026-12-24', NOMBRE: 'Víspera' }], FECHA: seen.FECHA })).status).toBe(200)
    const late = await patch('/calendar/1', { ...mine, simular: true })
    expect(late).toMatchObject({ status: 409, body: { code: 'row_moved', current: { FERIADOS: [{ NOMBRE: 'Víspera' }] } } })
    expect((await make('/calendar/1', { ...mine, FECHA: late.body.current.FECHA })).status).toBe(200)
    // As it was for the tests that follow.
    expect((await make('/calendar/1', { FERIADOS: seen.FERIADOS })).status).toBe(200)
  })

  test('an impact that has moved since refuses', async () => {
    const change = { HORA_CORTE: 16 }
    const { huella } = (await patch('/calendar/2', { ...change, simular: true })).body.impacto
    await sql`update analysis set revision = revision + 1 where account_id = (select id from account where code = 'C')`.execute(server.db)
    expect(await patch('/calendar/2', { ...change, huella })).toMatchObject({ status: 409, body: { code: 'impact_moved' } })
  })

  test('its fields, its scope and its keys are checked', async () => {
    const refused = async (body: object) => (await patch('/calendar/2', { simular: true, ...body })).body.issues?.[0]?.path
    expect(await refused({ LABORABLES: [] })).toBe('LABORABLES')
    expect(await refused({ LABORABLES: [1, 1] })).toBe('LABORABLES')
    expect(await refused({ HORA_CORTE: 24 })).toBe('HORA_CORTE')
    expect(await refused({ ZONA: 'Marte/Olimpo' })).toBe('ZONA')
    expect(await refused({ FERIADOS: [1, 2].map(() => ({ FECHA: '2026-07-02', NOMBRE: 'Dos' })) })).toBe('FERIADOS')
    expect(await refused({ FERIADOS: [{ FECHA: '2026-02-30', NOMBRE: 'No hay' }] })).toBe('FERIADOS.0.FECHA')
    await sql`delete from user_scope where country_id = 2 and user_id = ${who.control.id}`.execute(server.db)
    expect((await patch('/calendar/2', { simular: true })).status).toBe(404)
    const elsewhere = { PERIODO: '2026-06', countryId: 2 }
    expect((await server.call({ url: '/calendar/dates', query: elsewhere, as: who.control })).status).toBe(404)
    expect((await server.call({ url: '/calendar', as: who.control })).body.total).toBe(1)
    await sql`insert into user_scope (user_id, country_id) values (${who.control.id}, 2)`.execute(server.db)
    for (const as of [who.analista, who.jefatura, who.gerencia]) expect((await server.call({ url: '/calendar', as })).status).toBe(403)
  })
})

describe('deadlines', () => {
  const plan = (a: number, j: number, c: number, close: number) => ({
    ANALISTA: { dia: a },
    JEFATURA: { dia: j },
    CONTROL: { dia: c },
    CIERRE: { dia: close },
  })

  test('must be in order, by day and hour', async () => {
    const refused = async (PLAZOS: object) =>
      (await patch('/calendar/deadline', { ID_NEGOCIO: 1, PLAZOS, simular: true })).body.issues?.[0]?.path
    expect(await refused(plan(5, 4, 6, 8))).toBe('PLAZOS.JEFATURA')
    expect(await refused(plan(4, 5, 9, 8))).toBe('PLAZOS.CIERRE')
    expect(await refused({ ...plan(4, 4, 6, 8), ANALISTA: { dia: 4, hora: 12 }, JEFATURA: { dia: 4, hora: 10 } })).toBe('PLAZOS.JEFATURA')
    expect(await refused({ ...plan(4, 4, 6, 8), ANALISTA: { dia: 4, hora: 10 } })).toBeUndefined()
  })

  test('of a business come before everybody’s, and go back', async () => {
    expect((await make('/calendar/deadline', { ID_NEGOCIO: 1, PLAZOS: plan(2, 3, 4, 8) })).body).toMatchObject({
      impacto: { cambian: 1 },
      plazos: { NEGOCIO: 'VOTORANTIM' },
    })
    expect(await due('B')).toEqual(['02 21', '03 21', '06 21'])
    expect((await server.call({ url: '/calendar/deadline', as: who.control })).body).toMatchObject([
      { ID_NEGOCIO: null },
      { ID_NEGOCIO: 1, PLAZOS: { ANALISTA: { dia: 2, hora: null } } },
    ])
    expect((await make('/calendar/deadline', { ID_NEGOCIO: null, PLAZOS: plan(5, 6, 7, 9) })).status).toBe(200)
    expect(await due('B')).toEqual(['02 21', '03 21', '06 21'])
    // With its holiday.
    expect(await due('C')).toEqual(['08 21', '09 21', '10 21'])
    await make('/calendar/deadline', { ID_NEGOCIO: 1, PLAZOS: null })
    expect(await due('B')).toEqual(['07 21', '08 21', '09 21'])
    await sql`update user_scope set business_id = 1 where country_id = 1 and user_id = ${who.control.id}`.execute(server.db)
    expect((await patch('/calendar/deadline', { ID_NEGOCIO: null, PLAZOS: plan(5, 6, 7, 9), simular: true })).body.issues[0].path).toBe(
      'ID_NEGOCIO',
    )
    await sql`update user_scope set business_id = null`.execute(server.db)
  })

  test('that somebody else has set since they were seen are not written over: who it was is said, already when one looks', async () => {
    const all = (await server.call({ url: '/calendar/deadline', as: who.control })).body[0].PLAZOS
    expect((await make('/calendar/deadline', { ID_NEGOCIO: null, PLAZOS: { ...all, CIERRE: { dia: 12 } }, visto: all })).status).toBe(200)
    const stale = { ID_NEGOCIO: null, PLAZOS: { ...all, ANALISTA: { dia: 1 } }, visto: all, simular: true }
    expect(await patch('/calendar/deadline', stale)).toMatchObject({
      status: 409,
      body: {
        code: 'setting_moved',
        message: expect.stringMatching(/^\S.* lo cambió mientras usted lo editaba/),
        current: { PLAZOS: { CIERRE: { dia: 12 } } },
      },
    })
    expect((await make('/calendar/deadline', { ID_NEGOCIO: null, PLAZOS: all })).status).toBe(200)
    // A business that had none of its own when it was looked at.
    expect(await patch('/calendar/deadline', { ID_NEGOCIO: 1, PLAZOS: all, visto: null, simular: true })).toMatchObject({ status: 200 })
    expect(await patch('/calendar/deadline', { ID_NEGOCIO: 1, PLAZOS: null, visto: all, simular: true })).toMatchObject({ status: 409 })
  })

  test('that a person has set for a period stay', async () => {
    const set = await server.call({
      method: 'PATCH',
      url: `/period/${june}`,
      body: { VENCE_ANALISTA: '2026-07-03T15:00:00Z' },
      as: who.control,
    })
    expect(set.status).toBe(200)
    expect((await due('B'))![0]).toBe('03 15')
    expect((await due('C'))![0]).toBe('03 15')
    await make('/calendar/deadline', { ID_NEGOCIO: null, PLAZOS: plan(4, 5, 6, 8) })
    expect(await due('B')).toEqual(['03 15', '07 21', '08 21'])
    expect(await due('C')).toEqual(['03 15', '08 21', '09 21'])
  })

  test('of a country are shown by a business without deadlines of its own', async () => {
    await sql`insert into business (country_id, name, currency) values (2, 'Filial', 'CLP')`.execute(server.db)
    await make('/calendar/deadline', { ID_NEGOCIO: 3, PLAZOS: plan(1, 1, 1, 8) })
    const day = { FECHA: '2026-07-08', NOMBRE: 'Feriado de prueba' }
    const { FERIADOS } = (await server.call({ url: '/calendar/2', as: who.control })).body
    const [shown] = (await patch('/calendar/2', { FERIADOS: [...FERIADOS, day], simular: true })).body.impacto.periodos
    expect([shown.antes.VENCE_JEFATURA, shown.despues.VENCE_JEFATURA]).toEqual(['2026-07-08T21:00:00.000Z', '2026-07-09T21:00:00.000Z'])
    await make('/calendar/deadline', { ID_NEGOCIO: 3, PLAZOS: null })
  })

  test('that a person has set for a period are those of a business with its own, which stay in order', async () => {
    const hand = { VENCE_CONTROL: '2026-07-07T22:00:00Z', VENCE_CIERRE: '2026-07-08T22:00:00Z' }
    expect((await server.call({ method: 'PATCH', url: `/period/${june}`, body: hand, as: who.control })).status).toBe(200)
    expect(await due('B')).toEqual(['03 15', '07 21', '07 22'])
    // Its head was due on the 8th, after control.
    expect(await due('C')).toEqual(['03 15', '07 22', '07 22'])
  })

  test('of a closed period never move', async () => {
    await sql`update period set status_id = 3 where id = ${june}`.execute(server.db)
    expect((await make('/calendar/deadline', { ID_NEGOCIO: null, PLAZOS: plan(1, 2, 3, 4) })).body.impacto).toMatchObject({
      cambian: 0,
      periodos: [],
    })
    expect((await due('B'))![1]).toBe('07 21')
    expect(await rows(server.db, sql`select from calendar_change`)).not.toHaveLength(0)
  })
})

/** What the last notices say: who, of what is due when, in which zone. */
const told = (template: string) =>
  rows(
    server.db,
    sql<{
      name: string
      due: string
      zone: string | null
    }>`select distinct on (n.user_id) u.name, n.params ->> 'due' as due, n.params ->> 'zone' as zone
      from notification n join app_user u on u.id = n.user_id where n.template = ${template} order by n.user_id, n.id desc`,
  )

test('notices tell each person the deadline of their own businesses, in its zone', async () => {
  const { db } = server
  const calendar = { FERIADOS: [{ FECHA: '2026-08-03', NOMBRE: 'Feriado' }], ZONA: 'America/Santiago', HORA_CORTE: 17 }
  expect((await make('/calendar/2', calendar)).status).toBe(200)
  const far = await server.person('lejana', [1])
  await sql`update account set analyst_id = ${far.id} where business_id = 3`.execute(db)
  const opened = await server.call({ method: 'POST', url: '/period', body: { PERIODO: '2026-07' }, as: who.control })
  const general = opened.body.VENCE_ANALISTA
  const of = async (template: string) => Object.fromEntries((await told(template)).map(({ name, due, zone }) => [name, [due, zone]]))
  const name = async (id: number) => (await row(db, sql<{ name: string }>`select name from app_user where id = ${id}`))!.name
  const [here, there] = [await name(who.analista.id), await name(far.id)]
  const own = (await row(
    db,
    sql<{ d: Date }>`select due_analyst as d from period_due where period_id = ${opened.body.COD_PERIODO} and business_id = 3`,
  ))!.d
  const theirs = new Date(own).toISOString()
  expect(theirs).not.toBe(general)
  expect(await of('periodo_abierto')).toMatchObject({ [here]: [general, null], [there]: [theirs, 'America/Santiago'] })
  // Of what a load opens, too.
  const balance = 'cuenta;negocio;saldo\nC;Banco Sur;5,00\nB;VOTORANTIM;5,00'
  const loaded = await server.call({
    method: 'POST',
    url: '/balances/upload',
    file: { name: 'julio.csv', content: balance },
    body: { COD_PERIODO: opened.body.COD_PERIODO },
    as: who.control,
  })
  expect(loaded).toMatchObject({ status: 200, body: { ESTADO: 'confirmada' } })
  expect(await of('saldos_cargados')).toMatchObject({ [here]: [general, null], [there]: [theirs, 'America/Santiago'] })
  await sql`insert into user_scope (user_id, country_id) values (${who.gerencia.id}, 2)`.execute(db)
  // A holiday more moves what is due in its country, and nobody else is told.
  const later = { ...calendar, FERIADOS: [...calendar.FERIADOS, { FECHA: '2026-08-04', NOMBRE: 'Otro' }] }
  expect((await make('/calendar/2', later)).status).toBe(200)
  const moved = await row(
    db,
    sql<{ d: Date }>`select due_analyst as d from analysis where period_id = ${opened.body.COD_PERIODO} and business_id = 3`,
  )
  const moves = await of('periodo_cambiado')
  expect(moves[there]).toEqual([new Date(moved!.d).toISOString(), 'America/Santiago'])
  // Whose own deadlines moved with it, too: management of the country here; not who did it.
  expect(moves[await name(who.gerencia.id)]).toEqual(moves[there])
  expect(moves).not.toHaveProperty(await name(who.control.id))
})

test('the calendar of a country without businesses is kept by whoever has the whole of it', async () => {
  const { id } = (await row(
    server.db,
    sql<{ id: number }>`insert into country (name, iso, currency) values ('Perú', 'PE', 'PEN') returning id`,
  ))!
  const url = `/calendar/${id}`
  expect((await server.call({ url, as: who.administrador })).body).toMatchObject({ PAIS: 'Perú', FERIADOS: [] })
  const holidays = { FERIADOS: [{ FECHA: '2026-07-28', NOMBRE: 'Fiestas Patrias' }], ZONA: 'America/Lima' }
  expect((await make(url, holidays, who.administrador)).status).toBe(200)
  expect((await server.call({ url, as: who.administrador })).body).toMatchObject(holidays)
  for (const as of [who.control, who.jefatura]) expect((await server.call({ url, as })).status).not.toBe(200)
})

test('a business that is created while a period is open has the dates of its country there', async () => {
  const { db } = server
  await sql`delete from deadline where business_id = 3`.execute(db)
  const dates = (business: number) =>
    rows(
      db,
      sql<object>`select d.period_id, d.due_analyst, d.due_jefatura, d.due_control from period_due d join period p on p.id = d.period_id
        where d.business_id = ${business} and p.status_id <> 3 order by 1`,
    )
  const made = await server.call({ method: 'POST', url: '/business', body: { NEGOCIO: 'Banco Norte', ID_PAIS: 2 }, as: who.administrador })
  expect(made.status).toBe(200)
  const theirs = await dates(3)
  expect(theirs.length).toBeGreaterThan(0)
  expect(await dates(made.body.ID_NEGOCIO)).toEqual(theirs)
  // Brazil's are the period's own.
  const other = await server.call({ method: 'POST', url: '/business', body: { NEGOCIO: 'Banco Leste', ID_PAIS: 1 }, as: who.administrador })
  expect(await dates(other.body.ID_NEGOCIO)).toEqual([])
})
