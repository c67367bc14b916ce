import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { FIGURE_LIST } from '@cuadre/api/item'
import { openTable } from '@cuadre/tables'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { rows, transaction } from '../../platform/database/index.ts'
import { type World, world } from './items.fixture.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

// biome-ignore lint/suspicious/noExplicitAny: an answer's rows, read by the names that the contract gives them
type Row = Record<string, any>
const PERIODS = [1, 2, 3, 4]
const at = (periodId: number, more: object = {}) => ({ periodId, ...more })
/** The whole list that a figure opens, page by page. */
async function items(as: Person, query: object): Promise<{ data: Row[]; total: number; sumas: Row[] }> {
  const data: Row[] = []
  for (let page = 1; ; page++) {
    const found = await w.get('/dashboard/items', as, { ...query, page, limit: 150 })
    data.push(...found.data)
    if (data.length >= found.total || found.data.length === 0) return { data, total: found.total, sumas: found.sumas }
  }
}
/** With a page beyond the end, so that no rows are loaded. */
const count = async (as: Person, query: object) => (await w.get('/dashboard/items', as, { ...query, page: 1e6, limit: 1 })).total as number
const listOf = (figure: keyof typeof FIGURE_LIST, query: object) => ({ ...query, ...FIGURE_LIST[figure] })
const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
const cents = (text: string) => Math.round(Number(text) * 100)
/** There is one only of what was submitted. */
const difference = ({ FECHA_ENVIO, VARIACION }: Row) => (FECHA_ENVIO ? Math.abs(cents(VARIACION)) : 0)
const byCurrency = (rows: readonly Row[], of: (row: Row) => number) =>
  [...Map.groupBy(rows, ({ MONEDA }) => MONEDA as string)]
    .map(([MONEDA, same]) => ({ MONEDA, monto: (sum(same, of) / 100).toFixed(2) }))
    .sort((a, b) => (a.MONEDA < b.MONEDA ? -1 : 1))
const viewers = () => [w.who.administrador, w.who.control, w.who.gerencia, w.who.jefatura, w.who.otherJefatura]

/** Compares every figure of a progress block with the list of its items. */
async function expectProgress(block: Row, as: Person, query: object) {
  const { data, total } = await items(as, query)
  expect(total).toBe(data.length)
  expect(block.items).toBe(total)
  expect(block.firmas).toBe(sum(data, ({ FIRMAS }) => FIRMAS))
  expect(block.firmasRequeridas).toBe(3 * total)
  expect(block.avance).toBe(total === 0 ? null : block.firmas / (3 * total))
  const approved = await count(as, listOf('aprobados', query))
  expect(block.completado).toBe(total === 0 ? null : approved / total)
  expect(block.aTiempo).toBe(total === 0 ? null : sum(data, ({ EN_PLAZO }) => EN_PLAZO) / (3 * total))
  expect(block.vencidos).toBe(await count(as, listOf('vencidos', query)))
  expect(block.fueraDePlazo).toBe(await count(as, listOf('fueraDePlazo', query)))
  expect(block.sinExplicar).toEqual(byCurrency(data, ({ SIN_EXPLICAR }) => cents(SIN_EXPLICAR)))
  expect(block.sinSustentar).toEqual(
    byCurrency(data, ({ FECHA_ENVIO, VALOR_BALANCE }) => (FECHA_ENVIO ? 0 : Math.abs(cents(VALOR_BALANCE)))),
  )
  expect(block.sustentado.map(({ MONEDA, sustentado }: Row) => ({ MONEDA, monto: sustentado }))).toEqual(
    byCurrency(data, ({ VALOR_BALANCE, ETAPA }) => (ETAPA === 'aprobado' ? Math.abs(cents(VALOR_BALANCE)) : 0)),
  )
  if (block.completitud)
    for (const way of ['completado', 'completadoTarde', 'vencido', 'pendiente'] as const)
      expect(block.completitud[way]).toBe(await count(as, listOf(way, query)))
}

const sorted = (rows: readonly Row[]) => rows.map(({ COD_ANALISIS }) => COD_ANALISIS as number).sort((a, b) => a - b)
/** With the deadlines of analysts moved, of the groups. */
async function withDeadlines(db: typeof w.db, by: string, check: () => Promise<void>) {
  const move = async (by: string) => {
    await sql`alter table analysis disable trigger user`.execute(db)
    await sql`update analysis set due_analyst = due_analyst + ${by}::interval where group_id is not null`.execute(db)
    await sql`alter table analysis enable trigger user`.execute(db)
  }
  await move(by)
  await check().finally(() => move(by.replace('-', '')))
}

