import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { analysisIn, balanceIn } from '../period/period.testing.ts'
import { endExpired } from './closing.reopening.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let otherControl: Person
const fresh = () => {
  beforeAll(async () => {
    server = await testServer()
    who = await organisation(server)
    otherControl = await server.person('control2', [ROLE.control], 'Verónica Lagos')
  }, 60_000)
  afterAll(() => server.close())
}
const reason = 'Se documenta el pendiente en acta 14'
const names = new Map<number, string>()
const open = async (PERIODO: string) => {
  const { COD_PERIODO } = (await server.call({ method: 'POST', url: '/period', body: { PERIODO }, as: who.control })).body
  names.set(COD_PERIODO, PERIODO)
  return COD_PERIODO as number
}
const checklist = async (id: number, as = who.control) => (await server.call({ url: `/period/${id}/checklist`, as })).body
const check = async (id: number, code: string) => (await checklist(id)).checks.find((c: { codigo: string }) => c.codigo === code)
const send = (step: 'close' | 'close-request') => (id: number, token: string, more: object, as: Person, language: string) =>
  server.call({ method: 'POST', url: `/period/${id}/${step}`, body: { token, PERIODO: names.get(id), ...more }, as, language })
const close = (id: number, token: string, more: object = {}, as = who.administrador, language = 'es') =>
  send('close')(id, token, more, as, language)
const ask = (id: number, token: string, more: object = { MOTIVO: reason }, as = who.control) =>
  send('close-request')(id, token, more, as, 'es')
const post = (url: string, body: object, as = who.administrador) => server.call({ method: 'POST', url: `/period/${url}`, body, as })
const analysis = (periodId: number, code: string, item: Parameters<typeof analysisIn>[4] = {}) =>
  analysisIn(server.db, who.analista.id, periodId, code, item)
const events = (periodId: number) =>
  rows(
    server.db,
    sql<{ kind: string; actor_id: number | null; comment: string | null; from_state: number; to_state: number }>`
      select kind, actor_id, comment, from_state, to_state from event where period_id = ${periodId} order by seq`,
  )
const told = async (template: string) =>
  (
    await rows(
      server.db,
      sql<{
        name: string
      }>`select u.name from notification n join app_user u on u.id = n.user_id where n.template = ${template} order by u.id`,
    )
  ).map(({ name }) => name)
const result = (checks: { codigo: string; resultado: string; cantidad: number }[]) =>
  checks.filter(({ cantidad }) => cantidad > 0).map(({ codigo, resultado, cantidad }) => `${codigo} ${resultado} ${cantidad}`)

