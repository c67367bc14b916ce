import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { makeAnalyses } from './analyses.ts'
import { createLocation, open } from './place.ts'
import { type Line, times } from './table.ts'
import { percentile, timed } from './timing.ts'

type Options = { base: string | undefined; analyses: number; runs: number; say: (text: string) => void }

/** 95th percentile of a page, in milliseconds. */
const BUDGET = 300

type Asked = {
  what: string
  as: string
  path: string
  query: Record<string, string | number>
  bare: (db: Db) => Promise<number>
  budget?: number
}

/** Pages of the list of analyses, with the product's queries, compared with hand-written SQL for the same rows and count. */
export async function benchLists({ base, analyses, runs, say }: Options): Promise<Line[]> {
  const location = await createLocation(base)
  const { db, app, close } = await open(location)
  const lines: Line[] = []
  try {
    say(`Lists: making ${analyses.toLocaleString('en')} analyses`)
    const made = await timed(() => makeAnalyses(db, analyses))
    say(
      `  ${(made.ms / 1000).toFixed(0)} s: ${made.result.accounts.toLocaleString('en')} accounts, ${made.result.analysts} analysts, 24 periods`,
    )
    for (const { what, as, path, query, bare, budget = BUDGET } of await questions(db, analyses)) {
      const url = `/api${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`
      const ours: number[] = []
      const theirs: number[] = []
      for (let run = -1; run < runs; run++) {
        const answer = await timed(() => app.inject({ url, headers: { authorization: `Bearer ${as}` } }))
        const byHand = await timed(() => bare(db))
        const { data } = answer.result.json()
        if (answer.result.statusCode !== 200 || data.length !== byHand.result)
          throw new Error(`${url}: ${answer.result.statusCode}, ${data?.length} rows, by hand ${byHand.result}`)
        // The first run warms caches up.
        if (run < 0) continue
        ours.push(answer.ms)
        theirs.push(byHand.ms)
      }
      const show = (values: number[]) => `${percentile(values, 0.5).toFixed(0)} / ${percentile(values, 0.95).toFixed(0)} ms`
      lines.push({
        what,
        ours: show(ours),
        bare: show(theirs),
        ratio: times(percentile(ours, 0.5) / percentile(theirs, 0.5)),
        budget: `p95 ≤ ${budget} ms`,
        within: percentile(ours, 0.95) <= budget,
      })
      say(`  ${what}: ${show(ours)}, by hand ${show(theirs)}`)
    }
  } finally {
    await close()
    await location.remove()
  }
  return lines
}

/** The columns of the page, loaded by id for the rows of `page (id, at)`. */
const shown = sql`select a.id, p.name, c.code, c.name, n.name, d.name, h.name, u.name, j.name, a.balance, a.value, a.difference, a.comment, a.previous, a.balance - a.previous,
  round((a.balance - a.previous) / nullif(abs(a.previous), 0) * 100, 2), a.materiality, a.risk, a.state_main, a.state_jefatura, a.state_control, a.submitted_at, a.version,
  a.revision, a.due_analyst, a.due_jefatura, a.due_control, a.rejection, f.id, f.name, f.size, f.sha256, l.name, f.uploaded_at
  from page join analysis a on a.id = page.id join period p on p.id = a.period_id join account c on c.id = a.account_id join business n on n.id = a.business_id
  left join department d on d.id = a.department_id left join heading h on h.id = a.heading_id join app_user u on u.id = a.analyst_id left join app_user j on j.id = d.chief_id
  left join analysis_file f on f.analysis_id = a.id and f.version = a.version left join app_user l on l.id = f.uploaded_by order by page.at`

async function questions(db: Db, analyses: number): Promise<Asked[]> {
  const size = 100
  const perPeriod = await rows(
    db,
    sql<{ id: number; n: number }>`select period_id as id, count(*)::int as n from analysis group by 1 order by 1 desc`,
  )
  const crosses = (page: number) => {
    let before = (page - 1) * size
    for (const { n } of perPeriod) {
      if (before < n) return before + size > n
      before -= n
    }
    return true
  }
  // A page that lies in one period: the hand-written SQL searches that period only.
  let deep = Math.min(2_000, Math.floor(analyses / size / 2))
  while (deep > 1 && crosses(deep)) deep--
  const business = (await row(
    db,
    sql<{ id: number }>`select business_id as id from account group by 1 order by count(*) desc, 1 limit 1 offset 10`,
  )) ?? { id: 1 }
  const analyst = (await row(db, sql<{ id: number }>`select id from app_user where username = 'analista1'`))!

  /** Hand-written SQL knows in which period the page lies. */
  const pageAt = (offset: number) => async (db: Db) => {
    let before = offset
    let at = 0
    for (; at < perPeriod.length - 1 && before >= perPeriod[at]!.n; at++) before -= perPeriod[at]!.n
    const period = perPeriod[at]!
    await rows(db, sql`select count(*) from analysis`)
    const found = await rows(
      db,
      sql`with page as (select a.id, row_number() over (order by c.code, a.id) as at from analysis a join account c on c.id = a.account_id
        where a.period_id = ${period.id} order by c.code, a.id limit ${size} offset ${before}) ${shown}`,
    )
    return found.length
  }
  const matching = (where: ReturnType<typeof sql>) => async (db: Db) => {
    await rows(db, sql`select count(*) from analysis a join account c on c.id = a.account_id where ${where}`)
    const found = await rows(
      db,
      sql`with page as (select a.id, row_number() over (order by p.name desc, c.code, a.id) as at from analysis a join account c on c.id = a.account_id
        join period p on p.id = a.period_id where ${where} order by p.name desc, c.code, a.id limit ${size}) ${shown}`,
    )
    return found.length
  }

  const list = { as: 'administrador', path: '/analysis' }
  return [
    { ...list, what: 'first page', query: { limit: size }, bare: pageAt(0) },
    { ...list, what: `page ${deep.toLocaleString('en')}`, query: { limit: size, page: deep }, bare: pageAt((deep - 1) * size) },
    {
      ...list,
      what: 'state, business and search',
      query: { limit: size, estadoPrincipalId: '4', businessId: business.id, search: 'deposito' },
      bare: matching(sql`a.state_main = ${state.aprobado} and a.business_id = ${business.id} and c.search like '%deposito%'`),
    },
    {
      ...list,
      what: 'search alone',
      query: { limit: size, search: 'deposito' },
      bare: matching(sql`c.search like '%deposito%'`),
    },
    {
      as: 'analista1',
      path: '/analysis/analista',
      what: 'an analyst, a period, all',
      query: { limit: 999_999, periodId: 24 },
      bare: async (db) =>
        (
          await rows(
            db,
            sql`with page as (select a.id, row_number() over (order by (a.state_main = ${state.rechazado}) desc, a.due_analyst, a.id) as at from analysis a
              where a.analyst_id = ${analyst.id} and a.period_id = 24) ${shown}`,
          )
        ).length,
    },
  ]
}