describe('an item', () => {
  test('is a required analysis, or a group once with the amounts of its members', async () => {
    const { data } = await items(w.who.administrador, at(4))
    const groups = data.filter(({ AGRUPADO_ID }) => AGRUPADO_ID !== null)
    expect(groups.map(({ AGRUPADO_ID, PESO }) => [AGRUPADO_ID, PESO])).toEqual([
      [1, 3],
      [2, 2],
    ])
    expect(data).toHaveLength(40 - 5 + 2)
    expect(sum(data, ({ PESO }) => PESO)).toBe(40)
    const members = await sql<{
      group_id: number
      balance: string
      difference: string
    }>`select group_id, sum(balance) as balance, sum(difference) as difference
      from analysis where group_id is not null group by 1 order by 1`.execute(w.db)
    expect(groups.map(({ VALOR_BALANCE, VARIACION }) => [VALOR_BALANCE, VARIACION])).toEqual(
      members.rows.map(({ balance, difference }) => [balance, difference]),
    )
    expect(await count(w.who.administrador, at(4, { tipo: 'agrupado' }))).toBe(2)
    expect(await count(w.who.administrador, at(4, { tipo: 'individual' }))).toBe(35)
  })

  test('that is a group is explained, due, rejected and reopened as its members are together, whichever is the first of them', async () => {
    const as = w.who.administrador
    type Member = { id: number; account: number }
    const { rows: two } = await sql<Member>`select id, account_id as account from analysis where group_id = 2 order by id`.execute(w.db)
    const changed = { value: 'balance', comment: 'null', rejections_jefatura: '0', rejections_control: '0', reopenings: '0' }
    const set = (id: number, more: Record<string, string>) =>
      sql`update analysis set ${sql.raw(
        Object.entries(more)
          .map(([name, value]) => `${name} = ${value}`)
          .join(', '),
      )} where id = ${id}`.execute(w.db)
    await sql`alter table analysis disable trigger user`.execute(w.db)
    await sql`create temporary table kept as select * from analysis where group_id = 2 or (period_id = 3 and account_id = any(${two.map(({ account }) => account)}::int[]))`.execute(
      w.db,
    )
    try {
      for (const [first, second] of [two, two.toReversed()] as [Member, Member][]) {
        for (const { id } of two)
          await set(id, {
            ...changed,
            state_main: '4',
            state_jefatura: '4',
            state_control: '4',
            submitted_at: "'2026-11-01'",
            due_analyst: "'2026-11-05 12:00Z'",
          })
        // The one has nothing to explain; the other differs, without a word, since the month before, is due earlier, and was rejected and reopened.
        await set(first.id, { comment: "'Conciliado'" })
        await set(second.id, { value: 'balance - 7', due_analyst: "'2026-11-03 12:00Z'", rejections_control: '1', reopenings: '2' })
        await sql`update analysis set submitted_at = '2026-10-01', value = balance - case when account_id = ${second.account} then 7 else 0 end where period_id = 3
          and account_id = any(${two.map(({ account }) => account)}::int[])`.execute(w.db)
        for (const query of [at(4), at(4, { asOf: new Date().toISOString() })]) {
          const group = async (more: object = {}) =>
            (await items(as, { ...query, ...more })).data.find(({ AGRUPADO_ID }) => AGRUPADO_ID === 2)
          expect(await group()).toMatchObject({
            VARIACION: '7.00',
            SIN_EXPLICAR: '7.00',
            COMENTARIO_VARIACION: null,
            VENCE_ANALISTA: '2026-11-03T12:00:00.000Z',
            RECHAZOS: 1,
            REAPERTURAS: 2,
          })
          expect(await group({ primeraVez: true })).toBeUndefined()
        }
        await set(second.id, { comment: "'Cheque en tránsito'" })
        for (const query of [at(4), at(4, { asOf: new Date().toISOString() })]) {
          const { data } = await items(as, query)
          expect(data.find(({ AGRUPADO_ID }) => AGRUPADO_ID === 2)).toMatchObject({
            SIN_EXPLICAR: '0',
            COMENTARIO_VARIACION: 'Cheque en tránsito\nConciliado',
          })
        }
        // Its difference is as old as that of the member that has it: as everywhere that an age is asked for.
        await set(second.id, { comment: 'null' })
        const { rows: ages } = await sql<{
          since: string
          month: string
        }>`select difference_since(${second.account}, 4)::text as since, difference_since(${first.account}, 4)::text as month`.execute(w.db)
        expect(ages[0]!.since < ages[0]!.month).toBe(true)
        const days = Math.floor((Date.now() - Date.parse(`${ages[0]!.since}T00:00Z`)) / 864e5)
        const row = (await w.get('/dashboard/accounts-with-differences/1', as, at(4, { limit: 1000 }))).data.find(
          ({ AGRUPADO_ID }: Row) => AGRUPADO_ID === 2,
        )
        expect(row.ANTIGUEDAD).toBeGreaterThan(0)
        expect(days - row.ANTIGUEDAD).toBeLessThan(33)
        const range = (await w.get('/dashboard/analysis-range', as, at(4, { tipo: 'antiguedad' }))).data as Row[]
        for (const { rango, n } of range) expect([rango, await count(as, at(4, { antiguedad: rango }))]).toEqual([rango, n])
      }
    } finally {
      const columns = [...Object.keys(changed), 'state_main', 'state_jefatura', 'state_control', 'submitted_at', 'due_analyst']
      await sql`update analysis a set ${sql.raw(columns.map((name) => `${name} = k.${name}`).join(', '))} from kept k where a.id = k.id`.execute(
        w.db,
      )
      await sql`drop table kept`.execute(w.db)
      await sql`alter table analysis enable trigger user`.execute(w.db)
    }
  })

  test('that is a group is called by its name, and found by it and by the code of any member, now and at a moment', async () => {
    const as = w.who.administrador
    const asOf = new Date().toISOString()
    const { rows: members } = await sql<{ of: number; name: string; code: string }>`select g.id as of, g.name, c.code from analysis_group g
      join analysis a on a.group_id = g.id join account c on c.id = a.account_id order by 1, 3`.execute(w.db)
    expect(members).toHaveLength(5)
    for (const query of [at(4), at(4, { asOf }), { todos: true }])
      for (const { of, name, code } of members)
        for (const search of [code, name.toUpperCase(), name.slice(1, -1)]) {
          const found = await items(as, { ...query, search })
          const group = found.data.find(({ AGRUPADO_ID }) => AGRUPADO_ID === of)
          expect({ search, group }).toMatchObject({ search, group: { GRUPO: name, PESO: members.filter((one) => one.of === of).length } })
          expect([found.total, sum(found.sumas, ({ items }) => items)]).toEqual([found.data.length, found.data.length])
        }
    const [{ name: analyst }] = (await sql<{ name: string }>`select name from app_user where id = ${w.who.analista.id}`.execute(w.db))
      .rows as [{ name: string }]
    const own = (await items(as, at(4))).data.filter(({ ANALISTA }) => ANALISTA === analyst)
    expect(own.length).toBeGreaterThan(0)
    for (const query of [at(4), at(4, { asOf })])
      expect(sorted((await items(as, { ...query, search: analyst.toLowerCase() })).data)).toEqual(sorted(own))
    // A text that no group has names no group, and a single analysis has none.
    expect(await items(as, at(4, { search: 'Bancos', tipo: 'individual' }))).toMatchObject({ total: 0 })
    expect((await items(as, at(3))).data.map(({ GRUPO, PESO }) => [GRUPO, PESO])).toEqual(
      (await items(as, at(3))).data.map(() => [null, 1]),
    )
    const late = async (search?: string) =>
      (await w.get('/dashboard/accounts-out-of-deadline/1', as, at(4, { limit: 1000, ...(search && { search }) }))).data as Row[]
    await withDeadlines(w.db, '-40 days', async () => {
      const grouped = (await late()).filter(({ AGRUPADO_ID }) => AGRUPADO_ID !== null)
      expect(new Set(grouped.map(({ AGRUPADO_ID }) => AGRUPADO_ID)).size).toBe(2)
      for (const row of grouped) {
        const own = members.filter(({ of }) => of === row.AGRUPADO_ID)
        expect(row).toMatchObject({ GRUPO: own[0]!.name, PESO: own.length })
        expect((await late(own.at(-1)!.code)).map(({ AGRUPADO_ID }) => AGRUPADO_ID)).toContain(row.AGRUPADO_ID)
      }
    })
  })

  test('is in exactly one stage and one way of completion, in every period', async () => {
    for (const periodId of PERIODS) {
      const whole = await count(w.who.administrador, at(periodId))
      for (const parts of [
        ['completado', 'completadoTarde', 'vencido', 'pendiente'],
        ['sinEnviar', 'rechazados', 'enJefatura', 'enControl', 'aprobados'],
      ] as const) {
        const counts = await Promise.all(parts.map((part) => count(w.who.administrador, listOf(part, at(periodId)))))
        expect(counts.reduce((a, b) => a + b)).toBe(whole)
      }
    }
    // The world has something of each.
    for (const part of ['completado', 'completadoTarde', 'vencido', 'pendiente'] as const)
      expect(await count(w.who.administrador, listOf(part, { todos: true }))).toBeGreaterThan(0)
  })

  test('what one of a pair of filters leaves out the other shows', async () => {
    const whole = await count(w.who.administrador, at(4))
    for (const name of ['diferencia', 'sinExplicar', 'primeraVez', 'conRechazos', 'reabiertos', 'automatico'])
      expect(
        (await count(w.who.administrador, at(4, { [name]: true }))) + (await count(w.who.administrador, at(4, { [name]: false }))),
      ).toBe(whole)
    for (const rol of ['analista', 'jefatura', 'control'])
      expect(
        (await count(w.who.administrador, at(4, { rol, plazo: 'en_plazo' }))) +
          (await count(w.who.administrador, at(4, { rol, plazo: 'fuera' }))),
      ).toBe(whole)
  })

  test('sums of the list are those of its rows, and its workbook has all of them', async () => {
    const { data, sumas } = await items(w.who.administrador, at(3))
    expect(sumas.map(({ MONEDA, diferencia }) => ({ MONEDA, monto: diferencia }))).toEqual(byCurrency(data, difference))
    const excel = await w.call({
      url: '/dashboard/items',
      query: at(3, { format: 'excel', limit: 1 }) as Record<string, unknown>,
      as: w.who.administrador,
    })
    expect([excel.status, excel.headers['content-type'], excel.body.subarray(0, 2).toString()]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'PK',
    ])
  })

  test('a page is the same part of the list whatever its size, alone or in a group', async () => {
    for (const sort of [undefined, 'CUENTA', '-VALOR_BALANCE', 'ANALISTA']) {
      const query = { periodIds: '2,3,4', ...(sort && { sort }) }
      const { data } = await items(w.who.administrador, query)
      expect(new Set(data.map(({ AGRUPADO_ID }) => AGRUPADO_ID !== null)).size).toBe(2)
      // Every account has this in its name: few are looked for by what has been found.
      expect((await items(w.who.administrador, { ...query, search: 'CUENTA' })).data).toEqual(data)
      const size = Math.ceil(data.length / 7)
      for (let page = 1; page <= 7; page++) {
        const found = await w.get('/dashboard/items', w.who.administrador, { ...query, page, limit: size })
        expect([sort, page, found.data.map(({ COD_ANALISIS }: Row) => COD_ANALISIS)]).toEqual([
          sort,
          page,
          data.slice((page - 1) * size, page * size).map(({ COD_ANALISIS }) => COD_ANALISIS),
        ])
      }
    }
  })

  test('of two months: open in both, only in the later one, only in the earlier one', async () => {
    const open = { etapa: 'sin_enviar,rechazado,en_jefatura,en_control' }
    const accounts = (of: { data: Row[] }) => of.data.map(({ ID_CUENTA }) => ID_CUENTA as number).sort((a, b) => a - b)
    const [earlier, later] = [
      accounts(await items(w.who.administrador, at(3, open))),
      accounts(await items(w.who.administrador, at(4, open))),
    ]
    const [then, now] = [new Set(earlier), new Set(later)]
    const expected = [later.filter((id) => then.has(id)), later.filter((id) => !then.has(id)), earlier.filter((id) => !now.has(id))]
    expect(expected.every((of) => of.length > 0)).toBe(true)
    const asOf = new Date().toISOString()
    for (const more of [{}, { asOf }])
      expect([
        accounts(await items(w.who.administrador, at(4, { ...open, ...more, abiertoEn: 3 }))),
        accounts(await items(w.who.administrador, at(4, { ...open, ...more, noAbiertoEn: 3 }))),
        accounts(await items(w.who.administrador, at(3, { ...open, ...more, noAbiertoEn: 4 }))),
      ]).toEqual(expected)
  })

  test('as of a moment, what was signed later had not been signed', async () => {
    const { data } = await items(w.who.administrador, at(2))
    const moment = data
      .map(({ FECHA_JEFATURA }) => FECHA_JEFATURA)
      .filter(Boolean)
      .sort()[10] as string
    const then = await items(w.who.administrador, at(2, { asOf: moment }))
    expect(then.total).toBe(data.length)
    const signed = (field: string) => data.filter((row) => row[field] && row[field] <= moment).length
    for (const field of ['FECHA_ENVIO', 'FECHA_JEFATURA', 'FECHA_CONTROL'])
      expect(then.data.filter((row) => row[field])).toHaveLength(signed(field))
    expect(then.data.filter(({ ETAPA }) => ETAPA === 'aprobado')).toHaveLength(
      data.filter(({ ETAPA, FECHA_CONTROL }) => ETAPA === 'aprobado' && FECHA_CONTROL <= moment).length,
    )
    const tiles = await w.get('/dashboard/bussines', w.who.administrador, at(2, { asOf: moment }))
    for (const tile of tiles.data) await expectProgress(tile, w.who.administrador, at(2, { asOf: moment, negocioId: tile.ID_NEGOCIO }))
  })
})

