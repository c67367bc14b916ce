import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Person } from '../../lab/testing/server.ts'
import { type World, world } from '../dashboard/items.fixture.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

// biome-ignore lint/suspicious/noExplicitAny: an answer's rows, read by the names that the contract gives them
type Row = Record<string, any>
const items = async (as: Person, query: object): Promise<Row[]> => (await w.get('/dashboard/items', as, { limit: 1000, ...query })).data
const figure = (code: string, as: Person, query: object) => w.get(`/statistics/indicators/${code}`, as, query)
const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
const approved = ({ ETAPA }: Row) => ETAPA === 'aprobado'
/** What each is divided from, counted in its list; `sense` +1: more is better. */
const MADE: Record<string, { scale: number; sense: 1 | -1; of: (rows: readonly Row[]) => [number, number] }> = {
  K2: { scale: 100, sense: 1, of: (rows) => [sum(rows, ({ FIRMAS }) => FIRMAS), 3 * rows.length] },
  K3: { scale: 100, sense: 1, of: (rows) => [rows.filter(approved).length, rows.length] },
  K5: {
    scale: 1,
    sense: -1,
    of: (rows) => [rows.filter(({ COMPLETITUD }) => ['vencido', 'completado_tarde'].includes(COMPLETITUD)).length, 1],
  },
  K7: {
    scale: 1,
    sense: -1,
    of: (rows) => [
      sum(rows, ({ DIAS_PREPARACION }) => DIAS_PREPARACION ?? 0),
      rows.filter(({ DIAS_PREPARACION }) => DIAS_PREPARACION !== null).length,
    ],
  },
  K11: { scale: 100, sense: -1, of: (rows) => [sum(rows, ({ RECHAZOS }) => RECHAZOS), sum(rows, ({ DECISIONES }) => DECISIONES)] },
  K12: {
    scale: 100,
    sense: 1,
    of: (rows) => [rows.filter((row) => approved(row) && row.RECHAZOS === 0).length, rows.filter(approved).length],
  },
  K16: {
    scale: 100,
    sense: -1,
    of: (rows) => [
      sum(rows, ({ SIN_EXPLICAR }) => Math.abs(Number(SIN_EXPLICAR))),
      sum(rows, ({ VALOR_BALANCE }) => Math.abs(Number(VALOR_BALANCE))),
    ],
  },
}
const ratio = ([part, whole]: readonly [number, number]) => (whole === 0 ? null : part / whole)

/** The part without which the figure would be best, from the rows of its list alone. */
function worstOf(code: string, rows: readonly Row[], by: 'ID_NEGOCIO' | 'COD_DEPARTAMENTO') {
  const { of, sense } = MADE[code]!
  const value = ratio(of(rows))!
  const parts = [...Map.groupBy(rows, (row) => row[by])].flatMap(([id, mine]) => {
    const without = ratio(of(rows.filter((row) => row[by] !== id)))
    return without === null ? [] : [{ id, mine: of(mine), without, gain: (without - value) * sense }]
  })
  const most = parts.sort((a, b) => b.gain - a.gain)[0]
  return most && most.gain > 1e-12 ? most : null
}

async function check(
  code: string,
  as: Person,
  query: { periodIds: string; moneda: string },
  place: object,
  level: string,
  by: 'ID_NEGOCIO' | 'COD_DEPARTAMENTO',
) {
  const { scale, of } = MADE[code]!
  const rows = await items(as, { ...query, ...place })
  const answer = await figure(code, as, { ...query, ...place })
  expect([code, answer.valor]).toEqual([code, expect.closeTo(ratio(of(rows))! * scale, 1)])
  const expected = worstOf(code, rows, by)
  if (!expected) return expect([code, answer.parte]).toEqual([code, null])
  expect([code, answer.parte]).toEqual([
    code,
    expect.objectContaining({
      nivel: level,
      id: expected.id,
      numerador: expect.closeTo(expected.mine[0], 2),
      denominador: expect.closeTo(expected.mine[1], 2),
      sin: expect.closeTo(expected.without * scale, 1),
    }),
  ])
}