describe('the checklist', () => {
  fresh()
  let period: number

  test('says what is found, how much in each currency, for whom it waits and the largest', async () => {
    period = await open('2025-01')
    await analysis(period, 'ok', { value: '100.00', comment: 'Conciliado', state: 4 })
    await analysis(period, 'explained', { value: '60.00', comment: 'Partidas en tránsito', state: 4 })
    await analysis(period, 'a cent', { value: '99.99', state: 4 })
    await analysis(period, 'without comment', { amount: '-100.00', value: '-75.50', comment: '  ', state: 4 })
    await analysis(period, 'not sent', { amount: '300.00' })
    await analysis(period, 'dollars', { amount: '20.00', value: '10.00', currency: 'USD', state: 4 })
    await balanceIn(server.db, period, 'nobody', { amount: '-40.25' })
    const { checks, token, segundaPersona } = await checklist(period)
    expect(result(checks)).toEqual([
      'no_aprobados aviso 1',
      'sin_sustentar aviso 1',
      'diferencia_sin_explicar aviso 2',
      'saldos_sin_asignar aviso 1',
    ])
    // A balance that nobody has supported is no difference; currencies are never added up.
    expect(await check(period, 'diferencia_sin_explicar')).toMatchObject({
      montos: [
        { MONEDA: 'BRL', monto: '24.50' },
        { MONEDA: 'USD', monto: '10.00' },
      ],
      personas: 1,
      quien: [{ ID_USUARIO: who.analista.id, NOMBRE: 'Rodrigo Peña', cantidad: 2 }],
      ejemplos: [
        { CUENTA: 'without comment', NEGOCIO: 'VOTORANTIM', monto: '24.50' },
        { CUENTA: 'dollars', MONEDA: 'USD' },
      ],
    })
    expect(await check(period, 'saldos_sin_asignar')).toMatchObject({ montos: [{ MONEDA: 'BRL', monto: '40.25' }], personas: 0 })
    expect([segundaPersona, (await checklist(period)).token]).toEqual([true, token])
    // Of other businesses a person sees how many there are, and none of their accounts or people.
    await sql`insert into user_scope (user_id, country_id, business_id) values (${otherControl.id}, 1, 2)`.execute(server.db)
    const elsewhere = await checklist(period, otherControl)
    expect([elsewhere.token, JSON.stringify(elsewhere)]).toEqual([token, expect.not.stringMatching(/VOTORANTIM|Peña/)])
  })

  test('a critical analysis without approval blocks as the product comes; with it, a word is still needed', async () => {
    await analysis(period, 'critical', { amount: '500.00', materiality: 'critica' })
    expect(await check(period, 'criticas_sin_aprobar')).toMatchObject({
      resultado: 'bloquea',
      bloquean: 1,
      montos: [{ MONEDA: 'BRL', monto: '500.00' }],
    })
    const { token } = await checklist(period)
    expect(await ask(period, token)).toMatchObject({
      status: 409,
      body: { code: 'period_blocked', message: 'El período no puede cerrarse: hay cuentas críticas sin aprobar.' },
    })
    await sql`update analysis set state_main = 4, state_jefatura = 4, value = 400, submitted_at = now() where materiality = 'critica'`.execute(
      server.db,
    )
    expect([(await check(period, 'criticas_sin_aprobar')).resultado, (await check(period, 'criticas_sin_explicar')).resultado]).toEqual([
      'ok',
      'bloquea',
    ])
    await sql`update analysis set comment = 'Venta de la cartera' where materiality = 'critica'`.execute(server.db)
    expect((await check(period, 'criticas_sin_explicar')).resultado).toBe('ok')
  })

  test('is for control and the administrator', async () => {
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor]) {
      expect((await server.call({ url: `/period/${period}/checklist`, as })).status).toBe(403)
      for (const step of [close, ask]) expect((await step(period, 'x', {}, as)).status).toBe(403)
    }
    names.set(999, '2025-01')
    expect((await close(999, 'x')).status).toBe(404)
  })
})