describe('every figure is the list that it counts', () => {
  test('management: the whole, countries and businesses, of open, closing and closed periods', async () => {
    for (const as of viewers())
      for (const periodId of as === w.who.administrador ? PERIODS : [2, 4]) {
        const answer = await w.get('/dashboard/analysis-gerencia', as, at(periodId))
        await expectProgress(answer.total, as, at(periodId))
        for (const row of answer.porNegocio) await expectProgress(row, as, at(periodId, { negocioId: row.ID_NEGOCIO }))
        for (const row of answer.porPais) await expectProgress(row, as, at(periodId, { paisId: row.ID_PAIS }))
        const late = await count(as, listOf('vencidos', at(periodId)))
        expect(answer.listaRoja).toHaveLength(Math.min(10, late))
      }
  })

  test('tiles of businesses, sub-managements and departments', async () => {
    for (const as of [w.who.control, w.who.otherJefatura])
      for (const periodId of [2, 4])
        for (const [url, key, filter] of [
          ['bussines', 'ID_NEGOCIO', 'negocioId'],
          ['get-subgerencias-data', 'COD_SUB_GERENCIA', 'subgerenciaId'],
          ['get-departamentos-data', 'COD_DEPARTAMENTO', 'departamentoId'],
        ] as const) {
          const { data } = await w.get(`/dashboard/${url}`, as, at(periodId))
          expect(sum(data, (row) => row.items)).toBe(await count(as, at(periodId)))
          for (const row of data) if (row[key] !== null) await expectProgress(row, as, at(periodId, { [filter]: row[key] }))
        }
  })

  test('departments: states, stages, days and rejections', async () => {
    for (const periodId of [2, 4]) {
      const as = w.who.administrador
      const { data } = await w.get('/dashboard/analysis-jefatura-by-department', as, at(periodId))
      expect(data).toHaveLength(3)
      for (const row of data) {
        const query = at(periodId, { departamentoId: row.COD_DEPARTAMENTO })
        const list = await items(as, query)
        expect(row).toMatchObject({
          total: list.total,
          porPreparar: await count(as, listOf('porPreparar', query)),
          revision: await count(as, listOf('enControl', query)),
          rechazado: await count(as, listOf('rechazados', query)),
          aprobado: await count(as, listOf('aprobados', query)),
          vencidos: await count(as, listOf('vencidos', query)),
          fueraDePlazo: await count(as, { ...query, plazo: 'fuera' }),
        })
        const decided = list.data.filter(({ DIAS_JEFATURA }) => DIAS_JEFATURA !== null)
        expect(row.diasJefatura).toBe(decided.length === 0 ? null : sum(decided, ({ DIAS_JEFATURA }) => DIAS_JEFATURA) / decided.length)
        const v2 = await w.get(`/dashboard/analysis-jefatura-by-department/${row.COD_DEPARTAMENTO}/details-v2`, as, at(periodId))
        expect(v2.total).toBe(row.total)
        const v1 = await w.get(`/dashboard/analysis-jefatura-by-department/${row.COD_DEPARTAMENTO}/details`, as, at(periodId))
        expect(v1.total).toBe(sum(v2.data, ({ PESO }) => PESO))
        for (const each of v2.data as Row[]) {
          expect(each.INTEGRANTES).toHaveLength(each.AGRUPADO_ID === null ? 0 : each.PESO)
          for (const member of each.INTEGRANTES) expect(member.ESTADO_PRINCIPAL_ID).toBe(each.ESTADO_PRINCIPAL_ID)
        }
      }
    }
  })

  test('the homes of the analyst, jefatura and control', async () => {
    for (const as of [w.who.analista, w.who.otherAnalista]) {
      const home = await w.get('/dashboard/analista', as, at(4))
      for (const [figure, list] of [
        ['total', 'items'],
        ['porPreparar', 'porPreparar'],
        ['enJefatura', 'enJefatura'],
        ['enControl', 'enControl'],
        ['rechazados', 'rechazados'],
        ['aprobados', 'aprobados'],
        ['venceHoy', 'venceHoy'],
        ['vence48h', 'vence48h'],
      ] as const)
        expect([figure, home.contadores[figure]]).toEqual([figure, await count(as, listOf(list, at(4)))])
      expect(home.aTiempo).toBeCloseTo((await count(as, at(4, { rol: 'analista', plazo: 'en_plazo' }))) / home.contadores.total, 10)
      expect(home.primeraVez).toBe(
        home.contadores.aprobados === 0 ? null : (await count(as, listOf('primeraVez', at(4)))) / home.contadores.aprobados,
      )
    }
    const head = await w.get('/dashboard/jefatura-area', w.who.otherJefatura, at(4))
    expect(head.porDepartamento.map(({ DEPARTAMENTO }: Row) => DEPARTAMENTO)).toEqual(['Cuentas por pagar', 'Tesorería'])
    for (const row of head.porDepartamento) {
      const query = at(4, { departamentoId: row.COD_DEPARTAMENTO })
      const { data } = await items(w.who.otherJefatura, query)
      expect(row).toMatchObject({
        total: data.length,
        porAprobar: await count(w.who.otherJefatura, listOf('enJefatura', query)),
        vencidos: await count(w.who.otherJefatura, listOf('vencidos', query)),
      })
      const decisions = sum(data, ({ DECISIONES }) => DECISIONES)
      expect(row.rechazo).toBe(decisions === 0 ? null : sum(data, ({ RECHAZOS }) => RECHAZOS) / decisions)
    }
    const control = await w.get('/dashboard/control', w.who.control, at(4))
    for (const row of control.porNegocio) {
      const { data } = await items(w.who.control, at(4, { negocioId: row.ID_NEGOCIO }))
      expect(row).toMatchObject({
        total: data.length,
        porAprobar: await count(w.who.control, listOf('enControl', at(4, { negocioId: row.ID_NEGOCIO }))),
        reaperturas: sum(data, ({ REAPERTURAS }) => REAPERTURAS),
        sinExplicar: byCurrency(data, ({ SIN_EXPLICAR }) => cents(SIN_EXPLICAR)),
      })
    }
    expect(sum(control.porSubgerencia, (row) => row.total)).toBe(control.total)
    expect(sum(control.cobertura, (row) => row.cuentas)).toBe(
      (await w.get('/dashboard/accounts-assigned/details', w.who.control, at(4))).total,
    )
  })

  test('the coverage of the assignment, and the load of each person', async () => {
    await sql`update account set backup_id = ${w.who.otherAnalista.id} where code in ('1001', '1002') `.execute(w.db)
    const { data } = await w.get('/dashboard/accounts-assigned/details', w.who.administrador, at(4, { respaldo: true }))
    expect(data.map(({ CUENTA, RESPALDO }: Row) => [CUENTA, RESPALDO])).toEqual([
      ['1001', 'Lucía Ferreyra'],
      ['1002', 'Lucía Ferreyra'],
    ])
    // A backup who has become the analyst stands in for nobody.
    const codes = async (query: object) =>
      (await w.get('/dashboard/accounts-assigned/details', w.who.administrador, at(4, query))).data.map(({ CUENTA }: Row) => CUENTA)
    const without = async () => (await w.get('/dashboard/accounts-assigned', w.who.administrador, at(4))).sinRespaldo
    const before = await without()
    const [{ analyst_id }] = (await rows(w.db, sql`select analyst_id from account where code = '1002'`)) as [{ analyst_id: number }]
    await sql`update account set analyst_id = backup_id where code = '1002'`.execute(w.db)
    expect(await codes({ respaldo: true })).toEqual(['1001'])
    expect(await without()).toBe(before + 1)
    expect((await w.get('/account', w.who.administrador, { search: '1002', statusId: 2 })).data).toMatchObject([
      { CUENTA: '1002', ANALISTA: 'Lucía Ferreyra', RESPALDO: null },
    ])
    await sql`update account set analyst_id = ${analyst_id} where code = '1002'`.execute(w.db)
    // A text finds by the analyst too.
    const named = async (query: object) =>
      (await w.get('/dashboard/accounts-assigned/details', w.who.administrador, at(4, { limit: 1000, ...query }))) as {
        data: Row[]
        total: number
      }
    const [{ ANALISTA }] = (await named({ asignada: true })).data as [Row]
    const own = (await named({})).data.filter((row) => row.ANALISTA === ANALISTA)
    expect(await named({ search: (ANALISTA as string).toUpperCase() })).toMatchObject({ data: own, total: own.length })
    for (const periodId of [2, 4])
      for (const as of [w.who.administrador, w.who.jefatura]) {
        const answer = await w.get('/dashboard/accounts-assigned', as, at(periodId))
        const accounts = async (query: object) => {
          const { data, total } = await w.get('/dashboard/accounts-assigned/details', as, at(periodId, { limit: 1000, ...query }))
          expect(total).toBe(data.length)
          return total
        }
        expect(answer).toMatchObject({
          cuentas: await accounts({}),
          asignadas: await accounts({ asignada: true }),
          noAsignadas: await accounts({ asignada: false }),
          sinRespaldo: await accounts({ asignada: true, respaldo: false }),
        })
        expect(answer.sinRespaldo).toBe(answer.asignadas - (await accounts({ asignada: true, respaldo: true })))
        expect(sum(answer.porDepartamento, ({ sinRespaldo }) => sinRespaldo)).toBe(answer.sinRespaldo)
        expect(answer.noAsignadas).toBe(1)
        for (const row of answer.porDepartamento) expect(row.cuentas).toBe(await accounts({ departamentoId: row.COD_DEPARTAMENTO }))
        for (const row of answer.porUsuario) {
          const query = at(periodId, { analistaId: row.ID_ANALISTA })
          expect(row).toMatchObject({
            items: await count(as, query),
            porPreparar: await count(as, listOf('porPreparar', query)),
            enAprobacion: await count(as, { ...query, etapa: 'en_jefatura,en_control' }),
            vencidos: await count(as, listOf('vencidos', query)),
          })
        }
      }
  })

  test('buckets sum to the whole, and each opens its items', async () => {
    const as = w.who.administrador
    for (const periodId of [2, 4]) {
      for (const query of [{ tipo: 'plazo', rol: 'analista' }, { tipo: 'plazo', rol: 'control' }, { tipo: 'monto' }]) {
        const answer = await w.get('/dashboard/analysis-range', as, at(periodId, query))
        expect(answer.total).toBe(await count(as, at(periodId)))
        expect(sum(answer.data, ({ n }) => n)).toBe(answer.total)
        for (const bucket of answer.data) {
          const list = await w.get(
            '/dashboard/analysis-range/details',
            as,
            at(periodId, { tipoRango: query.tipo, rango: bucket.rango, rolRango: query.rol ?? 'analista', limit: 1000 }),
          )
          expect([bucket.rango, list.total]).toEqual([bucket.rango, bucket.n])
          expect(bucket.monto).toEqual(byCurrency(list.data, difference))
        }
      }
      const late = (await w.get('/dashboard/analysis-range', as, at(periodId, { tipo: 'plazo', rol: 'control' }))).data
      // Late by a minute is late: buckets from 1 on are what was done after its deadline.
      expect(
        sum(
          late.filter(({ desde }: Row) => desde >= 1),
          ({ n }) => n,
        ),
      ).toBe(await count(as, listOf('completadoTarde', at(periodId))))
      const percent = await w.get('/dashboard/analysis-range', as, at(periodId, { tipo: 'porcentaje' }))
      for (const bucket of percent.data)
        expect((await w.get('/dashboard/get-departamentos-data', as, at(periodId, { rango: bucket.rango }))).data).toHaveLength(bucket.n)
      for (const [url, query] of [
        ['/dashboard/analysis-range', { tipo: 'antiguedad' }],
        ['/statistics/aging', {}],
      ] as const) {
        const ages = await w.get(url, as, at(periodId, query))
        expect(sum(ages.data, ({ n }) => n)).toBe(ages.total)
        expect(ages.total).toBe(await count(as, at(periodId, { diferencia: true, sinExplicar: true })))
        for (const bucket of ages.data) {
          const list = await items(as, at(periodId, { antiguedad: bucket.rango }))
          expect(list.total).toBe(bucket.n)
          expect(bucket.monto).toEqual(byCurrency(list.data, ({ SIN_EXPLICAR }) => cents(SIN_EXPLICAR)))
        }
      }
    }
  })

  test('a difference is as old as the first of the months that it has been there without a break', async () => {
    const [row] = (
      await sql<{
        id: number
        since: string
        business: number
      }>`select a.id, difference_since(a.account_id, a.period_id)::text as since, a.business_id as business from analysis a
        where a.period_id = 4 and a.value is not null and abs(a.difference) > 0.01 and a.group_id is null and a.state_main <> 4
          and exists (select from analysis b where b.account_id = a.account_id and b.period_id = 3 and b.value is not null and abs(b.difference) > 0.01) limit 1`.execute(
        w.db,
      )
    ).rows
    expect(row!.since < '2026-10-01').toBe(true)
    const list = await w.get(`/dashboard/accounts-with-differences/${row!.business}`, w.who.administrador, at(4))
    const shown = list.data.find(({ COD_ANALISIS }: Row) => COD_ANALISIS === row!.id)
    const end = new Date(`${row!.since}T12:00:00Z`)
    end.setUTCMonth(end.getUTCMonth() + 1, 0)
    const days = Math.floor((Date.now() - end.getTime()) / 86_400_000)
    expect(Math.abs(shown.ANTIGUEDAD - days)).toBeLessThanOrEqual(1)
  })

  test('management: what is unexplained, month by month and in the month before, is the sum of each list', async () => {
    const as = w.who.administrador
    const { serie, total } = await w.get('/dashboard/analysis-gerencia', as, at(4))
    expect(serie.map(({ COD_PERIODO }: Row) => COD_PERIODO)).toEqual([1, 2, 3, 4])
    for (const { COD_PERIODO, sinExplicar } of serie) {
      const { data } = await items(as, at(COD_PERIODO, { limit: 1000 }))
      expect([COD_PERIODO, sinExplicar]).toEqual([COD_PERIODO, byCurrency(data, ({ SIN_EXPLICAR }) => Math.abs(cents(SIN_EXPLICAR)))])
    }
    expect(total.anterior.sinExplicar).toEqual(serie[2].sinExplicar)
  })

  test('the ten largest differences at the home of management are as old as their list says; explained ones have no age', async () => {
    const as = w.who.gerencia
    for (const periodId of [3, 4])
      for (const asOf of [{}, { asOf: new Date().toISOString() }]) {
        const listed = await Promise.all(
          [1, 2].map((id) => w.get(`/dashboard/accounts-with-differences/${id}`, as, at(periodId, { ...asOf, limit: 1000 }))),
        )
        const ages = new Map(listed.flatMap(({ data }) => data.map((row: Row) => [row.COD_ANALISIS, row.ANTIGUEDAD])))
        const { mayoresDiferencias } = await w.get('/dashboard/analysis-gerencia', as, at(periodId, asOf))
        expect(mayoresDiferencias).toHaveLength(10)
        for (const { COD_ANALISIS, ANTIGUEDAD } of mayoresDiferencias) expect(ANTIGUEDAD).toBe(ages.get(COD_ANALISIS))
        expect(mayoresDiferencias.some(({ ANTIGUEDAD }: Row) => ANTIGUEDAD > 0)).toBe(true)
        for (const { ESTADO_PRINCIPAL_ID, COMENTARIO_VARIACION, ANTIGUEDAD } of mayoresDiferencias)
          expect(ANTIGUEDAD === null).toBe(ESTADO_PRINCIPAL_ID === 4 && Boolean(COMENTARIO_VARIACION))
      }
  })

  test('accounts with differences: the largest first, with their sums', async () => {
    for (const negocioId of [1, 2]) {
      const answer = await w.get(`/dashboard/accounts-with-differences/${negocioId}`, w.who.gerencia, at(3, { limit: 1000 }))
      expect(answer.total).toBe(await count(w.who.gerencia, listOf('conDiferencia', at(3, { negocioId }))))
      const sizes = answer.data.map(({ VARIACION }: Row) => Math.abs(cents(VARIACION)))
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
      expect(Math.min(...sizes)).toBeGreaterThan(1)
      expect(answer.sumas.map(({ MONEDA, diferencia }: Row) => ({ MONEDA, monto: diferencia }))).toEqual(
        byCurrency(answer.data, ({ VARIACION }) => Math.abs(cents(VARIACION))),
      )
    }
  })

  test('sign-offs out of deadline, by role', async () => {
    for (const periodId of [2, 4])
      for (const rol of ['analista', 'jefatura', 'control']) {
        const answer = await w.get('/dashboard/accounts-out-of-deadline/1', w.who.control, at(periodId, { rol, limit: 1000 }))
        expect(answer.total).toBe(await count(w.who.control, at(periodId, { negocioId: 1, rol, plazo: 'fuera' })))
        for (const row of answer.data) {
          expect(row.COMPLETADO === null || row.COMPLETADO > row.VENCE).toBe(true)
          expect(row.DIAS_ATRASO).toBeGreaterThanOrEqual(1)
        }
      }
  })

  test('what was due before an extension is told beside what is due now', async () => {
    const late = async (rol: string) =>
      (await w.get('/dashboard/accounts-out-of-deadline/1', w.who.control, at(3, { rol, limit: 1000 }))).data as Row[]
    const [one] = await late('analista')
    expect((await late('analista')).filter(({ VENCE, VENCE_ORIGINAL }) => VENCE !== VENCE_ORIGINAL)).toEqual([])
    // Half an hour more for the analyst, twice, which moves nothing of those after.
    const more = (hours: number) =>
      sql`with e as (insert into extension (analysis_id, role, old_due, new_due, reason, asked_by, approved, decided_by, decided_at)
        select id, 'ANALISTA', due_analyst, due_analyst + ${`${hours} hours`}::interval, 'Falta el extracto', analyst_id, true, ${w.who.jefatura.id}, now()
        from analysis where id = ${one!.COD_ANALISIS} returning new_due)
      update analysis a set due_analyst = e.new_due, due_jefatura = greatest(a.due_jefatura, e.new_due) from e where a.id = ${one!.COD_ANALISIS}`.execute(
        w.db,
      )
    await more(0.5)
    await more(0.5)
    const now = (await late('analista')).find(({ COD_ANALISIS }) => COD_ANALISIS === one!.COD_ANALISIS)!
    expect([now.VENCE_ORIGINAL, Date.parse(now.VENCE) - Date.parse(now.VENCE_ORIGINAL)]).toEqual([one!.VENCE, 3_600_000])
    const after = (await late('jefatura')).find(({ COD_ANALISIS }) => COD_ANALISIS === one!.COD_ANALISIS)
    expect(after?.VENCE_ORIGINAL).toBe(after?.VENCE)
  })

  test('the history of an account has its periods, oldest first', async () => {
    const answer = await w.get('/dashboard/account-history/1/1001', w.who.otherJefatura)
    expect(answer.data.map(({ PERIODO }: Row) => PERIODO)).toEqual(['2025-10', '2026-08', '2026-09', '2026-10'])
    const item = (await items(w.who.administrador, at(3, { search: '1001' }))).data[0]!
    expect(answer.data[2]).toMatchObject({
      VALOR_BALANCE: item.VALOR_BALANCE,
      VARIACION: item.VARIACION,
      ESTADO_PRINCIPAL_ID: item.ESTADO_PRINCIPAL_ID,
      UMBRAL_MONTO: '1000.00',
    })
    // The threshold of its risk; and a balance that nobody analyses moves as well.
    expect((await w.get('/dashboard/account-history/1/1002')).data.at(-1).UMBRAL_MONTO).toBe('2000.00')
    const alone = (await w.get('/dashboard/account-history/1/9999')).data as Row[]
    expect(alone.map(({ COD_ANALISIS, VARIACION_PERIODO }) => [COD_ANALISIS, VARIACION_PERIODO])).toEqual(
      alone.map(({ VALOR_BALANCE }, i) => [
        null,
        i === 0 ? null : ((cents(VALOR_BALANCE) - cents(alone[i - 1]!.VALOR_BALANCE)) / 100).toFixed(2),
      ]),
    )
    const path = join(w.folder, 'historia.xlsx')
    writeFileSync(
      path,
      (await w.call({ url: '/dashboard/account-history/1/1001', query: { format: 'excel' }, as: w.who.otherJefatura })).body,
    )
    const [header, ...months] = (await (await openTable(path, 'historia.xlsx')).head(50)).map(({ cells }) => cells)
    expect(header).toEqual(expect.arrayContaining(['Materialidad', 'Estado', 'Archivos']))
    // The file says of which account its amounts are, and in which currency.
    for (const [name, said] of [
      ['Moneda', answer.MONEDA],
      ['Cuenta', '1001'],
      ['Negocio', answer.NEGOCIO],
    ])
      expect(new Set(months.map((cells) => cells[header!.indexOf(name)]))).toEqual(new Set([said]))
    expect(months.map((cells) => cells[header!.indexOf('Estado')])).toEqual(
      answer.data.map(({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO }: Row) =>
        FECHA_ENVIO ? ['En jefatura', 'En control', 'Rechazado', 'Aprobado'][ESTADO_PRINCIPAL_ID - 1] : 'Por preparar',
      ),
    )
  })

  test('approvals by day, and classes of materiality', async () => {
    for (const periodId of [2, 4]) {
      const as = w.who.administrador
      const answer = await w.get('/dashboard/analysis-approved', as, at(periodId))
      expect(answer).toMatchObject({ items: await count(as, at(periodId)), aprobados: await count(as, listOf('aprobados', at(periodId))) })
      for (const day of answer.data)
        for (const nivel of ['jefatura', 'control'])
          expect((await w.get('/dashboard/analysis-approved/details', as, at(periodId, { dia: day.dia, nivel }))).total).toBe(day[nivel])
      expect(answer.data.at(-1).acumuladoControl).toBe(answer.aprobados)
      const classes = await w.get('/dashboard/accounts-materiality', as, at(periodId))
      expect(sum(classes.data, ({ n }) => n)).toBe(classes.total)
      for (const row of classes.data) {
        const list = await items(as, at(periodId, { materialidad: row.MATERIALIDAD }))
        expect(row).toMatchObject({ n: list.total, aprobados: list.data.filter(({ ETAPA }) => ETAPA === 'aprobado').length })
        expect(row.montos.map(({ MONEDA, variacion }: Row) => ({ MONEDA, monto: variacion }))).toEqual(
          byCurrency(list.data, ({ VARIACION_PERIODO }) => Math.abs(cents(VARIACION_PERIODO))),
        )
      }
    }
  })

  test('marked movements: of an account, and of a group by any of its members', async () => {
    const as = w.who.administrador
    const all = (await items(as, at(4))).data
    const alone = all.find(({ AGRUPADO_ID }) => AGRUPADO_ID === null)!
    const group = all.find(({ AGRUPADO_ID }) => AGRUPADO_ID !== null)!
    const mark = (accountId: number, verdict: string) =>
      sql`insert into movement_expected (period_id, account_id, movement, months, moved, verdict, basis, centre, spread, low, high)
        values (4, ${accountId}, 9, 6, 6, ${verdict}, 'mediana', 0, 1, -5, 5)
        on conflict (period_id, account_id) do update set verdict = excluded.verdict, basis = 'mediana', centre = 0, spread = 1, low = -5, high = 5`.execute(
        w.db,
      )
    await sql`delete from movement_expected where period_id = 4`.execute(w.db)
    await mark(alone.ID_CUENTA, 'alto')
    const members = await sql<{
      id: number
    }>`select account_id as id from analysis where group_id = ${group.AGRUPADO_ID} order by id desc`.execute(w.db)
    await mark(members.rows[0]!.id, 'silencio')
    const wanted = [alone.COD_ANALISIS, group.COD_ANALISIS]
    const found = async (movimiento: string) => (await items(as, at(4, { movimiento }))).data.map(({ COD_ANALISIS }) => COD_ANALISIS)
    expect(new Set(await found('alto,silencio'))).toEqual(new Set(wanted))
    expect(await found('alto')).toEqual([alone.COD_ANALISIS])
    expect(await found('bajo')).toEqual([])

    // The statistic of them counts these lists, by each of its keys; a group with two kinds of marks is in both, and once in all.
    await mark(members.rows[1]!.id, 'bajo')
    const listed = async (as: Person, query: object) => {
      const of = (movimiento: string) => count(as, at(4, { ...query, movimiento }))
      const [alto, bajo, silencio] = [await of('alto'), await of('bajo'), await of('silencio')]
      return { total: await count(as, at(4, query)), marcados: await of('alto,bajo,silencio'), alto, bajo, silencio }
    }
    for (const viewer of viewers()) {
      const answer = await w.get('/statistics/movements', viewer, at(4))
      expect(answer).toMatchObject(await listed(viewer, {}))
      for (const { ID_NEGOCIO, NEGOCIO: _, ...row } of answer.porNegocio)
        expect(row).toEqual(await listed(viewer, { negocioId: ID_NEGOCIO }))
      for (const { ID_PAIS, PAIS: _, ...row } of answer.porPais) expect(row).toEqual(await listed(viewer, { paisId: ID_PAIS }))
      for (const { COD_RUBRO, RUBRO: _, ...row } of answer.porRubro)
        if (COD_RUBRO !== null) expect(row).toEqual(await listed(viewer, { rubroId: COD_RUBRO }))
      expect(sum(answer.porRubro, ({ marcados }) => marcados)).toBe(answer.marcados)
    }
    const whole = await w.get('/statistics/movements', as, at(4))
    expect([whole.marcados, whole.alto, whole.bajo, whole.silencio]).toEqual([2, 1, 1, 1])
    const past = await w.get('/statistics/movements', as, at(4, { asOf: new Date().toISOString() }))
    expect(past).toEqual(whole)
  })

  test('the matrix: accounts a page at a time are those of the whole, with the totals of all', async () => {
    const asked = { anio: 2026, nivel: 'cuenta', negocioId: 1, metrica: 'completado', enCurso: true }
    const page = (more: object) => w.get('/dashboard/analysis-matrix', w.who.administrador, { ...asked, ...more })
    const whole = await page({ limit: 1000 })
    expect(whole.data.length).toBe(whole.filas)
    expect(whole.filas).toBeGreaterThan(4)
    const pages = await Promise.all(Array.from({ length: Math.ceil(whole.filas / 4) }, (_, i) => page({ limit: 4, page: i + 1 })))
    // The plan of this moment moves on from call to call.
    const figures = ({ items, numerador, denominador }: Row) => [items, numerador, denominador]
    const rowsOf = ({ data }: Row) => data.map(({ id, nombre, celdas }: Row) => [id, nombre, celdas.map(figures)])
    expect(pages.flatMap(rowsOf)).toEqual(rowsOf(whole))
    for (const each of pages)
      expect([each.filas, each.totales.map(figures), each.total]).toEqual([whole.filas, whole.totales.map(figures), whole.total])
    expect((await page({ limit: 4, page: pages.length + 1 })).data).toEqual([])
    expect(sum(whole.data, ({ total }) => total.items)).toBe(whole.total.items)
  })

  test('the matrix: cells of every level and metric, totals from sums', async () => {
    const as = w.who.administrador
    const parts: Record<string, (query: object) => Promise<number>> = {
      completado: (query) => count(as, listOf('aprobados', query)),
      avance: async (query) => sum((await items(as, query)).data, ({ FIRMAS }) => FIRMAS),
      cumplimiento: async (query) =>
        (await count(as, listOf('aTiempoAnalista', query))) +
        (await count(as, listOf('aTiempoJefatura', query))) +
        (await count(as, listOf('aTiempoControl', query))),
      atrasados: (query) => count(as, listOf('fueraDePlazo', query)),
      materiales: (query) => count(as, listOf('materiales', query)),
      primeraVez: (query) => count(as, listOf('primeraVez', query)),
    }
    for (const [metrica, part] of Object.entries(parts)) {
      const answer = await w.get('/dashboard/analysis-matrix', as, { anio: 2026, nivel: 'negocio', metrica, enCurso: true })
      expect(answer.meses.map(({ mes }: Row) => mes)).toEqual([8, 9, 10])
      for (const row of answer.data)
        for (const cell of row.celdas) {
          const query = at(cell.COD_PERIODO, { negocioId: row.id })
          expect([metrica, cell.numerador, cell.items]).toEqual([metrica, await part(query), await count(as, query)])
        }
      expect(answer.total.numerador).toBe(sum(answer.totales, ({ numerador }) => numerador))
      expect(answer.total.items).toBe(sum(answer.data, ({ total }) => total.items))
      // Unless asked for, only closed months count to date: August.
      const closed = await w.get('/dashboard/analysis-matrix', as, { anio: 2026, nivel: 'negocio', metrica })
      expect(closed.total.numerador).toBe(closed.totales[0].numerador)
      expect(closed.totales.map(({ enCurso }: Row) => enCurso)).toEqual([false, true, true])
    }
    for (const [nivel, place, filter] of [
      ['departamento', {}, 'departamentoId'],
      ['rubro', { negocioId: 1 }, null],
      ['cuenta', { departamentoId: 1 }, 'cuentaId'],
    ] as const) {
      const answer = await w.get('/dashboard/analysis-matrix', as, { anio: 2026, nivel, ...place, enCurso: true })
      expect(answer.total.items).toBe((await count(as, at(2, place))) + (await count(as, at(3, place))) + (await count(as, at(4, place))))
      if (filter)
        for (const row of answer.data.slice(0, 4))
          for (const cell of row.celdas) expect(cell.items).toBe(await count(as, at(cell.COD_PERIODO, { ...place, [filter]: row.id })))
    }
    const unexplained = await w.get('/dashboard/analysis-matrix', as, {
      anio: 2026,
      nivel: 'negocio',
      metrica: 'sinExplicar',
      moneda: 'BRL',
    })
    for (const row of unexplained.data)
      for (const cell of row.celdas)
        expect([{ MONEDA: cell.MONEDA, monto: cell.monto }]).toEqual(
          byCurrency((await items(as, at(cell.COD_PERIODO, { negocioId: row.id, moneda: 'BRL' }))).data, ({ SIN_EXPLICAR }) =>
            cents(SIN_EXPLICAR),
          ),
        )
    // Of several currencies there is no amount.
    expect((await w.get('/dashboard/analysis-matrix', as, { anio: 2026, nivel: 'pais', metrica: 'sinExplicar' })).total).toMatchObject({
      monto: null,
      MONEDA: null,
    })
    for (const nivel of ['rubro', 'cuenta'])
      expect((await w.call({ url: '/dashboard/analysis-matrix', query: { nivel }, as })).status).toBe(422)
  })
})

