import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { row } from '../../platform/database/index.ts'
import { type Story, story } from '../analysis/analysis.fixture.ts'

const N = 1000
let s: Story
beforeAll(async () => {
  s = await story([{ code: '1101', balance: '100.00', previous: '100.00' }])
  // A thousand more accounts of the same analyst, each sent with a file.
  await sql`insert into account (business_id, code, name, heading_id, department_id, currency, analyst_id)
    select 1, 'X' || n, 'Cuenta ' || n, 1, 1, 'BRL', ${s.who.analista.id} from generate_series(1, ${N}::int) n`.execute(s.db)
  await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, currency, balance, previous, value,
      materiality, due_analyst, due_jefatura, due_control, submitted_at, version)
    select 2, c.id, 1, 1, 1, 1, c.analyst_id, 'M', 'BRL', 10, 10, 10, 'no_material', p.due_analyst, p.due_jefatura, p.due_control, now(), 1
    from account c, period p where c.code like 'X%' and p.id = 2`.execute(s.db)
  await sql`insert into analysis_file (analysis_id, version, name, size, sha256, value, uploaded_by)
    select id, 1, 'a.pdf', 1, 'x', 10, analyst_id from analysis where version = 1`.execute(s.db)
})
afterAll(() => s.close())

test('a thousand are decided at once, with an event each and one mail a person', async () => {
  const all = await s.list('/analysis/jefatura', s.who.jefatura, { bandeja: 'por_decidir', limit: N })
  const ids = all.data.map(({ COD_ANALISIS }: { COD_ANALISIS: number }) => COD_ANALISIS)
  expect(ids).toHaveLength(N)
  const answer = await s.call({
    method: 'POST',
    url: '/analysis/decide-bulk',
    body: { ids, level: 'jefatura', action: 'aprobar' },
    as: s.who.jefatura,
  })
  expect(answer.body.hechos).toHaveLength(N)
  expect(await row(s.db, sql`select count(*)::int as n, verify_events(2) as broken from event where kind = 'aprobado_jefatura'`)).toEqual({
    n: N,
    broken: null,
  })
  expect(await row(s.db, sql`select count(*)::int as n from outbox`)).toEqual({ n: 1 })
})

test('the analyst gets all of theirs at once', async () => {
  const all = await s.list('/analysis/analista', s.who.analista, { paginated: false })
  expect(all).toMatchObject({ total: N + 2, limit: 999_999 })
  expect(all.data).toHaveLength(N + 2)
})
