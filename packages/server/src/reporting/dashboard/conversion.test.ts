import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIGURE_LIST } from '@cuadre/api/item'
import { readSheet } from '@cuadre/tables'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type World, world } from './items.fixture.ts'

/** 2026-09, with differences in BRL and USD. */
const PERIOD = 3
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.close())
afterEach(async () => {
  await sql`truncate exchange_rate, group_currency`.execute(w.db)
})

// biome-ignore lint/suspicious/noExplicitAny: an answer's rows, read by the names that the contract gives them
type Row = Record<string, any>
const hundredths = (text: string) => BigInt(text.replace('.', ''))
const abs = (n: bigint) => (n < 0n ? -n : n)
const text = (n: bigint) => `${n < 0n ? '-' : ''}${abs(n) / 100n}.${String(abs(n) % 100n).padStart(2, '0')}`
/** By hand, in whole numbers: hundredths times ten-thousandths, half up. */
const times = (n: bigint, tenThousandths: bigint) => ((abs(n) * tenThousandths + 5_000n) / 10_000n) * (n < 0n ? -1n : 1n)
const sum = (of: readonly bigint[]) => of.reduce((a, b) => a + b, 0n)

async function rates(group: string, of: Record<string, string>) {
  await sql`insert into group_currency (currency, saved_by) values (${group}, ${w.who.administrador.id})`.execute(w.db)
  for (const [currency, rate] of Object.entries(of))
    await sql`insert into exchange_rate (period_id, currency, target, rate, rate_day, saved_by)
      values (${PERIOD}, ${currency}, ${group}, ${rate}::numeric, '2026-09-29', ${w.who.control.id})`.execute(w.db)
}
const differences = (query: object = {}) => w.get('/statistics/differences', w.who.administrador, { periodId: PERIOD, ...query })
const management = (query: object = {}) => w.get('/dashboard/analysis-gerencia', w.who.administrador, { periodId: PERIOD, ...query })
const items = async (query: object): Promise<Row[]> =>
  (await w.get('/dashboard/items', w.who.administrador, { periodId: PERIOD, limit: 1000, ...query })).data

describe('differences in the group currency', () => {
  test('are converted on request only, and the figures of each currency stay as they are', async () => {
    const plain = await differences()
    expect(plain.grupo).toBeNull()
    // Nobody chose a currency of the group: there is nothing to convert into.
    expect(await differences({ enGrupo: true })).toEqual(plain)
    await rates('USD', { BRL: '0.1837' })
    expect(await differences()).toEqual(plain)
    expect((await differences({ enGrupo: true })).data).toEqual(plain.data)
  })

  test('are the sum of each heading and currency at the rate of the period, rounded once', async () => {
    await rates('USD', { BRL: '0.1837' })
    const { grupo } = await differences({ enGrupo: true })
    expect(grupo).toMatchObject({ MONEDA: 'USD', tasas: [{ MONEDA: 'BRL', TASA: '0.1837', FECHA_TASA: '2026-09-29' }], sinTasa: [] })
    const list = await items(FIGURE_LIST.conDiferencia)
    const expected = [...Map.groupBy(list, ({ RUBRO }) => RUBRO)]
      .map(([RUBRO, of]) => {
        const own = (currency: string) =>
          sum(of.filter(({ MONEDA }) => MONEDA === currency).map(({ VARIACION }) => abs(hundredths(VARIACION))))
        return { RUBRO, n: of.length, amount: own('USD') + times(own('BRL'), 1837n) }
      })
      .sort((a, b) => Number(b.amount - a.amount))
    expect(expected.length).toBeGreaterThan(1)
    expect(grupo.data.map(({ RUBRO, n, monto }: Row) => ({ RUBRO, n, monto }))).toEqual(
      expected.map(({ RUBRO, n, amount }) => ({ RUBRO, n, monto: text(amount) })),
    )
    const whole = sum(expected.map(({ amount }) => amount))
    expect(grupo.data[0].acumulado).toBeCloseTo(Number(expected[0]!.amount) / Number(whole), 5)
    expect(grupo.data.at(-1).acumulado).toBe(1)
  })

  test('leave out a currency without a rate, and say how many items and how much that is', async () => {
    await rates('EUR', { BRL: '0.1691', CLP: '0.0009' })
    const { grupo, data } = await differences({ enGrupo: true })
    const dollars = (await items({ ...FIGURE_LIST.conDiferencia, moneda: 'USD' })).map(({ VARIACION }) => abs(hundredths(VARIACION)))
    expect(dollars.length).toBeGreaterThan(0)
    expect(grupo.sinTasa).toEqual([{ MONEDA: 'USD', n: dollars.length, monto: text(sum(dollars)) }])
    // A rate of a currency that does not occur is not told.
    expect(grupo.tasas.map(({ MONEDA }: Row) => MONEDA)).toEqual(['BRL'])
    const reais = data.filter(({ MONEDA }: Row) => MONEDA === 'BRL')
    expect(grupo.data.map(({ monto }: Row) => monto)).toEqual(reais.map(({ monto }: Row) => text(times(hundredths(monto), 1691n))))
  })

  test('of half a cent are rounded up, whatever the amount', async () => {
    await rates('EUR', { BRL: '0.0150', USD: '0.5' })
    const { grupo, data } = await differences({ enGrupo: true })
    const of = (currency: string, rate: bigint) =>
      sum(data.filter(({ MONEDA }: Row) => MONEDA === currency).map(({ monto }: Row) => times(hundredths(monto), rate)))
    expect(text(sum(grupo.data.map(({ monto }: Row) => hundredths(monto))))).toBe(text(of('BRL', 150n) + of('USD', 5_000n)))
  })
})