test('the workbook of the matrix keeps the colours: each figure as it is judged, hatched in a month that is not over', async () => {
  const asked = { anio: 2026, nivel: 'negocio', metrica: 'completado' }
  const { data, totales, total } = await w.get('/dashboard/analysis-matrix', w.who.administrador, asked)
  const { body } = await w.call({ url: '/dashboard/analysis-matrix', query: { ...asked, format: 'excel' }, as: w.who.administrador })
  const part = (name: string) => {
    const from = body.indexOf(name) + name.length
    return inflateRawSync(body.subarray(from, body.indexOf(Buffer.from([0x50, 0x4b, 7, 8]), from))).toString()
  }
  const styles = part('xl/styles.xml')
  const fills = [...styles.matchAll(/<patternFill patternType="(\w+)">(?:<fgColor rgb="(\w+)")?|<patternFill patternType="\w+"\/>/g)]
  const looks = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*fillId="(\d+)"/g)].map(([, fill]) => fills[Number(fill)]!)
  const shown = [...part('xl/worksheets/sheet1.xml').matchAll(/<row r="\d+">(.*?)<\/row>/g)]
    .slice(1)
    .map(([, row]) => [...row!.matchAll(/<c r="[B-Z]\d+" s="(\d+)"/g)].map(([, style]) => looks[Number(style)]!.slice(1)))
  const color = { verde: 'FFD3ECDC', ambar: 'FFFBE3C0', rojo: 'FFF6C9C2' }
  const judged = (cell: Row) => [cell.enCurso ? 'lightUp' : 'solid', color[cell.semaforo as keyof typeof color]]
  expect(shown).toEqual([...data, { celdas: totales, total }].map((row) => [...row.celdas, row.total].map(judged)))
  expect(new Set(shown.flat().map(([pattern]) => pattern))).toEqual(new Set(['solid', 'lightUp']))
})

