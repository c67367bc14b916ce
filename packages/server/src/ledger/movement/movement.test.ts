import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'
import { csv, forget, period, uploadAs } from '../balance/balance.testing.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
const periods: number[] = []
/** Caja goes up by about 50,000 a month; in the ninth month it leaps, in the second account it stands still. */
const CAJA = [100, 150, 201, 251, 302, 352, 403, 453, 600]
const BANCOS = [-10, -30, -51, -70, -91, -110, -131, -150, -150]

const load = (at: number, caja = CAJA[at]!) =>
  uploadAs(server, who.control)(
    { name: `saldos-${at}.csv`, content: csv(`VOTORANTIM;1101;Caja;${caja}.000,00`, `VOTORANTIM;1102;Bancos;${BANCOS[at]}.000,00`) },
    periods[at]!,
    { SIMULAR: false },
  )
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  await forget(server)
  for (const at of CAJA.keys()) periods.push(await period(server, `2026-0${at + 1}`))
  await sql`insert into account (business_id, code, name, currency, department_id, analyst_id) select 1, code, code, 'BRL', 1, ${who.analista.id}
    from (values ('1101'), ('1102')) as c(code)`.execute(server.db)
  for (const at of CAJA.keys()) expect((await load(at)).status).toBe(200)
})
afterAll(() => server?.close())

const verdicts = async (at: number) =>
  Object.fromEntries(
    (
      await rows(
        server.db,
        sql<{ code: string; verdict: string }>`select c.code, m.verdict from movement_expected m join account c on c.id = m.account_id
          where m.period_id = ${periods[at]!}`,
      )
    ).map(({ code, verdict }) => [code, verdict]),
  )
const list = async (query: string, as = who.analista) =>
  (await server.call({ method: 'GET', url: `/analysis/analista?periodId=${periods[8]}&${query}`, as })).body
const rule = { ACTIVO: true, SENSIBILIDAD: 'MEDIA', MONTO_MINIMO: '1000.00', PORCENTAJE_MINIMO: 5, motivo: 'Política del segundo semestre' }
const change = (body: object, as = who.control) => server.call({ method: 'PATCH', url: '/movement-rule', body: { ...rule, ...body }, as })

test('a load says of each account whether its movement is one that its history makes likely', async () => {
  expect(await verdicts(3)).toEqual({ '1101': 'poca_historia', '1102': 'poca_historia' })
  expect(await verdicts(7)).toEqual({ '1101': 'usual', '1102': 'usual' })
  expect(await verdicts(8)).toEqual({ '1101': 'alto', '1102': 'silencio' })
})

test('the list carries the mark with its reason, and filters by it', async () => {
  const { data, total } = await list('movimiento=alto')
  expect(total).toBe(1)
  // Seven movements: 50 50 51 50 50 51 51 → by hand: the median is 50, the deviations' median 0, their mean 3/7 · 1,2533.
  expect(data[0]).toMatchObject({
    CUENTA: '1101',
    INUSUAL: { VEREDICTO: 'alto', CENTRO: '50000.00', BASE: 'mediana', MESES: 7, MOVIDOS: 7 },
  })
  expect((await list('movimiento=alto,silencio')).total).toBe(2)
  expect((await list('movimiento=bajo')).total).toBe(0)
  expect((await list('')).total).toBe(2)
})

test('an analysis answers with the months that the likely movement follows from, in scope alone', async () => {
  const { data } = await list('movimiento=silencio')
  const url = `/analysis/${data[0].COD_ANALISIS}/movement`
  const { body } = await server.call({ method: 'GET', url, as: who.analista })
  expect(body).toMatchObject({ VEREDICTO: 'silencio', MOVIMIENTO: '0.00', MESES: 7, PROBABLE: { BASE: 'mediana', CENTRO: '-20000.00' } })
  expect(body.SERIE.map(({ MOVIMIENTO }: { MOVIMIENTO: string | null }) => MOVIMIENTO)).toEqual(
    BANCOS.map((now, i) => (i === 0 ? null : `${(now - BANCOS[i - 1]!) * 1000}.00`.replace(/^0\.00$/, '0.00'))),
  )
  expect((await server.call({ method: 'GET', url: '/analysis/999999/movement', as: who.analista })).status).toBe(404)
})

