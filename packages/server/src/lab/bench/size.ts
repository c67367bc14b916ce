import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { storeClosedAggregates, storeMoments, storeOpenAggregates } from '../../reporting/dashboard/aggregates/index.ts'
import { makeAnalyses, withoutChecks } from './analyses.ts'
import { createLocation, type Location, type Opened, open } from './place.ts'
import { start } from './process.ts'
import { type Asked, DASHBOARDS, LISTS, OF_NOW, SEARCHES } from './size.calls.ts'
import { type Line, mb, seconds, times } from './table.ts'
import { percentile, timed } from './timing.ts'

type Options = { base: string | undefined; analyses: number; runs: number; say: (text: string) => void }

/** Limits set by the product's issues: milliseconds, except for the memory. */
const BUDGET = { closedMonth: 5_000, approve: 5_000, transfer: 3_000, generate: 30_000, export: 25_000, memoryMb: 400 }
/** Of a page: milliseconds, and how many times the bare statement of its kind. Those of a PostgreSQL; the embedded database shares the processor. */
const PAGE: Record<Kind, { p95: number; p50?: number; times?: number }> = {
  list: { p50: 60, p95: 120, times: 12 },
  dashboard: { p95: 250 },
  search: { p95: 100 },
}
const EMBEDDED_P95 = 300
type Kind = 'list' | 'dashboard' | 'search'
const PER_ANALYST = 5_000
const ZONE = 'America/Sao_Paulo'

/** Every list, dashboard and chart, and bulk operations, on 24 periods with as many accounts as `analyses` needs. */
export async function benchSize({ base, analyses, runs, say }: Options): Promise<Line[]> {
  const location = await createLocation(base)
  try {
    const opened = await open(location)
    const lines: Line[] = []
    try {
      say(`Size: making ${analyses.toLocaleString('en')} analyses`)
      const made = await timed(() => makeSize(opened.db, analyses))
      say(`  ${seconds(made.ms)}`)
      lines.push(...(await benchPages(opened, { onServer: Boolean(base), runs, say })))
      lines.push(...(await benchWork(opened, say)))
    } finally {
      await opened.close()
    }
    lines.push(await benchExport(location, Boolean(base), say))
    return lines
  } finally {
    await location.remove()
  }
}

