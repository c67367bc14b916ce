import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIGURE_LIST } from '@cuadre/api/item'
import { readSheet } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Person } from '../../lab/testing/server.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { workdays } from '../dashboard/item.ts'
import { type World, world } from '../dashboard/items.fixture.ts'
import { agility, index, WEIGHTS } from './ranking.rules.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

// biome-ignore lint/suspicious/noExplicitAny: an answer's rows, read by the names that the contract gives them
type Row = Record<string, any>
const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
const cents = (text: string) => Math.round(Number(text) * 100)
const items = async (as: Person, query: object): Promise<Row[]> => (await w.get('/dashboard/items', as, { limit: 1000, ...query })).data
const count = async (as: Person, query: object): Promise<number> => (await w.get('/dashboard/items', as, { ...query, limit: 1 })).total
const figure = (name: keyof typeof FIGURE_LIST, query: object) => ({ ...query, ...FIGURE_LIST[name] })
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const rowsIn = async (body: Buffer) => {
  const path = join(w.folder, 'puestos.xlsx')
  writeFileSync(path, body)
  return (await readSheet(path, 'puestos.xlsx')).sheets.flatMap(({ rows }) => rows.map((cells) => cells.map((cell) => cell?.text ?? '')))
}
/** The filters that every chart accepts. */
const CUTS = [
  {},
  { departamentoId: 1 },
  { rubroId: 1 },
  { riesgo: 'A,M' },
  { moneda: 'USD' },
  { tipo: 'agrupado' },
  { subgerenciaId: 1 },
  { paisId: 99 },
]

