import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { row, rows } from '../../platform/database/index.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

jest.setTimeout(240_000)
let server: Story
const account = (code: string, more: object = {}) => ({ code, balance: '100.00', previous: '100.00', ...more })
beforeAll(async () => {
  server = await story([account('1'), account('2'), account('3'), account('4'), account('9', { safra: true })])
})
afterAll(() => server?.close())
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const ask = async (codes: string[], more: object = {}, as: Person = server.who.analista) =>
  server.call({
    method: 'POST',
    url: '/period/extension',
    body: { itemIds: await Promise.all(codes.map(server.of)), nuevaFecha: hours(36), motivo: 'Falta el extracto del banco', ...more },
    as,
  })
const decide = (ids: number[], aprobar: boolean, as: Person = server.who.jefatura, comentario = 'Ya se pidió dos veces') =>
  server.call({ method: 'POST', url: '/period/extension/decide', body: { ids, aprobar, comentario }, as })
const due = async (code: string) =>
  row(
    server.db,
    sql<{
      a: string
      j: string
      c: string
    }>`select due_analyst as a, due_jefatura as j, due_control as c from analysis where id = ${await server.of(code)}`,
  )

describe('more time', () => {
  test('is asked for by who has to act and granted by the head; both dates are kept, and later levels get as long', async () => {
    const before = (await due('1'))!
    const nuevaFecha = hours(60)
    const asked = await ask(['1', '2'], { nuevaFecha })
    expect(asked.body.pedidas).toMatchObject([
      { CUENTA: '1', ROL: 'ANALISTA', ESTADO: 'pendiente', SOLICITANTE: 'Rodrigo Peña', PUEDE_DECIDIR: false },
      { CUENTA: '2' },
    ])
    expect(await due('1')).toEqual(before)
    expect(await rows(server.db, sql`select user_id, params ->> 'n' as n from notification where template = 'prorroga_pedida'`)).toEqual([
      { user_id: server.who.jefatura.id, n: '2' },
    ])
    const ids = asked.body.pedidas.map(({ ID }: { ID: number }) => ID)
    const list = (await server.call({ url: '/period/extension', as: server.who.jefatura })).body
    expect(list).toMatchObject({ total: 2, data: [{ PUEDE_DECIDIR: true }, { PUEDE_DECIDIR: true }] })
    expect((await server.call({ url: '/period/extension', as: server.who.otherJefatura })).body.total).toBe(0)
    // Neither who asks, nor another level, nor another department.
    expect((await decide(ids, true, server.who.analista)).status).toBe(403)
    expect((await decide(ids, true, server.who.control)).status).toBe(403)
    expect((await decide(ids, true, server.who.otherJefatura)).status).toBe(404)
    expect((await server.call({ url: '/period/2/checklist', as: server.who.control })).body.checks).toContainEqual(
      expect.objectContaining({
        codigo: 'prorrogas',
        resultado: 'aviso',
        cantidad: 2,
        quien: [expect.objectContaining({ NOMBRE: 'Marcela Duarte' })],
      }),
    )
    // Two at once: one decides.
    const both = await Promise.all([decide(ids, true), decide(ids, true)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const after = (await due('1'))!
    expect([after.a, after.j, after.c]).toEqual([nuevaFecha, nuevaFecha, before.c].map((at) => expect.stringContaining(at.slice(0, 19))))
    expect(
      (await server.call({ url: '/period/extension', query: { estado: 'aprobada' }, as: server.who.analista })).body.data[1],
    ).toMatchObject({ VENCE_ORIGINAL: before.a })
    expect(await row(server.db, sql`select verify_events(2) as broken`)).toEqual({ broken: null })
  })

  test('is refused with a comment, and may be asked for again; twice at most, and never while one waits', async () => {
    const first = (await ask(['3'])).body.pedidas[0].ID
    expect((await ask(['3'])).body).toMatchObject({
      code: 'extension_waiting',
      issues: [{ path: 'itemIds', message: '3: ya hay una prórroga por decidir.' }],
    })
    expect((await decide([first], false, server.who.jefatura, 'no')).status).toBe(422)
    expect((await decide([first], false)).body.decididas).toMatchObject([
      { ESTADO: 'rechazada', DECIDIO: 'Marcela Duarte', COMENTARIO: 'Ya se pidió dos veces' },
    ])
    for (const n of [30, 31])
      expect((await decide([(await ask(['3'], { nuevaFecha: hours(n) })).body.pedidas[0].ID], true)).status).toBe(200)
    expect((await ask(['3'], { nuevaFecha: hours(40) })).body).toMatchObject({ code: 'extension_twice' })
    // Nor another level.
    await server.submit('3')
    expect((await ask(['3'], { nuevaFecha: hours(80) }, server.who.jefatura)).body).toMatchObject({
      code: 'extension_twice',
      message: '3: ya tuvo 2 prórrogas.',
    })
    const recalled = await server.call({
      method: 'POST',
      url: `/analysis/${await server.of('3')}/recall`,
      body: {},
      as: server.who.analista,
    })
    expect(recalled.status).toBe(200)
  })

  test('not past the close, not earlier, not what waits for somebody else, all or none', async () => {
    expect((await ask(['4'], { nuevaFecha: hours(24 * 6) })).body.issues).toMatchObject([{ path: 'nuevaFecha' }])
    expect((await ask(['4'], { nuevaFecha: hours(1) })).body.code).toBe('extension_not_later')
    await server.submit('4')
    expect((await ask(['4'])).body.code).toBe('extension_not_yours')
    expect((await ask(['9'])).status).toBe(404)
    expect((await ask(['2', '4'], { nuevaFecha: hours(70) })).status).toBe(422)
    expect(await rows(server.db, sql`select from extension where approved is null`)).toEqual([])
    // The head asks for the head's own; control decides.
    const asked = await ask(['4'], { nuevaFecha: hours(80) }, server.who.jefatura)
    expect(asked.body.pedidas[0].ROL).toBe('JEFATURA')
    expect((await decide([asked.body.pedidas[0].ID], true, server.who.jefatura)).status).toBe(403)
    expect((await decide([asked.body.pedidas[0].ID], true, server.who.control)).status).toBe(200)
    // Control asks an administrator, who is led to where an administrator decides.
    expect((await ask(['4'], { nuevaFecha: hours(90) }, server.who.control)).body.pedidas[0].ROL).toBe('CONTROL')
    expect(await rows(server.db, sql`select route from notification where user_id = ${server.who.administrador.id}`)).toEqual([
      { route: '/periodos?vista=prorrogas' },
    ])
    expect((await ask(['1'], {}, server.who.gerencia)).status).toBe(403)
  })

  test('not to a moment that has passed, however late it is', async () => {
    const id = await server.of('1')
    const before = (await due('1'))!.a
    await sql`update analysis set due_analyst = now() - interval '5 days' where id = ${id}`.execute(server.db)
    expect((await ask(['1'], { nuevaFecha: hours(-48) })).body).toMatchObject({ code: 'extension_over', issues: [{ path: 'nuevaFecha' }] })
    await sql`update analysis set due_analyst = ${before} where id = ${id}`.execute(server.db)
  })

  test('given stays when the deadlines of the period move', async () => {
    const before = (await due('3'))!
    const moved = await server.call({ method: 'PATCH', url: '/period/2', body: { VENCE_ANALISTA: hours(10) }, as: server.who.control })
    expect(moved.status).toBe(200)
    expect((await due('3'))!.a).toBe(before.a)
    expect(Date.parse((await due('2'))!.a)).toBeGreaterThan(Date.now() + 50 * 3_600_000)
  })

  test('where nobody of the next level has decided for a day, or there is none, control decides; the first date is kept over two', async () => {
    const control = server.who.control
    const forControl = async () =>
      (await server.call({ url: '/period/extension', query: { porDecidir: true, estado: 'pendiente' }, as: control })).body.data
    const { body } = await ask(['9'], {}, server.who.otherAnalista)
    const [{ ID, VENCE_ACTUAL }] = body.pedidas
    expect(await forControl()).toEqual([])
    expect((await decide([ID], true, control)).body.code).toBe('extension_not_level')
    await sql`update extension set asked_at = now() - interval '25 hours' where id = ${ID}`.execute(server.db)
    expect(await forControl()).toMatchObject([
      { ID, NEGOCIO: 'SAFRA', VENCE_PRIMERO: VENCE_ACTUAL, VENCE_ORIGINAL: VENCE_ACTUAL, PUEDE_DECIDIR: true },
    ])
    expect((await decide([ID], true, control)).body.decididas).toMatchObject([{ ESTADO: 'aprobada', VENCE_PRIMERO: VENCE_ACTUAL }])
    const again = (await ask(['9'], { nuevaFecha: hours(50) }, server.who.otherAnalista)).body.pedidas[0]
    expect(again).toMatchObject({ VENCE_PRIMERO: VENCE_ACTUAL, VENCE_ACTUAL: again.VENCE_ORIGINAL })
    expect(again.VENCE_ORIGINAL).not.toBe(VENCE_ACTUAL)
    await decide([again.ID], false, server.who.otherJefatura)
  })

  test('where whoever leads the department can decide no more, control is asked and decides at once', async () => {
    const { control, otherJefatura, otherAnalista } = server.who
    await sql`delete from user_role where user_id = ${otherJefatura.id}`.execute(server.db)
    await sql`delete from notification where template = 'prorroga_pedida'`.execute(server.db)
    const [{ ID }] = (await ask(['9'], { nuevaFecha: hours(60) }, otherAnalista)).body.pedidas
    expect(await rows(server.db, sql`select user_id from notification where template = 'prorroga_pedida'`)).toEqual([
      { user_id: control.id },
    ])
    expect((await decide([ID], false, control)).body.decididas).toMatchObject([{ ESTADO: 'rechazada' }])
    await sql`insert into user_role values (${otherJefatura.id}, 2)`.execute(server.db)
  })
})

describe('mail about a period', () => {
  const send = (body: object, as: Person = server.who.control) => server.call({ method: 'POST', url: '/period/send-mail/2', body, as })
  test('counts first, reaches each once, and the audience not again within four hours', async () => {
    expect((await send({ simular: true })).body).toMatchObject({
      personas: 2,
      enviado: false,
      proximoEnvio: null,
      destinatarios: [
        { NOMBRE: 'Lucía Ferreyra', pendientes: 1 },
        { NOMBRE: 'Rodrigo Peña', pendientes: 3 },
      ],
    })
    expect(await send({ esperadas: 5 })).toMatchObject({ status: 409, body: { code: 'period_mail_moved' } })
    const both = await Promise.all([send({ mensaje: 'Cierra mañana.' }), send({}, server.who.administrador)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
    expect(await rows(server.db, sql`select from outbox where template = 'recordatorio_periodo'`)).toHaveLength(2)
    expect((await send({ audiencia: 'jefaturas' })).body).toMatchObject({ personas: 1, enviado: true })
    await sql`update period_mail set sent_at = now() - interval '4 hours 1 minute'`.execute(server.db)
    expect((await send({})).status).toBe(200)
    expect((await send({ audiencia: 'todos', simular: true })).body.destinatarios.map((d: { NOMBRE: string }) => d.NOMBRE)).toEqual([
      'Beatriz Montoya',
      'Lucía Ferreyra',
      'Marcela Duarte',
      'Óscar Cáceres',
      'Rodrigo Peña',
    ])
    await sql`update analysis set state_main = 4 where period_id = 2 and state_main = 2`.execute(server.db)
    expect(await send({ audiencia: 'control' })).toMatchObject({ status: 422 })
    expect((await send({}, server.who.jefatura)).status).toBe(403)
  })

  test('too soon names the hour in the zone of the businesses', async () => {
    await sql`insert into calendar (country_id, zone) values (1, 'Asia/Tokyo')`.execute(server.db)
    await sql`update period_mail set sent_at = now()`.execute(server.db)
    const { status, body } = await send({})
    const at = new Date(body.current.proximoEnvio).toLocaleTimeString('es', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
    expect([status, body.code, body.message]).toEqual([429, 'period_mail_soon', expect.stringContaining(`a las ${at}.`)])
    await sql`delete from calendar`.execute(server.db)
  })

  test('stops with the close, whatever remains in it', async () => {
    await sql`update period_mail set sent_at = now() - interval '5 hours'`.execute(server.db)
    await sql`update period set status_id = 3 where id = 2`.execute(server.db)
    for (const body of [{}, { audiencia: 'todos' }, { simular: true }])
      expect(await send(body)).toMatchObject({ status: 409, body: { code: 'period_closed', current: { NOMBRE: 'CERRADO' } } })
    await sql`update period set status_id = 1 where id = 2`.execute(server.db)
  })
})

describe('generating a period anew', () => {
  const regenerate = (id: number, as: Person = server.who.control) => server.call({ method: 'POST', url: `/period/${id}/regenerate`, as })
  test('takes accounts as they are now, while nothing is submitted', async () => {
    expect(await regenerate(2)).toMatchObject({ status: 409, body: { code: 'period_submitted' } })
    await sql`update account set active = false where code = '1'`.execute(server.db)
    await sql`update account set risk = 'A', analyst_id = ${server.who.otherAnalista.id} where code = '2'`.execute(server.db)
    expect((await regenerate(1)).body).toEqual({ quitados: 5, generados: 4 })
    expect(
      await rows(
        server.db,
        sql`select c.code, a.risk, a.analyst_id from analysis a join account c on c.id = a.account_id where a.period_id = 1 and c.code < '3'`,
      ),
    ).toEqual([{ code: '2', risk: 'A', analyst_id: server.who.otherAnalista.id }])
    expect(await row(server.db, sql`select verify_events(1) as broken`)).toEqual({ broken: null })
    // What has a history stays, and is judged by the threshold of now.
    const of3 = sql<{
      id: number
      materiality: string
      frequency: string
    }>`select a.id, a.materiality, a.frequency from analysis a join account c on c.id = a.account_id where a.period_id = 1 and c.code = '3'`
    const before = (await row(server.db, of3))!
    expect((await server.call({ url: `/analysis/${before.id}/workbook`, as: server.who.analista })).status).toBe(200)
    await sql`insert into threshold (account_id, amount, percent, base) select id, 10, 10, 'MONTO' from account where code = '3'`.execute(
      server.db,
    )
    await sql`update account set frequency = 'TRIMESTRAL' where code = '3'`.execute(server.db)
    expect((await regenerate(1)).status).toBe(200)
    expect([before, await row(server.db, of3)]).toEqual([
      { id: before.id, materiality: 'menor', frequency: 'MENSUAL' },
      { id: before.id, materiality: 'critica', frequency: 'TRIMESTRAL' },
    ])
    // What its analyst has written and not sent stays as well, and what an auditor has drawn.
    const draft = await row(
      server.db,
      sql<{ id: number }>`update analysis a set value = 7, comment = 'Falta el extracto' from account c
        where c.id = a.account_id and c.code = '2' and a.period_id = 1 returning a.id`,
    )
    const drawn = (await row(
      server.db,
      sql<{ id: number }>`select a.id from analysis a join account c on c.id = a.account_id where a.period_id = 1 and c.code = '4'`,
    ))!
    await sql`with drawn as (insert into audit_sample (name, drawn_by, size, seed, period_id, strata, population)
        values ('Muestra', ${server.who.analista.id}, 1, 'x', 1, '[]', 1) returning id)
      insert into audit_sample_item (sample_id, place, analysis_id, materiality, balance) select id, 1, ${drawn.id}, 'menor', 1 from drawn`.execute(
      server.db,
    )
    expect((await regenerate(1)).status).toBe(200)
    expect(await row(server.db, sql`select value, comment from analysis where id = ${draft!.id}`)).toEqual({
      value: '7.00',
      comment: 'Falta el extracto',
    })
    await sql`update period set status_id = 3 where id = 1`.execute(server.db)
    expect((await regenerate(1)).status).toBe(409)
    expect((await regenerate(1, server.who.analista)).status).toBe(403)
  })
})

describe('more time, in a world of its own', () => {
  beforeAll(async () => {
    await server.close()
    server = await story(['5', '6', '7', '8', '9', '10', '11'].map((code) => account(code)))
  })

  test('of a group is one for all its members', async () => {
    const group = (await server.group('Caja', ['5', '6'])).body.AGRUPADO_ID
    const asked = await ask(['6'])
    const of = { AGRUPADO_ID: group, NOMBRE_GRUPO: 'Caja', FECHA: asked.body.pedidas[0].FECHA }
    expect(asked.body.pedidas).toMatchObject([
      { CUENTA: '5', ...of },
      { CUENTA: '6', ...of },
    ])
    // Found by what it is told by.
    const found = await server.call({ url: '/period/extension', query: { search: 'CAJÁ' }, as: server.who.jefatura })
    expect(found.body.data.map(({ CUENTA }: { CUENTA: string }) => CUENTA).sort()).toEqual(['5', '6'])
    // As the head sees them, one by one: the decision on the first is that on the group.
    const decided = await decide([asked.body.pedidas[0].ID], true)
    expect(decided.body.decididas).toMatchObject([
      { CUENTA: '5', ESTADO: 'aprobada' },
      { CUENTA: '6', ESTADO: 'aprobada' },
    ])
    expect((await due('5'))!.a).toBe((await due('6'))!.a)
    expect((await server.call({ url: `/analysis/group/${group}`, as: server.who.analista })).body.VENCE_ANALISTA).toBe((await due('6'))!.a)
  })

  test('asked for an account before it was grouped is for all members; given before, it is not, and the group is due with the others', async () => {
    const group = async (id: number) => (await server.call({ url: `/analysis/group/${id}`, as: server.who.analista })).body
    const id = (await ask(['8'])).body.pedidas[0].ID
    const made = (await server.group('Bancos', ['8', '9'])).body.AGRUPADO_ID
    expect((await decide([id], true)).body.decididas).toMatchObject([
      { CUENTA: '8', ESTADO: 'aprobada' },
      { CUENTA: '9', ESTADO: 'aprobada' },
    ])
    expect(await due('9')).toEqual(await due('8'))
    expect((await group(made)).VENCE_ANALISTA).toBe((await due('8'))!.a)

    await decide([(await ask(['10'])).body.pedidas[0].ID], true)
    const [long, short] = [await due('10'), await due('11')]
    expect(short!.a < long!.a).toBe(true)
    const mixed = (await server.group('Cajas', ['10', '11'])).body.AGRUPADO_ID
    expect((await group(mixed)).VENCE_ANALISTA).toBe(short!.a)
    expect([await due('10'), await due('11')]).toEqual([long, short])
  })

  test('never makes a deadline earlier that has been moved since it was asked for', async () => {
    const id = (await ask(['7'])).body.pedidas[0].ID
    await sql`update analysis set due_analyst = due_analyst + interval '2 days', due_jefatura = due_jefatura + interval '2 days' where id = ${await server.of('7')}`.execute(
      server.db,
    )
    const moved = await due('7')
    expect((await decide([id], true)).status).toBe(200)
    expect(await due('7')).toEqual(moved)
  })

  test('leaves nobody less than everybody is given later', async () => {
    const all = { VENCE_ANALISTA: hours(60), VENCE_JEFATURA: hours(70), VENCE_CONTROL: hours(80) }
    expect((await server.call({ method: 'PATCH', url: '/period/2', body: all, as: server.who.control })).status).toBe(200)
    expect(await due('5')).toEqual(await due('7'))
    expect((await due('5'))!.a).toBe(all.VENCE_ANALISTA)
  })

  test('stays undecided where the period closes first; a business that is reopened has none', async () => {
    const id = (await ask(['5'], { nuevaFecha: hours(70) })).body.pedidas[0].ID
    const found = async (estado: string) =>
      (await server.call({ url: `/period/extension?estado=${estado}`, as: server.who.jefatura })).body.data.map(
        ({ ID, PUEDE_DECIDIR }: { ID: number; PUEDE_DECIDIR: boolean }) => [ID, PUEDE_DECIDIR],
      )
    expect(await found('pendiente')).toContainEqual([id, true])
    await sql`update period set status_id = 3 where id = 2`.execute(server.db)
    expect(await found('pendiente')).toEqual([])
    expect(await found('sin_decidir')).toContainEqual([id, false])
    expect((await ask(['7'], { nuevaFecha: hours(71) })).body).toMatchObject({ code: 'period_closed' })
    await sql`insert into business_reopening (period_id, business_id, until, reason, opened_by)
      select 2, business_id, now() + interval '5 hours', 'Falta un ajuste', ${server.who.control.id} from analysis where id = ${await server.of('7')}`.execute(
      server.db,
    )
    expect((await ask(['7'], { nuevaFecha: hours(71) })).body).toMatchObject({ code: 'extension_reopened' })
    await sql`update period set status_id = 1 where id = 2`.execute(server.db)
    expect(await found('pendiente')).toContainEqual([id, true])
  })
})