describe('a workbook of what is converted', () => {
  test.each([
    ['/statistics/differences', (row: Row) => [row.RUBRO ?? '', row.monto], [0, 2]],
    ['/statistics/aging', (row: Row) => [row.rango, row.monto], [0, 1]],
  ] as const)('%s has the converted figures beside the others, with their rates and what has none', async (url, of, columns) => {
    await rates('EUR', { BRL: '0.1691' })
    const { grupo } = await w.get(url, w.who.administrador, { periodId: PERIOD, enGrupo: true })
    const sheetsOf = async (query: object) => {
      const { body } = await w.call({ url, query: { periodId: PERIOD, format: 'excel', ...query }, as: w.who.administrador })
      const path = join(w.folder, 'convertido.xlsx')
      writeFileSync(path, body)
      return (await readSheet(path, 'convertido.xlsx')).sheets.map(({ name, rows }) => ({
        name,
        rows: rows.slice(1).map((cells) => cells.map((cell) => cell?.text ?? '')),
      }))
    }
    expect((await sheetsOf({})).map(({ name }) => name)).toEqual(['Datos', 'Filtros'])
    const sheets = await sheetsOf({ enGrupo: true })
    expect(sheets.map(({ name }) => name)).toEqual(['Datos', 'Convertido a EUR', 'Tipos de cambio', 'Filtros'])
    const [name, amount] = columns
    expect(sheets[1]!.rows.map((row) => [row[name], Number(row[amount])])).toEqual(
      grupo.data.map((row: Row) => [of(row)[0], Number(of(row)[1])]),
    )
    const [rated, without] = sheets[2]!.rows
    expect(rated!.slice(0, 3)).toEqual(['BRL', '0.1691', '2026-09-29'])
    expect([without![0], ...without!.slice(3).map(Number)]).toEqual(['USD', grupo.sinTasa[0].n, Number(grupo.sinTasa[0].monto)])
  })
})

