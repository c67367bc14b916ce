import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { row } from '../database/index.ts'
import { processActivity } from './activity.ts'

const read = (file: string) => readFileSync(new URL(`../../../../../deploy/observability/${file}`, import.meta.url), 'utf8')
const TOKEN = 'una-clave-de-dieciseis'
const lines: string[] = []
const activity = processActivity()
let s: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  s = await testServer({
    metricsToken: TOKEN,
    activity,
    connections: () => ({ open: 5, idle: 2, waiting: 1 }),
    slowStatementMs: 0,
    log: { level: 'warn', stream: { write: (line) => lines.push(line) } },
  })
  who = await organisation(s)
})
afterAll(() => s.close())

const metrics = async () => (await s.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body

test('every metric that the alerts and the dashboard name is told by the server', async () => {
  await s.app.inject({ url: '/healthz' })
  for (const metric of ['LCP', 'CLS'] as const) activity.timing({ metric, section: '/a', value: 0 })
  activity.bucketCall({ ms: 40, failed: false })
  const told = new Set([...(await metrics()).matchAll(/^([a-z\d_]+)[{ ]/gm)].map(([, name]) => name))
  told.add('up') // Prometheus' own
  const expressions = [
    ...[...read('alerts.yaml').matchAll(/expr: ((?:\|\n(?: {10}.*\n)+)|.*)/g)].map(([, text]) => text!),
    ...JSON.parse(read('dashboard.json')).panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets.map(({ expr }) => expr)),
  ]
  const named = expressions.flatMap((text) => [...text.matchAll(/\b(up|(?:cuadre|nodejs|process)_\w+)/g)].map(([, name]) => name!))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !told.has(name))).toEqual([])
})

test('every alert has a test and says what to do', () => {
  const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  expect(alerts.length).toBeGreaterThan(5)
  for (const alert of alerts) {
    expect(read('alerts.test.yaml')).toContain(`alertname: ${alert}`)
    expect(read('README.md')).toContain(`\n### ${alert}\n`)
  }
})

test('calls of the bucket, and which of them failed', async () => {
  activity.bucketCall({ ms: 12_000, failed: true })
  const told = await metrics()
  expect(told).toMatch(/^cuadre_bucket_call_duration_seconds_count\{outcome="answered"\} 1$/m)
  expect(told).toMatch(/^cuadre_bucket_call_duration_seconds_sum\{outcome="failed"\} 12$/m)
})

test('statements, connections and jobs', async () => {
  activity.statement('select 1', 2000)
  const told = await metrics()
  expect(told).toMatch(/^cuadre_statement_duration_seconds_sum 2$/m)
  expect(told).toMatch(/^cuadre_statement_duration_seconds_bucket\{le="1"\} 0$/m)
  for (const [state, count] of Object.entries({ busy: 3, idle: 2, waiting: 1 }))
    expect(told).toContain(`cuadre_database_connections{state="${state}"} ${count}\n`)
  expect(Number(/^cuadre_jobs_age_seconds (.*)$/m.exec(told)![1])).toBeLessThan(600)
})

