import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ZONE } from '../../../lab/testing/server.ts'
import { type Story, story } from '../../../workflow/analysis/analysis.fixture.ts'
import { storeClosedAggregates } from './index.ts'

// Lists of analyses and their counts, with September closed for good: what is kept of it, and pages that read only some of the months.

type Row = {
  COD_ANALISIS: number
  PERIODO: string
  CUENTA: string
  ESTADO_PRINCIPAL_ID: number
  ATRASADO: boolean
  MATERIALIDAD: string
  FECHA_ENVIO: string | null
  VENCE_ANALISTA: string
  VENCE_JEFATURA: string
  VENCE_CONTROL: string
}
const SEPTEMBER = 1
let s: Story
/** As nobody can: past the triggers that guard a closed period. */
const behind = async (statement: ReturnType<typeof sql>) => {
  await sql`alter table analysis disable trigger user`.execute(s.db)
  await statement.execute(s.db)
  await sql`alter table analysis enable trigger user`.execute(s.db)
}
/** As if September had been open again meanwhile. */
const closeAnew = async () => {
  await sql`delete from period_rolled`.execute(s.db)
  expect(await storeClosedAggregates(s.db, ZONE)).toBe(1)
}
const approve = sql`state_main = 4, state_jefatura = 4, state_control = 4, submitted_at = now(), jefatura_at = now(), control_at = now(), version = 1, value = balance`

beforeAll(async () => {
  const accounts = Array.from({ length: 9 }, (_, i) => ({
    code: `11${String(9 - i).padStart(2, '0')}`,
    balance: `${(i + 1) * 1000}.00`,
    previous: i % 4 === 0 ? '1.00' : `${(i + 1) * 1000}.00`,
  }))
  s = await story([...accounts, { code: '2101', balance: '70.00', previous: '60.00', safra: true }])
  // Approved, sent, rejected and not sent, in both months, of each materiality.
  await behind(sql`update analysis a set materiality = (array['no_material', 'material', 'critica', 'menor'])[1 + a.id % 4]`)
  await behind(sql`update analysis a set ${approve} where a.id % 3 = 0 or (a.period_id = ${SEPTEMBER} and a.id % 3 = 1)`)
  await behind(
    sql`update analysis a set state_main = 3, state_jefatura = 3, submitted_at = now(), version = 1 where a.period_id = 2 and a.id % 5 = 1`,
  )
  await behind(sql`update analysis a set due_analyst = now() - interval '1 hour' where a.period_id = 2 and a.id % 5 = 2`)
  await sql`update period set status_id = 3, closed_at = now() - interval '10 days' where id = ${SEPTEMBER}`.execute(s.db)
  expect(await storeClosedAggregates(s.db, ZONE)).toBe(1)
})
afterAll(() => s.close())

const everyPage = async (url: string, as: Story['who']['control'], limit: number, query: Record<string, unknown> = {}) => {
  const found: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await s.list(url, as, { ...query, limit, page })
    found.push(...data)
    if (data.length < limit) {
      expect(found).toHaveLength(total)
      return found
    }
  }
}
const codes = (rows: readonly Row[]) => rows.map(({ PERIODO, CUENTA }) => `${PERIODO} ${CUENTA}`)
const due = (row: Row) =>
  row.ESTADO_PRINCIPAL_ID === 4
    ? '9'
    : row.ESTADO_PRINCIPAL_ID === 2
      ? row.VENCE_CONTROL
      : row.ESTADO_PRINCIPAL_ID === 1 && row.FECHA_ENVIO !== null
        ? row.VENCE_JEFATURA
        : row.VENCE_ANALISTA
/** What came back, what is late, what is material, by deadline; approved ones have none. */
const analystKey = (row: Row) =>
  [
    row.ESTADO_PRINCIPAL_ID === 3 ? 0 : 1,
    row.ATRASADO ? 0 : 1,
    ['material', 'critica'].includes(row.MATERIALIDAD) ? 0 : 1,
    due(row),
    String(row.COD_ANALISIS).padStart(9, '0'),
  ].join(' ')
const sorted = (rows: readonly Row[], key: (row: Row) => string) => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))

