import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { scratch } from '../../fixtures/make.ts'
import { fixture, SHARED } from '../../fixtures/shared.ts'
import { toCents } from '../format/cents.ts'
import {
  type BalanceRow,
  type Cell,
  detectLayout,
  guessTableDecimal,
  type Mapping,
  type OpenedTable,
  openTable,
  type RefusedRow,
  ROW_REFUSALS,
  type Row,
  readBalances,
  type Skipped,
} from '../index.ts'

// Each file is read in a worker of its own, which is slow to start on a busy machine.
jest.setTimeout(240_000)

let folder: Awaited<ReturnType<typeof scratch>>
beforeAll(async () => {
  folder = await scratch()
})
afterAll(() => folder.remove())

async function collect(table: OpenedTable, mapping: Mapping) {
  const found = { rows: [] as BalanceRow[], refused: [] as RefusedRow[], skipped: {} as Record<keyof Skipped, number> }
  for await (const batch of readBalances(table, mapping)) {
    found.rows.push(...batch.rows)
    found.refused.push(...batch.refused)
    for (const [why, count] of Object.entries(batch.skipped) as [keyof Skipped, number][])
      found.skipped[why] = (found.skipped[why] ?? 0) + count
  }
  return found
}

/** A table that is already in memory. */
const table = (rows: Cell[][]): OpenedTable => ({
  fileName: 'a.csv',
  kind: 'csv',
  bytes: 1,
  encoding: 'utf-8',
  separator: ';',
  sheets: [{ name: '', visible: true }],
  names: [],
  head: async () => [],
  async *rows() {
    yield rows.map((cells, at): Row => ({ number: at + 1, cells }))
  },
})

const simple: Mapping = { headerRow: 1, columns: { cuenta: 0, nombre: 1, saldo: 2 }, decimal: ',' }
const header: Cell[] = ['Cuenta', 'Nombre', 'Saldo']
const read = (rows: Cell[][], mapping: Partial<Mapping> = {}) => collect(table([header, ...rows]), { ...simple, ...mapping })

test('a balance is read with its codes as text and its amounts exact', async () => {
  const { rows, refused } = await collect(
    table([
      ['País', 'Cód', 'Empresa', 'Depto', 'Cuenta', 'Nombre', 'Moneda', 'Saldo', 'Fecha'],
      ['Chile', '0001', 'Norte SA', 'Tesorería', '0010', 'Caja', 'CLP', '1.234.567.890.123.456,78', '31/01/2008'],
      ['Chile', { n: '1' }, 'Norte SA', null, { n: '110101' }, "'Bancos", 'CLP', { n: '-1234.5' }, '2008-01-31'],
    ]),
    {
      headerRow: 1,
      columns: { pais: 0, negocioCodigo: 1, negocioNombre: 2, departamento: 3, cuenta: 4, nombre: 5, moneda: 6, saldo: 7, periodo: 8 },
    },
  )
  expect(refused).toEqual([])
  expect(rows).toEqual([
    {
      number: 2,
      cuenta: '0010',
      nombre: 'Caja',
      negocioCodigo: '0001',
      negocioNombre: 'Norte SA',
      pais: 'Chile',
      departamento: 'Tesorería',
      moneda: 'CLP',
      saldo: '1234567890123456.78',
      periodo: '2008-01',
      documento: null,
      column: null,
      sum: null,
    },
    {
      number: 3,
      cuenta: '110101',
      nombre: 'Bancos',
      negocioCodigo: '1',
      negocioNombre: 'Norte SA',
      pais: 'Chile',
      departamento: null,
      moneda: 'CLP',
      saldo: '-1234.5',
      periodo: '2008-01',
      documento: null,
      column: null,
      sum: null,
    },
  ])
})

test('codes and names are kept as they are read: spaces, accents and what nobody sees make no other account or business', async () => {
  const columns = { cuenta: 0, negocioNombre: 1, saldo: 2 }
  const { rows } = await read(
    [
      ['11\u00a005', 'Logi\u0301stica\u00a0\u00a0del  Sur', '1'],
      ['11 05', 'Logística del\nSur\u200b', '2'],
    ],
    { columns },
  )
  expect(rows.map(({ cuenta, negocioNombre }) => [cuenta, negocioNombre])).toEqual(Array(2).fill(['11 05', 'Logística del Sur']))
})

