import { trafficLight } from '@cuadre/api/light'
import { describe, expect, test } from '@jest/globals'
import type { Amount, Count, Day, PeriodRow } from './aggregates/index.ts'
import {
  amountRatio,
  amounts,
  balancesLoaded,
  completions,
  dayAt,
  forecasts,
  mean,
  nthAt,
  points,
  progress,
  ratio,
  rounded,
  tile,
  total,
} from './figures.rules.ts'
import { lightOf } from './matrix.rows.ts'

const COUNTS = [
  'items',
  'signed',
  'on_time',
  'done',
  'done_late',
  'overdue',
  'pending',
  'unsent',
  'at_jefatura',
  'at_control',
  'rejected',
  'approved',
]
const AMOUNTS = ['unexplained', 'unsupported', 'balance', 'balance_approved']
type Row = Record<Count, number> & Record<Amount, string> & { currency: string }
/** Sums of a currency: of what is not said there is none. */
const row = (more: Partial<Row>, currency = 'BRL') =>
  ({
    ...Object.fromEntries([...COUNTS.map((name) => [name, 0]), ...AMOUNTS.map((name) => [name, '0.00'])]),
    currency,
    ...more,
    // Only the figures above are read.
  }) as Row

describe('arithmetic on sums', () => {
  test('a ratio is that of the sums, and of nothing there is none', () => {
    expect([ratio(1, 4), ratio(0, 4), ratio(1, 0)]).toEqual([0.25, 0, null])
    const rows = [row({ signed: 10, items: 3 }), row({ signed: 0, items: 1 })]
    expect([total(rows, 'signed'), total([], 'signed')]).toEqual([10, 0])
    expect([mean(rows, 'signed', 'items'), mean([], 'signed', 'items')]).toEqual([2.5, null])
  })
  test('is rounded to four digits, or to as many as are asked for', () => {
    expect([rounded(1 / 3), rounded(2 / 3, 1), rounded(0), rounded(null)]).toEqual([0.3333, 0.7, 0, null])
  })
  test('of amounts is computed in whole cents', () => {
    expect([amountRatio(1n, 3n), amountRatio(5n, 0n), amountRatio(9_007_199_254_740_993n, 9_007_199_254_740_993n)]).toEqual([
      0.333333,
      null,
      1,
    ])
  })
  test('amounts of different currencies are never added, and stand by name', () => {
    const rows = [row({ unexplained: '0.10' }, 'USD'), row({ unexplained: '5.00' }), row({ unexplained: '0.20' }, 'USD'), row({}, 'CLP')]
    const sums = [
      { MONEDA: 'BRL', monto: '5.00' },
      { MONEDA: 'CLP', monto: '0.00' },
      { MONEDA: 'USD', monto: '0.30' },
    ]
    expect(amounts(rows, 'unexplained')).toEqual(sums)
    expect(amounts(rows.toReversed(), 'unexplained')).toEqual(sums)
  })
  test('the difference of two parts is told in percentage points', () => {
    expect([points(0.91234, 0.9), points(0.9, 0.95), points(null, 0.9), points(0.9, null)]).toEqual([1.234, -5, null, null])
  })
})

test.each([
  [1, 'verde'],
  [0.95, 'verde'],
  [0.9499, 'ambar'],
  [0.85, 'ambar'],
  [0.8499, 'rojo'],
  [0, 'rojo'],
  [null, null],
])('the light of %p is %p', (value, light) => expect(trafficLight(value)).toBe(light))

test('a share at a bound of its own has reached it, in a tile and in the matrix', () => {
  const umbrales = { verde: 97.9, ambar: 94.2 }
  for (const [value, light] of [
    [979 / 1000, 'verde'],
    [978 / 1000, 'ambar'],
    [942 / 1000, 'ambar'],
    [941 / 1000, 'rojo'],
  ] as const)
    expect([trafficLight(value, umbrales), lightOf({ unidad: 'porcentaje', sentido: 1, umbrales }, value)]).toEqual([light, light])
})

const some = row({
  items: 10,
  signed: 21,
  on_time: 24,
  done: 4,
  done_late: 2,
  overdue: 1,
  pending: 3,
  unexplained: '7.00',
  unsupported: '8.00',
  balance: '200.00',
  balance_approved: '50.00',
})
const dollars = row({ items: 10, signed: 9, on_time: 30, pending: 10, unsupported: '1.00', balance: '0.00' }, 'USD')