describe('the charts count items', () => {
  test('completion in four ways, and stages by department, whatever the cut', async () => {
    for (const as of [w.who.administrador, w.who.jefatura])
      for (const periodId of [2, 4])
        for (const cut of CUTS) {
          const query = { periodId, ...cut }
          const completion = await w.get('/statistics/completion', as, query)
          expect(completion.total).toBe(await count(as, query))
          for (const way of ['completado', 'completadoTarde', 'vencido', 'pendiente'] as const)
            expect([way, completion.completitud[way]]).toEqual([way, await count(as, figure(way, query))])
        }
    const { data } = await w.get('/statistics/departments', w.who.control, { periodId: 4 })
    expect(data).toHaveLength(3)
    for (const row of data) {
      const query = { periodId: 4, departamentoId: row.COD_DEPARTAMENTO }
      for (const stage of ['sinEnviar', 'rechazados', 'enJefatura', 'enControl', 'aprobados'] as const)
        expect(row[stage]).toBe(await count(w.who.control, figure(stage, query)))
      expect(row.sinEnviar + row.rechazados + row.enJefatura + row.enControl + row.aprobados).toBe(row.total)
    }
  })

  test('on time by role, month by month', async () => {
    for (const cut of [{}, { rubroId: 3 }, { negocioId: 2 }]) {
      const { data } = await w.get('/statistics/on-time', w.who.control, { periodId: 4, ...cut })
      expect(data.map(({ PERIODO }: Row) => PERIODO)).toEqual(['2025-10', '2026-08', '2026-09', '2026-10'])
      for (const month of data) {
        const query = { periodId: month.COD_PERIODO, ...cut }
        const whole = await count(w.who.control, query)
        const parts = [
          await count(w.who.control, figure('aTiempoAnalista', query)),
          await count(w.who.control, figure('aTiempoJefatura', query)),
          await count(w.who.control, figure('aTiempoControl', query)),
        ]
        expect(month).toMatchObject({
          items: whole,
          aTiempoAnalista: parts[0],
          aTiempoJefatura: parts[1],
          aTiempoControl: parts[2],
          aTiempo: { analista: ratio(parts[0]!, whole), jefatura: ratio(parts[1]!, whole), control: ratio(parts[2]!, whole) },
        })
      }
    }
  })

  test('days of the cycle, kept and fresh', async () => {
    for (const periodId of [2, 4]) {
      const answer = await w.get('/statistics/cycle', w.who.gerencia, { periodId })
      const list = await items(w.who.gerencia, { periodId })
      for (const [tramo, column] of [
        ['preparacion', 'DIAS_PREPARACION'],
        ['jefatura', 'DIAS_JEFATURA'],
        ['control', 'DIAS_CONTROL'],
        ['total', 'DIAS_TOTAL'],
      ] as const) {
        const days = list
          .map((row) => row[column] as number | null)
          .filter((each) => each !== null)
          .sort((a, b) => a - b)
        const at = (part: number) => days[Math.ceil(days.length * part) - 1]
        const mean = Math.round((days.reduce((a, b) => a + b) / days.length) * 10_000) / 10_000
        expect(answer.data.find((each: Row) => each.tramo === tramo)).toEqual({
          tramo,
          n: days.length,
          media: mean,
          p50: at(0.5),
          p90: at(0.9),
          maximo: days.at(-1),
        })
        expect(answer.serie.at(-1)[tramo]).toBe(mean)
        // Each mean opens the list of what it is the mean of.
        for (const month of answer.serie) {
          const opened = await items(w.who.gerencia, { periodId: month.COD_PERIODO, tramo })
          expect([tramo, month.PERIODO, month.n[tramo]]).toEqual([tramo, month.PERIODO, opened.length])
          expect(month[tramo]).toBe(
            opened.length === 0 ? null : Math.round((sum(opened, (row) => row[column]) / opened.length) * 10_000) / 10_000,
          )
        }
      }
    }
    // Wednesday to Monday is three working days; a Saturday is no day; backwards counts back.
    const { rows } = await sql<{
      n: number[]
    }>`select array[workdays('2026-10-07', '2026-10-12', null), workdays('2026-10-09', '2026-10-10', null), workdays('2026-10-09', '2026-10-09', null),
      workdays('2026-10-12', '2026-10-09', null), workdays('2026-01-01', '2026-12-31', null)] as n`.execute(w.db)
    expect(rows[0]!.n).toEqual([3, 0, 0, -1, 260])
  })

  test('working days of many rows are those of each pair, whatever the week and the holidays of the country', async () => {
    const day = (name: string) => sql.ref(`a.${name}`)
    const differing = (tx: Db) =>
      sql<{ pairs: number; differing: number; apart: number }>`select count(*)::int as pairs,
        count(*) filter (where ${workdays(day('f'), day('t'))} is distinct from workdays(a.f, a.t, a.country_id))::int as differing,
        count(distinct workdays(a.f, a.t, a.country_id))::int as apart
        from (select c.id as country_id, date '2026-02-01' + f as f, date '2026-02-01' + t as t from country c, generate_series(0, 40) f, generate_series(0, 40) t) a`.execute(
        tx,
      )
    await transaction(w.db, async (tx) => {
      const { rows: countries } = await sql<{ id: number }>`insert into country (name, iso, currency)
        values ('De siempre', 'X1', 'BRL'), ('Feriados', 'X2', 'BRL'), ('Domingo a jueves', 'X3', 'BRL') returning id`.execute(tx)
      const [, second, third] = countries.map(({ id }) => id)
      await sql`insert into calendar (country_id, working_days) values (${third}, '{7,1,2,3,4}')`.execute(tx)
      await sql`insert into holiday (country_id, day, name) select c, d::date, 'Feriado'
        from unnest(${[second, third]}::int[]) c, unnest('{2026-02-14,2026-02-16,2026-02-17,2026-03-06}'::date[]) d`.execute(tx)
      const { pairs, differing: wrong, apart } = (await differing(tx)).rows[0]!
      expect(pairs).toBeGreaterThanOrEqual(3 * 41 * 41)
      expect(apart).toBeGreaterThan(40)
      expect(wrong).toBe(0)
      throw new Error('nothing of it stays')
    }).catch((error) => expect(error.message).toBe('nothing of it stays'))
  })

  test('Pareto of the differences: each currency for itself, the largest first, up to the whole', async () => {
    const { data } = await w.get('/statistics/differences', w.who.administrador, { periodId: 3 })
    for (const [, rows] of Map.groupBy(data as Row[], ({ MONEDA }) => MONEDA)) {
      expect(rows.at(-1)!.acumulado).toBe(1)
      expect(rows.map(({ monto }) => Number(monto))).toEqual(rows.map(({ monto }) => Number(monto)).sort((a, b) => b - a))
    }
    for (const row of data) {
      const list = (await items(w.who.administrador, figure('conDiferencia', { periodId: 3, moneda: row.MONEDA }))).filter(
        ({ RUBRO }) => RUBRO === row.RUBRO,
      )
      expect([row.n, row.monto]).toEqual([list.length, (sum(list, ({ VARIACION }) => Math.abs(cents(VARIACION))) / 100).toFixed(2)])
    }
    expect(new Set(data.map(({ MONEDA }: Row) => MONEDA))).toEqual(new Set(['BRL', 'USD']))
  })

  test('a heading with accounts of its own and headings below: its bar and its row of the matrix open what they count, no more', async () => {
    const as = w.who.administrador
    const { rows } = await sql<{ id: number | null; currency: string; n: number; amount: string; all: number }>`
      select heading_id as id, currency, count(*) filter (where abs(difference) > 0.01)::int as n, sum(abs(difference)) filter (where abs(difference) > 0.01) as amount, count(*)::int as all
      from analysis where period_id = 3 and submitted_at is not null and group_id is null group by 1, 2`.execute(w.db)
    const expected = rows.filter(({ n }) => n > 0)
    // Activo has Disponible below it, and both have analyses.
    expect(new Set(expected.map(({ id }) => id))).toEqual(new Set([1, 2, 3]))
    const { data } = await w.get('/statistics/differences', as, { periodId: 3 })
    expect(data).toHaveLength(expected.length)
    for (const { id, currency, n, amount } of expected) {
      const bar = data.find((row: Row) => row.COD_RUBRO === id && row.MONEDA === currency)
      const list = await w.get('/dashboard/items', as, figure('conDiferencia', { periodId: 3, rubroDe: id, moneda: currency }))
      expect([bar.n, bar.monto, list.total, list.sumas[0].diferencia]).toEqual([n, amount, n, amount])
    }
    const own = await count(as, { periodId: 3, rubroDe: 1 })
    const below = await count(as, { periodId: 3, rubroDe: 2 })
    expect([own > 0, below > 0, await count(as, { periodId: 3, rubroId: 1 })]).toEqual([true, true, own + below])
    for (const negocioId of [1, 2]) {
      const matrix = await w.get('/dashboard/analysis-matrix', as, { anio: 2026, nivel: 'rubro', negocioId, metrica: 'completado' })
      for (const row of matrix.data) {
        const place = { negocioId, rubroDe: row.id }
        const cell = row.celdas.find(({ COD_PERIODO }: Row) => COD_PERIODO === 3)
        expect(await count(as, { periodId: 3, ...place })).toBe(cell.items)
        const inside = await w.get('/dashboard/analysis-matrix', as, { anio: 2026, nivel: 'cuenta', metrica: 'completado', ...place })
        expect(sum(inside.data, ({ celdas }) => celdas.find(({ COD_PERIODO }: Row) => COD_PERIODO === 3).items)).toBe(cell.items)
      }
    }
  })

  test('what has no department or sub-management has rows that open, and the lists that they count', async () => {
    const as = w.who.administrador
    const away = sql`period_id = 4 and account_id % 4 = 2 and group_id is null`
    await sql`update analysis set department_id = null where ${away}`.execute(w.db)
    try {
      const [{ n }] = (await sql<{ n: number }>`select count(*)::int as n from analysis where ${away}`.execute(w.db)).rows as [
        { n: number },
      ]
      expect(n).toBeGreaterThan(0)
      expect(await count(as, { periodId: 4, departamentoId: 'ninguno' })).toBe(n)
      const { data } = await w.get('/statistics/departments', as, { periodId: 4 })
      for (const { ID_NEGOCIO: negocioId, total: all } of data.filter(({ COD_DEPARTAMENTO }: Row) => COD_DEPARTAMENTO === null)) {
        expect(await count(as, { periodId: 4, negocioId, departamentoId: 'ninguno' })).toBe(all)
        const place = { negocioId, subgerenciaId: 'ninguno', departamentoId: 'ninguno' }
        const asked = { anio: 2026, metrica: 'completado', enCurso: true }
        for (const nivel of ['departamento', 'rubro']) {
          const inside = await w.get('/dashboard/analysis-matrix', as, { ...asked, nivel, ...place })
          expect(sum(inside.data, ({ celdas }) => celdas.find(({ COD_PERIODO }: Row) => COD_PERIODO === 4).items)).toBe(all)
        }
        const sheet = await w.call({ url: '/dashboard/items', query: { ...place, periodId: '4', format: 'excel' }, as })
        expect(sheet.status).toBe(200)
      }
    } finally {
      await sql`update analysis set department_id = (select department_id from account where id = account_id) where ${away}`.execute(w.db)
    }
  })

  test('what has no heading has a bar and a list too', async () => {
    const as = w.who.administrador
    await transaction(w.db, async (tx) => {
      await sql`alter table analysis disable trigger user`.execute(tx)
      await sql`update analysis set heading_id = null where period_id = 4 and account_id % 4 = 2`.execute(tx)
      await sql`alter table analysis enable trigger user`.execute(tx)
    })
    try {
      const { data } = await w.get('/statistics/differences', as, { periodId: 4 })
      const bars = data.filter(({ COD_RUBRO }: Row) => COD_RUBRO === null)
      expect(bars.length).toBeGreaterThan(0)
      for (const { MONEDA: moneda, n, monto } of bars) {
        const list = await w.get('/dashboard/items', as, figure('conDiferencia', { periodId: 4, rubroDe: 'ninguno', moneda }))
        expect([list.total, list.sumas[0].diferencia]).toEqual([n, monto])
        expect(list.data.every(({ RUBRO }: Row) => RUBRO === null)).toBe(true)
      }
    } finally {
      await transaction(w.db, async (tx) => {
        await sql`alter table analysis disable trigger user`.execute(tx)
        await sql`update analysis set heading_id = (select heading_id from account where id = account_id) where period_id = 4`.execute(tx)
        await sql`alter table analysis enable trigger user`.execute(tx)
      })
    }
  })

  test('rejections, first pass and reopenings', async () => {
    for (const periodId of [2, 4])
      for (const as of [w.who.administrador, w.who.otherJefatura]) {
        const answer = await w.get('/statistics/rejections', as, { periodId })
        const list = await items(as, { periodId })
        const rejected = sum(list, ({ RECHAZOS }) => RECHAZOS)
        const decided = sum(list, ({ DECISIONES }) => DECISIONES)
        expect(answer.rechazosJefatura + answer.rechazosControl).toBe(rejected)
        expect(answer).toMatchObject({
          decisiones: decided,
          tasaRechazo: ratio(rejected, decided),
          aprobados: await count(as, figure('aprobados', { periodId })),
          primeraVez: await count(as, figure('primeraVez', { periodId })),
          reaperturas: sum(list, ({ REAPERTURAS }) => REAPERTURAS),
        })
        for (const row of answer.porAnalista) {
          const own = list.filter(({ ID_ANALISTA }) => ID_ANALISTA === row.ID_ANALISTA)
          expect([row.rechazos, row.decisiones]).toEqual([sum(own, ({ RECHAZOS }) => RECHAZOS), sum(own, ({ DECISIONES }) => DECISIONES)])
        }
        for (const row of answer.porDepartamento)
          expect(row.decisiones).toBe(
            sum(
              list.filter((each) => each.COD_DEPARTAMENTO === row.COD_DEPARTAMENTO),
              ({ DECISIONES }) => DECISIONES,
            ),
          )
      }
  })

  test('the burn-down ends where the list is, and forecasts from the months before', async () => {
    for (const as of [w.who.administrador, w.who.jefatura]) {
      const answer = await w.get('/statistics/burndown', as, { periodId: 3 })
      const open = {
        analista: await count(as, figure('porPreparar', { periodId: 3 })),
        jefatura: await count(as, { periodId: 3, etapa: 'sin_enviar,rechazado,en_jefatura' }),
        control: await count(as, { periodId: 3, etapa: 'sin_enviar,rechazado,en_jefatura,en_control' }),
      }
      // The home of management draws the same.
      expect((await w.get('/dashboard/analysis-gerencia', as, { periodId: 3 })).porDia).toEqual(answer.data)
      for (const { rol, dias } of answer.data) {
        expect([rol, dias.findLast(({ abiertos }: Row) => abiertos !== null).abiertos]).toEqual([rol, open[rol as keyof typeof open]])
        expect(dias[0].ideal).toBe(answer.items)
        // Each day opens what was open at its end.
        for (const { dia, abiertos } of dias)
          if (abiertos !== null)
            expect([rol, dia, await count(as, { periodId: 3, nivel: rol, abiertoAl: dia })]).toEqual([rol, dia, abiertos])
        expect(new Set(dias.map(({ abiertos }: Row) => abiertos)).size).toBeGreaterThan(3)
      }
      for (const { rol, abiertos, ritmo, fecha, semaforo } of answer.pronostico) {
        expect([rol, abiertos]).toEqual([rol, open[rol as keyof typeof open]])
        expect(ritmo).toBeGreaterThan(0)
        // All deadlines of the month are past: what is still open can only be late.
        if (abiertos > 0) expect([fecha > '2026-10-01', semaforo]).toEqual([true, 'rojo'])
      }
    }
    const first = await w.get('/statistics/burndown', w.who.administrador, { periodId: 1 })
    expect(first.pronostico.every(({ ritmo, fecha }: Row) => ritmo === null && fecha === null)).toBe(true)
  })
})

