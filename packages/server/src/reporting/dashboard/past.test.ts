import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, ZONE } from '../../lab/testing/server.ts'
import { storeMoments, storeOpenAggregates } from './aggregates/index.ts'
import { listPeriods } from './aggregates/periods.ts'
import { type World, world } from './items.fixture.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const PLACES = [
  'analysis-gerencia',
  'analysis-jefatura-by-department',
  'bussines',
  'get-subgerencias-data',
  'get-departamentos-data',
  'accounts-assigned',
  'accounts-materiality',
  'analysis-approved',
]
const CHARTS = [
  'completion',
  'departments',
  'on-time',
  'cycle',
  'differences',
  'rejections',
  'burndown',
  'aging',
  'movements',
  'competitiveness',
  'indicators',
]

/** Every figure and list of the area, as it is answered to several people about several months. */
function asked(): [url: string, query: object, as: Person][] {
  const { administrador, control, jefatura, otherJefatura, gerencia, analista } = w.who
  const everywhere = [...PLACES.map((path) => `/dashboard/${path}`), ...CHARTS.map((path) => `/statistics/${path}`)]
  const lists = [
    ['/dashboard/items', { limit: 200 }],
    ['/dashboard/items', { todos: true, limit: 200, sort: '-VARIACION' }],
    ['/dashboard/items', { completitud: 'vencido', riesgo: 'A,M' }],
    ['/dashboard/items', { antiguedad: '0-30' }],
    ['/dashboard/accounts-assigned/details', { limit: 200 }],
    ['/dashboard/accounts-with-differences/1', {}],
    ['/dashboard/account-history/1/1001', {}],
    ['/dashboard/account-history/1/1002', {}],
    ['/dashboard/accounts-out-of-deadline/1', {}],
    ['/dashboard/analysis-jefatura-by-department/1/details', {}],
    ['/dashboard/analysis-jefatura-by-department/1/details-v2', {}],
    ['/dashboard/analysis-range', { tipo: 'plazo' }],
    ['/dashboard/analysis-range', { tipo: 'monto' }],
    ['/dashboard/analysis-range', { tipo: 'porcentaje' }],
    ...['completado', 'avance', 'sinExplicar', 'materiales'].map(
      (metrica) => ['/dashboard/analysis-matrix', { metrica, anio: 2026, enCurso: true }] as const,
    ),
    ['/dashboard/analysis-matrix', { nivel: 'cuenta', departamentoId: 1, anio: 2026 }],
    ['/statistics/departments', { rubroId: 1, tipo: 'individual', riesgo: 'A' }],
  ] as const
  const of = (as: Person, urls: readonly string[], query: object) => urls.map((url): [string, object, Person] => [url, query, as])
  return [
    ...of(administrador, everywhere, {}),
    ...of(jefatura, everywhere.slice(0, 12), {}),
    ...of(
      gerencia,
      everywhere.slice(8).filter((url) => url !== '/statistics/indicators'),
      { periodId: 3 },
    ),
    ['/statistics/indicators', {}, gerencia],
    ...lists.map(([url, query]): [string, object, Person] => [url, query, administrador]),
    ['/dashboard/analista', {}, analista],
    ['/dashboard/jefatura-area', {}, otherJefatura],
    ['/dashboard/control', {}, control],
  ]
}
const answers = async (more: object) => {
  const found: Record<string, string> = {}
  for (const [url, query, as] of asked())
    found[`${url} ${JSON.stringify(query)} ${as.name}`] = JSON.stringify(await w.get(url, as, { ...query, ...more }))
  return found
}
/** The plan of a month in course moves with every millisecond of the clock that each call reads. */
const withoutPlan = (answer: string) => JSON.stringify(JSON.parse(answer, (key, value) => (key === 'plan' ? undefined : value)))
const differing = (was: Record<string, string>, then: Record<string, string>) =>
  Object.keys(was)
    .filter((call) => withoutPlan(then[call]!) !== withoutPlan(was[call]!))
    .map((call) => `${call}\n  was  ${was[call]}\n  then ${then[call]}`)
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** A moment between two changes, as the database's clock has it. */
async function moment() {
  await wait(5)
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(w.db)
  await wait(5)
  return rows[0]!.at
}
const one = async (where: ReturnType<typeof sql>) =>
  (await sql<{ id: number }>`select id from analysis a where group_id is null and ${where} order by id limit 1`.execute(w.db)).rows[0]!.id
