import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { type World, world } from './items.fixture.ts'
import { KEPT_COLUMNS, PLACE_COLUMNS } from './structure.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

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
  'indicators',
]
const METRICS = ['completado', 'avance', 'cumplimiento', 'atrasados', 'sinExplicar', 'materiales', 'primeraVez']
const CALLS: [url: string, query: object][] = [
  ...CHARTS.map((chart): [string, object] => [`/statistics/${chart}`, {}]),
  ['/statistics/completion', { periodId: 3, desdePeriodId: 2, negocioId: 1 }],
  ['/statistics/indicators/K3', { periodIds: '2,3' }],
  ...METRICS.map((metrica): [string, object] => ['/dashboard/analysis-matrix', { metrica, anio: 2026, enCurso: true }]),
  ...['pais', 'subgerencia', 'departamento'].map((nivel): [string, object] => ['/dashboard/analysis-matrix', { nivel, anio: 2026 }]),
  ['/dashboard/analysis-matrix', { nivel: 'rubro', departamentoId: 1, anio: 2026 }],
  ['/dashboard/analysis-matrix', { nivel: 'cuenta', departamentoId: 1, anio: 2026 }],
  ['/dashboard/analysis-matrix/size', { anio: 2026, nivel: 'negocio' }],
  ['/dashboard/analysis-range', { tipo: 'plazo' }],
  ['/dashboard/analysis-range', { tipo: 'porcentaje' }],
  ['/dashboard/items', { limit: 200 }],
  ['/dashboard/items', { todos: true, limit: 20, sort: '-VARIACION', subgerenciaId: 1 }],
  ['/dashboard/items', { limit: 200, antiguedad: '0-30' }],
  ['/dashboard/accounts-with-differences/1', { limit: 200 }],
]
/** The plan of a month in course moves with every millisecond of the clock that each call reads; a parent is named as it is today. */
const plain = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (key, value) => (['plan', 'padre', 'parte'].includes(key) ? undefined : value)))
const seen = async (as: Person, more: object) => {
  const found: Record<string, unknown> = {}
  for (const [url, query] of CALLS) found[`${url} ${JSON.stringify(query)}`] = plain(await w.get(url, as, { ...query, ...more }))
  return found
}

test('the columns of an item are those of the view', async () => {
  const { rows } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns where table_name = 'v_item'`.execute(w.db)
  expect([...KEPT_COLUMNS, ...PLACE_COLUMNS].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('where nothing has moved, both structures give the same figures and lists', async () => {
  for (const as of [w.who.administrador, w.who.gerencia, w.who.otherJefatura])
    for (const more of [{}, { asOf: new Date(Date.now() - 20 * 86_400_000).toISOString() }])
      expect(await seen(as, { ...more, estructura: 'actual' })).toEqual(await seen(as, { ...more, estructura: 'apertura' }))
})

test('after a reorganisation figures and lists are those of the places of today, whoever may see what was opened elsewhere', async () => {
  const { db, who } = w
  const opened = await seen(who.administrador, {})
  // A department goes below another sub-management, accounts go to other departments and headings, and a business to another country.
  await sql`insert into country (name, iso, currency) values ('Otro país', 'UY', 'UYU') on conflict do nothing`.execute(db)
  await sql`insert into sub_management (business_id, name) values (1, 'Operaciones')`.execute(db)
  await sql`update department set sub_management_id = 3 where id = 3`.execute(db)
  await sql`update account set department_id = 3 where business_id = 1 and department_id = 1 and id % 3 = 0`.execute(db)
  await sql`update account set department_id = null, heading_id = 2 where business_id = 1 and id % 11 = 0`.execute(db)
  await sql`update business set country_id = (select max(id) from country) where id = 2`.execute(db)
  expect(plain(await seen(who.administrador, { estructura: 'apertura' }))).toEqual(opened)

  /** Counted from the tables: an analysis, or the first of each group, by the places of its account. */
  type Counted = { id: number | null; n: number; approved: number }
  const counted = async (place: string, where = sql`true`) =>
    (
      await sql<Counted>`select ${sql.ref(place)} as id, count(*)::int as n, count(*) filter (where a.state_main = 4)::int as approved
        from (select distinct on (period_id, coalesce('g' || group_id, 'a' || id)) * from analysis order by period_id, coalesce('g' || group_id, 'a' || id), id) a
          join period p on p.id = a.period_id join account c on c.id = a.account_id join business b on b.id = c.business_id left join department d on d.id = c.department_id
        where p.name like '2026-%' and ${where} group by 1 order by 1 nulls last`.execute(db)
    ).rows
  const year = async (query: object) => {
    const { data } = (await w.get('/dashboard/analysis-matrix', who.administrador, {
      anio: 2026,
      enCurso: true,
      metrica: 'completado',
      estructura: 'actual',
      ...query,
    })) as { data: { id: number | null; total: { items: number; numerador: number } }[] }
    return data
      .map(({ id, total }): Counted => ({ id, n: total.items, approved: total.numerador }))
      .toSorted((a, b) => (a.id ?? 1e9) - (b.id ?? 1e9))
  }
  expect(await year({ nivel: 'pais' })).toEqual(await counted('b.country_id'))
  expect(await year({ nivel: 'negocio' })).toEqual(await counted('c.business_id'))
  expect(await year({ nivel: 'subgerencia' })).toEqual(await counted('d.sub_management_id'))
  expect(await year({ nivel: 'departamento' })).toEqual(await counted('c.department_id'))
  expect(await year({ nivel: 'rubro', departamentoId: 3 })).toEqual(await counted('c.heading_id', sql`c.department_id = 3`))
  expect(await year({ nivel: 'cuenta', departamentoId: 3 })).toEqual(await counted('c.id', sql`c.department_id = 3`))
  expect((await counted('c.department_id')).map(({ id }) => id)).toEqual([1, 2, 3, null])

  // Each figure opens its list, in which rows have the places of today.
  const list = async (as: Person, query: object) =>
    (await w.get('/dashboard/items', as, { todos: true, limit: 200, estructura: 'actual', ...query })) as {
      total: number
      data: { COD_DEPARTAMENTO: number | null; COD_SUB_GERENCIA: number | null; COD_RUBRO: number | null; CUENTA: string }[]
    }
  for (const { id, n } of await counted('c.department_id', sql`c.department_id is not null`)) {
    const inYear = await list(who.administrador, { todos: false, periodIds: '2,3,4', departamentoId: id })
    expect(inYear.total).toBe(n)
    expect(inYear.data.every(({ COD_DEPARTAMENTO }) => COD_DEPARTAMENTO === id)).toBe(true)
  }
  const operations = await list(who.administrador, { subgerenciaId: 3 })
  expect(new Set(operations.data.map(({ COD_SUB_GERENCIA }) => COD_SUB_GERENCIA))).toEqual(new Set([3]))

  // A workbook says of which structure it is.
  const said = async (url: string, query: object) => {
    const { body } = await w.call({ url, as: who.administrador, query: { ...query, format: 'excel' } })
    const path = join(w.folder, 'libro.xlsx')
    writeFileSync(path, body)
    const [first] = await (await openTable(path, 'libro.xlsx')).head(1)
    const from = body.indexOf('xl/workbook.xml') + 'xl/workbook.xml'.length
    const names = inflateRawSync(body.subarray(from, body.indexOf(Buffer.from([0x50, 0x4b, 7, 8]), from))).toString()
    return `${names} ${first!.cells.join()}`
  }
  for (const [url, query] of [
    ['/dashboard/analysis-matrix', { anio: 2026 }],
    ['/statistics/indicators', { anio: 2026 }],
    ['/dashboard/items', { todos: true }],
  ] as const) {
    expect(await said(url, { ...query, estructura: 'actual' })).toContain('(estructura actual)')
    expect(await said(url, query)).not.toContain('estructura')
  }

  // The head of department 3 sees none of what was opened in department 1, though its accounts are hers today.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from analysis a join account c on c.id = a.account_id
    where a.department_id = 3 and c.department_id = 3`.execute(db)
  const hers = await list(who.otherJefatura, { departamentoId: 3 })
  expect(rows[0]!.n).toBeGreaterThan(0)
  expect(operations.total).toBeGreaterThan(hers.total)
  expect(hers.total).toBe(rows[0]!.n)
})