describe('a range of months', () => {
  test('is the lists of its months together, and one that ends before it begins is an error', async () => {
    const as = w.who.administrador
    const range = { desdePeriodId: 2, periodId: 4 }
    const months = [2, 3, 4]
    const each = async (query: object) => {
      let all = 0
      for (const periodId of months) all += await count(as, { ...query, periodId })
      return all
    }
    for (const cut of [{}, { subgerenciaId: 1 }, { rubroId: 1, moneda: 'BRL' }]) {
      expect(await count(as, { ...range, ...cut })).toBe(await each(cut))
      const completion = await w.get('/statistics/completion', as, { ...range, ...cut })
      expect(completion.total).toBe(await each(cut))
      for (const way of ['completado', 'completadoTarde', 'vencido', 'pendiente'] as const) {
        expect(completion.completitud[way]).toBe(await each({ ...cut, ...FIGURE_LIST[way] }))
        expect(completion.completitud[way]).toBe(await count(as, figure(way, { ...range, ...cut })))
      }
      const departments = await w.get('/statistics/departments', as, { ...range, ...cut })
      expect(sum(departments.data, (row) => row.total)).toBe(completion.total)
      const differences = await w.get('/statistics/differences', as, { ...range, ...cut })
      expect(sum(differences.data, (row) => row.n)).toBe(await each({ ...cut, diferencia: true }))
      const cycle = await w.get('/statistics/cycle', as, { ...range, ...cut })
      const rows = await items(as, { ...range, ...cut })
      expect(cycle.data[0].n).toBe(rows.filter(({ DIAS_PREPARACION }) => DIAS_PREPARACION !== null).length)
      const rejections = await w.get('/statistics/rejections', as, { ...range, ...cut })
      expect(rejections.decisiones).toBe(sum(rows, ({ DECISIONES }) => DECISIONES))
    }
    // What stands at the end of it, is asked of its last month.
    expect(await w.get('/statistics/aging', as, range)).toEqual(await w.get('/statistics/aging', as, { periodId: 4 }))
    const wrong = await w.call({ url: '/statistics/completion', query: { desdePeriodId: 4, periodId: 2 }, as })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([422, 'desdePeriodId'])
  })
})

describe('a chart as a workbook', () => {
  test('has all rows with their exact amounts, and a sheet that says what they are of', async () => {
    const as = w.who.administrador
    const query = { periodId: 4, subgerenciaId: 1, riesgo: 'A,M' }
    const sheetsOf = async (url: string, more: object = {}) => {
      const { status, body } = await w.call({ url, query: { ...query, ...more, format: 'excel' }, as })
      expect([url, status]).toEqual([url, 200])
      const path = join(w.folder, 'grafica.xlsx')
      writeFileSync(path, body)
      const { sheets } = await readSheet(path, 'grafica.xlsx')
      return sheets.map(({ name, rows }) => ({ name, rows: rows.map((cells) => cells.map((cell) => cell?.text ?? '')) }))
    }
    for (const chart of ['completion', 'departments', 'on-time', 'cycle', 'differences', 'rejections', 'burndown', 'aging']) {
      const sheets = await sheetsOf(`/statistics/${chart}`)
      expect(sheets.at(-1)!.name).toBe('Filtros')
      const said = Object.fromEntries(sheets.at(-1)!.rows.map(([name, value]) => [name, value]))
      expect(said).toMatchObject({
        Período: '2026-10',
        País: 'Todo',
        Subgerencia: 'Finanzas',
        Riesgo: 'Alto, Medio',
        'Como estaba el': 'ahora',
      })
    }
    // What is open is that of the last month of a range.
    for (const [chart, since] of [
      ['completion', '2026-08'],
      ['burndown', '2026-10'],
      ['aging', '2026-10'],
    ]) {
      const ranged = await sheetsOf(`/statistics/${chart}`, { desdePeriodId: 2 })
      expect(Object.fromEntries(ranged.at(-1)!.rows.map(([name, value]) => [name, value]))).toMatchObject({
        Desde: since,
        Período: '2026-10',
      })
    }
    const { data } = await w.get('/statistics/differences', as, query)
    const { rows } = (await sheetsOf('/statistics/differences'))[0]!
    expect(rows.slice(1).map(([currency, heading, n, amount]) => [currency, heading, Number(n), Number(amount)])).toEqual(
      data.map(({ MONEDA, RUBRO, n, monto }: Row) => [MONEDA, RUBRO ?? '', n, Number(monto)]),
    )
    const months = (await w.get('/statistics/on-time', as, query)).data
    expect(months.some(({ enCurso }: Row) => enCurso)).toBe(true)
    // As the chart, of closed months.
    expect((await sheetsOf('/statistics/on-time'))[0]!.rows.slice(1).map(([month]) => month)).toEqual(
      months.filter(({ enCurso }: Row) => !enCurso).map(({ PERIODO }: Row) => PERIODO),
    )
    const { porDepartamento } = await w.get('/statistics/rejections', as, query)
    expect((await sheetsOf('/statistics/rejections'))[1]!.rows.slice(1).map(([business, department]) => [business, department])).toEqual(
      porDepartamento.map(({ NEGOCIO, DEPARTAMENTO }: Row) => [NEGOCIO ?? '', DEPARTAMENTO ?? '']),
    )
    expect(porDepartamento.some(({ NEGOCIO }: Row) => NEGOCIO)).toBe(true)
  })
})