const done = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, as: Person, body: object = {}) => {
  const answer = await w.call({ method, url, as, body })
  expect([url, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  return answer.body
}

test('as of a moment every figure and list is what it was then, whatever has happened since', async () => {
  const { administrador, control, jefatura, analista, otherAnalista } = w.who
  await w.get('/dashboard/bussines')
  const past: { at: string; was: Record<string, string> }[] = []
  const keep = async () => {
    const was = await answers({})
    past.push({ was, at: await moment() })
    // Stored sums of open periods answer as what they are of, counted until now in the businesses in which something has changed.
    expect(await storeOpenAggregates(w.db, ZONE, 1)).toBeGreaterThan(0)
    expect(differing(was, await answers({}))).toEqual([])
  }

  await keep()
  // Deadlines, decisions, a recall and a reopening.
  await done('PATCH', '/period/4', control, {
    VENCE_CONTROL: new Date(Date.now() + 70 * 3_600_000).toISOString(),
    VENCE_CIERRE: new Date(Date.now() + 90 * 3_600_000).toISOString(),
    notificar: false,
  })
  const waits = await one(sql`period_id = 4 and department_id = 1 and state_main = 1 and submitted_at is not null and auto = false`).catch(
    () => undefined,
  )
  if (waits) await done('PATCH', `/department/aprobar-analisis-jefatura/${waits}`, jefatura, { comentario: 'Conforme.' })
  const atControl = await one(sql`period_id = 4 and state_main = 2`)
  await done('PATCH', `/sub-management/reprobar-analisis-control/${atControl}`, control, {
    comentario: 'El soporte no cuadra con el saldo.',
    motivo: 'SOPORTE_NO_VALIDO',
  })
  await done('POST', `/analysis/${await one(sql`period_id = 4 and state_main = 4`)}/reopen`, control, {
    motivo: 'Llegó un documento nuevo.',
  })
  const { porMotivo } = await w.get('/statistics/rejections', administrador, { periodId: 4 })
  expect(porMotivo.map(({ codigo }: { codigo: string }) => codigo)).toContain('SOPORTE_NO_VALIDO')
  for (const { codigo, nivel, analisis } of porMotivo) {
    const list = await w.get('/dashboard/items', administrador, { periodId: 4, rechazo: nivel, motivo: codigo ?? 'ninguno' })
    expect([codigo, nivel, list.total]).toEqual([codigo, nivel, analisis])
  }
  await keep()
  // Other people, targets, weights, and a group that is dissolved.
  await sql`update account set analyst_id = ${otherAnalista.id} where id in (1, 2)`.execute(w.db)
  await sql`update account set active = false where id = 5`.execute(w.db)
  await done('PATCH', '/statistics/targets', administrador, {
    anio: 2026,
    data: [
      { codigo: 'K3', valor: 10 },
      { codigo: 'K12', valor: 20 },
    ],
  })
  await done('PATCH', '/statistics/competitiveness', administrador, { P: 10, C: 10, Q: 20, E: 20, A: 40 })
  await sql`update analysis set group_id = null, revision = revision + 1 where group_id = 1`.execute(w.db)
  await sql`update analysis set analyst_id = ${otherAnalista.id}, revision = revision + 1 where period_id = 4 and account_id = 3`.execute(
    w.db,
  )
  // What an analysis falls due by is made anew with it.
  await sql`update analysis set frequency = 'ANUAL', revision = revision + 1 where period_id = 4 and account_id % 3 = 0`.execute(w.db)
  // Balances that another load changes, brings and takes back, and an analysis that goes with them.
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by, confirmed_at) values (4, 'otra.xlsx', 1, 'y', 'confirmada', ${control.id}, now())`.execute(
    w.db,
  )
  await sql`update balance set amount = amount + 5000, load_id = (select max(id) from balance_load) where period_id = 4 and account_id in (1, 2, 4)`.execute(
    w.db,
  )
  await sql`update analysis set balance = balance + 5000, state_main = 1, state_jefatura = 1, state_control = null, submitted_at = null, jefatura_at = null, control_at = null,
    revision = revision + 1 where period_id = 4 and account_id in (1, 2, 4) and group_id is null`.execute(w.db)
  await sql`delete from balance where period_id = 4 and account_id = 6`.execute(w.db)
  const unused = (
    await sql<{
      id: number
    }>`select a.id from analysis a where period_id = 4 and group_id is null and not exists (select from event e where e.analysis_id = a.id) order by id desc limit 1`.execute(
      w.db,
    )
  ).rows[0]!.id
  await sql`delete from analysis where id = ${unused}`.execute(w.db)
  await keep()
  // A month closes, another one opens.
  await sql`update period set status_id = 3, closed_at = clock_timestamp(), due_close = now() - interval '1 hour', due_control = least(due_control, now() - interval '1 hour') where id = 3`.execute(
    w.db,
  )
  await w.get('/dashboard/bussines')
  await done('POST', '/period', control, { PERIODO: '2026-11' })
  await sql`insert into balance (period_id, account_id, amount, load_id) select 5, account_id, amount, load_id from balance where period_id = 4 and account_id < 9`.execute(
    w.db,
  )
  await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, materiality, due_analyst, due_jefatura, due_control)
    select 5, c.id, 1, c.business_id, c.department_id, c.heading_id, ${analista.id}, c.risk, c.currency, 100, 'menor', p.due_analyst, p.due_jefatura, p.due_control from account c, period p where p.id = 5 and c.id < 9`.execute(
    w.db,
  )
  await keep()
  await sql`update analysis set state_main = 4, state_jefatura = 4, state_control = 4, value = balance, submitted_at = now(), jefatura_at = now(), control_at = now(), version = 1
    where period_id in (4, 5) and account_id in (7, 8) and group_id is null`.execute(w.db)

  const now = await answers({})
  expect(differing(past[2]!.was, await answers({ asOf: past[2]!.at }))).toEqual([])
  // From here on sums of open periods are stored, as of now and of moments, and moved to others by what has changed in between: those of the two furthest.
  await storeOpenAggregates(w.db, ZONE, 1)
  for (let stored = 1; stored > 0; ) stored = await storeMoments(w.db, ZONE, { atLeast: 1, changes: 4, together: 0 })
  await sql`delete from period_sums_at v where v.at > (select min(o.at) from period_sums_at o where o.period_id = v.period_id)
    and v.at < (select max(o.at) from period_sums_at o where o.period_id = v.period_id)`.execute(w.db)
  for (const [i, { at, was }] of past.entries()) {
    const open = (await listPeriods(w.db, { asOf: at, zone: ZONE })).find(({ id }) => id === 4)!
    expect([i, open.nearest]).toEqual([i, expect.any(String)])
    const then = await answers({ asOf: at })
    expect([i, differing(was, then)]).toEqual([i, []])
    // What has happened since has changed many of them.
    expect(Object.keys(was).filter((call) => now[call] !== was[call]).length).toBeGreaterThan(10)
  }
  expect(await w.get('/statistics/as-of', administrador, { asOf: past[0]!.at })).toMatchObject({ exacto: true })
  expect(await w.get('/statistics/as-of', administrador, { asOf: '2026-01-31T12:00:00Z' })).toMatchObject({ exacto: false })
})

test('a moment that is still to come, or none at all, is one error', async () => {
  for (const asOf of [new Date(Date.now() + 3_600_000).toISOString(), 'ayer', '2026-02-31T10:00:00Z', '2026-10-05T10:00'])
    for (const url of [
      '/statistics/as-of',
      '/statistics/completion',
      '/dashboard/items',
      '/dashboard/analysis-matrix',
      '/statistics/competitiveness',
    ]) {
      const { status, body } = await w.call({ url, query: { asOf }, as: w.who.administrador })
      expect([url, asOf, status, body.issues?.map(({ path }: { path: string }) => path)]).toEqual([url, asOf, 422, ['asOf']])
    }
})

test('every column of what is kept has its place in the table of what was', async () => {
  const found = await sql<{ missing: string }>`select c.table_name || '.' || c.column_name as missing from information_schema.columns c
    where c.table_name in ('analysis', 'balance') and not exists (select from information_schema.columns k
      where k.table_name = c.table_name || '_past' and k.column_name = c.column_name) order by 1`.execute(w.db)
  // No figure and no list shows these.
  expect(found.rows.map(({ missing }) => missing)).toEqual([
    'analysis.draft_comment',
    'analysis.draft_value',
    'analysis.next_analyst_id',
    'analysis.template_version_id',
    'balance.id',
  ])
})