test('the assignment of a closed month stays where its analyses were, whatever moves since', async () => {
  const as = w.who.administrador
  const query = { periodId: 2, limit: 200 }
  const cover = async () => {
    const { porDepartamento } = await w.get('/dashboard/accounts-assigned', as, query)
    const places = []
    for (const row of porDepartamento) {
      const { data, total } = await w.get('/dashboard/accounts-assigned/details', as, { ...query, departamentoId: row.COD_DEPARTAMENTO })
      expect([row.cuentas, total]).toEqual([data.length, data.length])
      expect(row.sinRespaldo).toBe(
        data.filter((one: { ASIGNADA: boolean; RESPALDO: null }) => one.ASIGNADA && one.RESPALDO === null).length,
      )
      places.push([row.COD_DEPARTAMENTO, data.map(({ CUENTA, DEPARTAMENTO }: Record<string, string>) => [CUENTA, DEPARTAMENTO])])
    }
    return places
  }
  await sql`update account set backup_id = ${w.who.otherAnalista.id} where department_id = 1 and analyst_id is not null`.execute(w.db)
  const before = await cover()
  const subs = async () => {
    const { data } = await w.get('/dashboard/get-subgerencias-data', as, query)
    const told = data.map((row: Record<string, unknown>) => [row.ID_NEGOCIO, row.COD_SUB_GERENCIA, row.saldos])
    const k1 = []
    for (const subgerenciaId of [1, 2]) k1.push((await w.get('/dashboard/accounts-assigned', as, { ...query, subgerenciaId })).cuentas)
    return [told, k1]
  }
  const under = await subs()
  const heads = await w.get('/dashboard/accounts-assigned', w.who.jefatura, query)
  await sql`update account set department_id = 3 where department_id = 1 and analyst_id is not null`.execute(w.db)
  expect(await cover()).toEqual(before)
  expect(await w.get('/dashboard/accounts-assigned', w.who.jefatura, query)).toEqual(heads)
  // A department goes to another sub-management, one of those without any to one.
  await sql`update department set sub_management_id = case id when 1 then null when 2 then 2 else 1 end`.execute(w.db)
  expect(await subs()).toEqual(under)
  // Stored and counted are the same.
  await sql`delete from period_rolled where period_id = 2`.execute(w.db)
  expect([await cover(), await subs()]).toEqual([before, under])
})
