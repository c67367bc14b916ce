import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { monthFromNow as month, organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { transaction } from '../../platform/database/index.ts'
import { openAnalyses } from '../../workflow/generation/generation.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
  const [work] = await Promise.all(
    [-1].map(
      async (ahead) => (await server.call({ method: 'POST', url: '/period', body: { PERIODO: month(ahead) }, as: who.control })).body,
    ),
  )
  for (const ahead of [0, 1]) await server.call({ method: 'POST', url: '/period', body: { PERIODO: month(ahead) }, as: who.control })
  await sql`insert into account (business_id, code, name, currency, analyst_id, department_id)
    values (1, '1', 'Caja', 'BRL', ${who.analista.id}, (select id from department where chief_id = ${who.jefatura.id} and business_id = 1 limit 1))`.execute(
    server.db,
  )
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) values (${work.COD_PERIODO}, 'b', 1, 'x', 'confirmada', ${who.control.id})`.execute(
    server.db,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) select ${work.COD_PERIODO}, id, 10, 1 from account`.execute(
    server.db,
  )
  await transaction(server.db, (tx) => openAnalyses(tx, { periodId: work.COD_PERIODO, loadId: 1 }))
}, 60_000)
afterAll(() => server.close())

const shown = async (url: string, as: typeof who.analista, query: object = {}) =>
  (await server.call({ url, query: { ...query }, as })).body.period?.PERIODO

test('while the next months are open already, an analyst and a head begin with the one in which they have work', async () => {
  expect(await shown('/dashboard/analista', who.analista)).toBe(month(-1))
  expect(await shown('/dashboard/jefatura-area', who.jefatura)).toBe(month(-1))
  const [year, number] = month(1).split('-').map(Number)
  expect(await shown('/dashboard/analista', who.analista, { anio: year, mes: number })).toBe(month(1))
})

test('also while it is closing, and while a closed one goes on for their business', async () => {
  const name = month(-1)
  await sql`update period set status_id = 2 where name = ${name}`.execute(server.db)
  expect(await shown('/dashboard/analista', who.analista)).toBe(name)
  expect(await shown('/dashboard/jefatura-area', who.jefatura)).toBe(name)
  await sql`update period set status_id = 3, closed_at = now() where name = ${name}`.execute(server.db)
  expect(await shown('/dashboard/analista', who.analista)).toBe(month(0))
  await sql`insert into business_reopening (period_id, business_id, until, reason, opened_by)
    select id, 1, now() + interval '1 day', 'Falta un ajuste', ${who.administrador.id} from period where name = ${name}`.execute(server.db)
  expect(await shown('/dashboard/analista', who.analista)).toBe(name)
})

test('control begins with the newest that has begun, whose balance it may have to load', async () => {
  expect(await shown('/dashboard/control', who.control)).toBe(month(0))
  expect(await shown('/dashboard/analysis-gerencia', who.administrador)).toBe(month(0))
})