describe('one figure of the annual indicators', () => {
  test('names the business, and below a business the department, without which it would be best, as its list says', async () => {
    for (const periodIds of ['2', '4', '2,3,4'])
      for (const code of Object.keys(MADE)) {
        const query = { periodIds, moneda: 'BRL' }
        await check(code, w.who.administrador, query, {}, 'negocio', 'ID_NEGOCIO')
        await check(code, w.who.administrador, query, { negocioId: 1 }, 'departamento', 'COD_DEPARTAMENTO')
      }
    const { parte } = await figure('K3', w.who.administrador, { periodIds: '2,3,4', moneda: 'BRL' })
    expect([parte.nombre, parte.valor]).toEqual([expect.any(String), expect.closeTo((100 * parte.numerador) / parte.denominador, 1)])
    // Of one department there are no parts.
    expect((await figure('K3', w.who.administrador, { periodIds: '4', departamentoId: 1 })).parte).toBeNull()
  })

  test('stands beside the same month of the year before; the year to date as the page says it', async () => {
    const as = w.who.administrador
    const month = async (periodId: number) => (await w.get('/statistics/indicators', as, { anio: periodId === 1 ? 2025 : 2026 })).data
    const of = (rows: readonly Row[], code: string): Row => rows.find(({ codigo }) => codigo === code)!
    const [now, before] = [await month(4), await month(1)]
    for (const code of ['K1', 'K2', 'K3', 'K4A', 'K5', 'K7', 'K12']) {
      const [october, then] = [of(now, code).meses.at(-1), of(before, code).meses[0]]
      const { valor, anterior, delta, meses } = await figure(code, as, { periodIds: '4' })
      expect([code, valor, anterior]).toEqual([code, october.valor, then.valor])
      expect([code, delta]).toEqual([code, expect.closeTo(october.valor - then.valor, 2)])
      expect(meses).toEqual([{ COD_PERIODO: 1, PERIODO: '2025-10' }])
    }
    // August had no month the year before.
    expect(await figure('K3', as, { periodIds: '2' })).toMatchObject({ anterior: null, delta: null, meses: [] })
    const all = await w.get('/statistics/indicators', as, { anio: 2026, enCurso: true })
    const year = await figure('K3', as, { periodIds: '2,3,4' })
    expect([year.valor, year.anterior, year.delta]).toEqual([
      of(all.data, 'K3').acumulado,
      of(all.data, 'K3').anterior,
      of(all.data, 'K3').delta,
    ])
  })

  test('of amounts of several currencies, of a close and of nothing there is no part', async () => {
    const as = w.who.administrador
    expect(await figure('K16', as, { periodIds: '4' })).toMatchObject({ valor: null, parte: null })
    expect((await figure('K10', as, { periodIds: '2' })).parte).toBeNull()
    expect(await figure('K3', as, { periodIds: '99' })).toMatchObject({ valor: null, anterior: null, delta: null, parte: null })
  })

  test('coverage is of accounts: without the business of the account that nobody has it would be whole', async () => {
    const { valor, parte } = await figure('K1', w.who.administrador, { periodIds: '4' })
    expect(valor).toBeLessThan(100)
    expect(parte).toMatchObject({ nivel: 'negocio', id: 1, sin: 100 })
  })

  test('a head sees parts of its own alone', async () => {
    const rows = await items(w.who.jefatura, { periodIds: '4' })
    const { parte, valor } = await figure('K3', w.who.jefatura, { periodIds: '4' })
    expect(valor).toBeCloseTo((100 * rows.filter(approved).length) / rows.length, 1)
    if (parte) expect(rows.map((row) => (parte.nivel === 'departamento' ? row.COD_DEPARTAMENTO : row.ID_NEGOCIO))).toContain(parte.id)
  })

  test('of several countries it names the country', async () => {
    const other = await world()
    try {
      await sql`insert into country (name, iso, currency) values ('Chile', 'CL', 'CLP')`.execute(other.db)
      await sql`alter table analysis disable trigger user`.execute(other.db)
      await sql`update business set country_id = (select id from country where iso = 'CL') where id = 2`.execute(other.db)
      await sql`update analysis set country_id = (select id from country where iso = 'CL') where business_id = 2`.execute(other.db)
      const query = { periodIds: '2', limit: 1000 }
      const { data } = await other.get('/dashboard/items', other.who.administrador, query)
      const expected = worstOf('K3', data, 'ID_NEGOCIO')!
      const { parte } = await other.get('/statistics/indicators/K3', other.who.administrador, { periodIds: '2' })
      expect([parte.nivel, parte.nombre]).toEqual(['pais', expected.id === 2 ? 'Chile' : 'Brasil'])
      // Cut by that country there is but one business, so its departments are named.
      const { parte: below } = await other.get('/statistics/indicators/K3', other.who.administrador, { periodIds: '2', paisId: parte.id })
      expect(below?.nivel ?? 'departamento').toBe('departamento')
    } finally {
      await other.close()
    }
  })
})