describe('the workbook of the matrix', () => {
  type Line = { outline: number; indent: number; name: string; values: string[] }
  const linesOf = async (query: object, as = w.who.administrador): Promise<Line[]> => {
    const { status, body } = await w.call({ url: '/dashboard/analysis-matrix', query: { ...query, format: 'excel' }, as })
    expect(status).toBe(200)
    const part = (name: string) => {
      const from = body.indexOf(name) + name.length
      return inflateRawSync(body.subarray(from, body.indexOf(Buffer.from([0x50, 0x4b, 7, 8]), from))).toString()
    }
    const cellXfs = part('xl/styles.xml').split('<cellXfs')[1]!
    const indents = [...cellXfs.matchAll(/<xf [^>]*?(?:\/>|>(.*?)<\/xf>)/g)].map(([, inner]) =>
      Number(/indent="(\d+)"/.exec(inner ?? '')?.[1] ?? 0),
    )
    const sheet = part('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<outlinePr summaryBelow="0"/>')
    return [...sheet.matchAll(/<row r="\d+"(?: outlineLevel="(\d)")?>(.*?)<\/row>/g)].slice(1).map(([, level, row]) => ({
      outline: Number(level ?? 0),
      indent: indents[Number(/<c r="A\d+" s="(\d+)"/.exec(row!)![1])]!,
      name: /<t[^>]*>(.*?)<\/t>/.exec(row!)![1]!,
      values: [...row!.matchAll(/<v>(.*?)<\/v>/g)].map(([, value]) => value!),
    }))
  }
  const asked = { anio: 2026, metrica: 'completado', enCurso: true }
  const level = (nivel: string, place: object) =>
    w.get('/dashboard/analysis-matrix', w.who.administrador, { ...asked, nivel, ...place, limit: 1000 })
  const percents = ({ celdas, total }: Row) =>
    [...celdas, total].flatMap(({ valor }: Row) => (valor === null ? [] : [(valor * 100).toFixed(2)]))
  /** The rows of the screen with what the opened ones hold, asked for level by level as the screen asks. */
  const expected = async (open: (path: string) => boolean, of: string, place: object, path = '', depth = 0): Promise<Line[]> => {
    const LEVELS = ['pais', 'negocio', 'subgerencia', 'departamento', 'rubro', 'cuenta']
    const FILTERS = ['paisId', 'negocioId', 'subgerenciaId', 'departamentoId', 'rubroDe', 'cuentaId']
    const at = LEVELS.indexOf(of)
    const lines: Line[] = []
    for (const row of (await level(of, place)).data) {
      const own = path ? `${path}/${row.id ?? ''}` : String(row.id)
      lines.push({ outline: depth, indent: depth, name: row.nombre ?? expect.stringContaining('Sin '), values: percents(row).map(String) })
      if (at < 5 && (row.id !== null || at >= 2) && open(own))
        lines.push(...(await expected(open, LEVELS[at + 1]!, { ...place, [FILTERS[at]!]: row.id ?? 'ninguno' }, own, depth + 1)))
    }
    return lines
  }
  const plain = (lines: Line[]) =>
    lines.map((line) => ({ ...line, values: line.values.map((value) => (typeof value === 'string' ? Number(value).toFixed(2) : value)) }))

  test('holds the rows that are opened, below those that hold them, folded and set in by their level, and the total', async () => {
    const [sub] = (await level('subgerencia', { negocioId: 1 })).data
    const { data: departments } = await level('departamento', { negocioId: 1, subgerenciaId: sub.id })
    const { data: headings } = await level('rubro', { negocioId: 1, subgerenciaId: sub.id, departamentoId: departments[0].id })
    const deep = `1/${sub.id}/${departments[0].id}/${headings[1].id}`
    for (const [abiertas, nivel] of [
      [[deep], 'negocio'],
      [[`1/${sub.id}`, '2'], 'negocio'],
      [[`1/${deep}`, '1/2'], 'pais'],
    ] as const) {
      const open = new Set(abiertas.flatMap((path) => path.split('/').map((_, at, ids) => ids.slice(0, at + 1).join('/'))))
      const lines = await linesOf({ ...asked, nivel, abiertas: abiertas.join(',') })
      expect(plain(lines.slice(0, -1))).toEqual(plain(await expected((path) => open.has(path), nivel, {})))
      expect(lines.at(-1)).toMatchObject({ outline: 0, name: 'Total' })
      expect(Math.max(...lines.map(({ outline }) => outline))).toBe(nivel === 'pais' ? 5 : abiertas.length === 1 ? 4 : 2)
    }
  })

  test('by choice holds every row down to the account, as many as were said', async () => {
    const lines = await linesOf({ ...asked, nivel: 'negocio', todo: true })
    const { filas, maximo } = await w.get('/dashboard/analysis-matrix/size', w.who.administrador, { anio: 2026, nivel: 'negocio' })
    expect([lines.length - 1, maximo]).toEqual([filas, 50_000])
    // Every account of the analyses of the year, below its own heading.
    const shown = lines.flatMap(({ outline, name }) => (outline === 4 ? [name.slice(0, 4)] : []))
    const items = await w.get('/dashboard/items', w.who.administrador, { periodIds: '2,3,4', limit: 1000 })
    expect(new Set(shown)).toEqual(new Set(items.data.map(({ CUENTA }: Row) => CUENTA)))
    // What has no sub-management or department has its rows too.
    expect(lines.some(({ name, outline }) => name === 'Sin subgerencia' && outline === 1)).toBe(true)
    const fromCountry = await linesOf({ ...asked, nivel: 'pais', todo: true })
    expect(fromCountry.slice(1, -1).map(({ outline, ...line }) => ({ ...line, outline: outline - 1, indent: line.indent - 1 }))).toEqual(
      lines.slice(0, -1),
    )
  })

  test('of more rows than a workbook takes it is refused, with how many they are; what is open is saved all the same', async () => {
    const whole = { anio: 2026, nivel: 'negocio' }
    const ask = (query: object) =>
      w.call({ url: '/dashboard/analysis-matrix', query: { ...whole, format: 'excel', ...query }, as: w.who.administrador })
    const sizeOf = async () => (await w.get('/dashboard/analysis-matrix/size', w.who.administrador, whole)).filas
    const before = await sizeOf()
    // An account more for each row that is left and one beyond; of accounts and keys nothing is asked here.
    const added = 50_001 - before
    const unchecked = (statement: RawBuilder<unknown>) =>
      transaction(w.db, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await statement.execute(tx)
      })
    try {
      await unchecked(sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, sub_management_id, heading_id, analyst_id, risk, currency, balance, materiality,
          due_analyst, due_jefatura, due_control)
        select a.period_id, 1000000 + n, a.country_id, a.business_id, a.department_id, a.sub_management_id, a.heading_id, a.analyst_id, a.risk, a.currency, 1, a.materiality,
          a.due_analyst, a.due_jefatura, a.due_control
        from analysis a, generate_series(1, ${added}::int) n where a.id = (select min(id) from analysis where period_id = 4 and group_id is null)`)
      expect(await sizeOf()).toBe(50_001)
      const refused = await ask({ todo: true })
      expect([refused.status, refused.body.issues]).toEqual([
        422,
        [{ path: 'todo', message: 'Son 50001 filas, más que las 50000 de un Excel de la matriz. Elija un país o un negocio.' }],
      ])
      expect((await ask({ abiertas: '1' })).status).toBe(200)
      expect((await ask({ todo: true, negocioId: 2 })).status).toBe(200)
    } finally {
      await unchecked(sql`delete from analysis where account_id > 1000000`)
    }
    expect(await sizeOf()).toBe(before)
  })

  test('of amounts it names the currency of each row', async () => {
    const query = { anio: 2026, nivel: 'negocio', metrica: 'sinExplicar', moneda: 'USD', format: 'excel' }
    const { body } = await w.call({ url: '/dashboard/analysis-matrix', query, as: w.who.administrador })
    const path = join(w.folder, 'matriz.xlsx')
    writeFileSync(path, body)
    const [header, ...rows] = (await (await openTable(path, 'matriz.xlsx')).head(50)).map(({ cells }) => cells)
    expect(header!.slice(0, 2)).toEqual(['Sin explicar', 'Moneda'])
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map((cells) => cells[1]))).toEqual(new Set(['USD']))
  })

  test('of a head it holds its own alone', async () => {
    const lines = await linesOf({ ...asked, nivel: 'negocio', todo: true }, w.who.jefatura)
    const { data } = await w.get('/dashboard/items', w.who.jefatura, { periodIds: '2,3,4', limit: 1000 })
    const accounts = lines.flatMap(({ outline, name }) => (outline === 4 ? [name.slice(0, 4)] : []))
    expect(new Set(accounts)).toEqual(new Set(data.map(({ CUENTA }: Row) => CUENTA)))
  })
})

describe('closed periods', () => {
  test('keep their sums, which are those of their items; a period that was reopened and closed anew is summed again', async () => {
    const kept = async () =>
      (await sql<{ n: number }>`select sum(items)::int as n from period_sum where period_id = 2`.execute(w.db)).rows[0]!.n
    const before = (await w.get('/dashboard/bussines', w.who.administrador, at(2))).data
    expect(await kept()).toBe(await count(w.who.administrador, at(2)))
    await sql`update period set status_id = 2 where id = 2`.execute(w.db)
    await sql`update analysis set state_main = 3, state_jefatura = 3 where id = (select min(id) from analysis where period_id = 2 and state_main = 4 and business_id = 1)`.execute(
      w.db,
    )
    const reopened = (await w.get('/dashboard/bussines', w.who.administrador, at(2))).data
    const firms = (tiles: Row[]) => sum(tiles, ({ firmas }) => firmas)
    expect(firms(reopened)).toBe(firms(before) - 3)
    await sql`update period set status_id = 3, closed_at = now() where id = 2`.execute(w.db)
    expect((await w.get('/dashboard/bussines', w.who.administrador, at(2))).data).toEqual(reopened)
    await expectProgress((await w.get('/dashboard/analysis-gerencia', w.who.administrador, at(2))).total, w.who.administrador, at(2))
  })
})

describe('scope', () => {
  test('jefatura sees the departments of its own, whatever it asks for; gerencia and control their businesses', async () => {
    const own = await items(w.who.jefatura, at(4))
    expect(new Set(own.data.map(({ DEPARTAMENTO }) => DEPARTAMENTO))).toEqual(new Set(['Contabilidad financiera']))
    expect(await count(w.who.jefatura, at(4, { departamentoId: 2 }))).toBe(0)
    const empty = await w.get('/dashboard/analysis-gerencia', w.who.jefatura, at(4, { negocioId: 2 }))
    expect(empty.total).toMatchObject({ items: 0, avance: null, completado: null, aTiempo: null })
    expect((await w.get('/dashboard/bussines', w.who.jefatura, at(4))).data.map(({ NEGOCIO }: Row) => NEGOCIO)).toEqual(['VOTORANTIM'])
    await sql`delete from user_scope where user_id = ${w.who.gerencia.id}`.execute(w.db)
    await sql`insert into user_scope (user_id, country_id, business_id) values (${w.who.gerencia.id}, 1, 2)`.execute(w.db)
    for (const [url, query] of [
      ['/dashboard/items', at(4)],
      ['/dashboard/items', at(2)],
      ['/dashboard/get-departamentos-data', at(2)],
    ] as const) {
      const { data } = await w.get(url, w.who.gerencia, query)
      expect(data.length).toBeGreaterThan(0)
      expect(new Set(data.map(({ NEGOCIO }: Row) => NEGOCIO))).toEqual(new Set(['SAFRA']))
    }
    await sql`update user_scope set business_id = null where user_id = ${w.who.gerencia.id}`.execute(w.db)
  })

  test('a department or an account outside of it is not there', async () => {
    for (const url of [
      '/dashboard/analysis-jefatura-by-department/2/details',
      '/dashboard/analysis-jefatura-by-department/2/details-v2',
      '/dashboard/analysis-jefatura-by-department/99/details-v2',
      '/dashboard/account-history/2/1004',
      '/dashboard/account-history/1/nada',
    ])
      expect([url, (await w.call({ url, as: w.who.jefatura })).status]).toEqual([url, 404])
  })

  test('who has not the key is refused', async () => {
    for (const url of ['/dashboard/bussines', '/dashboard/analysis-matrix', '/statistics/completion', '/statistics/indicators'])
      for (const as of [w.who.analista, w.who.auditor]) expect([url, (await w.call({ url, as })).status]).toEqual([url, 403])
    expect((await w.call({ url: '/dashboard/items', as: w.who.auditor })).status).toBe(403)
    for (const as of [w.who.control, w.who.jefatura, w.who.gerencia])
      expect((await w.call({ method: 'PATCH', url: '/dashboard/analysis-matrix-params', body: {}, as })).status).toBe(403)
  })
})

describe('what the matrix offers', () => {
  test('not the new year whose January was only opened, unless it is asked for', async () => {
    await sql`insert into period (name, due_analyst, due_jefatura, due_control, due_close) select '2027-01', at, at, at, at from (select timestamptz '2027-02-10 21:00Z' as at) x`.execute(
      w.db,
    )
    const offered = await w.get('/dashboard/analysis-matrix-params')
    expect([offered.anios, offered.porDefecto.anio]).toEqual([[2027, 2026, 2025], 2026])
    for (const url of ['/dashboard/analysis-matrix', '/statistics/indicators', '/statistics/targets'])
      expect([(await w.get(url)).anio, (await w.get(url, w.who.administrador, { anio: 2027 })).anio]).toEqual([2026, 2027])
    await sql`delete from period where name = '2027-01'`.execute(w.db)
  })

  test('a year without a closed month says what there is, and is judged and compared only where somebody asks for its months in course', async () => {
    await sql`update period set status_id = 2 where name like '2026-%' and status_id = 3`.execute(w.db)
    const verdicts = async (enCurso: boolean) => {
      const query = { anio: 2026, nivel: 'pais', metrica: 'completado', enCurso }
      const { total } = await w.get('/dashboard/analysis-matrix', w.who.administrador, query)
      const { data } = await w.get('/statistics/indicators', w.who.administrador, { anio: 2026, enCurso })
      const { acumulado, semaforo, delta } = data.find(({ codigo }: Row) => codigo === 'K3')
      return [total.valor !== null, total.semaforo !== null, acumulado !== null, semaforo !== null, delta !== null]
    }
    const shown = [await verdicts(false), await verdicts(true)]
    await sql`update period set status_id = 3 where name = '2026-08'`.execute(w.db)
    expect(shown).toEqual([
      [true, false, true, false, false],
      [true, true, true, true, true],
    ])
  })

  test('years descending with their months, and thresholds that an administrator may change', async () => {
    const offered = await w.get('/dashboard/analysis-matrix-params')
    expect(offered).toMatchObject({
      anios: [2026, 2025],
      mesesPorAnio: { 2026: [8, 9, 10], 2025: [10] },
      porDefecto: { metrica: 'completado' },
    })
    expect((await w.get('/dashboard/analysis-matrix-params', w.who.otherJefatura)).alcancePermitido.negocios).toEqual([1, 2])
    const patch = (body: object) => w.call({ method: 'PATCH', url: '/dashboard/analysis-matrix-params', body, as: w.who.administrador })
    const wrong = await patch({ metricas: [{ clave: 'completado', umbrales: { verde: 80, ambar: 90 } }] })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([422, 'metricas.0.umbrales'])
    expect((await patch({ metricas: [{ clave: 'atrasados', umbrales: { verde: 9, ambar: 3 } }] })).status).toBe(422)
    expect((await patch({ metricas: [{ clave: 'sinExplicar', umbrales: { verde: 1, ambar: 3 } }] })).status).toBe(422)
    expect((await patch({ metricas: [{ clave: 'avance', activa: false }], porDefecto: 'avance' })).body.issues[0].path).toBe('porDefecto')
    const right = await patch({ metricas: [{ clave: 'completado', umbrales: { verde: 30, ambar: 10 } }], porDefecto: 'completado' })
    expect(right.body.metricas[0].umbrales).toEqual({ verde: 30, ambar: 10 })
    // What another administrator has set since it was seen is not written over, and of the others nothing is said.
    const stale = { clave: 'completado', umbrales: { verde: 80, ambar: 60 }, visto: { umbrales: { verde: 90, ambar: 70 }, activa: true } }
    expect(await patch({ metricas: [stale] })).toMatchObject({
      status: 409,
      body: {
        code: 'setting_moved',
        message: expect.stringMatching(/^\S.* lo cambió mientras/),
        current: { metricas: right.body.metricas },
      },
    })
    const { total } = await w.get('/dashboard/analysis-matrix', w.who.administrador, { anio: 2026, nivel: 'pais' })
    expect(total.semaforo).toBe(total.valor >= 0.3 ? 'verde' : 'ambar')
    // Counts are judged by the month, those of several months by their mean.
    const late = () =>
      w.get('/dashboard/analysis-matrix', w.who.administrador, { anio: 2026, nivel: 'pais', metrica: 'atrasados', enCurso: true })
    const most = Math.max(...(await late()).totales.map(({ valor }: Row) => valor))
    await patch({ metricas: [{ clave: 'atrasados', umbrales: { verde: most, ambar: most + 1 } }] })
    const judged = await late()
    expect(judged.total.valor).toBeGreaterThan(most + 1)
    expect([...judged.totales, judged.total].map(({ semaforo }: Row) => semaforo)).toEqual(['verde', 'verde', 'verde', 'verde'])
    // The same bounds judge the tiles, and the progress of a closed month.
    await patch({
      metricas: [
        { clave: 'cumplimiento', umbrales: { verde: 100, ambar: 99.9 } },
        { clave: 'avance', umbrales: { verde: 1, ambar: 0 } },
      ],
    })
    const [{ aTiempo, semaforo }] = (await w.get('/dashboard/bussines', w.who.administrador, at(1))).data
    expect([aTiempo > 0 && aTiempo < 0.999, semaforo]).toEqual([true, 'rojo'])
    const lights = async () => {
      const { total, umbrales } = await w.get('/dashboard/analysis-gerencia', w.who.administrador, at(1))
      return [total.semaforoAvance, umbrales]
    }
    const completado = { verde: 30, ambar: 10 }
    expect(await lights()).toEqual(['verde', { avance: { verde: 1, ambar: 0 }, cumplimiento: { verde: 100, ambar: 99.9 }, completado }])
    await patch({
      metricas: [
        { clave: 'cumplimiento', umbrales: { verde: 10, ambar: 5 } },
        { clave: 'avance', umbrales: { verde: 100, ambar: 99.9 } },
      ],
    })
    expect((await w.get('/dashboard/bussines', w.who.administrador, at(1))).data[0].semaforo).toBe('verde')
    expect(await lights()).toEqual(['rojo', { avance: { verde: 100, ambar: 99.9 }, cumplimiento: { verde: 10, ambar: 5 }, completado }])
    const changes = await sql<{
      n: number
    }>`select count(*)::int as n from statistics_change where key = 'matrix' and changed_by = ${w.who.administrador.id}`.execute(w.db)
    expect(changes.rows[0]!.n).toBe(4)
  })
})

test('lists count closed periods by what is kept of them as they count the rows', async () => {
  const analyses = [
    {},
    { periodId: 1 },
    { businessId: 2, page: 2, limit: 7 },
    { departmentId: 1, estadoPrincipalId: '3,4' },
    { estadoJefaturaId: 4, estadoControlId: 1 },
    { materialidad: 'critica,menor' },
    ...['por_preparar', 'sin_enviar', 'por_decidir', 'decididos', 'atrasados'].map((bandeja) => ({ bandeja })),
    ...['completado', 'completado_tarde', 'vencido', 'pendiente'].map((completitud) => ({ completitud })),
    { type: 'individual' },
    { type: 'agrupado' },
  ].map((query) => ['/analysis', query] as const)
  const { administrador, control, jefatura, otherJefatura, gerencia, auditor } = w.who
  const asked = [
    ...[administrador, control, jefatura, otherJefatura, gerencia, auditor].flatMap((as) =>
      [...analyses, ['/analysis/history', {}] as const].map(([url, query]) => [url, query, as] as const),
    ),
    ...[jefatura, otherJefatura].map((as) => ['/analysis-metadata/jefatura', {}, as] as const),
    ['/period', {}, administrador],
    ['/analysis-metadata/control', {}, control],
    ['/analysis-metadata/control', { periodId: 2 }, control],
    ...[administrador, control, jefatura].flatMap((as) =>
      [{}, { filterByPeriod: 1 }, { businessId: 2 }, { search: 'cuenta 1' }].map((query) => ['/balances', query, as] as const),
    ),
    ...[administrador, control, jefatura].flatMap((as) =>
      [{}, { businessId: 2 }, { departmentId: 3 }].map((query) => ['/account-summary/periods', query, as] as const),
    ),
  ] as const
  const answers = async () => {
    const found: [string, unknown][] = []
    for (const [url, query, as] of asked) found.push([`${url} ${JSON.stringify(query)} ${as.id}`, await w.get(url, as, query)])
    return found
  }
  await w.get('/dashboard/bussines')
  expect((await sql<{ n: number }>`select count(*)::int as n from v_period_kept`.execute(w.db)).rows).toEqual([{ n: 2 }])
  const kept = await answers()
  await sql`delete from period_rolled`.execute(w.db)
  for (const [at, answer] of (await answers()).entries()) expect(answer).toEqual(kept[at])
})

test('no call is a matter of many statements', async () => {
  await w.get('/dashboard/bussines')
  const executor = w.db.getExecutor()
  const original = executor.executeQuery
  let n = 0
  executor.executeQuery = function (this: typeof executor, query: CompiledQuery, ...rest: unknown[]) {
    n++
    return (original as (...all: unknown[]) => unknown).call(this, query, ...rest)
  } as typeof original
  const counted: Record<string, number> = {}
  const dashboards = [
    'analysis-gerencia',
    'analysis-jefatura-by-department',
    'items',
    'bussines',
    'get-subgerencias-data',
    'get-departamentos-data',
    'accounts-with-differences/1',
    'account-history/1/1001',
    'accounts-out-of-deadline/1',
    'analysis-jefatura-by-department/1/details',
    'analysis-jefatura-by-department/1/details-v2',
    'analysis-matrix',
    'analysis-matrix-params',
    'accounts-assigned',
    'accounts-assigned/details',
    'analysis-range?tipo=monto',
    'analysis-range/details?tipoRango=plazo&rango=0',
    'analysis-approved',
    'accounts-materiality',
    'transfer-suggestions',
  ].map((path) => [`/dashboard/${path}`, w.who.administrador] as const)
  const statistics = [
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
    'competitiveness',
  ].map((path) => [`/statistics/${path}`, w.who.jefatura] as const)
  for (const [url, as] of [
    ...dashboards,
    ...statistics,
    ['/dashboard/analista', w.who.analista],
    ['/dashboard/jefatura-area', w.who.jefatura],
    ['/dashboard/control', w.who.control],
  ] as const) {
    n = 0
    const { status } = await w.call({ url, as })
    expect([url, status]).toEqual([url, 200])
    counted[url] = n
  }
  executor.executeQuery = original
  // Management's also reads the bounds of its lights.
  expect(Object.entries(counted).filter(([url, n]) => n > (url === '/dashboard/analysis-gerencia' ? 8 : 7))).toEqual([])
})