test.each([
  [
    '/dashboard/analysis-matrix',
    { anio: 2026, metrica: 'avance', negocioId: 1 },
    { Cifra: 'Avance por firmas', Año: '2026', Negocio: 'VOTORANTIM' },
  ],
  ['/statistics/indicators', { anio: 2026, riesgo: 'A', enCurso: true }, { Riesgo: 'Alto', Acumulado: 'con los meses en curso' }],
  [
    '/statistics/competitiveness',
    { periodId: 4, desdePeriodId: 2, nivel: 'pais', ajustar: false },
    { Desde: '2026-08', Período: '2026-10', 'Se comparan': 'países', 'El puesto es por': 'el índice bruto', 'P: a tiempo': '30 %' },
  ],
  [
    '/dashboard/items',
    { periodId: 4, subgerenciaId: 1, completitud: 'vencido,pendiente', diferencia: true },
    { Períodos: '2026-10', Subgerencia: 'Finanzas', 'Otros filtros': 'Completitud: Vencido, Pendiente; Con diferencia: Sí' },
  ],
  ['/dashboard/items', { periodId: 4, analistaId: 999_999 }, { 'Otros filtros': 'Analista: 999999' }],
  [
    '/dashboard/items',
    { periodId: 4, subestadoId: '1', noAbiertoEn: 2, tipoRango: 'monto', rango: 'mas_10' },
    { 'Otros filtros': 'No abierto en: 2026-08; Subestado: Pendiente; Rango de: Importe; Rango: más de 10 veces el umbral' },
  ],
])('the workbook of %s has a sheet that says of what and of when it is', async (url, query, expected) => {
  const moment = new Date(Date.now() - 60_000).toISOString()
  const saidBy = async (more: object) => {
    const { status, body } = await w.call({ url, query: { ...query, ...more, format: 'excel' }, as: w.who.administrador })
    expect(status).toBe(200)
    const path = join(w.folder, 'libro.xlsx')
    writeFileSync(path, body)
    const last = (await readSheet(path, 'libro.xlsx')).sheets.at(-1)!
    expect(last.name).toBe('Filtros')
    return Object.fromEntries(last.rows.map((cells) => cells.map((cell) => cell?.text ?? '')))
  }
  expect(await saidBy({})).toMatchObject({ País: 'Todo', 'Como estaba el': 'ahora', ...expected })
  const then = DateTime.fromISO(moment, { zone: 'America/Sao_Paulo' }).toFormat('dd-MM-yyyy HH:mm:ss')
  expect((await saidBy({ asOf: moment }))['Como estaba el']).toBe(`${then} (America/Sao_Paulo)`)
})

test('nor does that sheet name what its reader may not see', async () => {
  const businessSaidTo = async (as: typeof w.who.administrador, negocioId: number) => {
    const { body } = await w.call({ url: '/dashboard/items', query: { periodId: 4, negocioId, format: 'excel' }, as })
    const path = join(w.folder, 'de-quien.xlsx')
    writeFileSync(path, body)
    const { rows: said } = (await readSheet(path, 'de-quien.xlsx')).sheets.at(-1)!
    return said.map((cells) => cells.map((cell) => cell?.text ?? '')).find(([name]) => name === 'Negocio')?.[1]
  }
  expect(await businessSaidTo(w.who.administrador, 2)).toBe('SAFRA')
  expect(await businessSaidTo(w.who.jefatura, 1)).toBe('VOTORANTIM')
  expect(await businessSaidTo(w.who.jefatura, 2)).toBe('2')
})

test('the filters offer what is in scope, with the zone of each country', async () => {
  const all = await w.get('/statistics/filters', w.who.administrador)
  expect(all.subgerencias.map(({ SUB_GERENCIA }: Row) => SUB_GERENCIA)).toEqual(['Finanzas'])
  expect(all.rubros.map(({ RUBRO, nivel }: Row) => [RUBRO, nivel])).toEqual([
    ['1 Activo', 1],
    ['11 Disponible', 2],
    ['2 Pasivo', 1],
  ])
  expect([all.monedas, all.zona]).toEqual([['BRL', 'USD'], 'America/Sao_Paulo'])
})

