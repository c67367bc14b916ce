import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { clientsInMemory, program } from '../../lab/testing/services.ts'
import { row } from '../../platform/database/index.ts'
import { confirmAs, csv, forget, period } from '../balance/balance.testing.ts'
import { settleLost } from './delivery.lost.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let erp: Person
let month: number
beforeAll(async () => {
  server = await testServer({ services: clientsInMemory().services })
  who = await organisation(server)
  erp = await program(server, who.administrador, {
    NOMBRE: 'ERP Votorantim',
    CLIENTE: 'erp-votorantim',
    llaves: ['accounts.delivery.send'],
    alcance: [{ ID_PAIS: 1, ID_NEGOCIO: who.votorantim }],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from delivery`.execute(server.db)
  await sql`delete from delivery_rule`.execute(server.db)
  await forget(server)
  month = await period(server, '2026-05')
})

const send = (
  content: string,
  { as = erp, name = 'saldos.csv', key, ...body }: { as?: Person; name?: string; key?: string; [field: string]: unknown } = {},
) =>
  server.call({
    method: 'POST',
    url: '/deliveries',
    as,
    file: { name, content },
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const sendRows = (body: object, key?: string) =>
  server.call({ method: 'POST', url: '/deliveries/rows', as: erp, body, ...(key && { headers: { 'idempotency-key': key } }) })
const rule = (ACTIVA: boolean, as = who.control, business = who.votorantim) =>
  server.call({ method: 'PATCH', url: `/delivery-rules/${business}`, as, body: { ACTIVA, MOTIVO: 'El ERP entrega todos los meses' } })
const balancesIn = async () =>
  (await row(
    server.db,
    sql<{ n: number; total: string }>`select count(*)::int as n, coalesce(sum(amount), 0)::text as total from balance`,
  ))!
const toldOf = async (template: string) =>
  (
    await sql<{
      name: string
      route: string
    }>`select u.name, n.route from notification n join app_user u on u.id = n.user_id where n.template = ${template} order by n.id`.execute(
      server.db,
    )
  ).rows
const reasons = ({ MOTIVOS }: { MOTIVOS: { motivo: string }[] }) => MOTIVOS.map(({ motivo }) => motivo)

const MAY = csv('00051626;1101;Caja general;1000,00', '00051626;1102;Bancos;250,50')

describe('a delivery', () => {
  test('is read and waits, and control is told with a link to the dry run', async () => {
    const { status, body } = await send(MAY)
    expect([status, body]).toMatchObject([
      200,
      {
        ORIGEN: 'api',
        REMITENTE: { NOMBRE: 'ERP Votorantim' },
        PERIODO: '2026-05',
        ESTADO: 'espera',
        LECTURA: { filas: 2, aplicadas: 2, rechazadas: 0, cuentasCreadas: 2, total: '1250.50' },
        ERROR: null,
        RESULTADO: null,
      },
    ])
    expect(reasons(body)).toEqual(['regla_apagada', 'sin_total'])
    expect(await toldOf('entrega_espera')).toEqual([{ name: 'Beatriz Montoya', route: `/cuentas/carga-balance?carga=${body.COD_CARGA}` }])
    expect(await balancesIn()).toMatchObject({ n: 0 })
    // A person goes on with it as with any load.
    const load = await server.call({ url: `/balances/load/${body.COD_CARGA}`, as: who.control })
    expect((await confirmAs(server, who.control)(load.body)).status).toBe(200)
    const { body: after } = await server.call({ url: `/deliveries/${body.id}`, as: erp })
    expect(after).toMatchObject({ ESTADO: 'confirmada', RESULTADO: { saldos: 2 }, MOTIVOS: [] })
    expect(await balancesIn()).toEqual({ n: 2, total: '1250.50' })
  })

  test('whose rule lets it, that is complete and states its total, confirms itself', async () => {
    expect((await rule(true)).body).toMatchObject({ ACTIVA: true, CAMBIADA_POR: 'Beatriz Montoya' })
    const { body } = await send(MAY, { TOTAL_CONTROL: '1250.50' })
    expect(body).toMatchObject({ ESTADO: 'confirmada', MOTIVOS: [], RESULTADO: { saldos: 2, cuentasCreadas: 2 } })
    expect(await balancesIn()).toEqual({ n: 2, total: '1250.50' })
    expect(await toldOf('entrega_espera')).toEqual([])
    const event = await row(
      server.db,
      sql<{ name: string }>`select u.name from event e join app_user u on u.id = e.actor_id where e.kind = 'carga_confirmada'`,
    )
    expect(event).toEqual({ name: 'ERP Votorantim' })
  })

  test('that says no month does not confirm itself in the newest while an older one is open: it may be of that', async () => {
    await rule(true)
    await period(server, '2026-06')
    const guessed = await send(MAY, { TOTAL_CONTROL: '1250.50' })
    expect([guessed.body.PERIODO, guessed.body.ESTADO, reasons(guessed.body)]).toEqual(['2026-06', 'espera', ['mes_no_dicho']])
    expect((await send(MAY, { TOTAL_CONTROL: '1250.50', PERIODO: '2026-05' })).body.ESTADO).toBe('confirmada')
  })

  test.each([
    ['was stopped', 'update app_user set active = false where id = $1', 'update app_user set active = true where id = $1'],
    [
      'lost its business',
      'update user_scope set business_id = $2 where user_id = $1',
      'update user_scope set business_id = $3 where user_id = $1',
    ],
    [
      'may deliver no more',
      `update service_account set keys = '{accounts.balance.read}' where user_id = $1`,
      `update service_account set keys = '{accounts.delivery.send}' where user_id = $1`,
    ],
  ])('whose program %s while its file was read does not confirm itself', async (_, change, back) => {
    await rule(true)
    const other = await row(
      server.db,
      sql<{ id: number }>`select id from business where country_id = 1 and id <> ${who.votorantim} limit 1`,
    )
    const filled = (statement: string) =>
      sql.raw(statement.replace('$1', `${erp.id}`).replace('$2', `${other!.id}`).replace('$3', `${who.votorantim}`))
    await sql`create function meanwhile() returns trigger language plpgsql as $$ begin ${filled(change)}; return new; end $$`.execute(
      server.db,
    )
    await sql`create trigger meanwhile after insert on balance_load for each row execute function meanwhile()`.execute(server.db)
    await send(MAY, { TOTAL_CONTROL: '1250.50' })
    await sql`drop function meanwhile cascade`.execute(server.db)
    await filled(back).execute(server.db)
    expect([await balancesIn(), await row(server.db, sql`select holds from delivery`)]).toEqual([
      { n: 0, total: '0' },
      { holds: expect.arrayContaining(['cambio']) },
    ])
    expect(await toldOf('entrega_espera')).toHaveLength(1)
  })

  test('may state its total in the file itself; a total that is not what it adds up to holds it', async () => {
    await rule(true)
    expect(reasons((await send(`${MAY}\r\n;;TOTAL;9999,00`)).body)).toEqual(['total_distinto'])
    expect((await send(`${MAY}\r\n;;TOTAL;1250,50`)).body.ESTADO).toBe('confirmada')
  })

  test('that would reopen what was submitted, or lacks an account, waits for a person', async () => {
    await rule(true)
    await send(MAY, { TOTAL_CONTROL: '1250.50' })
    await sql`update account set analyst_id = ${who.analista.id}, department_id = ${who.contabilidad}`.execute(server.db)
    await server.call({
      method: 'POST',
      url: '/balances/upload',
      as: who.control,
      file: { name: 'b.csv', content: csv('00051626;1101;Caja general;1001,00') },
      body: { COD_PERIODO: month },
    })
    await sql`update analysis set submitted_at = now()`.execute(server.db)
    const changed = csv('00051626;1101;Caja general;1002,00')
    expect(reasons((await send(changed, { TOTAL_CONTROL: '1002.00' })).body)).toEqual(expect.arrayContaining(['cuentas_faltan', 'reabre']))
    expect(await balancesIn()).toEqual({ n: 2, total: '1251.50' })
  })

  test('with refused rows waits, and tells each with its reason', async () => {
    await rule(true)
    const { body } = await send(csv('00051626;1101;Caja general;1000,00', '00051626;1102;Bancos;doscientos', '00051028;1103;Ajena;5,00'), {
      TOTAL_CONTROL: '1000.00',
    })
    expect(reasons(body)).toContain('rechazadas')
    const { body: refused } = await server.call({ url: `/deliveries/${body.id}/refused`, as: erp })
    expect(refused).toMatchObject({ total: 2, data: [{ fila: 3, valor: 'doscientos' }, { fila: 4 }] })
    expect(refused.data.every(({ motivo }: { motivo: string }) => motivo.length > 10)).toBe(true)
  })

  test("that names a business that is not the program's is said to have refused rows, and is no matter of the control of that business", async () => {
    await rule(true)
    const elsewhere = await server.person('control-safra', [3], 'Vera Lagos')
    await sql`insert into user_scope (user_id, country_id, business_id) select ${elsewhere.id}, country_id, id from business where id = ${who.safra}`.execute(
      server.db,
    )
    const { body } = await send(csv('00051626;1101;Caja general;1000,00', '00051028;1103;Ajena;5,00'), { TOTAL_CONTROL: '1005.00' })
    expect(reasons(body)).toEqual(['rechazadas'])
    expect((await toldOf('entrega_espera')).map(({ name }) => name)).not.toContain('Vera Lagos')
  })

  test('that is no balance is refused as a whole, which is kept and told', async () => {
    const { status, body } = await send('%PDF-1.4 nada', { name: 'saldos.pdf' })
    expect([status, typeof body.message]).toEqual([422, 'string'])
    const { body: list } = await server.call({ url: '/deliveries', query: { estado: 'rechazada' }, as: who.control })
    expect(list.data).toMatchObject([
      { ARCHIVO: 'saldos.pdf', ESTADO: 'rechazada', COD_CARGA: null, ERROR: { code: body.code, message: body.message } },
    ])
    expect((await toldOf('entrega_rechazada')).map(({ name }) => name)).toEqual(['Beatriz Montoya'])
  })

  test('for a month that is closed, unknown or of another business is refused', async () => {
    await period(server, '2026-04', 3)
    expect((await send(MAY, { PERIODO: '2026-04' })).body).toMatchObject({ code: 'period_closed' })
    expect((await send(MAY, { PERIODO: '2031-01' })).body).toMatchObject({ code: 'delivery_period' })
    expect((await send(MAY, { NEGOCIO: 'SAFRA' })).body).toMatchObject({ code: 'delivery_business' })
  })

  test('may come as rows: exact to the cent, of the business that the program works for', async () => {
    await rule(true)
    const filas = [
      { CUENTA: '1101', NOMBRE: 'Caja; "chica"', SALDO: '-1234567890.1' },
      { CUENTA: '1102', SALDO: '0.05' },
    ]
    const { body } = await sendRows({ PERIODO: '2026-05', TOTAL_CONTROL: '-1234567890.05', filas })
    expect(body).toMatchObject({ ESTADO: 'confirmada', RESULTADO: { saldos: 2 } })
    expect(await balancesIn()).toEqual({ n: 2, total: '-1234567890.05' })
    expect(await row(server.db, sql`select name from account where code = '1101'`)).toEqual({ name: 'Caja; "chica"' })
    for (const SALDO of ['1,5', '1.234', 'x', 1.5]) expect((await sendRows({ filas: [{ CUENTA: '1101', SALDO }] })).status).toBe(422)
  })
})

describe('what is repeated', () => {
  test('is taken once: the same content answers what came of it', async () => {
    const first = await send(MAY)
    const again = await send(MAY, { name: 'otro-nombre.csv' })
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
    expect((await row(server.db, sql<{ n: number }>`select count(*)::int as n from balance_load`))!.n).toBe(1)
    // The newest month is the same month when it is said.
    const said = await send(MAY, { PERIODO: '2026-05' })
    expect([said.status, said.body.id]).toEqual([200, first.body.id])
    // Of another month it is another balance.
    await period(server, '2026-06')
    expect((await send(MAY, { PERIODO: '2026-06' })).body.id).not.toBe(first.body.id)
  })

  test('may come again once it was refused or discarded', async () => {
    const first = await send(MAY)
    await server.call({ method: 'POST', url: `/balances/load/${first.body.COD_CARGA}/discard`, as: who.control })
    expect((await server.call({ url: `/deliveries/${first.body.id}`, as: erp })).body.ESTADO).toBe('descartada')
    const again = await send(MAY)
    expect([again.body.ESTADO, again.body.id > first.body.id]).toEqual(['espera', true])
  })

  test('after other balances replaced it waits for a person: it is late, or the balances go back', async () => {
    await rule(true)
    const first = await send(MAY, { TOTAL_CONTROL: '1250.50' })
    const other = await send(MAY.replace('1000,00', '1500,00'), { TOTAL_CONTROL: '1750.50' })
    expect([first.body.ESTADO, other.body.ESTADO, (await balancesIn()).total]).toEqual(['confirmada', 'confirmada', '1750.50'])
    const again = await send(MAY, { TOTAL_CONTROL: '1250.50' })
    expect([again.body.ESTADO, reasons(again.body)]).toEqual(['espera', ['repetida']])
    expect((await balancesIn()).total).toBe('1750.50')
    // Sent twice it is the same; with a key of its own it is meant.
    expect((await send(MAY, { TOTAL_CONTROL: '1250.50' })).body.id).toBe(again.body.id)
    expect((await send(MAY, { TOTAL_CONTROL: '1250.50', key: 'vuelta-atras' })).body.ESTADO).toBe('confirmada')
  })

  test('with a key of its sender is done once, and the key is good for one content', async () => {
    const first = await sendRows({ filas: [{ CUENTA: '1101', SALDO: '1.00' }] }, 'mayo-2026-01')
    expect((await sendRows({ filas: [{ CUENTA: '1101', SALDO: '1.00' }] }, 'mayo-2026-01')).body.id).toBe(first.body.id)
    expect((await sendRows({ filas: [{ CUENTA: '1101', SALDO: '2.00' }] }, 'mayo-2026-01')).body).toMatchObject({
      code: 'delivery_key_used',
    })
    expect((await sendRows({ filas: [{ CUENTA: '1101', SALDO: '1.00' }] }, 'mayo-2026-02')).body.id).not.toBe(first.body.id)
    expect((await sendRows({ filas: [{ CUENTA: '1101', SALDO: '1.00' }] }, 'corta')).body).toMatchObject({ code: 'idempotency_key' })
  })

  test('of another month, business or total is not the same', async () => {
    const key = 'mayo-2026-03'
    const first = await send(MAY, { key, PERIODO: '2026-05' })
    expect((await send(MAY, { key, PERIODO: '2026-05' })).body.id).toBe(first.body.id)
    for (const other of [{ PERIODO: '2026-04' }, { NEGOCIO: 'VOTORANTIM' }, { TOTAL_CONTROL: '1250.50' }])
      expect((await send(MAY, { key, PERIODO: '2026-05', ...other })).body).toMatchObject({ code: 'delivery_key_used' })
    const without = await send(MAY)
    const withTotal = await send(MAY, { TOTAL_CONTROL: '1250.50' })
    expect([reasons(without.body), reasons(withTotal.body)]).toEqual([['regla_apagada', 'sin_total'], ['regla_apagada']])
  })

  test('after the server failed with its load is taken over at once', async () => {
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk'; end $$`.execute(server.db)
    await sql`create trigger fail before update of state on delivery for each row execute function fail()`.execute(server.db)
    const failed = await send(MAY)
    await sql`drop function fail cascade`.execute(server.db)
    const again = await send(MAY)
    expect([failed.status, again.status, again.body.ESTADO]).toEqual([500, 200, 'espera'])
    expect((await row(server.db, sql<{ n: number }>`select count(*)::int as n from balance_load`))!.n).toBe(1)
  })

  test('after it was refused is refused again', async () => {
    await period(server, '2026-04', 3)
    const first = await send(MAY, { key: 'abril-2026', PERIODO: '2026-04' })
    const again = await send(MAY, { key: 'abril-2026', PERIODO: '2026-04' })
    expect([first.status, again.status, again.body]).toEqual([409, 409, first.body])
  })

  test('with a field that nobody knows is refused, and names it', async () => {
    const file = await send(MAY, { PERIODOS: '2026-04' })
    const rows = await sendRows({ periodo: '2026-04', filas: [{ CUENTA: '1101', SALDO: '1.00', moneda: 'USD' }] })
    expect([file.status, rows.status]).toEqual([422, 422])
    expect(file.body.issues).toEqual([{ path: '', message: 'No se conoce: PERIODOS.' }])
    expect(rows.body.issues.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`)).toEqual([
      'filas.0 No se conoce: moneda.',
      ' No se conoce: periodo.',
    ])
  })

  test('says what was read, whatever the month had before', async () => {
    await rule(true)
    await send(MAY, { TOTAL_CONTROL: '1250.50' })
    expect((await send(csv('00051626;1103;Nueva;7,00'))).body.LECTURA).toMatchObject({ filas: 1, total: '7.00' })
  })

  test('at the same moment makes one load', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(MAY)))
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    expect((await row(server.db, sql<{ n: number }>`select count(*)::int as n from balance_load`))!.n).toBe(1)
  })

  test('after its process was lost is taken over, and goes on from the load that there is', async () => {
    const first = await send(MAY)
    await sql`update delivery set state = 'procesando', received_at = now() - interval '1 hour'`.execute(server.db)
    const again = await send(MAY)
    expect(again.body).toMatchObject({ id: first.body.id, COD_CARGA: first.body.COD_CARGA, ESTADO: 'espera' })
    await sql`update delivery set state = 'procesando', received_at = now() + interval '1 year'`.execute(server.db)
    expect((await send(MAY)).body).toMatchObject({ id: first.body.id, ESTADO: 'espera' })
    await sql`update delivery set state = 'procesando', received_at = now()`.execute(server.db)
    const running = await send(MAY)
    expect([running.body.code, Number(running.headers['retry-after']) > 0]).toEqual(['delivery_running', true])
  })
})

describe('a delivery whose process was lost and that nobody sends again', () => {
  const lose = (minutes: number, load = sql`load_id`) =>
    sql`update delivery set state = 'procesando', holds = '{}', load_id = ${load}, received_at = now() - make_interval(mins => ${minutes}::int)`.execute(
      server.db,
    )
  const settle = () => settleLost(server.db, new Date())
  beforeEach(() => sql`delete from notification`.execute(server.db))

  test('and that was not read is refused after an hour, control is told, and sent again it goes on as the same', async () => {
    for (const key of [undefined, 'saldos-2026-05']) {
      await sql`delete from delivery`.execute(server.db)
      const { id } = (await send(MAY, { ...(key && { key }) })).body
      await sql`delete from notification`.execute(server.db)
      await lose(50, sql`null`)
      await settle()
      expect((await server.call({ url: `/deliveries/${id}`, as: erp })).body.ESTADO).toBe('procesando')
      await lose(70, sql`null`)
      await settle()
      await settle()
      expect((await server.call({ url: `/deliveries/${id}`, as: erp })).body).toMatchObject({
        ESTADO: 'rechazada',
        ERROR: { code: 'delivery_lost', message: 'El servidor se detuvo mientras la leía. Envíela de nuevo.' },
      })
      expect(await toldOf('entrega_rechazada')).toEqual([{ name: 'Beatriz Montoya', route: '/cuentas/entregas' }])
      expect((await send(MAY, { ...(key && { key }) })).body).toMatchObject({ id, ESTADO: 'espera', ERROR: null })
    }
  })

  test('and that was read waits for control; what was confirmed is', async () => {
    const { id, COD_CARGA } = (await send(MAY)).body
    await sql`delete from notification`.execute(server.db)
    await lose(70)
    await settle()
    expect((await server.call({ url: `/deliveries/${id}`, as: erp })).body).toMatchObject({
      ESTADO: 'espera',
      MOTIVOS: [{ motivo: 'interrumpida', texto: 'El servidor se detuvo mientras la procesaba.' }],
    })
    expect(await toldOf('entrega_espera')).toEqual([{ name: 'Beatriz Montoya', route: `/cuentas/carga-balance?carga=${COD_CARGA}` }])
    await confirmAs(server, who.control)((await server.call({ url: `/balances/load/${COD_CARGA}`, as: who.control })).body)
    await lose(70)
    await settle()
    expect((await server.call({ url: `/deliveries/${id}`, as: erp })).body).toMatchObject({ ESTADO: 'confirmada', MOTIVOS: [] })
  })
})

describe('who sees and decides', () => {
  test('a program sees its own alone; people those of their businesses', async () => {
    const { body } = await send(MAY)
    const other = await program(server, who.administrador, {
      CLIENTE: `otro-${Date.now() % 100000}`,
      llaves: ['accounts.delivery.send'],
      alcance: [{ ID_PAIS: 1 }],
    })
    const far = await server.person('lejos', [3])
    for (const as of [other, far]) {
      expect((await server.call({ url: `/deliveries/${body.id}`, as })).status).toBe(404)
      expect((await server.call({ url: '/deliveries', as })).body.data).toEqual([])
    }
    expect((await server.call({ url: '/deliveries', as: who.control })).body.data.map(({ id }: { id: number }) => id)).toEqual([body.id])
  })

  test('a program confirms nothing itself, and changes no rule', async () => {
    const { body } = await send(MAY)
    const confirm = await server.call({ method: 'POST', url: `/balances/load/${body.COD_CARGA}/confirm`, as: erp, body: { token: 'x' } })
    const upload = await server.call({
      method: 'POST',
      url: '/balances/upload',
      as: erp,
      file: { name: 'a.csv', content: MAY },
      body: { COD_PERIODO: month },
    })
    expect([confirm.status, upload.status, (await rule(true, erp)).status]).toEqual([403, 403, 403])
  })

  test('the rule is of each business, with a reason that its history keeps', async () => {
    await sql`delete from user_scope where user_id = ${who.control.id}`.execute(server.db)
    await sql`insert into user_scope (user_id, country_id, business_id) values (${who.control.id}, 1, ${who.votorantim})`.execute(server.db)
    expect((await rule(true, who.control, who.safra)).status).toBe(404)
    expect((await rule(true)).status).toBe(200)
    const { body } = await server.call({ url: '/delivery-rules', as: who.control })
    expect(body.data).toMatchObject([{ NEGOCIO: 'VOTORANTIM', ACTIVA: true, MOTIVO: 'El ERP entrega todos los meses' }])
    const change = await row(
      server.db,
      sql<{ after: object }>`select after from master_change where entity = 'negocio' order by id desc limit 1`,
    )
    expect(change!.after).toMatchObject({ ENTREGAS_SE_CONFIRMAN: true })
    await sql`update user_scope set business_id = null where user_id = ${who.control.id}`.execute(server.db)
  })
})