test('progress is of three sign-offs an item, over every row', () => {
  expect(progress([dollars, some])).toEqual({
    items: 20,
    firmas: 30,
    firmasRequeridas: 60,
    avance: 0.5,
    completado: 0.3,
    aTiempo: 0.9,
    vencidos: 1,
    fueraDePlazo: 3,
    sinExplicar: [
      { MONEDA: 'BRL', monto: '7.00' },
      { MONEDA: 'USD', monto: '0.00' },
    ],
    sinSustentar: [
      { MONEDA: 'BRL', monto: '8.00' },
      { MONEDA: 'USD', monto: '1.00' },
    ],
    sustentado: [
      { MONEDA: 'BRL', sustentado: '50.00', requerido: '200.00', parte: 0.25 },
      { MONEDA: 'USD', sustentado: '0.00', requerido: '0.00', parte: null },
    ],
  })
  expect(progress([some, dollars]).sustentado.map(({ MONEDA }) => MONEDA)).toEqual(['BRL', 'USD'])
  expect(progress([])).toMatchObject({ items: 0, avance: null, completado: null, aTiempo: null, sustentado: [] })
  expect(completions([some, dollars])).toEqual({ completado: 4, completadoTarde: 2, vencido: 1, pendiente: 13 })
})

describe('balances', () => {
  const loaded = (business: number, expected: number, found: number) => ({
    business,
    department: null,
    subManagement: null,
    expected,
    loaded: found,
  })
  test('a business lacks its balances while none of its departments has any', () => {
    expect(balancesLoaded([loaded(1, 4, 4), loaded(1, 2, 0), loaded(2, 1, 0), loaded(2, 1, 0), loaded(3, 2, 1), loaded(4, 2, 0)])).toEqual({
      esperados: 12,
      cargados: 5,
      parte: 5 / 12,
      negociosSinCargar: 2,
    })
    expect(balancesLoaded([loaded(1, 1, 0), loaded(2, 1, 1), loaded(3, 1, 1)])).toMatchObject({ negociosSinCargar: 1 })
    expect(balancesLoaded([])).toEqual({ esperados: 0, cargados: 0, parte: null, negociosSinCargar: 0 })
  })
  test.each([
    ['green with all of them', 30, loaded(1, 100, 95), 'verde'],
    ['amber where some are not there', 30, loaded(1, 100, 94), 'ambar'],
    ['green where none are expected', 30, loaded(1, 0, 0), 'verde'],
    ['not better for balances that lack', 27, loaded(1, 100, 0), 'ambar'],
    ['red as it is', 20, loaded(1, 100, 50), 'rojo'],
  ])('a tile is %s', (_, on_time, of, semaforo) => {
    expect(tile([row({ items: 10, on_time })], [of])).toMatchObject({
      semaforo,
      saldos: { esperados: of.expected },
      completitud: { pendiente: 0 },
      items: 10,
    })
  })
})

describe('the working days from today', () => {
  // A Friday, a weekend, a Monday and a Tuesday.
  const calendar = [
    { day: '2026-10-02', nth: 0 },
    { day: '2026-10-05', nth: 1 },
    { day: '2026-10-06', nth: 2 },
  ]
  test.each([
    [0, '2026-10-02'],
    [1, '2026-10-05'],
    [1.5, '2026-10-06'],
    [3, null],
  ])('%p ahead is %p', (nth, day) => expect(dayAt(calendar, nth)).toBe(day))
  test.each([
    ['2026-10-01', undefined],
    ['2026-10-02', 0],
    ['2026-10-04', 0],
    ['2026-10-05', 1],
    ['2026-12-01', 2],
  ])('%s is %p ahead', (day, nth) => expect(nthAt(calendar, day)).toBe(nth))
})