describe('the policy of closing', () => {
  fresh()
  const get = async () => (await server.call({ url: '/period/closing-policy', as: who.control })).body
  const set = async (change: object, as = who.administrador, more: object = {}) => {
    const { ID, PRUEBAS, SEGUNDA_PERSONA } = await get()
    const MOTIVO = 'Acta 3 del comité de cierre'
    return server.call({
      method: 'POST',
      url: '/period/closing-policy',
      body: { ID, SEGUNDA_PERSONA, MOTIVO, ...more, PRUEBAS: { ...PRUEBAS, ...change } },
      as,
    })
  }
  const off = { aviso: null, bloqueo: null }
  const warns = { aviso: '0.00', bloqueo: null }

  test('judges by risk and amount, each in its own currency; what it does not mind is said all the same', async () => {
    const period = await open('2025-01')
    await analysis(period, 'low', { amount: '90.00', risk: 'B' })
    await analysis(period, 'high, little', { amount: '-90.00', risk: 'A' })
    await analysis(period, 'high, much', { amount: '-100.00', risk: 'A' })
    const before = (await checklist(period)).token
    expect(
      (
        await set({
          no_aprobados: { A: { aviso: '0.00', bloqueo: '100.00' }, M: warns, B: off },
          sin_sustentar: { A: off, M: off, B: off },
        })
      ).status,
    ).toBe(200)
    expect(await check(period, 'no_aprobados')).toMatchObject({
      resultado: 'bloquea',
      cantidad: 3,
      bloquean: 1,
      avisan: 1,
      ejemplos: [{ CUENTA: 'high, much' }, {}, {}],
    })
    expect(await check(period, 'sin_sustentar')).toMatchObject({ resultado: 'apagada', cantidad: 3, bloquean: 0, avisan: 0 })
    // A checklist seen under another policy is another one.
    expect((await checklist(period)).token).not.toBe(before)
  })

  test('is set by the administrator alone, with a reason, on the version that was read; every version is kept', async () => {
    expect((await set({}, who.control)).status).toBe(403)
    expect(await set({}, who.administrador, { MOTIVO: 'corto' })).toMatchObject({ status: 422, body: { issues: [{ path: 'MOTIVO' }] } })
    expect((await set({ grupos: { A: warns, M: warns, B: { aviso: '-1.00', bloqueo: null } } })).status).toBe(422)
    expect(await set({}, who.administrador, { ID: 1 })).toMatchObject({ status: 409, body: { code: 'row_moved', current: { ID: 2 } } })
    const { data, total } = (await server.call({ url: '/period/closing-policy/history', as: who.control })).body
    expect([total, data[0].POR, data[0].MOTIVO, data[1].POR]).toEqual([2, 'Sonia Barrios', 'Acta 3 del comité de cierre', null])
    await expect(sql`update closing_policy set second_person = false`.execute(server.db)).rejects.toThrow()
  })

  test('may let one person close, with a reason', async () => {
    const period = await open('2024-12')
    await analysis(period, 'open', { amount: '10.00' })
    await set({}, who.administrador, { SEGUNDA_PERSONA: false })
    const { token } = await checklist(period)
    for (const more of [{}, { MOTIVO: '   muy corto          ' }])
      expect(await close(period, token, more, who.control)).toMatchObject({
        status: 422,
        body: { code: 'period_reason', issues: [{ path: 'MOTIVO' }] },
      })
    expect((await ask(period, token)).body.code).toBe('period_no_second_person')
    expect((await close(period, token, { MOTIVO: reason }, who.control)).body).toMatchObject({ ESTADO: { ID: 3 }, MOTIVO_CIERRE: reason })
  })
})