test('workbooks name the mark; a group has those of its members, and is found by them', async () => {
  const call = (url: string, more: object = {}) => server.call({ method: 'GET', url, as: who.analista, ...more })
  const column = async (url: string, name: string) => {
    const path = join(server.folder, 'lista.xlsx')
    writeFileSync(path, (await call(`${url}&periodId=${periods[8]}&format=excel`)).body)
    const [header, ...found] = (await (await openTable(path, 'lista.xlsx')).head(20)).map(({ cells }) => cells)
    return found.map((cells) => cells[header!.indexOf(name)])
  }
  expect(await column('/analysis/analista?sort=CUENTA', 'Movimiento inusual')).toEqual(['Movimiento alto', 'No se movió'])

  const ids = (await list('')).data.map(({ COD_ANALISIS }: { COD_ANALISIS: number }) => COD_ANALISIS)
  const made = await call('/analysis/group', { method: 'POST', body: { NOMBRE: 'Efectivo', COD_ANALISIS: ids } })
  const INUSUALES = [
    { VEREDICTO: 'alto', CUENTAS: 1 },
    { VEREDICTO: 'silencio', CUENTAS: 1 },
  ]
  expect(made.body).toMatchObject({ INUSUALES })
  const groups = async (movimiento: string, as = who.jefatura) =>
    (await call(`/analysis/group/jefatura?periodId=${periods[8]}&movimiento=${movimiento}`, { as })).body.data
  expect(await groups('silencio')).toMatchObject([{ NOMBRE: 'Efectivo', INUSUALES }])
  expect(await groups('bajo')).toEqual([])
  expect(await column('/analysis/group/analista?page=1', 'Movimientos inusuales')).toEqual(['Movimiento alto: 1; No se movió: 1'])
  expect((await call(`/analysis/group/${made.body.AGRUPADO_ID}`, { method: 'DELETE' })).status).toBe(200)
})

test('a corrected month is judged anew, and so is what follows it; what was said before is kept', async () => {
  const [{ at }] = (await rows(server.db, sql<{ at: string }>`select clock_timestamp()::text as at`)) as [{ at: string }]
  expect((await load(8, 503)).status).toBe(200)
  expect(await verdicts(8)).toEqual({ '1101': 'usual', '1102': 'silencio' })
  const then = await rows(
    server.db,
    sql<{ verdict: string }>`select m.verdict from movement_expected_at(${at}::timestamptz) m join account c on c.id = m.account_id
      where m.period_id = ${periods[8]!} and c.code = '1101'`,
  )
  expect(then).toEqual([{ verdict: 'alto' }])
  expect((await load(8)).status).toBe(200)
  expect(await verdicts(8)).toEqual({ '1101': 'alto', '1102': 'silencio' })
})

test('the rule is changed by those who change materiality, after a look, with its history; switched off nothing is marked', async () => {
  const look = await change({ ACTIVO: false, simular: true })
  expect(look.body.impacto).toMatchObject({ antes: { alto: 1, silencio: 1 }, despues: { juzgados: 0, alto: 0, silencio: 0 } })
  expect((await list('movimiento=alto,silencio')).total).toBe(2)
  expect((await change({}, who.analista)).status).toBe(403)
  expect((await change({ PORCENTAJE_MINIMO: 101 })).status).toBe(422)
  expect((await change({ MONTO_MINIMO: '-1.00' })).status).toBe(422)
  const off = await change({ ACTIVO: false, REVISION: look.body.regla.REVISION - 1 })
  expect(off.status).toBe(200)
  expect((await change({ ACTIVO: true, REVISION: 1 })).status).toBe(409)
  const { data } = await list('')
  expect(data.map(({ INUSUAL }: { INUSUAL: unknown }) => INUSUAL)).toEqual([null, null])
  await sql`update period set status_id = 3 where id = ${periods[7]!}`.execute(server.db)
  expect((await change({ ACTIVO: true })).status).toBe(200)
  expect(await verdicts(8)).toEqual({ '1101': 'alto', '1102': 'silencio' })
  // A closed month keeps what it was closed with: here, nothing.
  expect(await verdicts(7)).toEqual({})
  const { body } = await server.call({ method: 'GET', url: '/movement-rule/changes', as: who.control })
  expect(
    body.data.map(({ ANTES, DESPUES }: { ANTES: { ACTIVO: boolean }; DESPUES: { ACTIVO: boolean } }) => [ANTES.ACTIVO, DESPUES.ACTIVO]),
  ).toEqual([
    [false, true],
    [true, false],
  ])
})