test('a currency that the format of a number shows counts as one that is written beside it', async () => {
  const shown = (n: string, text: string): Cell => ({ n, shown: { text } })
  const { rows, refused } = await collect(
    table([
      ['Cuenta', 'Nombre', 'Moneda', 'Saldo'],
      ['1', 'Caja', null, shown('5', '# €')],
      ['2', 'Bancos', null, shown('6', '$ #')],
      ['3', 'Otros', 'BRL', shown('7', 'US$ #')],
    ]),
    { headerRow: 1, columns: { cuenta: 0, nombre: 1, moneda: 2, saldo: 3 } },
  )
  expect(rows.map(({ cuenta, moneda, saldo }) => [cuenta, moneda, saldo])).toEqual([
    ['1', 'EUR', '5'],
    ['2', null, '6'],
  ])
  expect(refused).toMatchObject([{ number: 4, code: 'moneda-distinta', value: 'US$ 7', params: { monedas: 'BRL, USD' } }])
})

test('an account may be told by several columns, and each of them must say its part', async () => {
  const { rows, refused } = await collect(
    table([
      ['Org.', 'Prog.', 'Econ.', 'Nombre', 'Saldo'],
      ['91', '011', '31000', 'Intereses', '10,00'],
      ['92', '011', '31000', 'Intereses', '20,00'],
      ['92', null, '31000', 'Intereses', '30,00'],
      [null, null, null, 'TOTAL', '60,00'],
    ]),
    { headerRow: 1, columns: { cuenta: 2, nombre: 3, saldo: 4 }, codeParts: [1, 0], decimal: ',' },
  )
  expect(rows.map(({ cuenta, saldo }) => [cuenta, saldo])).toEqual([
    ['91-011-31000', '10'],
    ['92-011-31000', '20'],
  ])
  expect(refused.map(({ number, header, code }) => [number, header, code])).toEqual([[4, 'Prog.', 'cuenta-falta']])
})

test.each([
  ['refuse', { rows: ['2 1 10', '2 2 -5', '3 2 7'], refused: ['5 saldo-falta', '6 saldo-numero'], skipped: 0 }],
  ['skip', { rows: ['2 1 10', '2 2 -5', '3 2 7'], refused: ['6 saldo-numero'], skipped: 1 }],
  ['zero', { rows: ['2 1 10', '2 2 -5', '3 1 0', '3 2 7', '5 1 0', '5 2 0', '6 2 0'], refused: ['6 saldo-numero'], skipped: 0 }],
] as const)(
  'businesses beside each other: an empty cell is no balance; where there is none in the row: %s',
  async (emptyAmount, expected) => {
    const { rows, refused, skipped } = await collect(
      table([
        ['Cuenta', 'Norte', 'Sur', 'Total'],
        ['1', '10,00', '(5,00)', '5,00'],
        ['2', null, '7,00', '7,00'],
        ['Total', '10,00', '2,00', '12,00'],
        ['3', null, '-', null],
        ['4', 'mucho', null, null],
      ]),
      { headerRow: 1, columns: { cuenta: 0 }, amounts: [1, 2], decimal: ',', emptyAmount },
    )
    expect({
      rows: rows.map(({ number, column, saldo }) => `${number} ${column} ${saldo}`),
      refused: refused.map(({ number, code }) => `${number} ${code}`),
      skipped: skipped.emptyAmounts,
    }).toEqual(expected)
  },
)

test('debe and haber make the balance', async () => {
  const { rows, refused } = await collect(
    table([
      ['Cuenta', 'Debe', 'Haber'],
      ['1', '10,50', null],
      ['2', '', '3'],
      ['3', '1.000,25', '0,50'],
      ['4', null, null],
      ['5', '-', '7,00'],
    ]),
    {
      headerRow: 1,
      columns: { cuenta: 0, debe: 1, haber: 2 },
    },
  )
  expect(rows.map(({ saldo }) => saldo)).toEqual(['10.5', '-3', '999.75', '-7'])
  expect(refused).toMatchObject([{ number: 5, code: 'saldo-falta' }])
})