/** Analyses with their balances, and the stored sums of closed periods. */
export async function makeSize(db: Db, count: number, perAnalyst = PER_ANALYST): Promise<void> {
  await makeAnalyses(db, count, perAnalyst)
  // The periods were inserted with explicit ids.
  await sql`select setval(pg_get_serial_sequence('period', 'id'), (select max(id) from period))`.execute(db)
  await transaction(db, (tx) =>
    withoutChecks(tx, ['balance'], async () => {
      await sql`insert into user_scope (user_id, country_id) select id, 1 from app_user where username = 'control'`.execute(tx)
      await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by)
        select p.id, p.name || '.csv', 1, '', 'confirmada', u.id from period p, app_user u where u.username = 'control'`.execute(tx)
      await sql`insert into balance (period_id, account_id, amount, load_id)
        select a.period_id, a.account_id, a.balance, l.id from analysis a join balance_load l on l.period_id = a.period_id`.execute(tx)
    }),
  )
  await sql`vacuum analyze`.execute(db)
  await storeSums(db)
}
/** As the server does it every few seconds. */
async function storeSums(db: Db, together?: number) {
  await storeClosedAggregates(db, ZONE)
  await storeOpenAggregates(db, ZONE)
  for (let stored = 1; stored > 0; ) stored = await storeMoments(db, ZONE, { together })
  await sql`vacuum analyze`.execute(db)
}

/**
 * A part of a month's work on the open months, in every business: some analyses at once, one after the other. @returns a moment in the middle of it,
 * as far as one can be from those of which sums are stored
 */
async function workOn(db: Db): Promise<string> {
  const [parts, middle] = [15, 6]
  let moment = ''
  for (let part = 0; part < parts; part++) {
    await sql`update analysis set comment = 'Visto', revision = revision + 1 where period_id in (23, 24) and id % 40 = ${part}`.execute(db)
    if (part === middle) moment = new Date(Date.now() + 1).toISOString()
    await setTimeout(5)
  }
  await storeSums(db, 0)
  return moment
}

/** The cost of counting by hand: one pass over the newest period, or over everything. */
const BARE = {
  list: sql`select a.id from analysis a join account c on c.id = a.account_id where a.period_id = 24 order by c.code, a.id limit 100`,
  search: sql`select c.id from account c where c.search like '%deposito%' order by c.code limit 5`,
  dashboard: sql`select business_id, state_main, count(*), sum(abs(balance)), sum(abs(difference)) from analysis where period_id = 24 group by 1, 2`,
}

type Pages = { onServer: boolean; runs: number; say: (text: string) => void }
async function benchPages({ db, app }: Opened, { onServer, runs, say }: Pages): Promise<Line[]> {
  const lines: Line[] = []
  const ask = async ({ path, query, as, what }: Asked, kind: Kind) => {
    const text = query && new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))
    const url = `/api${path}${text ? `?${text}` : ''}`
    const [ours, bare]: [number[], number[]] = [[], []]
    // The first two runs warm up caches and connections.
    for (let run = -2; run < runs; run++) {
      const { ms, result } = await timed(() => app.inject({ url, headers: { authorization: `Bearer ${as}` } }))
      if (result.statusCode !== 200) throw new Error(`${url}: ${result.statusCode} ${result.body.slice(0, 300)}`)
      const byHand = await timed(() => rows(db, BARE[kind]))
      if (run < 0) continue
      ours.push(ms)
      bare.push(byHand.ms)
    }
    const [p50, p95] = [percentile(ours, 0.5), percentile(ours, 0.95)]
    const ratio = p50 / percentile(bare, 0.5)
    const budget = onServer ? PAGE[kind] : { p95: EMBEDDED_P95 }
    const show = (values: number[]) => `${percentile(values, 0.5).toFixed(0)} / ${percentile(values, 0.95).toFixed(0)} ms`
    const line: Line = {
      what: `${path}${what ? `, ${what}` : ''} (${as})`,
      ours: show(ours),
      bare: show(bare),
      ratio: times(ratio),
      budget: [budget.times && `≤ ${budget.times} ×`, budget.p50 && `p50 ≤ ${budget.p50}`, `p95 ≤ ${budget.p95} ms`]
        .filter(Boolean)
        .join(', '),
      within: p95 <= budget.p95 && p50 <= (budget.p50 ?? p50) && ratio <= (budget.times ?? ratio),
    }
    lines.push(line)
    say(`  ${line.within ? '    ' : 'OVER'} ${line.what}: ${line.ours}`)
  }
  for (const asked of SEARCHES) await ask(asked, 'search')
  for (const asked of LISTS) await ask(asked, 'list')
  for (const asked of DASHBOARDS) await ask(asked, 'dashboard')
  const asOf = await workOn(db)
  for (const asked of DASHBOARDS.filter(({ path }) => !OF_NOW.includes(path)))
    await ask({ ...asked, path: `${asked.path}${asked.path.includes('?') ? '&' : '?'}asOf=${asOf}`, what: 'as of a moment' }, 'dashboard')
  const room = (await row(
    db,
    sql<{
      moments: number
      at: number
      rows: number
      all: number
    }>`select (select count(*) from period_sums_at)::int as moments, pg_total_relation_size('period_sums_at')::float8 as at,
      pg_total_relation_size('period_sum')::float8 + pg_total_relation_size('period_day')::float8 as rows, pg_database_size(current_database())::float8 as all`,
  ))!
  const line: Line = {
    what: `room of the sums of ${room.moments} moments; beside it of 24 months as rows`,
    ours: `${mb(room.at)} MB`,
    bare: `${mb(room.rows)} MB`,
    ratio: `${((room.at / room.all) * 100).toFixed(0)} % of all`,
    budget: '',
    within: null,
  }
  lines.push(line)
  say(`       ${line.what}: ${line.ours}, ${line.bare}, ${line.ratio}`)
  return lines
}

/** One bulk decision, one transfer and one generation. Each is measured once, because it changes its data. */
async function benchWork({ db, app }: Opened, say: (text: string) => void): Promise<Line[]> {
  const lines: Line[] = []
  const call = async (as: string, method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${as}` }, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 500)}`)
    return answer.json()
  }
  const add = (what: string, ms: number, budget: number, bare?: number) => {
    lines.push({
      what,
      ours: seconds(ms),
      bare: bare === undefined ? '' : seconds(bare),
      ratio: bare === undefined ? '' : times(ms / bare),
      budget: `≤ ${budget / 1000} s`,
      within: ms <= budget,
    })
    say(`  ${ms <= budget ? '    ' : 'OVER'} ${what}: ${seconds(ms)}`)
  }
  const userId = async (name: string) => (await row(db, sql<{ id: number }>`select id from app_user where username = ${name}`))!.id

  const waiting = await rows(
    db,
    sql<{
      id: number
    }>`select id from analysis where period_id = 23 and state_main = ${state.revision} and materiality <> 'critica' order by id limit 1000`,
  )
  const approved = await timed(() =>
    call('control', 'POST', '/analysis/decide-bulk', { ids: waiting.map(({ id }) => id), level: 'control', action: 'aprobar' }),
  )
  if (approved.result.hechos.length !== waiting.length) throw new Error(`Approved ${approved.result.hechos.length} of ${waiting.length}`)
  add(`bulk approve ${waiting.length.toLocaleString('en')}`, approved.ms, BUDGET.approve)

  const [from, to] = [await userId('analista1'), await userId('analista2')]
  const accounts = await rows(db, sql<{ id: number }>`select id from account where analyst_id = ${from} order by id limit ${PER_ANALYST}`)
  const order = {
    origenUsuarioId: from,
    destinoUsuarioId: to,
    rol: 'ANALISTA',
    desdePeriodoId: 23,
    cuentaIds: accounts.map(({ id }) => id),
    motivo: 'Cambio de cartera',
  }
  const seen = await timed(() => call('control', 'POST', '/account/transfer', { ...order, simular: true }))
  add(`transfer of ${accounts.length.toLocaleString('en')} accounts, looked at`, seen.ms, BUDGET.transfer)
  const moved = await timed(() => call('control', 'POST', '/account/transfer', { ...order, huella: seen.result.huella }))
  add(`transfer of ${accounts.length.toLocaleString('en')} accounts, made`, moved.ms, BUDGET.transfer)

  const period = await call('administrador', 'POST', '/period', { PERIODO: DateTime.utc().startOf('month').toFormat('yyyy-MM') })
  await sql`insert into balance (period_id, account_id, amount, load_id) select ${period.COD_PERIODO}::int, account_id, amount * 1.01, load_id from balance where period_id = 24`.execute(
    db,
  )
  await sql`analyze balance`.execute(db)
  const bare = await bareGeneration(db, period.COD_PERIODO)
  const generated = await timed(() => call('administrador', 'POST', `/period/${period.COD_PERIODO}/regenerate`, {}))
  add(`generate ${generated.result.generados.toLocaleString('en')} analyses`, generated.ms, BUDGET.generate, bare)

  // Whoever asks first after a close waits for it.
  await sql`delete from period_rolled where period_id = 22`.execute(db)
  const counted = await timed(() => bareSums(db))
  const stored = await timed(() => storeClosedAggregates(db, ZONE))
  if (stored.result !== 1) throw new Error(`Stored ${stored.result} closed months`)
  add('store the sums of a closed month', stored.ms, BUDGET.closedMonth, counted.ms)
  return lines
}

/** Counts and adds up a month by place and state, without what is derived from steps, thresholds and calendars. */
const bareSums = (db: Db) =>
  rows(
    db,
    sql`select business_id, department_id, currency, state_main, count(*), sum(balance), sum(difference) from analysis where period_id = 22 group by 1, 2, 3, 4`,
  )

/** Inserts the same rows into a table without indexes, checks or classification. */
async function bareGeneration(db: Db, periodId: number): Promise<number> {
  await sql`create table bare as select * from analysis where false`.execute(db)
  const { ms } = await timed(() =>
    sql`insert into bare select a.* from analysis a join balance b on b.account_id = a.account_id and b.period_id = ${periodId} where a.period_id = 24`.execute(
      db,
    ),
  )
  await sql`drop table bare`.execute(db)
  return ms
}

/** The list of all analyses as a workbook, read as fast as it arrives and discarded. */
async function benchExport(location: Location, onServer: boolean, say: (text: string) => void): Promise<Line> {
  const server = await start(location, 'administrador')
  try {
    await server.call('GET', '/period')
    const { rss: idle } = await server.memory()
    const { ms, result } = await timed(() => server.read('/analysis?format=excel'))
    const { peak } = await server.memory()
    const line: Line = {
      what: `export of every analysis, ${mb(result)} MB, server's memory${onServer ? '' : ' with the database'}`,
      ours: `${mb(peak)} MB`,
      bare: `${mb(idle)} MB`,
      ratio: seconds(ms),
      budget: onServer ? `≤ ${BUDGET.memoryMb} MB, ≤ ${BUDGET.export / 1000} s` : '',
      within: onServer ? mb(peak) <= BUDGET.memoryMb && ms <= BUDGET.export : null,
    }
    say(`  ${line.within === false ? 'OVER' : '    '} ${line.what}: ${line.ours} in ${line.ratio}`)
    return line
  } finally {
    await server.stop()
  }
}