describe('the annual indicators', () => {
  const rowsOf = async (as: Person, query: object) => {
    const answer = await w.get('/statistics/indicators', as, query)
    return { answer, of: (code: string): Row => answer.data.find(({ codigo }: Row) => codigo === code) }
  }

  test('as a workbook each has its unit', async () => {
    const { body } = await w.call({ url: '/statistics/indicators', query: { anio: 2026, format: 'excel' }, as: w.who.administrador })
    const path = join(w.folder, 'indicadores.xlsx')
    writeFileSync(path, body)
    const rows = (await readSheet(path, 'indicadores.xlsx')).sheets[0]!.rows.map((cells) => cells.map((cell) => cell?.text ?? ''))
    const unitOf = (name: string) => rows.find(([indicator]) => indicator === name)?.[1]
    expect([rows[0]![1], unitOf('Completado'), unitOf('Fuera de plazo'), unitOf('Días de cierre')]).toEqual([
      'Unidad',
      '%',
      'análisis',
      'días',
    ])
  })

  test('each month is its list; the year to date a ratio of sums, beside the year before', async () => {
    for (const as of [w.who.administrador, w.who.otherJefatura]) {
      const { answer, of } = await rowsOf(as, { anio: 2026, moneda: 'BRL', enCurso: true })
      // August is the only month that was closed.
      const closed = await rowsOf(as, { anio: 2026, moneda: 'BRL' })
      expect([answer.anio, answer.cerrados, answer.monedas]).toEqual([2026, 1, ['BRL']])
      // Three months beside one: a share is compared, a count is not.
      expect(answer.rangos.anterior).toHaveLength(1)
      expect([of('K3').delta, of('K5').anterior, of('K5').delta]).toEqual([expect.any(Number), expect.any(Number), null])
      const ids: Record<number, number> = { 8: 2, 9: 3, 10: 4 }
      const lists = new Map<number, Row[]>()
      for (const [month, id] of Object.entries(ids)) lists.set(Number(month), await items(as, { periodId: id, moneda: 'BRL' }))
      const before = await items(as, { periodId: 1, moneda: 'BRL' })
      const abs = (column: string) => (row: Row) => Math.abs(Number(row[column]))
      const approved = ({ ETAPA }: Row) => ETAPA === 'aprobado'
      const material = ({ MATERIALIDAD }: Row) => MATERIALIDAD === 'material' || MATERIALIDAD === 'critica'
      const days = (column: string): [(rows: Row[]) => number, (rows: Row[]) => number] => [
        (rows) => sum(rows, (row) => row[column] ?? 0),
        (rows) => rows.filter((row) => row[column] !== null).length,
      ]
      const expected: Record<string, [(rows: Row[]) => number, (rows: Row[]) => number]> = {
        K2: [(rows) => sum(rows, ({ FIRMAS }) => FIRMAS), (rows) => 3 * rows.length],
        K3: [(rows) => rows.filter(approved).length, (rows) => rows.length],
        K4C: [
          (rows) => rows.filter(({ ETAPA, FECHA_CONTROL, VENCE_CONTROL }) => ETAPA === 'aprobado' && FECHA_CONTROL <= VENCE_CONTROL).length,
          (rows) => rows.length,
        ],
        K5: [
          (rows) => rows.filter(({ COMPLETITUD }) => COMPLETITUD === 'vencido' || COMPLETITUD === 'completado_tarde').length,
          (rows) => Math.min(1, rows.length),
        ],
        K7: days('DIAS_PREPARACION'),
        K8J: days('DIAS_JEFATURA'),
        K8C: days('DIAS_CONTROL'),
        K9: days('DIAS_TOTAL'),
        K11: [(rows) => sum(rows, ({ RECHAZOS }) => RECHAZOS), (rows) => sum(rows, ({ DECISIONES }) => DECISIONES)],
        K12: [(rows) => rows.filter((row) => approved(row) && row.RECHAZOS === 0).length, (rows) => rows.filter(approved).length],
        K13: [(rows) => sum(rows, ({ REAPERTURAS }) => REAPERTURAS), (rows) => rows.filter(approved).length],
        K14: [(rows) => rows.filter(({ AUTOMATICO }) => AUTOMATICO).length, (rows) => rows.length],
        K15: [(rows) => sum(rows.filter(approved), abs('VALOR_BALANCE')), (rows) => sum(rows, abs('VALOR_BALANCE'))],
        K16: [(rows) => sum(rows, abs('SIN_EXPLICAR')), (rows) => sum(rows, abs('VALOR_BALANCE'))],
        K17: [
          (rows) =>
            sum(
              rows.filter((row) => approved(row) && material(row)),
              abs('VARIACION_PERIODO'),
            ),
          (rows) => sum(rows.filter(material), abs('VARIACION_PERIODO')),
        ],
      }
      for (const [code, [part, whole]] of Object.entries(expected)) {
        const row = of(code)
        const scale = row.unidad === 'porcentaje' ? 100 : 1
        const close = (value: number | null, rows: Row[]) => {
          const [over, under] = [part(rows), code === 'K5' ? 1 : whole(rows)]
          if (under === 0) expect([code, value]).toEqual([code, null])
          else expect(Math.abs(value! - (over / under) * scale)).toBeLessThanOrEqual(0.0051)
        }
        expect(row.meses.map(({ mes }: Row) => mes)).toEqual([8, 9, 10])
        for (const month of row.meses) close(month.valor, lists.get(month.mes)!)
        // What the year is made of, and the list of all its months that its figure opens.
        for (const [which, rows, answered] of [
          ['acumulado', [...lists.values()].flat(), answer],
          ['anterior', before, answer],
          ['acumulado', lists.get(8)!, closed.answer],
        ] as const) {
          const own = answered.data.find(({ codigo }: Row) => codigo === code)
          close(own[which], rows)
          const { numerador, denominador } = own.partes[which]
          expect([code, which, numerador, denominador]).toEqual([
            code,
            which,
            expect.closeTo(part(rows), 2),
            expect.closeTo(whole(rows), 2),
          ])
          if (code !== 'K3') continue
          const periodIds = answered.rangos[which].map(({ COD_PERIODO }: Row) => COD_PERIODO).join()
          const { total } = await w.get('/dashboard/items', as, { periodIds, moneda: 'BRL', limit: 1 })
          expect([periodIds, total]).toEqual([periodIds, rows.length])
        }
        expect(row.tendencia).toHaveLength(4)
        expect(row.meses.map(({ enCurso }: Row) => enCurso)).toEqual([false, true, true])
        expect(closed.of(code).acumulado).toBe(row.meses[0].valor)
        expect([row.mejorMes, row.peorMes]).toEqual([null, null])
      }
    }
    const { of } = await rowsOf(w.who.administrador, { anio: 2026 })
    const assigned = await w.get('/dashboard/accounts-assigned', w.who.administrador, { periodId: 4 })
    expect(of('K1').meses.at(-1)).toMatchObject({ numerador: assigned.asignadas, denominador: assigned.cuentas })
    // Amounts of two currencies are not added; closing days are of periods closed formally.
    expect([of('K15').acumulado, of('K10').meses.map(({ denominador }: Row) => denominador)]).toEqual([null, [1, 0, 0]])
    expect(of('K10').meses[0].valor).toBeGreaterThan(0)
  })

  test('coverage of the assignment, of all currencies and of each, kept and fresh', async () => {
    // Counted by hand from the ledger: of a closed month what was analysed in it, of another whose account has an analyst.
    const { rows: accounts } = await sql<{
      month: number
      currency: string
      assigned: boolean
    }>`select right(p.name, 2)::int as month, c.currency,
        case p.status_id when 3 then x.id is not null else c.analyst_id is not null end as assigned
      from balance b join period p on p.id = b.period_id join account c on c.id = b.account_id left join analysis x on x.period_id = b.period_id and x.account_id = b.account_id
      where b.amount <> 0 and (c.active or x.id is not null) and p.name like '2026-%'`.execute(w.db)
    const seen = new Set<number>()
    for (const moneda of [undefined, 'BRL', 'USD']) {
      const { of } = await rowsOf(w.who.administrador, { anio: 2026, enCurso: true, ...(moneda && { moneda }) })
      for (const { mes, numerador, denominador, valor } of of('K1').meses) {
        const own = accounts.filter(({ month, currency }) => month === mes && (moneda === undefined || currency === moneda))
        const assigned = own.filter((each) => each.assigned).length
        expect([moneda, mes, numerador, denominador]).toEqual([moneda, mes, assigned, own.length])
        expect(Math.abs(valor - (100 * assigned) / own.length)).toBeLessThanOrEqual(0.0051)
        const list = { anio: 2026, mes, ...(moneda && { moneda }) }
        const total = async (asignada: boolean) =>
          (await w.get('/dashboard/accounts-assigned/details', w.who.administrador, { ...list, asignada, limit: 1 })).total
        expect([await total(true), await total(false)]).toEqual([assigned, own.length - assigned])
        seen.add(own.length)
      }
    }
    // The currencies differ, and there is more than one month.
    expect(seen.size).toBeGreaterThan(2)
  })

  test('nothing to divide by is empty, not zero', async () => {
    const { of } = await rowsOf(w.who.administrador, { anio: 2026, paisId: 99 })
    for (const code of ['K1', 'K2', 'K3', 'K4A', 'K5', 'K7', 'K11', 'K12', 'K15', 'K17'])
      expect([code, of(code).acumulado, of(code).anterior, of(code).semaforo]).toEqual([code, null, null, null])
    const none = await w.get('/statistics/indicators', w.who.administrador, { anio: 2001 })
    expect(none.data[0].meses).toEqual([])
  })

  test('targets are of a year, set by an administrator, with what was before', async () => {
    const set = (body: object, as = w.who.administrador) => w.call({ method: 'PATCH', url: '/statistics/targets', body, as })
    for (const as of [w.who.control, w.who.jefatura, w.who.gerencia])
      expect((await set({ anio: 2026, data: [{ codigo: 'K3', valor: 50 }] }, as)).status).toBe(403)
    expect((await set({ anio: 2026, data: [{ codigo: 'K99', valor: 50 }] })).status).toBe(422)
    const target = async (anio: number) =>
      (await w.get('/statistics/targets', w.who.jefatura, { anio })).data.find(({ codigo }: Row) => codigo === 'K3').valor
    expect(await target(2026)).toBe(100)
    await set({ anio: 2026, data: [{ codigo: 'K3', valor: 30.5 }] })
    expect([await target(2025), await target(2026), await target(2027)]).toEqual([100, 30.5, 30.5])
    const { of } = await rowsOf(w.who.administrador, { anio: 2026 })
    expect([of('K3').objetivo, of('K3').semaforo]).toEqual([30.5, 'verde'])
    // Whoever wrote over another target is told, and nothing of theirs is saved.
    const stale = [
      { codigo: 'K12', valor: 80 },
      { codigo: 'K3', valor: 40, visto: 100 },
    ]
    expect(await set({ anio: 2026, data: stale })).toMatchObject({ status: 409, body: { code: 'target_moved' } })
    expect([await target(2026), (await rowsOf(w.who.administrador, { anio: 2026 })).of('K12').objetivo]).toEqual([30.5, 90])
    await set({ anio: 2026, data: [{ codigo: 'K3', valor: null, visto: 30.5 }] })
    expect(await target(2026)).toBe(100)
    const { rows } = await sql<{
      o: number | null
      n: number | null
    }>`select old_value as o, new_value as n from statistics_change where key = 'target/2026/K3' order by id`.execute(w.db)
    expect(rows.map(({ o, n }) => [o && Number(o), n && Number(n)])).toEqual([
      [null, 30.5],
      [30.5, null],
    ])
  })

  test('and their workbook', async () => {
    for (const url of [
      '/statistics/indicators',
      '/statistics/competitiveness',
      '/dashboard/analysis-matrix',
      '/dashboard/accounts-assigned/details',
      '/dashboard/accounts-out-of-deadline/1',
      '/dashboard/account-history/1/1001',
      '/dashboard/accounts-with-differences/1',
      '/dashboard/analysis-jefatura-by-department/1/details',
      '/dashboard/analysis-jefatura-by-department/1/details-v2',
    ]) {
      const answer = await w.call({ url, query: { format: 'excel' }, as: w.who.administrador })
      expect([url, answer.status, answer.body.subarray(0, 2).toString()]).toEqual([url, 200, 'PK'])
    }
  })
})