describe('a row that cannot be loaded is refused with its place and reason', () => {
  test.each<[string, Cell[], string, string]>([
    ['an invalid number', ['10', 'x', '1.23,4.5'], 'C', 'saldo-separadores'],
    ['a text instead of a number', ['10', 'x', 'n/d'], 'C', 'saldo-numero'],
    ['a number of the other format', ['10', 'x', '1,234.50'], 'C', 'saldo-separadores'],
    ['three decimals', ['10', 'x', '1,234'], 'C', 'saldo-decimales'],
    ['three decimals in a number', ['10', 'x', { n: '1.234' }], 'C', 'saldo-decimales'],
    ['nineteen digits', ['10', 'x', '1234567890123456789'], 'C', 'saldo-largo'],
    ['lost digits', ['10', 'x', '1,23E+12'], 'C', 'saldo-notacion'],
    ['no balance', ['10', 'x', null], 'C', 'saldo-falta'],
    ['no account', [null, 'x', '5'], 'A', 'cuenta-falta'],
    ['a long account', ['1'.repeat(51), 'x', '5'], 'A', 'cuenta-larga'],
    ['a long name', ['10', 'x'.repeat(251), '5'], 'B', 'texto-largo'],
    ['a formula error', ['10', 'x', { error: '#REF!' }], 'C', 'celda-error'],
    ['a formula without a value', ['10', 'x', { error: 'formula-sin-valor' }], 'C', 'formula-sin-valor'],
    ['an error in the account', [{ error: '#N/A' }, 'x', '5'], 'A', 'celda-error'],
  ])('%s', async (_, cells, column, code) => {
    const { rows, refused } = await read([cells])
    expect(rows).toEqual([])
    expect(refused).toMatchObject([{ number: 2, column, header: header[column.charCodeAt(0) - 65], code }])
    const place = refused[0]!
    for (const language of ['es', 'en'] as const)
      expect(ROW_REFUSALS[place.code][language].replace(/\{(\w+)\}/g, (_, name: string) => place.params[name] ?? '')).toMatch(
        /^[A-Z][^{}]*\.$/,
      )
  })

  test('a formula without a value shows nothing in its place', async () => {
    const { refused } = await read([['10', 'x', { error: 'formula-sin-valor' }]])
    expect(refused).toMatchObject([{ code: 'formula-sin-valor', value: '' }])
  })

  test('an invalid period', async () => {
    const { refused } = await read([['10', 'mes 13', '5']], { columns: { cuenta: 0, periodo: 1, saldo: 2 } })
    expect(refused).toMatchObject([{ column: 'B', value: 'mes 13', code: 'periodo' }])
  })

  test('every reason has its sentences', () => {
    for (const { es, en } of Object.values(ROW_REFUSALS)) expect(es).not.toBe(en)
  })
})

test('totals, blank rows, repeated headers and notes are passed over and counted', async () => {
  const { rows, refused, skipped } = await collect(
    table([
      ['Empresa Norte SA'],
      header,
      ['10', 'Caja', '5,00'],
      [],
      [null, null, null],
      ['CUENTA', 'nombre', 'Saldo '],
      ['11', 'Total activo', '6,00'],
      [null, 'TOTAL', '11,00'],
      ['Suma', null, '11,00'],
      ['Total general', null, '11,00'],
      ['#', null, '11,00'],
      ['Fuente: contabilidad'],
      [null, null, 'Elaborado por: Ana'],
    ]),
    { ...simple, headerRow: 2 },
  )
  expect(refused).toEqual([])
  expect(rows.map(({ cuenta }) => cuenta)).toEqual(['10', '11'])
  expect(skipped).toEqual({ titles: 2, blank: 2, totals: 4, repeatedHeaders: 1, notes: 2, emptyAmounts: 0 })
})

test('floats of a spreadsheet are taken for the cents that they stand for', async () => {
  const { rows } = await read([
    ['1', 'a', { n: '1234.560000000001' }],
    ['2', 'b', { n: '-0.0000000001164' }],
  ])
  expect(rows.map(({ saldo }) => saldo)).toEqual(['1234.56', '0'])
})

test('an account without an amount can be skipped or taken for zero', async () => {
  expect((await read([['1', 'ACTIVO', null]], { emptyAmount: 'skip' })).skipped.emptyAmounts).toBe(1)
  expect((await read([['1', 'ACTIVO', null]], { emptyAmount: 'zero' })).rows[0]!.saldo).toBe('0')
})