describe('closing a period', () => {
  fresh()
  let period: number

  test('takes two people where warnings remain: one asks, another one closes, and each leaves an event', async () => {
    period = await open('2025-01')
    await analysis(period, 'open', { amount: '10.00' })
    await analysis(period, 'explained', { value: '60.00', comment: 'Partidas en tránsito', state: 4 })
    const { token } = await checklist(period)
    expect(await close(period, token, { MOTIVO: reason })).toMatchObject({ status: 409, body: { code: 'period_second_person' } })
    expect(await ask(period, token, { MOTIVO: 'corto' })).toMatchObject({ status: 422, body: { issues: [{ path: 'MOTIVO' }] } })
    expect((await ask(period, token)).body).toMatchObject({
      PEDIDO_POR: 'Beatriz Montoya',
      MOTIVO: reason,
      VIGENTE: true,
      PUEDE_CERRAR: false,
    })
    expect(await told('cierre_pedido')).toEqual(['Sonia Barrios', 'Verónica Lagos'])
    expect(await ask(period, token, { MOTIVO: reason }, otherControl)).toMatchObject({
      status: 409,
      body: { code: 'period_request_waits' },
    })
    expect(await close(period, token, {}, who.control)).toMatchObject({ status: 409, body: { code: 'period_own_request' } })
    expect((await checklist(period, otherControl)).pedido).toMatchObject({ VIGENTE: true, PUEDE_CERRAR: true })
  })

  test('a request ends when whoever asked takes it back, or somebody else refuses it with a reason', async () => {
    const end = async (as: Person, MOTIVO = '') =>
      post(`${period}/close-request/end`, { ID: (await checklist(period)).pedido.ID, MOTIVO }, as)
    expect(await end(otherControl)).toMatchObject({ status: 422, body: { code: 'period_refusal' } })
    expect((await end(otherControl, 'Falta conciliar la cartera')).body).toEqual({ ok: true })
    expect(await told('cierre_rechazado')).toEqual(['Beatriz Montoya'])
    expect((await checklist(period)).pedido).toBeNull()
    expect((await post(`${period}/close-request/end`, { ID: 1 })).status).toBe(404)
    await ask(period, (await checklist(period)).token)
    expect((await end(who.control)).status).toBe(200)
    expect((await events(period)).slice(1).map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
      ['cierre_pedido', who.control.id],
      ['cierre_rechazado', otherControl.id],
      ['cierre_pedido', who.control.id],
      ['cierre_retirado', who.control.id],
    ])
  })

  test('a request on a list that has moved closes nothing, also where only its rows did; another one takes its place', async () => {
    const before = (await checklist(period)).token
    await ask(period, before)
    await sql`update analysis set state_main = case state_main when 1 then 4 else 1 end, state_jefatura = 4 where period_id = ${period}`.execute(
      server.db,
    )
    const { token, pedido } = await checklist(period)
    expect([token === before, pedido.VIGENTE]).toEqual([false, false])
    expect((await check(period, 'no_aprobados')).cantidad).toBe(1)
    expect((await close(period, token)).body.code).toBe('period_second_person')
    expect(await close(period, before)).toMatchObject({ status: 409, body: { code: 'period_moved', current: { token } } })
    expect((await ask(period, token, { MOTIVO: reason }, otherControl)).body.PEDIDO_POR).toBe('Verónica Lagos')
  })

  test('nor on one where only an amount did', async () => {
    const { token } = await checklist(period)
    await sql`update analysis set balance = balance + 900000 where period_id = ${period} and state_main <> 4`.execute(server.db)
    expect((await checklist(period)).pedido.VIGENTE).toBe(false)
    expect((await close(period, token)).body.code).toBe('period_moved')
    await ask(period, (await checklist(period)).token, { MOTIVO: reason }, otherControl)
  })

  test('asks for a sign-in of the last 15 minutes and for the name of the very period', async () => {
    const { token } = await checklist(period)
    const minutes = (ago: number) => server.sign('admin', { auth_time: Math.floor(Date.now() / 1000) - ago * 60 })
    const old = { ...who.administrador, token: await minutes(16) }
    expect(await close(period, token, {}, old)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
    expect((await ask(period, token, { MOTIVO: reason }, { ...old, token: await server.sign('admin') })).body.code).toBe('sign_in_again')
    expect(await close(period, token, { PERIODO: '2025-02' }, { ...old, token: await minutes(14) })).toMatchObject({
      status: 422,
      body: { code: 'period_name_wrong', issues: [{ path: 'PERIODO' }] },
    })
  })

  test('is refused while an earlier period is open or the chain of events does not hold, and says which', async () => {
    const later = await open('2025-02')
    const { checks, token } = await checklist(later)
    expect(checks.at(-2)).toMatchObject({ codigo: 'periodo_anterior', resultado: 'bloquea', cantidad: 1 })
    expect(await close(later, token, {}, who.administrador, 'en')).toMatchObject({
      status: 409,
      body: { code: 'period_blocked', message: 'The period cannot be closed: an earlier period is not closed.' },
    })
    await sql`update event_head set hash = '\\x00' where period_id = ${period}`.execute(server.db)
    const list = await checklist(period)
    expect(list.checks.at(-1)).toMatchObject({ codigo: 'cadena', resultado: 'bloquea' })
    expect((await close(period, list.token)).body).toMatchObject({
      code: 'period_blocked',
      message: 'El período no puede cerrarse: el registro de eventos no está íntegro.',
    })
    await sql`update event_head set hash = (select hash from event where period_id = ${period} order by seq desc limit 1) where period_id = ${period}`.execute(
      server.db,
    )
  })

  test('waits for whoever is changing an analysis, and then sees the change', async () => {
    const { token } = await checklist(period)
    let closing: ReturnType<typeof close> | undefined
    await server.db.transaction().execute(async (tx) => {
      await sql`update analysis set balance = balance + 1 where period_id = ${period} and state_main <> 4`.execute(tx)
      await sql`insert into analysis_group (name, business_id, analyst_id) select 'x', 1, ${who.analista.id} where false`.execute(tx)
      await sql`update analysis set state_main = 1 where period_id = ${period} and state_main = 4`.execute(tx)
      closing = close(period, token)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await closing).toMatchObject({ status: 409, body: { code: 'period_moved' } })
    expect((await check(period, 'no_aprobados')).cantidad).toBe(2)
  })

  test('two at once: one closes it, the other is told that it is closed; the reason is that of whoever asked', async () => {
    const { token } = await checklist(period)
    await ask(period, token)
    const answers = await Promise.all([otherControl, who.administrador].map((as) => close(period, token, {}, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)!
    expect(winner.body).toMatchObject({
      ESTADO: { ID: 3, NOMBRE: 'CERRADO' },
      MOTIVO_CIERRE: reason,
      CERRADO_EN: expect.any(String),
      CIERRE_PEDIDO: false,
    })
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'period_is_closed_already', current: { ID: 3 } })
    expect((await events(period)).at(-1)).toMatchObject({ kind: 'periodo_cerrado', from_state: 1, to_state: 3, comment: reason })
    expect(await told('periodo_cerrado')).toContain('Rodrigo Peña')
    expect((await row(server.db, sql<{ n: number | null }>`select verify_events(${period}) as n`))!.n).toBeNull()
    // The record keeps the list as it was, and both people.
    const { data } = (await server.call({ url: `/period/${period}/history`, as: who.control })).body
    expect(data[0]).toMatchObject({
      TIPO: 'periodo_cerrado',
      pedido: { POR: 'Beatriz Montoya' },
      HUELLA: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    expect(result(data[0].checks)).toContain('no_aprobados aviso 2')
    expect(data.map(({ TIPO }: { TIPO: string }) => TIPO)).toContain('periodo_abierto')
  })

  test('needs no reason and nobody else where nothing is left', async () => {
    const empty = await open('2024-12')
    const { checks, token } = await checklist(empty)
    expect(checks.every((c: { resultado: string }) => c.resultado === 'ok')).toBe(true)
    expect((await close(empty, token, {}, who.control)).body).toMatchObject({ ESTADO: { ID: 3 }, MOTIVO_CIERRE: null })
  })

  test('makes the database itself refuse every change in it, and to move a row into or out of it', async () => {
    const later = (await row(server.db, sql<{ id: number }>`select id from period where name = '2025-02'`))!.id
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

  describe('for one business until a moment', () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const reopen = (body: object, as = who.administrador, id = period) =>
      post(`${id}/business-reopening`, { ID_NEGOCIO: 1, HASTA: at(24), MOTIVO: reason, ...body }, as)

    test('is undone by the administrator alone, of a closed period, for 72 hours at most', async () => {
      expect((await reopen({}, who.control)).status).toBe(403)
      expect((await reopen({ HASTA: at(73) })).body).toMatchObject({ code: 'period_until_far', issues: [{ path: 'HASTA' }] })
      expect((await reopen({ HASTA: at(-1) })).body.code).toBe('period_until_past')
      expect((await reopen({ ID_NEGOCIO: 99 })).body).toMatchObject({ code: 'business_unknown', issues: [{ path: 'ID_NEGOCIO' }] })
      expect((await reopen({ MOTIVO: 'corto' })).status).toBe(422)
      const later = (await row(server.db, sql<{ id: number }>`select id from period where name = '2025-02'`))!.id
      expect((await reopen({}, who.administrador, later)).body.code).toBe('period_not_closed')
    })

    test('what is in progress there may finish; the rest of the period stays as it is, and its balances too', async () => {
      await sql`insert into account (business_id, code, name, department_id, currency, analyst_id) values (2, 'safra', 'safra', 2, 'BRL', ${who.analista.id})`.execute(
        server.db,
      )
      expect((await reopen({})).body).toMatchObject({ NEGOCIO: 'VOTORANTIM', ABIERTO_POR: 'Sonia Barrios', MOTIVO: reason })
      expect((await reopen({})).body).toMatchObject({ code: 'period_business_reopened' })
      await sql`update analysis set comment = 'Ajuste' where period_id = ${period}`.execute(server.db)
      await expect(sql`update balance set amount = 0 where period_id = ${period}`.execute(server.db)).rejects.toMatchObject({
        code: 'CU001',
      })
      await expect(sql`update analysis set business_id = 2 where period_id = ${period}`.execute(server.db)).rejects.toMatchObject({
        code: 'CU001',
      })
      expect((await server.call({ url: `/period/${period}`, as: who.control })).body).toMatchObject({
        ESTADO: { ID: 3 },
        NEGOCIOS_REABIERTOS: 1,
      })
      expect((await checklist(period)).reaperturas).toMatchObject([{ NEGOCIO: 'VOTORANTIM' }])
      expect(await told('negocio_reabierto')).toContain('Rodrigo Peña')
      expect(await rows(server.db, sql`select distinct route from notification where template = 'negocio_reabierto'`)).toEqual([
        { route: `/home?periodo=${period}` },
      ])
    })

    test('the clock ends it, with an event of nobody; the moment itself refuses already', async () => {
      await sql`update business_reopening set until = now() - interval '1 minute'`.execute(server.db)
      const change = () => sql`update analysis set comment = 'Tarde' where period_id = ${period}`.execute(server.db)
      await expect(change()).rejects.toMatchObject({ code: 'CU001' })
      expect([await endExpired(server.db, new Date()), await endExpired(server.db, new Date())]).toEqual([1, 0])
      expect((await events(period)).at(-1)).toMatchObject({ kind: 'negocio_cerrado', actor_id: null })
      expect((await checklist(period)).reaperturas).toEqual([])
    })

    test('an administrator may end it before, and reopening the period as a whole does', async () => {
      const { ID } = (await reopen({})).body
      expect((await post(`${period}/business-reopening/end`, { ID, MOTIVO: 'Ya está' })).body).toEqual({ ok: true })
      expect((await post(`${period}/business-reopening/end`, { ID })).status).toBe(404)
      const history = (await server.call({ url: `/period/${period}/history`, as: who.control })).body.data
      expect(history.slice(0, 2)).toMatchObject([
        { TIPO: 'negocio_cerrado', negocio: { NEGOCIO: 'VOTORANTIM', HASTA: null } },
        { TIPO: 'negocio_reabierto', negocio: { NEGOCIO: 'VOTORANTIM' } },
      ])
      await reopen({})
    })

    test('goes on again as soon as its time has passed, also before the clock has written down that it ended', async () => {
      await sql`update business_reopening set until = now() - interval '1 second' where ended_at is null`.execute(server.db)
      expect((await reopen({})).status).toBe(200)
      expect((await events(period)).slice(-2)).toMatchObject([{ kind: 'negocio_cerrado', actor_id: null }, { kind: 'negocio_reabierto' }])
    })
  })

  test('is undone by the administrator alone, with a reason, to closing', async () => {
    const reopen = (as: Person, body: object, id = period) => post(`${id}/reopen`, body, as)
    expect((await reopen(who.control, { MOTIVO: reason })).status).toBe(403)
    expect((await reopen(who.administrador, { MOTIVO: 'corto' })).body.issues[0].path).toBe('MOTIVO')
    const ended = await told('negocio_cerrado')
    expect((await reopen(who.administrador, { MOTIVO: reason })).body).toMatchObject({
      ESTADO: { ID: 2, NOMBRE: 'EN CIERRE' },
      CERRADO_POR: null,
      CERRADO_EN: null,
      NEGOCIOS_REABIERTOS: 0,
    })
    expect(await reopen(who.administrador, { MOTIVO: reason })).toMatchObject({ status: 409, body: { code: 'period_not_closed' } })
    expect((await events(period)).slice(-2)).toMatchObject([
      { kind: 'negocio_cerrado' },
      { kind: 'periodo_reabierto', from_state: 3, to_state: 2, comment: reason },
    ])
    expect(await told('periodo_reabierto')).toContain('Beatriz Montoya')
    // Not that nothing in it can change.
    expect(await told('negocio_cerrado')).toEqual(ended)
    expect((await reopen(who.administrador, { MOTIVO: reason }, 999)).status).toBe(404)
  })
})