/** What kind an item is of: risk and materiality as its list says, and the frequency that is kept with its analysis, of a group its most frequent. */
async function strata() {
  const { rows } = await sql<{ id: number; frequencies: string[] }>`select min(id) as id, array_agg(frequency) as frequencies from analysis
    group by period_id, coalesce(group_id, -id)`.execute(w.db)
  const frequency = new Map(
    rows.map(({ id, frequencies }) => [
      id,
      ['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'].find((each) => frequencies.includes(each)) as string,
    ]),
  )
  return ({ COD_ANALISIS, RIESGO, MATERIALIDAD }: Row) =>
    `${RIESGO} ${['material', 'critica'].includes(MATERIALIDAD)} ${frequency.get(COD_ANALISIS)}`
}

describe('competitiveness', () => {
  test('ranks who has enough items, by components that are those of their lists', async () => {
    const answer = await w.get('/statistics/competitiveness', w.who.administrador, { periodId: 4, desdePeriodId: 2 })
    expect(answer.pesos).toEqual(WEIGHTS)
    expect(answer.data).toHaveLength(2)
    for (const row of answer.data) {
      const list = (await Promise.all([2, 3, 4].map((periodId) => items(w.who.administrador, { periodId, negocioId: row.id })))).flat()
      const at = (figureName: keyof typeof FIGURE_LIST) =>
        Promise.all([2, 3, 4].map((periodId) => count(w.who.administrador, figure(figureName, { periodId, negocioId: row.id })))).then(
          (n) => n.reduce((a, b) => a + b),
        )
      const approved = list.filter(({ ETAPA }) => ETAPA === 'aprobado')
      expect(row.items).toBe(list.length)
      expect(row.componentes.P).toBeCloseTo(
        ((await at('aTiempoAnalista')) + (await at('aTiempoJefatura')) + (await at('aTiempoControl'))) / (3 * list.length),
        10,
      )
      expect(row.componentes.Q).toBeCloseTo((await at('primeraVez')) / approved.length, 10)
      const brl = list.filter(({ MONEDA }) => MONEDA === 'BRL')
      const unexplained =
        sum(brl, ({ SIN_EXPLICAR }) => Number(SIN_EXPLICAR)) / sum(brl, ({ VALOR_BALANCE }) => Math.abs(Number(VALOR_BALANCE)))
      expect(row.componentes.E).toBeCloseTo(1 - Math.min(1, unexplained / 0.005), 3)
      expect(row.componentes.A).toBeCloseTo(agility(sum(approved, ({ DIAS_TOTAL }) => DIAS_TOTAL) / approved.length)!, 3)
      expect(row.indice).toBeCloseTo(index(row.componentes, WEIGHTS), 2)
      expect(row.indiceAjustado).toBeCloseTo(index(row.componentesAjustados, WEIGHTS), 2)
      // What each component is made of is what its list holds.
      const asked = { periodId: 4, desdePeriodId: 2, negocioId: row.id }
      for (const part of ['aTiempoAnalista', 'aTiempoJefatura', 'aTiempoControl', 'alCierre', 'aprobados', 'primeraVez'] as const)
        expect([part, row.partes[part]]).toEqual([part, await count(w.who.administrador, figure(part, asked))])
      expect(row.componentes.C).toBeCloseTo(row.partes.alCierre / list.length, 10)
      expect([row.partes.terminados, row.partes.dias]).toEqual([approved.length, sum(approved, ({ DIAS_TOTAL }) => DIAS_TOTAL)])
      const open = await w.get('/dashboard/items', w.who.administrador, figure('sinExplicar', { ...asked, moneda: 'BRL' }))
      expect([row.partes.exactitud.MONEDA, row.partes.exactitud.sinExplicar]).toEqual(['BRL', open.sumas[0].sinExplicar])
      expect(row.intervalos.Q).toMatchObject({ n: approved.length, valor: row.componentes.Q })
      expect(row.intervalos.Q.desde <= row.componentes.Q && row.componentes.Q <= row.intervalos.Q.hasta).toBe(true)
    }
    const [leader, second] = answer.data
    expect([leader.puesto, second.puesto, leader.brecha]).toEqual([1, 2, { P: 0, C: 0, Q: 0, E: 0, A: 0 }])
    expect(
      sum(
        Object.values(second.brecha).map((of) => ({ of })),
        ({ of }) => of,
      ),
    ).toBeCloseTo(leader.indiceAjustado - second.indiceAjustado, 1)
  })

  test('adjusts each share by what its strata of risk, materiality and frequency let expect, counted from the lists', async () => {
    const as = w.who.administrador
    const stratum = await strata()
    for (const [months, nivel, key] of [
      [[2], 'negocio', 'ID_NEGOCIO'],
      [[4], 'departamento', 'COD_DEPARTAMENTO'],
      [[2, 3, 4], 'negocio', 'ID_NEGOCIO'],
      [[1, 2, 3, 4], 'departamento', 'COD_DEPARTAMENTO'],
    ] as const) {
      const asked = { periodId: months.at(-1), desdePeriodId: months[0] }
      const list = (await Promise.all(months.map((periodId) => items(as, { periodId })))).flat()
      const among = async (name: keyof typeof FIGURE_LIST) => {
        const found = (await Promise.all(months.map((periodId) => items(as, figure(name, { periodId }))))).flat()
        return new Set(found.map(({ COD_ANALISIS }) => COD_ANALISIS))
      }
      const roles = [await among('aTiempoAnalista'), await among('aTiempoJefatura'), await among('aTiempoControl')]
      const [closed, approved, first] = [await among('alCierre'), await among('aprobados'), await among('primeraVez')]
      const parts: Record<'P' | 'C' | 'Q', [(row: Row) => number, (row: Row) => number]> = {
        P: [({ COD_ANALISIS }) => roles.filter((of) => of.has(COD_ANALISIS)).length, () => 3],
        C: [({ COD_ANALISIS }) => Number(closed.has(COD_ANALISIS)), () => 1],
        Q: [({ COD_ANALISIS }) => Number(first.has(COD_ANALISIS)), ({ COD_ANALISIS }) => Number(approved.has(COD_ANALISIS))],
      }
      const rateOf = (of: readonly Row[], name: 'P' | 'C' | 'Q') => ratio(sum(of, parts[name][0]), sum(of, parts[name][1]))
      const { data } = await w.get('/statistics/competitiveness', as, { ...asked, nivel })
      expect(data.length).toBeGreaterThan(1)
      let moved = 0
      for (const place of data) {
        const own = list.filter((row) => row[key] === place.id)
        for (const name of ['P', 'C', 'Q'] as const) {
          const whole = sum(own, parts[name][1])
          if (whole === 0) {
            expect(place.componentesAjustados[name]).toBeNull()
            continue
          }
          let expected = 0
          for (const [kind, alike] of Map.groupBy(list, stratum))
            expected +=
              sum(
                own.filter((row) => stratum(row) === kind),
                parts[name][1],
              ) * (rateOf(alike, name) ?? 0)
          const rate = rateOf(own, name)! - expected / whole + rateOf(list, name)!
          expect([months, place.id, name, place.componentesAjustados[name]]).toEqual([
            months,
            place.id,
            name,
            expect.closeTo(Math.min(1, Math.max(0, rate)), 10),
          ])
          if (Math.abs(place.componentesAjustados[name] - place.componentes[name]) > 0.001) moved++
        }
      }
      expect(moved).toBeGreaterThan(0)
    }
    // What an account falls due by today says nothing of the months behind it.
    const before = await w.get('/statistics/competitiveness', as, { periodId: 4, desdePeriodId: 1 })
    await sql`update account set frequency = 'ANUAL' where id % 2 = 0`.execute(w.db)
    expect(await w.get('/statistics/competitiveness', as, { periodId: 4, desdePeriodId: 1 })).toEqual(before)
    await sql`update account set frequency = 'MENSUAL'`.execute(w.db)
  })

  test('without adjusting it ranks by the raw index: places, intervals, gaps, months and what a head sees of others', async () => {
    const as = w.who.administrador
    const asked = { periodId: 4, desdePeriodId: 1, nivel: 'departamento' }
    const adjusted = await w.get('/statistics/competitiveness', as, asked)
    const raw = await w.get('/statistics/competitiveness', as, { ...asked, ajustar: false })
    expect([adjusted.ajustado, raw.ajustado]).toEqual([true, false])
    // Both figures are in either answer.
    const figures = ({ data }: Row) => new Map(data.map((row: Row) => [row.id, [row.indice, row.indiceAjustado, row.componentesAjustados]]))
    expect(figures(raw)).toEqual(figures(adjusted))
    for (const [{ data }, name, components] of [
      [adjusted, 'indiceAjustado', 'componentesAjustados'],
      [raw, 'indice', 'componentes'],
    ] as const) {
      const ranked = data.filter(({ estado }: Row) => estado === 'clasificado')
      expect(ranked.length).toBeGreaterThan(1)
      const levels = [...new Set<number>(ranked.map((row: Row) => row[name]))].sort((a, b) => b - a)
      const best = ranked.find((row: Row) => row[name] === levels[0])
      for (const row of ranked) {
        expect([name, row.id, row.puesto]).toEqual([name, row.id, 1 + levels.indexOf(row[name])])
        const { desde, hasta } = row.intervaloIndice
        expect((desde + hasta) / 2).toBeCloseTo(hasta === 100 || desde === 0 ? (desde + hasta) / 2 : row[name], 8)
        for (const part of ['P', 'C', 'Q', 'E', 'A'] as const)
          expect(row.brecha[part]).toBeCloseTo(WEIGHTS[part] * ((best[components][part] ?? 0) - (row[components][part] ?? 0)), 3)
      }
      expect(data.map(({ puesto }: Row) => puesto)).toEqual(
        data.map(({ puesto }: Row) => puesto).sort((a: number, b: number) => (a ?? 1e9) - (b ?? 1e9)),
      )
    }
    // Each month of one is ranked the same way.
    const { serie } = await w.get('/statistics/competitiveness/1', as, { periodId: 4, ajustar: false })
    for (const { PERIODO, indice } of serie) {
      const period = (await w.get('/period', as)).data.find((each: Row) => each.PERIODO === PERIODO)
      const { data } = await w.get('/statistics/competitiveness', as, { periodId: period.COD_PERIODO, ajustar: false })
      const own = data.find(({ id }: Row) => id === 1)
      expect([PERIODO, indice]).toEqual([PERIODO, own?.puesto ? own.indice : null])
    }
    const head = await w.get('/statistics/competitiveness', w.who.jefatura, { periodId: 4, desdePeriodId: 2, ajustar: false })
    const full = await w.get('/statistics/competitiveness', as, { periodId: 4, desdePeriodId: 2, ajustar: false })
    expect(head.data.find(({ propio }: Row) => !propio)).toMatchObject({
      indice: full.data.find(({ id }: Row) => id === 2).indice,
      indiceAjustado: null,
      componentes: null,
      componentesAjustados: null,
    })
  })

  test('under twenty items it does not', async () => {
    const { data } = await w.get('/statistics/competitiveness', w.who.administrador, { periodId: 4 })
    const small = data.find(({ nombre }: Row) => nombre === 'SAFRA')
    expect([small.items, small.estado, small.puesto, small.brecha]).toEqual([10, 'muestra_insuficiente', null, null])
    expect(data.find(({ nombre }: Row) => nombre === 'VOTORANTIM')).toMatchObject({ puesto: 1, estado: 'clasificado' })
  })

  test('a head sees its own in full and of the others name and the index they are ranked by', async () => {
    const full = (await w.get('/statistics/competitiveness', w.who.administrador, { periodId: 4, desdePeriodId: 2 })).data
    const { data } = await w.get('/statistics/competitiveness', w.who.jefatura, { periodId: 4, desdePeriodId: 2 })
    const mine = data.find(({ propio }: Row) => propio)
    expect(mine).toEqual(full.find(({ id }: Row) => id === 1))
    const other = data.find(({ propio }: Row) => !propio)
    expect(other).toMatchObject({
      nombre: 'SAFRA',
      indiceAjustado: full.find(({ id }: Row) => id === 2).indiceAjustado,
      items: null,
      componentes: null,
      componentesAjustados: null,
      intervalos: null,
      partes: null,
      brecha: null,
      indice: null,
    })
  })

  test('where names are kept from heads, others have a number and no id; whoever sees all reads their names', async () => {
    const ask = (as: Person, more: object = {}) => w.get('/statistics/competitiveness', as, { periodId: 4, desdePeriodId: 2, ...more })
    const before = await ask(w.who.jefatura)
    expect(before.anonimo).toBe(false)
    const put = (anonimo: boolean, as = w.who.administrador) =>
      w.call({ method: 'PATCH', url: '/statistics/competitiveness/names', as, body: { anonimo } })
    expect((await put(true, w.who.control)).status).toBe(403)
    const moment = new Date().toISOString()
    expect((await put(true)).body).toEqual({ anonimo: true })
    try {
      const { data } = await ask(w.who.jefatura)
      const own = before.data.find(({ propio }: Row) => propio)
      expect(data.find(({ propio }: Row) => propio)).toEqual(own)
      expect(data.filter(({ propio }: Row) => !propio)).toEqual(
        before.data.filter(({ propio }: Row) => !propio).map((row: Row) => ({ ...row, id: -1, nombre: 'Otro negocio 1' })),
      )
      // Neither a past moment nor the workbook says more.
      for (const query of [{ asOf: moment }, { format: 'excel' }]) {
        const { body } = await w.call({
          url: '/statistics/competitiveness',
          query: { periodId: 4, desdePeriodId: 2, ...query },
          as: w.who.jefatura,
        })
        const text = Buffer.isBuffer(body) ? JSON.stringify(await rowsIn(body)) : JSON.stringify(body)
        expect([text.includes('SAFRA'), text.includes('Otro negocio 1')]).toEqual([false, true])
      }
      expect((await ask(w.who.gerencia)).data.map(({ nombre }: Row) => nombre).sort()).toEqual(['SAFRA', 'VOTORANTIM'])
    } finally {
      await put(false)
    }
    expect(await ask(w.who.jefatura)).toEqual(before)
  })

  test('of one through thirteen months: each month as it is ranked by itself; its mix is that of its lists', async () => {
    const { serie, mezcla } = await w.get('/statistics/competitiveness/1', w.who.administrador, { periodId: 4, desdePeriodId: 2 })
    const periods: Row[] = (await w.get('/period', w.who.administrador)).data
    expect(serie).toHaveLength(Math.min(13, periods.filter(({ COD_PERIODO }) => COD_PERIODO <= 4).length))
    for (const { PERIODO, indice, lider, mediana } of serie) {
      const { COD_PERIODO } = periods.find((period) => period.PERIODO === PERIODO)!
      const { data } = await w.get('/statistics/competitiveness', w.who.administrador, { periodId: COD_PERIODO })
      const placed = data.filter(({ puesto }: Row) => puesto !== null).map(({ indiceAjustado }: Row) => indiceAjustado)
      expect([PERIODO, indice]).toEqual([PERIODO, data.find(({ id, puesto }: Row) => id === 1 && puesto !== null)?.indiceAjustado ?? null])
      expect(lider).toBe(placed.length > 0 ? Math.max(...placed) : null)
      if (placed.length === 1) expect(mediana).toBe(placed[0])
    }
    const list = (await Promise.all([2, 3, 4].map((periodId) => items(w.who.administrador, { periodId })))).flat()
    const own = list.filter(({ ID_NEGOCIO }) => ID_NEGOCIO === 1)
    const stratum = await strata()
    const part = (of: Row[], { riesgo, material, frecuencia }: Row) =>
      of.filter((row) => stratum(row) === `${riesgo} ${material} ${frecuencia}`).length / of.length
    expect(new Set(mezcla.map(({ frecuencia }: Row) => frecuencia))).toEqual(new Set(['MENSUAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']))
    for (const row of mezcla) {
      const query = {
        negocioId: 1,
        riesgo: row.riesgo,
        materialidad: row.material ? 'material,critica' : 'no_material,menor',
        frecuencia: row.frecuencia,
      }
      const listed = await w.get('/dashboard/items', w.who.administrador, { periodId: 4, desdePeriodId: 2, ...query })
      expect([query, row.items]).toEqual([query, listed.total])
      expect(row.items).toBe(own.filter((item) => stratum(item) === `${row.riesgo} ${row.material} ${row.frecuencia}`).length)
      expect(row.parte).toBeCloseTo(part(own, row), 10)
      expect(row.parteTodos).toBeCloseTo(part(list, row), 10)
    }
    expect(sum(mezcla, ({ parte }) => parte)).toBeCloseTo(1, 10)
    expect(sum(mezcla, ({ parteTodos }) => parteTodos)).toBeCloseTo(1, 10)
  })

  test('the index of all is that of one group made of everybody; one of others is nobody\u2019s to see', async () => {
    const { todos, data } = await w.get('/statistics/competitiveness', w.who.administrador, { periodId: 4, desdePeriodId: 2 })
    const together = (name: 'P' | 'C' | 'Q') =>
      sum(data, ({ intervalos }) => (intervalos[name].valor ?? 0) * intervalos[name].n) / sum(data, ({ intervalos }) => intervalos[name].n)
    const list = (await Promise.all([2, 3, 4].map((periodId) => items(w.who.administrador, { periodId })))).flat()
    const brl = list.filter(({ MONEDA }) => MONEDA === 'BRL')
    const unexplained =
      sum(brl, ({ SIN_EXPLICAR }) => Number(SIN_EXPLICAR)) / sum(brl, ({ VALOR_BALANCE }) => Math.abs(Number(VALOR_BALANCE)))
    const approved = list.filter(({ ETAPA }) => ETAPA === 'aprobado')
    const A = agility(sum(approved, ({ DIAS_TOTAL }) => DIAS_TOTAL) / approved.length)
    const E = 1 - Math.min(1, unexplained / 0.005)
    expect(todos).toBeCloseTo(index({ P: together('P'), C: together('C'), Q: together('Q'), E, A }, WEIGHTS), 1)
    const asked = (id: number, as: Person) =>
      w.call({ url: `/statistics/competitiveness/${id}`, query: { periodId: 4, desdePeriodId: 2 }, as })
    expect((await asked(1, w.who.jefatura)).status).toBe(200)
    expect((await asked(2, w.who.jefatura)).status).toBe(404)
    expect((await asked(9999, w.who.administrador)).status).toBe(404)
  })

  test('weights sum to a hundred, and only an administrator changes them', async () => {
    const set = (body: object, as = w.who.administrador) => w.call({ method: 'PATCH', url: '/statistics/competitiveness', body, as })
    const even = { P: 20, C: 20, Q: 20, E: 20, A: 20 }
    expect((await set(even, w.who.control)).status).toBe(403)
    const wrong = await set({ ...even, A: 19.5 })
    expect([wrong.status, wrong.body.message]).toEqual([422, 'Los pesos deben sumar 100; suman 99.5.'])
    expect((await set(even)).body.pesos).toEqual(even)
    const stale = { P: 30, C: 10, Q: 20, E: 20, A: 20, visto: { P: 25, C: 25, Q: 20, E: 20, A: 10 } }
    expect(await set(stale)).toMatchObject({ status: 409, body: { code: 'setting_moved', current: even } })
    const answer = await w.get('/statistics/competitiveness', w.who.administrador, { periodId: 4, desdePeriodId: 2 })
    for (const row of answer.data) expect(row.indice).toBeCloseTo(index(row.componentes, even), 2)
    expect(
      (await w.call({ url: '/statistics/competitiveness', query: { periodId: 2, desdePeriodId: 4 }, as: w.who.administrador })).status,
    ).toBe(422)
  })
})