describe('the decimal mark', () => {
  const undecided = { ...simple, decimal: undefined }
  test('is proved by one cell for the whole column', async () => {
    const { rows } = await read(
      [
        ['1', 'a', '1.234'],
        ['2', 'b', '5,5'],
      ],
      undecided,
    )
    expect(rows.map(({ saldo }) => saldo)).toEqual(['1234', '5.5'])
  })
  test('has to be chosen when every cell could be either', async () => {
    const rows: Cell[][] = [header, ['1', 'a', '1.234'], ['2', 'b', '5.678'], ['3', 'c', '7']]
    expect(await guessTableDecimal(table(rows), simple)).toEqual({ decimal: null, ambiguous: true, mixed: false })
    const { rows: read, refused } = await collect(table(rows), undecided)
    expect(read.map(({ cuenta }) => cuenta)).toEqual(['3'])
    expect(refused.map(({ code }) => code)).toEqual(['saldo-ambiguo', 'saldo-ambiguo'])
  })
  test('does not matter to cells that are numbers', async () => {
    const { rows } = await read([['1', 'a', { n: '1.25' }]], { decimal: ',' })
    expect(rows[0]!.saldo).toBe('1.25')
  })
})

test('a mapping without account or amount is a mistake of the caller', async () => {
  await expect(collect(table([]), { headerRow: null, columns: { cuenta: 0, debe: 1 } })).rejects.toThrow(RangeError)
})

/** Total assets less total liabilities of each business, in cents. */
function differences(rows: BalanceRow[]): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { negocioNombre, cuenta, saldo } of rows) {
    const sign = cuenta === '0039999993' ? 1n : cuenta === '0099999995' ? -1n : 0n
    if (sign !== 0n) found.set(negocioNombre!, (found.get(negocioNombre!) ?? 0n) + sign * toCents(saldo))
  }
  return found
}

async function wholeFile(path: string) {
  const opened = await openTable(path, 'balance.csv')
  const layout = detectLayout(await opened.head())
  expect(layout.complete).toBe(true)
  return collect(opened, { headerRow: layout.headerRow, columns: layout.fields })
}

test.each([
  ['200801', 524],
  ['200802', 525],
  ['200803', 533],
])('the fixture of %s loads whole and balances to the cent', async (month, expected) => {
  const { rows, refused, skipped } = await wholeFile(fixture(`cosif-${month}.csv`))
  expect(refused).toEqual([])
  expect(rows).toHaveLength(expected)
  expect(skipped).toMatchObject({ titles: 4, totals: 0 })
  expect(new Set(rows.map(({ periodo }) => periodo))).toEqual(new Set([`${month.slice(0, 4)}-${month.slice(4)}`]))
  expect([...differences(rows).values()]).toEqual([0n, 0n, 0n, 0n])
  expect(new Set(differences(rows).keys())).toEqual(new Set(['ITAU', 'MÁXIMA', 'OMNI', 'VOTORANTIM']))
})

const months = SHARED && `${SHARED}/trial-balances/brasil-bcb-cosif-2008`
const each = months ? test.each : test.skip.each

each([
  ['200801', 10_176, 88],
  ['200802', 10_124, 87],
  ['200803', 10_196, 87],
])('all conglomerates of Brazil in %s: %i rows, and in all %i assets equal liabilities', async (month, expected, conglomerates) => {
  const { rows, refused } = await wholeFile(`${months}/${month}CONGLOMERADOS.CSV`)
  expect(refused).toEqual([])
  expect(rows).toHaveLength(expected)
  const found = differences(rows)
  expect(found.size).toBe(conglomerates)
  expect([...found.values()].every((difference) => difference === 0n)).toBe(true)
})

const budgets = SHARED && `${SHARED}/budget-execution`
const there = budgets ? test : test.skip

there('in every row of the budget of Madrid initial plus modification is definitive', async () => {
  const opened = await openTable(`${budgets}/madrid-2015/2015-gastos.csv`, 'a.csv')
  const columns = [10, 11, 12].map((saldo) =>
    collect(opened, { headerRow: null, columns: { cuenta: 8, nombre: 9, negocioCodigo: 0, saldo } }),
  )
  const [initial, modification, definitive] = (await Promise.all(columns)).map(({ rows, refused }) => {
    expect([rows.length, refused.length]).toEqual([6_789, 0])
    return rows.map(({ saldo }) => toCents(saldo))
  })
  expect(initial!.map((cents, at) => cents + modification![at]!)).toEqual(definitive)
})

there('the budgets of Pinto load; their last line is a total', async () => {
  const opened = await openTable(`${budgets}/pinto/2012-gastos.csv`, 'a.csv')
  const { rows, refused, skipped } = await collect(opened, { headerRow: 2, columns: { cuenta: 2, nombre: 3, saldo: 6 } })
  expect(refused).toEqual([])
  expect(skipped.totals).toBe(1)
  expect(rows.length).toBe(872)
})