describe('pages', () => {
  test.each([1, 2, 3, 4, 7, 20, 100])('of %i rows: all of them, newest month first, by account', async (limit) => {
    for (const as of [s.who.administrador, s.who.gerencia]) {
      const found = await everyPage('/analysis', as, limit)
      expect(codes(found)).toEqual(codes(found).toSorted((a, b) => b.slice(0, 7).localeCompare(a.slice(0, 7)) || a.localeCompare(b)))
      expect(found).toHaveLength(20)
      const some = await everyPage('/analysis', as, limit, { estadoPrincipalId: 4, search: '11' })
      expect(codes(some)).toEqual(codes(found.filter((row) => row.ESTADO_PRINCIPAL_ID === 4 && row.CUENTA.startsWith('11'))))
    }
  })

  test.each([1, 2, 3, 5, 100])('of %i rows: an analyst finds first what waits, in the order of the whole list', async (limit) => {
    const found = await everyPage('/analysis/analista', s.who.analista, limit)
    expect(codes(found)).toEqual(codes(sorted(found, analystKey)))
    expect(found).toHaveLength(18)
    // Each of the order's classes is there, in a month that is closed too.
    expect(new Set(found.map((row) => analystKey(row).slice(0, 5))).size).toBeGreaterThanOrEqual(5)
    expect(found.some((row) => row.PERIODO === '2026-09' && row.ESTADO_PRINCIPAL_ID !== 4)).toBe(true)
  })
})

test.each([{}, { estadoPrincipalId: 4 }, { search: '110' }, { orderBy: 'riesgo' }])(
  'a workbook of %o has the rows of its list, in its order',
  async (query) => {
    const { body } = await s.call({ url: '/analysis', query: { ...query, format: 'excel' }, as: s.who.administrador })
    const path = join(s.folder, 'lista.xlsx')
    writeFileSync(path, body)
    const [, ...found] = (await (await openTable(path, 'lista.xlsx')).head(50)).map(({ cells }) => `${cells[0]} ${cells[3]}`)
    expect(found).toEqual(codes((await s.list('/analysis', s.who.administrador, { ...query, limit: 100 })).data))
    expect(found.length).toBeGreaterThan(7)
  },
)