test('what browsers measured, by section, and no more sections than there are', async () => {
  const send = (medidas: object[]) => s.call({ method: 'POST', url: '/me/timings', body: { medidas }, as: who.analista })
  const said = await send([
    { nombre: 'LCP', seccion: '/cuentas', valor: 0.8 },
    { nombre: 'CLS', seccion: '/cuentas', valor: 0.03 },
  ])
  expect(said.status).toBe(200)
  for (const wrong of [{ seccion: '/cuentas/8' }, { valor: -1 }, { nombre: 'FID' }])
    expect((await send([{ nombre: 'INP', seccion: '/home', valor: 0.1, ...wrong }])).status).toBe(422)
  for (let i = 0; i < 3; i++) {
    const name = (n: number) => `/${String.fromCharCode(97 + i)}${String.fromCharCode(97 + (n % 26))}${n > 25 ? 'z' : 'y'}`
    await send(Array.from({ length: 30 }, (_, n) => ({ nombre: 'INP', seccion: name(n), valor: 0.1 })))
  }
  const told = await metrics()
  expect(told).toContain('cuadre_page_seconds_sum{metric="LCP",section="/cuentas"} 0.8\n')
  expect(told).toContain('cuadre_page_layout_shift_bucket{le="0.02",section="/cuentas"} 0\n')
  expect(told).toContain('cuadre_page_layout_shift_bucket{le="0.05",section="/cuentas"} 1\n')
  const sections = new Set([...told.matchAll(/cuadre_page_seconds_count\{.*section="(.*?)"/g)].map(([, name]) => name))
  expect(sections.size).toBe(41)
  expect(sections.has('other')).toBe(true)
})

test('a mail is late once it is due; a digest that waits for its hour is not', async () => {
  const add = (next: string, attempts: number) =>
    sql`insert into outbox (email, locale, template, params, created_at, next_at, attempts)
      values ('a@corporacion.example', 'es', 'x', '{}', now() - interval '9 hours', now() + ${next}::interval, ${attempts})`.execute(s.db)
  const oldest = async () => Number(/^cuadre_outbox_oldest_seconds (.*)$/m.exec(await metrics())![1])
  await add('3 hours', 0)
  expect(await oldest()).toBe(0)
  await add('-10 minutes', 0)
  expect(await oldest()).toBeGreaterThanOrEqual(600)
  expect(await oldest()).toBeLessThan(700)
  // It failed, and waits for its next try.
  await add('5 minutes', 3)
  expect(await oldest()).toBeGreaterThanOrEqual(9 * 3600)
  await sql`delete from outbox`.execute(s.db)
})

test('events that wait for another system, as long as somebody wants to tell it of them', async () => {
  const { id } = (await row(
    s.db,
    sql<{
      id: number
    }>`insert into webhook (name, url, events, secret, created_by) values ('ERP', 'https://erp.corporacion.example', '{}', 'x', ${who.administrador.id}) returning id`,
  ))!
  await sql`insert into webhook_delivery (webhook_id, kind, data, at, state) values (${id}, 'carga_confirmada', '{}', now() - interval '2 hours', 'pendiente'),
    (${id}, 'carga_confirmada', '{}', now() - interval '1 hour', 'pendiente'), (${id}, 'carga_confirmada', '{}', now() - interval '1 day', 'entregada')`.execute(
    s.db,
  )
  const told = await metrics()
  expect(told).toMatch(/^cuadre_webhooks_waiting 2$/m)
  expect(Number(/^cuadre_webhooks_oldest_seconds (.*)$/m.exec(told)![1])).toBeGreaterThanOrEqual(7200)
  await sql`update webhook set active = false`.execute(s.db)
  expect(await metrics()).toMatch(/^cuadre_webhooks_waiting 0$/m)
  await sql`delete from webhook`.execute(s.db)
})

test('a slow statement is logged with the id of its request and without what it was asked with', async () => {
  // The test server's database tells its statements to the test; here each is told as slow from within the request.
  const saw = s.statements.push
  s.statements.push = (...texts) => {
    for (const text of texts) activity.statement(text, 1234.5)
    return saw.apply(s.statements, texts)
  }
  lines.length = 0
  const before = lines.length
  const list = await s.call({
    url: '/user',
    query: { search: 'Villalobos' },
    as: who.administrador,
    headers: { 'x-request-id': 'proxy-12345678' },
  })
  expect(list.status).toBe(200)
  const body = await s.call({
    method: 'POST',
    url: '/country-manager',
    body: { PAIS: 'Bolivia', MONEDA: 'BOB', CODIGO: 'BO' },
    as: who.administrador,
    headers: { 'x-request-id': 'proxy-87654321' },
  })
  s.statements.push = saw
  const told = lines.slice(before).map((line) => JSON.parse(line))
  const of = (id: string) => told.filter(({ reqId }) => reqId === id)
  expect(of('proxy-12345678').at(-1)).toMatchObject({ msg: 'slow statement', ms: 1235, route: '/api/user' })
  expect(of('proxy-12345678').some(({ statement }) => /from app_user/.test(statement))).toBe(true)
  expect(body.status).toBeLessThan(500)
  expect(of('proxy-87654321').length).toBeGreaterThan(0)
  // Every statement belongs to one of the two requests.
  expect(told.filter(({ reqId }) => !reqId)).toEqual([])
  expect(lines.join('')).not.toMatch(/Villalobos|Bolivia/i)
})
