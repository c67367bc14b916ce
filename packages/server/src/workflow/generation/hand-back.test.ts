import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { forget, period } from '../../ledger/balance/balance.testing.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { applyBalances, openAnalyses } from './generation.ts'

jest.setTimeout(240_000)
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
let march: number
const db = () => server.db
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await forget(server)
  await sql`update department set chief_id = ${who.jefatura.id} where id = 1`.execute(db())
  const months = []
  for (const name of ['2026-01', '2026-02', '2026-03']) months.push(await period(server, name))
  march = months[2]!
  await sql`insert into account (business_id, code, name, department_id, currency, analyst_id)
    select 1, i::text, 'Cuenta ' || i, 1, 'BRL', ${who.analista.id} from generate_series(1, 4) i`.execute(db())
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by) select id, 'b.csv', 1, id::text, 'confirmada', ${who.control.id} from period`.execute(
    db(),
  )
  await sql`insert into balance (period_id, account_id, amount, load_id) select p.id, c.id, 100, p.id from period p, account c`.execute(
    db(),
  )
  await transaction(db(), async (tx) => {
    for (const { id } of await rows(tx, sql<{ id: number }>`select id from period`)) await openAnalyses(tx, { periodId: id, loadId: id })
  })
  await sql`update period set status_id = 3 where id = ${months[0]}`.execute(db())
})
const analysis = async (month: string, code: string) =>
  (await row(
    db(),
    sql<{
      id: number
    }>`select a.id from analysis a join account c on c.id = a.account_id join period p on p.id = a.period_id where p.name = ${month} and c.code = ${code}`,
  ))!.id
const submit = async (month: string, code: string, as = who.analista) =>
  server.call({
    method: 'POST',
    url: `/analysis/file/${await analysis(month, code)}`,
    body: { VALOR_ANALISIS: '100.00', VARIACION: '0.00', COMENTARIO_VARIACION: 'Conciliado' },
    file: { name: 'e.pdf', content: '%PDF-1.4\n%%EOF\n' },
    as,
  })
const jef = async (month: string, code: string, as = who.jefatura) =>
  server.call({ method: 'PATCH', url: `/department/aprobar-analisis-jefatura/${await analysis(month, code)}`, body: {}, as })
const ctl = async (month: string, code: string, as = who.control) =>
  server.call({ method: 'PATCH', url: `/sub-management/aprobar-analisis-control/${await analysis(month, code)}`, body: {}, as })
const change = (id: number, body: object, as = who.control) => server.call({ method: 'PATCH', url: `/account/${id}`, body, as })

async function approve(...codes: string[]) {
  for (const code of codes) {
    await submit('2026-03', code)
    await jef('2026-03', code)
    expect((await ctl('2026-03', code)).status).toBe(200)
  }
}
const reopen = async (code: string) =>
  server.call({
    method: 'POST',
    url: `/analysis/${await analysis('2026-03', code)}/reopen`,
    body: { motivo: 'El extracto no era de marzo', nivel: 'analista' },
    as: who.control,
  })
const told = async (template: string) =>
  (await rows(db(), sql<{ user: number }>`select user_id as "user" from notification where template = ${template} order by id`)).map(
    ({ user }) => user,
  )
const fiscal = async () =>
  (await row(
    db(),
    sql<{ id: number }>`insert into department (business_id, name, chief_id) values (1, 'Fiscal', ${who.otherJefatura.id})
      on conflict (business_id, name) do update set chief_id = excluded.chief_id returning id`,
  ))!.id

describe('what was approved comes back', () => {
  test('to whoever the account was assigned to since', async () => {
    await approve('1')
    expect((await change(1, { ID_ANALISTA: who.otherAnalista.id })).status).toBe(200)
    // Whoever signed it stays its analyst while it is approved.
    expect((await server.call({ url: `/analysis/${await analysis('2026-03', '1')}`, as: who.control })).body).toMatchObject({
      ANALISTA: 'Rodrigo Peña',
    })
    expect((await reopen('1')).body).toMatchObject({ ANALISTA: 'Lucía Ferreyra', ESTADO_PRINCIPAL_ID: 1 })
    expect(await told('reabierto')).toEqual([who.otherAnalista.id])
    expect((await submit('2026-03', '1', who.otherAnalista)).status).toBe(200)
  })

  test('to the analyst of its account, where the one who signed it is gone, also of a group', async () => {
    const members = [await analysis('2026-03', '2'), await analysis('2026-03', '3')]
    const post = (url: string, body: object, file?: { name: string; content: string }) =>
      server.call({ method: 'POST', url, body, as: who.analista, ...(file && { file }) })
    const group = (await post('/analysis/group', { NOMBRE: 'Caja', COD_ANALISIS: members })).body.AGRUPADO_ID
    await approve('1')
    await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4, submitted_at = now() where group_id = ${group}`.execute(
      db(),
    )
    await sql`update account set analyst_id = ${who.otherAnalista.id}`.execute(db())
    await sql`update app_user set active = false where id = ${who.analista.id}`.execute(db())
    try {
      expect((await reopen('1')).body).toMatchObject({ ANALISTA: 'Lucía Ferreyra' })
      const { body } = await server.call({
        method: 'POST',
        url: `/analysis/group/${group}/reopen`,
        body: { motivo: 'El extracto no era de marzo', nivel: 'analista' },
        as: who.control,
      })
      expect(body).toMatchObject({ ANALISTA: 'Lucía Ferreyra', CUENTAS: 2 })
      expect((await server.call({ url: `/analysis/group/${group}`, as: who.otherAnalista })).body).toMatchObject({ CUENTAS: 2 })
    } finally {
      await sql`update app_user set active = true where id = ${who.analista.id}`.execute(db())
    }
  })

  test('to the head of its account’s department, where its own is closed', async () => {
    await approve('1')
    const to = await fiscal()
    const moved = { cuentaIds: [1, 2, 3, 4], ID_ANALISTA: who.analista.id, COD_DEPARTAMENTO: to }
    expect((await server.call({ method: 'POST', url: '/account/assign', body: moved, as: who.control })).status).toBe(200)
    const close = { method: 'PATCH' as const, url: '/department/1', body: { ACTIVO: false }, as: who.control }
    expect((await server.call(close)).status).toBe(200)
    try {
      expect((await reopen('1')).body).toMatchObject({ DEPARTAMENTO: 'Fiscal' })
      await submit('2026-03', '1')
      expect((await jef('2026-03', '1', who.otherJefatura)).status).toBe(200)
    } finally {
      await sql`update department set active = true where id = 1`.execute(db())
    }
  })

  test('where it was, as long as somebody is there', async () => {
    await approve('1')
    await sql`update account set analyst_id = ${who.otherAnalista.id}, department_id = ${await fiscal()} where id = 1`.execute(db())
    expect((await reopen('1')).body).toMatchObject({ ANALISTA: 'Rodrigo Peña', DEPARTAMENTO: 'Contabilidad financiera' })
  })

  test('by a load that changes its balance', async () => {
    await approve('1')
    await sql`update account set analyst_id = ${who.otherAnalista.id}`.execute(db())
    await sql`update app_user set active = false where id = ${who.analista.id}`.execute(db())
    await sql`update balance set amount = 120 where period_id = ${march} and account_id = 1`.execute(db())
    try {
      const caller = { userId: who.control.id, roleId: ROLE.control }
      await transaction(db(), (tx) => applyBalances(tx, { periodId: march, loadId: march, caller }))
      expect(await told('saldo_cambiado')).toEqual([who.otherAnalista.id])
      expect((await submit('2026-03', '1', who.otherAnalista)).status).not.toBe(404)
    } finally {
      await sql`update app_user set active = true where id = ${who.analista.id}`.execute(db())
    }
  })
})

test('that work changes its department is told as that', async () => {
  expect((await change(1, { COD_DEPARTAMENTO: await fiscal() })).status).toBe(200)
  const { body } = await server.call({ url: `/analysis/${await analysis('2026-03', '1')}`, as: who.analista })
  expect(body.EVENTOS.at(-1)).toMatchObject({
    TIPO: 'reasignado',
    DETALLE: { departamento: { de: 'Contabilidad financiera', a: 'Fiscal' } },
  })
  expect(body.EVENTOS.at(-1).DETALLE).not.toHaveProperty('de')
})