describe('the forecast', () => {
  const calendar = Array.from({ length: 20 }, (_, nth) => ({ day: `2026-10-${String(nth + 1).padStart(2, '0')}`, nth }))
  const period = { id: 9, nth: 3, dueAnalyst: '2026-10-05', dueJefatura: '2026-10-07', dueControl: '2026-10-09' } as PeriodRow
  const former = [{ id: 8 }, { id: 7 }] as PeriodRow[]
  const day = (period: number, role: number, nth: number, items: number) => ({ period, role, nth, items }) as Day
  /** Ten analyses: six to prepare, two of them sent back; two at the head, one at control, one approved. */
  const rows = [row({ items: 10, unsent: 4, rejected: 2, at_jefatura: 2, at_control: 1, approved: 1 })]
  const asked = (signed: Day[], of: Row[] = rows, before = former) =>
    forecasts(of, period, before, { signed, calendar }, (moment) => moment)

  test('a role is done when what is open is divided by what was signed on the same day of the months before, and none before the other', () => {
    const signed = [
      // Two a day of the analyst, eight of the head, one of control.
      ...[day(8, 1, 3, 2), day(7, 1, 3, 2), day(8, 2, 3, 8), day(7, 2, 3, 8), day(8, 3, 3, 1), day(7, 3, 3, 1)],
    ]
    expect(
      asked(signed).map(({ rol, abiertos, ritmo, ritmoMes, fecha, vence, semaforo }) => [
        rol,
        abiertos,
        ritmo,
        ritmoMes,
        fecha,
        vence,
        semaforo,
      ]),
    ).toEqual([
      ['analista', 6, 2, null, '2026-10-04', '2026-10-05', 'verde'],
      ['jefatura', 8, 8, null, '2026-10-04', '2026-10-07', 'verde'],
      ['control', 9, 1, null, '2026-10-10', '2026-10-09', 'ambar'],
    ])
  })
  test('green on the day of the deadline', () => {
    expect(asked([day(8, 1, 3, 1.5), day(7, 1, 3, 1.5)])[0]).toMatchObject({ fecha: '2026-10-05', semaforo: 'verde' })
  })
  test('the pace is that of the same day, and the fast one that of a month before', () => {
    const found = asked([day(8, 1, 1, 8), day(8, 1, 2, 8), day(8, 1, 3, 2), day(7, 1, 3, 2)])[0]
    expect(found).toMatchObject({ ritmo: 2, fecha: '2026-10-04', desde: '2026-10-02', hasta: '2026-10-04' })
  })
  test('red from the second day after the deadline on', () => {
    const late = asked([day(8, 1, 3, 1), day(7, 1, 3, 1)])[0]!
    expect([late.fecha, late.semaforo]).toEqual(['2026-10-07', 'rojo'])
    expect(asked([day(8, 1, 3, 1.2), day(7, 1, 3, 1.2)])[0]).toMatchObject({ fecha: '2026-10-06', semaforo: 'ambar' })
  })
  test('of all days where nothing was signed on that one, of the last six months, and of the first day before the month began', () => {
    expect(asked([day(8, 1, 1, 3), day(8, 1, 2, 1), day(7, 1, 1, 2)])[0]).toMatchObject({ ritmo: 2, fecha: '2026-10-04' })
    const seven = Array.from({ length: 7 }, (_, i) => ({ id: i + 1 }) as PeriodRow)
    const signed = [day(1, 1, 3, 100), ...seven.slice(1).map(({ id }) => day(id, 1, 3, id < 5 ? 2 : 4))]
    expect(asked(signed, rows, seven)[0]).toMatchObject({ ritmo: 3 })
    expect(
      forecasts(rows, { ...period, nth: -2 }, former, { signed: [day(8, 1, 1, 4), day(7, 1, 1, 4)], calendar }, (at) => at)[0],
    ).toMatchObject({ ritmo: 4 })
  })
  test('lies between the slow and the fast pace of the months before and of this one', () => {
    const signed = [day(8, 1, 3, 2), day(7, 1, 3, 2), day(9, 1, 2, 3), day(9, 1, 3, 3)]
    expect(asked(signed)[0]).toMatchObject({ ritmo: 2, ritmoMes: 3, fecha: '2026-10-04', desde: '2026-10-03', hasta: '2026-10-04' })
  })
  test('a month before in which nothing was signed has no pace that would widen it', () => {
    const signed = [day(8, 1, 3, 4), day(9, 1, 3, 3)]
    const before = [{ id: 7 }, { id: 8 }, { id: 6 }] as PeriodRow[]
    const [found] = forecasts(rows, period, before, { signed: [...signed, day(6, 1, 3, 4)], calendar }, (moment) => moment)
    expect(found).toMatchObject({ ritmo: 4, ritmoMes: 3, fecha: '2026-10-03', desde: '2026-10-03', hasta: '2026-10-03' })
  })
  test('without a pace there is no day, nor for the roles that wait for it', () => {
    const found = asked([day(8, 2, 3, 8), day(7, 2, 3, 8)])
    expect(found.map(({ fecha, desde, hasta, semaforo }) => [fecha, desde, hasta, semaforo])).toEqual(
      Array(3).fill([null, null, null, null]),
    )
  })
  test('further than the calendar reaches there is no day either', () => {
    expect(asked([day(8, 1, 3, 0.1), day(7, 1, 3, 0.1)])[0]).toMatchObject({ ritmo: 0.1, fecha: null, semaforo: null })
  })
  test('with nothing open a role is done, and nobody waits for it', () => {
    const sent = [row({ items: 3, at_jefatura: 1, approved: 2 })]
    const found = asked([day(8, 1, 3, 5), day(7, 1, 3, 5), day(8, 2, 3, 1), day(7, 2, 3, 1)], sent)
    expect(found.map(({ abiertos, fecha, semaforo }) => [abiertos, fecha, semaforo])).toEqual([
      [0, null, 'verde'],
      [1, '2026-10-02', 'verde'],
      [1, null, null],
    ])
  })
  test('what a closed month left open ends on no day, whatever was signed before', () => {
    const signed = [day(8, 1, 3, 2), day(7, 1, 3, 2), day(9, 1, 2, 3)]
    expect(
      forecasts(rows, { ...period, status: 3 }, former, { signed, calendar }, (moment) => moment).map(({ rol, vence, ...told }) => told),
    ).toEqual(
      [6, 8, 9].map((abiertos) => ({ abiertos, ritmo: null, ritmoMes: null, fecha: null, desde: null, hasta: null, semaforo: null })),
    )
  })
  test('a deadline before today is its own day after', () => {
    const due = { ...period, dueAnalyst: '2026-09-28' }
    expect(forecasts(rows, due, former, { signed: [day(8, 1, 3, 9), day(7, 1, 3, 9)], calendar }, (at) => at)[0]).toMatchObject({
      fecha: '2026-10-02',
      semaforo: 'rojo',
    })
  })
})
