import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row, rows, transaction } from '../database/index.ts'
import { notify } from '../mail/notify.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await notify(
    server.db,
    [who.analista.id, who.jefatura.id],
    'periodo_abierto',
    { period: '2026-07', due: '2026-08-06T21:00:00.000Z' },
    '/home',
  )
  await notify(server.db, [who.analista.id], 'asignacion', { n: 3, business: 'VOTORANTIM' })
  await notify(server.db, [who.analista.id], 'enviado', { account: '1.1 {n} <b>', who: 'Lucía', period: 'enero' })
}, 60_000)
afterAll(() => server.close())

const list = async (as = who.analista, query: Record<string, unknown> = {}, language = 'es') =>
  (await server.call({ url: '/notifications', query, as, language })).body
const mark = async (body: object, as = who.analista) => (await server.call({ method: 'PATCH', url: '/notifications', body, as })).body

describe('notifications', () => {
  test('are one’s own, newest first, written out in the language asked for and in local time', async () => {
    const { data, total, sinLeer } = await list()
    expect({ total, sinLeer }).toEqual({ total: 3, sinLeer: 3 })
    expect(data.map((n: { tipo: string }) => n.tipo)).toEqual(['enviado', 'asignacion', 'periodo_abierto'])
    expect(data[2]).toEqual({
      id: expect.any(Number),
      tipo: 'periodo_abierto',
      titulo: 'Período julio de 2026 abierto',
      texto: 'El período julio de 2026 está abierto. Los análisis vencen el 6 de agosto de 2026, 18:00.',
      ruta: '/home',
      fecha: expect.stringMatching(/Z$/),
      leida: false,
      sobre: null,
      tipoId: 3,
      cuantas: 1,
      nombres: [],
    })
    expect((await list(who.analista, {}, 'en')).data[2]).toMatchObject({
      titulo: 'Period July 2026 opened',
      texto: 'Period July 2026 is open. Analyses are due August 6, 2026, 18:00.',
    })
    expect((await list(who.jefatura)).total).toBe(1)
    expect(await list(who.control)).toMatchObject({ data: [], total: 0, sinLeer: 0 })
    expect((await server.call({ url: '/notifications' })).status).toBe(401)
  })

  test('what a person wrote is shown as it is', async () => {
    expect((await list()).data[0].texto).toBe('Lucía envió el análisis de 1.1 {n} <b> de enero.')
  })

  test('are marked by id, and only one’s own', async () => {
    const [first, second] = (await list()).data
    const [others] = (await list(who.jefatura)).data
    expect(await mark({ ids: [first.id, others.id] })).toEqual({ sinLeer: 2 })
    expect((await list(who.jefatura)).sinLeer).toBe(1)
    expect((await list(who.analista, { noLeidas: true })).data.map((n: { id: number }) => n.id)).not.toContain(first.id)
    expect((await list(who.analista, { noLeidas: false })).data).toMatchObject([{ id: first.id, leida: true }])
    expect(await mark({ ids: [] })).toEqual({ sinLeer: 2 })
    expect(await mark({ ids: [second.id, 999_999] })).toEqual({ sinLeer: 1 })
    expect((await server.call({ method: 'PATCH', url: '/notifications', body: { ids: ['x'] }, as: who.analista })).status).toBe(422)
  })

  test('are marked all at once, still only one’s own', async () => {
    expect(await mark({})).toEqual({ sinLeer: 0 })
    expect((await list(who.jefatura)).sinLeer).toBe(1)
  })

  test('are paged by 20', async () => {
    await transaction(server.db, async (tx) => {
      for (let n = 1; n <= 25; n++) await notify(tx, [who.gerencia.id], 'asignacion', { n, business: 'SAFRA' })
    })
    const { data, total, limit } = await list(who.gerencia)
    expect({ total, limit, shown: data.length }).toEqual({ total: 25, limit: 20, shown: 20 })
    expect((await list(who.gerencia, { page: 2 })).data.at(-1).texto).toBe('Cuentas de SAFRA que se le asignaron: 1.')
  })

  describe('in numbers', () => {
    let analyses: { id: number; name: string }[]
    const lines = async (query: object = {}, as = who.control, language = 'es') => list(as, { agrupadas: true, ...query }, language)
    beforeAll(async () => {
      await sql`insert into period (id, name, status_id, due_analyst, due_jefatura, due_control, due_close) values (900, '2031-01', 1, now(), now(), now(), now())`.execute(
        server.db,
      )
      analyses = await rows(
        server.db,
        sql<{ id: number; name: string }>`with c as (insert into account (business_id, code, name, department_id, currency, analyst_id)
            select b, b::text || n, 'Cuenta ' || n || ' de ' || b, b, 'BRL', ${who.analista.id} from generate_series(1, 3) n, unnest(array[1, 2]) b returning *),
          a as (insert into analysis (period_id, account_id, country_id, business_id, department_id, analyst_id, risk, currency, balance, materiality, state_main, state_jefatura,
              due_analyst, due_jefatura, due_control)
            select 900, id, 1, business_id, department_id, analyst_id, 'M', 'BRL', 1234.5, 'menor', 1, 1, now(), now(), now() from c returning id, account_id)
          select a.id, c.name from a join c on c.id = a.account_id order by c.code`,
      )
      for (const { id } of analyses)
        await notify(
          server.db,
          [who.control.id],
          'aprobado_jefatura',
          { account: 'x', who: 'Marcela', period: '2031-01' },
          `/cuentas/analisis?analisis=${id}`,
        )
      await notify(server.db, [who.control.id], 'periodo_abierto', { period: '2031-01', due: '2031-02-06T21:00:00.000Z' }, '/home')
    })

    test('the unread of a kind are one line that counts them and names the newest; others keep their own', async () => {
      const { data, total, sinLeer } = await lines()
      expect({ total, sinLeer }).toEqual({ total: 2, sinLeer: 7 })
      expect(data[0]).toMatchObject({ tipo: 'periodo_abierto', cuantas: 1, nombres: [] })
      expect(data[1]).toMatchObject({
        tipo: 'aprobado_jefatura',
        titulo: '6 por aprobar en control',
        cuantas: 6,
        nombres: [analyses[5]!.name, analyses[4]!.name],
        sobre: null,
        tipoId: 10,
        leida: false,
      })
      expect((await lines({}, who.control, 'en')).data[1].titulo).toBe('6 to approve at control')
    })

    test('those of businesses without analysts are one line with the names of the businesses', async () => {
      for (const business of ['SAFRA', 'ITAU', 'BRADESCO'])
        await notify(server.db, [who.administrador.id], 'cuenta_sin_asignar', { business, period: '2031-01', n: 3 }, '/cuentas')
      const [line] = (await lines({}, who.administrador)).data
      expect(line).toMatchObject({ titulo: '3 avisos de cuentas sin analista', cuantas: 3, nombres: ['BRADESCO', 'ITAU'], tipoId: 16 })
    })

    test('late requests are one line with what they are about, which is not offered to be silenced while its rule has priority A', async () => {
      for (const [id, subject] of ['No abre el libro', 'Falta Safra', 'Otra moneda'].entries())
        await notify(server.db, [who.administrador.id], 'ticket_vencido', { id, subject, due: '2031-02-06T21:00:00.000Z' }, null)
      const [line] = (await lines({ tipo: 'ticket_vencido' }, who.administrador)).data
      expect(line).toMatchObject({
        titulo: '3 solicitudes fuera de plazo',
        cuantas: 3,
        nombres: ['Otra moneda', 'Falta Safra'],
        tipoId: null,
      })
      await sql`update alert set priority = 'M' where type_id = 23`.execute(server.db)
      expect((await lines({ tipo: 'ticket_vencido' }, who.administrador)).data[0].tipoId).toBe(23)
      await sql`update alert set priority = 'A' where type_id = 23`.execute(server.db)
    })

    test('requests for extensions are one line that counts them', async () => {
      for (const n of [1, 2, 1])
        await notify(server.db, [who.jefatura.id], 'prorroga_pedida', { who: 'Julia', n, due: '2031-02-06T21:00:00.000Z' })
      const of = async (language: string) =>
        (await lines({ tipo: 'prorroga_pedida' }, who.jefatura, language)).data.map(({ titulo }: { titulo: string }) => titulo)
      expect(await of('es')).toEqual(['3 solicitudes de prórroga'])
      expect(await of('en')).toEqual(['3 requests for an extension'])
    })

    test('a kind is opened line by line, each with name, business and amount', async () => {
      const { data, total } = await list(who.control, { tipo: 'aprobado_jefatura' })
      expect(total).toBe(6)
      expect(data[0].sobre).toEqual({ NOMBRE: analyses[5]!.name, NEGOCIO: 'SAFRA', MONEDA: 'BRL', MONTO: '1234.50' })
    })

    test('a group has its own name and the sum of its members, if they are in one currency', async () => {
      const [a, b] = analyses.slice(4).map(({ id }) => id)
      const { id } = (await row(
        server.db,
        sql<{ id: number }>`insert into analysis_group (period_id, business_id, analyst_id, name, created_by)
            values (900, 2, ${who.analista.id}, 'Cuentas de SAFRA', ${who.analista.id}) returning id`,
      ))!
      await sql`update analysis set group_id = ${id} where id in (${a}, ${b})`.execute(server.db)
      const told = { account: 'Cuentas de SAFRA', who: 'Marcela', period: '2031-01' }
      await notify(server.db, [who.control.id], 'aprobado_final', told, `/cuentas/analisis?grupo=${id}`)
      const first = async () => (await list(who.control, { tipo: 'aprobado_final' })).data[0].sobre
      expect(await first()).toEqual({ NOMBRE: 'Cuentas de SAFRA', NEGOCIO: 'SAFRA', MONEDA: 'BRL', MONTO: '2469.00' })
      await sql`update analysis set currency = 'USD' where id = ${a}`.execute(server.db)
      expect(await first()).toEqual({ NOMBRE: 'Cuentas de SAFRA', NEGOCIO: 'SAFRA', MONEDA: null, MONTO: null })
      await sql`update analysis set group_id = null, currency = 'BRL' where group_id = ${id}`.execute(server.db)
      expect(await first()).toBeNull()
      await sql`delete from notification where template = 'aprobado_final'`.execute(server.db)
      await sql`delete from analysis_group where id = ${id}`.execute(server.db)
    })

    test('whoever does not see an analysis any more reads neither its name nor its amount', async () => {
      await sql`delete from user_scope where user_id = ${who.control.id}`.execute(server.db)
      await sql`insert into user_scope (user_id, country_id, business_id) values (${who.control.id}, 1, 1)`.execute(server.db)
      const seen = (await list(who.control, { tipo: 'aprobado_jefatura' })).data.map(
        (n: { sobre: { NEGOCIO: string } | null }) => n.sobre?.NEGOCIO ?? null,
      )
      expect(seen).toEqual([null, null, null, 'VOTORANTIM', 'VOTORANTIM', 'VOTORANTIM'])
      expect((await lines()).data[1].nombres).toEqual([analyses[2]!.name, analyses[1]!.name])
    })

    test('a kind is marked as a whole, and what was read of it in a day stays one line', async () => {
      expect(await mark({ tipo: 'aprobado_jefatura' }, who.control)).toEqual({ sinLeer: 1 })
      const { data, total } = await lines()
      expect(total).toBe(2)
      expect(data[1]).toMatchObject({ cuantas: 6, leida: true })
      expect((await lines({ noLeidas: true })).total).toBe(1)
    })

    test('pages count lines', async () => {
      expect(await lines({ limit: 1, page: 2 })).toMatchObject({ total: 2, data: [{ tipo: 'aprobado_jefatura' }] })
    })
  })
})