describe('the age of differences in the group currency', () => {
  const aging = (query: object = {}) => w.get('/statistics/aging', w.who.administrador, { periodId: PERIOD, ...query })

  test('is the sum of each age and currency at the rate of the period, with what has no rate beside it', async () => {
    const plain = await aging()
    expect([plain.grupo, await aging({ enGrupo: true })]).toEqual([null, plain])
    await rates('USD', { BRL: '0.1837' })
    const { grupo, data } = await aging({ enGrupo: true })
    expect(data).toEqual(plain.data)
    for (const { rango, monto } of grupo.data) {
      const list = await items({ antiguedad: rango })
      const own = (currency: string) =>
        sum(list.filter(({ MONEDA }) => MONEDA === currency).map(({ SIN_EXPLICAR }) => abs(hundredths(SIN_EXPLICAR))))
      expect([rango, monto]).toEqual([rango, text(own('USD') + times(own('BRL'), 1837n))])
    }
    expect(grupo).toMatchObject({ MONEDA: 'USD', tasas: [{ MONEDA: 'BRL', TASA: '0.1837' }], sinTasa: [] })
    await sql`truncate exchange_rate, group_currency`.execute(w.db)
    await rates('EUR', { BRL: '0.1691' })
    const dollars = (await items({ diferencia: true, sinExplicar: true, moneda: 'USD' })).map(({ SIN_EXPLICAR }) =>
      abs(hundredths(SIN_EXPLICAR)),
    )
    expect(dollars.length).toBeGreaterThan(0)
    expect((await aging({ enGrupo: true })).grupo.sinTasa).toEqual([{ MONEDA: 'USD', n: dollars.length, monto: text(sum(dollars)) }])
  })
})

describe('the home of management in the group currency', () => {
  test('ranks the largest differences across currencies by what they are worth, each with its own amount and the converted one', async () => {
    const before = await management()
    expect(before.grupo).toBeNull()
    await rates('USD', { BRL: '0.0002' })
    const { mayoresDiferencias, grupo } = await management({ enGrupo: true })
    const worth = ({ MONEDA, VARIACION }: Row) => times(hundredths(VARIACION), MONEDA === 'USD' ? 10_000n : 2n)
    const exact = ({ MONEDA, VARIACION }: Row) => abs(hundredths(VARIACION)) * (MONEDA === 'USD' ? 10_000n : 2n)
    const all = await items({ sort: 'COD_ANALISIS', ...FIGURE_LIST.conDiferencia })
    const expected = all.sort((a, b) => Number(exact(b) - exact(a)) || a.COD_ANALISIS - b.COD_ANALISIS).slice(0, 10)
    expect(mayoresDiferencias.map(({ COD_ANALISIS }: Row) => COD_ANALISIS)).toEqual(expected.map(({ COD_ANALISIS }) => COD_ANALISIS))
    expect(mayoresDiferencias).not.toEqual(before.mayoresDiferencias)
    expect(mayoresDiferencias[0].MONEDA).toBe('USD')
    expect(grupo.diferencias).toEqual(expected.map((row) => ({ COD_ANALISIS: row.COD_ANALISIS, VARIACION: text(worth(row)) })))
    expect(grupo).toMatchObject({ MONEDA: 'USD', sinTasa: [], sinExplicarSinTasa: [] })
  })

  test('converts what is unexplained of each business, and tells what has no rate', async () => {
    await rates('EUR', { BRL: '0.1691' })
    const { grupo, porNegocio, mayoresDiferencias } = await management({ enGrupo: true })
    expect(grupo.sinExplicar).toHaveLength(porNegocio.length)
    for (const { ID_NEGOCIO, sinExplicar } of porNegocio) {
      const reais = sinExplicar.find(({ MONEDA }: Row) => MONEDA === 'BRL')
      expect(grupo.sinExplicar).toContainEqual({ ID_NEGOCIO, monto: text(times(hundredths(reais?.monto ?? '0.00'), 1691n)) })
    }
    const told = async (column: string, list: object) => {
      const some = (await items({ moneda: 'USD', ...list })).map((row) => abs(hundredths(row[column]))).filter((n) => n !== 0n)
      return [{ MONEDA: 'USD', n: some.length, monto: text(sum(some)) }]
    }
    expect([grupo.sinTasa, grupo.sinExplicarSinTasa]).toEqual([
      await told('VARIACION', FIGURE_LIST.conDiferencia),
      await told('SIN_EXPLICAR', {}),
    ])
    expect(mayoresDiferencias.every(({ MONEDA }: Row) => MONEDA === 'BRL')).toBe(true)
  })
})