describe('counts of a closed month', () => {
  const counts = (level: 'analista' | 'control' | 'jefatura', as: Story['who']['control'], query: Record<string, unknown> = {}) =>
    s.call({ url: `/analysis-metadata/${level}`, query, as }).then(({ body }) => body)
  const september = { periodId: SEPTEMBER }
  const one = sql`(select min(id) from analysis where period_id = ${SEPTEMBER} and state_main = 4 and business_id = 1)`

  test.each([
    ['analista', '/analysis/analista'],
    ['jefatura', '/analysis/jefatura'],
    ['control', '/analysis/control'],
  ] as const)('are counted once for %s, and anew when it has been open again', async (level, url) => {
    const as = s.who[level]
    const before = await counts(level, as)
    const approved = async (query: Record<string, unknown> = {}) =>
      (await s.list(url, as, { ...september, estadoPrincipalId: 4, ...query })).total
    const total = await approved()
    const [named, ofDepartment] = [await approved({ search: '11' }), await approved({ departamentName: 'contab' })]
    await behind(sql`update analysis set state_main = 2 where id = ${one}`)
    expect(await counts(level, as)).toEqual(before)
    expect([await approved(), await approved({ search: '11' })]).toEqual([total, named])
    // Whatever is not counted together is counted each time.
    expect(await approved({ departamentName: 'contab' })).toBe(ofDepartment - 1)
    await sql`delete from period_rolled`.execute(s.db)
    const open = await counts(level, as)
    expect([open.aprobados, open.revision, open.total]).toEqual([before.aprobados - 1, before.revision + 1, before.total])
    expect(await approved()).toBe(total - 1)
    await storeClosedAggregates(s.db, ZONE)
    expect(await counts(level, as)).toEqual(open)
    await behind(sql`update analysis set state_main = 4 where state_main = 2`)
    await closeAnew()
    expect(await counts(level, as)).toEqual(before)
  })

  test('by a text are those of the accounts that have it in their names now', async () => {
    const rename = (code: string, name: string) => sql`update account set name = ${name} where code = ${code}`.execute(s.db)
    const found = async (query: Record<string, unknown>) => {
      const { data, total } = await s.list('/analysis', s.who.control, query)
      expect(data).toHaveLength(total)
      return codes(data)
    }
    await rename('1101', 'Anticipos a proveedores')
    for (const [of, months] of [
      [{}, ['2026-10', '2026-09']],
      [september, ['2026-09']],
    ] as const) {
      const both = (code: string) => months.map((month) => `${month} ${code}`)
      expect(await found({ ...of, search: 'antICÍpos', orderBy: 'cuenta' })).toEqual(both('1101'))
      await rename('1101', 'Otra')
      await rename('1102', 'Anticipos')
      expect(await found({ ...of, search: 'anticipos', orderBy: 'cuenta' })).toEqual(both('1102'))
      await rename('1102', 'Otra')
      await rename('1101', 'Anticipos a proveedores')
      expect(await found({ ...of, search: 'anticipos', orderBy: 'cuenta' })).toEqual(both('1101'))
    }
    await rename('1101', 'Cuenta 1101')
  })

  test('by a text that very many accounts have are those of the analyses that there are', async () => {
    await sql`insert into account (business_id, code, name, currency) select 1, 'X' || n, 'Cuenta sin saldo', 'BRL' from generate_series(1, 5001) n`.execute(
      s.db,
    )
    const expected = await sql<{ id: number }>`select a.id from analysis a join account c on c.id = a.account_id
      where position('cuenta' in lower(c.name)) > 0 order by a.id`.execute(s.db)
    const ids = (rows: readonly Row[]) => rows.map(({ COD_ANALISIS }) => COD_ANALISIS).toSorted((a, b) => a - b)
    const list = await Promise.all(
      [1, 2].map((periodId) => s.list('/analysis', s.who.administrador, { periodId, search: 'cuenta', limit: 100 })),
    )
    expect(ids(list.flatMap(({ data }) => data))).toEqual(expected.rows.map(({ id }) => id))
    expect(list[0].total + list[1].total).toBe(expected.rows.length)
    const items = await s.list('/dashboard/items', s.who.administrador, { todos: true, search: 'cuenta', limit: 100 })
    expect([ids(items.data), items.total]).toEqual([expected.rows.map(({ id }) => id), expected.rows.length])
    await sql`delete from account where code like 'X%'`.execute(s.db)
  })

  test('are of the month alone where one is asked for', async () => {
    for (const level of ['analista', 'control'] as const) {
      const [all, first, second] = await Promise.all([{}, september, { periodId: 2 }].map((query) => counts(level, s.who[level], query)))
      for (const name of ['total', 'aprobados', 'rechazados', 'atrasados', 'sinEnviar', 'porDecidir'])
        expect(all[name]).toBe(first[name] + second[name])
      expect([first.periodos, second.periodos]).toEqual([all.periodos, all.periodos])
      expect([all.desde, all.hasta]).toEqual([[first.desde, second.desde].toSorted()[0], [first.hasta, second.hasta].toSorted()[1]])
    }
  })

  test('a deadline ahead, as after an extension, still passes', async () => {
    const sent = sql`(select min(id) from analysis where period_id = ${SEPTEMBER} and state_main = 1 and business_id = 1)`
    const id = (await sql<{ id: number }>`select ${sent} as id`.execute(s.db)).rows[0]!.id
    await behind(sql`update analysis set due_analyst = now() + interval '1 hour' where id = ${id}`)
    await closeAnew()
    const late = async () => [
      (await counts('analista', s.who.analista)).atrasados,
      (await s.list('/analysis/analista', s.who.analista, { bandeja: 'atrasados' })).total,
      (await s.list('/analysis', s.who.administrador, { bandeja: 'atrasados', analystId: s.who.analista.id })).total,
    ]
    const [before] = await late()
    expect(await late()).toEqual([before, before, before])
    await behind(sql`update analysis set due_analyst = now() - interval '1 hour' where id = ${id}`)
    expect(await late()).toEqual([before + 1, before + 1, before + 1])
  })

  test('follow what a caller sees by: an auditor’s grant, the business of a chosen country, a department’s head, a country that is granted', async () => {
    await closeAnew()
    const total = async (as: Story['who']['control']) => (await s.list('/analysis', as)).total
    const approved = (await s.list('/analysis', s.who.administrador, { estadoPrincipalId: 4 })).total
    expect(approved).toBeLessThan(20)
    expect(await total(s.who.auditor)).toBe(approved)
    await sql`update auditor set only_approved = false`.execute(s.db)
    expect(await total(s.who.auditor)).toBe(20)

    await sql`update app_user set context_country_id = (select country_id from business where id = 2) where id = ${s.who.administrador.id}`.execute(
      s.db,
    )
    expect(await total(s.who.administrador)).toBe(20)
    await sql`with other as (insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP') returning id)
      update business set country_id = other.id from other where business.id = 2`.execute(s.db)
    expect(await total(s.who.administrador)).toBe(18)

    expect((await counts('jefatura', s.who.jefatura)).total).toBe(18)
    await sql`update department set chief_id = ${s.who.otherJefatura.id}`.execute(s.db)
    expect([(await counts('jefatura', s.who.jefatura)).total, (await counts('jefatura', s.who.otherJefatura)).total]).toEqual([0, 20])

    expect((await counts('control', s.who.control)).total).toBe(18)
    await sql`delete from user_scope where user_id = ${s.who.control.id}`.execute(s.db)
    expect((await counts('control', s.who.control)).total).toBe(0)
  })
})
