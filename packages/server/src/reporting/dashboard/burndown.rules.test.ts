import { describe, expect, test } from '@jest/globals'
import type { Day, PeriodRow } from './aggregates/index.ts'
import { burndownOf } from './burndown.rules.ts'

const PERIOD = {
  id: 7,
  name: '2026-01',
  dueAnalyst: '2026-02-04T21:00:00Z',
  dueJefatura: '2026-02-05T21:00:00Z',
  dueControl: '2026-02-06T21:00:00Z',
} as PeriodRow
const toLocal = (moment: string) => moment.slice(0, 10)
const signed = (role: number, day: string, items: number, period = PERIOD.id) => ({ period, role, day, items }) as Day
const of = (all: Day[], asOf: string, items = 10) => burndownOf(items, PERIOD, all, toLocal, asOf)
const column = (burndown: ReturnType<typeof of>, rol: string, name: 'dia' | 'hechos' | 'abiertos' | 'ideal') =>
  burndown.find((each) => each.rol === rol)!.dias.map((day) => day[name])

describe('the open items of each role, day by day', () => {
  test('go from the last day of the month to the deadline of control', () => {
    const burndown = of([], '2026-03-01')
    expect(burndown.map(({ rol }) => rol)).toEqual(['analista', 'jefatura', 'control'])
    for (const { rol } of burndown)
      expect(column(burndown, rol, 'dia')).toEqual([
        '2026-01-31',
        '2026-02-01',
        '2026-02-02',
        '2026-02-03',
        '2026-02-04',
        '2026-02-05',
        '2026-02-06',
      ])
  })

  test('begin with a sign-off before, and end with one after', () => {
    const days = column(of([signed(1, '2026-01-29', 1), signed(3, '2026-02-08', 1)], '2026-03-01'), 'control', 'dia')
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-01-29', '2026-02-08', 11])
  })

  test('are all of them less what was signed until that day, of that role and that period alone', () => {
    const all = [
      signed(1, '2026-02-01', 3),
      signed(1, '2026-02-01', 1),
      signed(1, '2026-02-03', 2),
      signed(2, '2026-02-03', 5),
      signed(1, '2026-02-02', 4, 8),
    ]
    const burndown = of(all, '2026-03-01')
    expect(column(burndown, 'analista', 'hechos')).toEqual([0, 4, 0, 2, 0, 0, 0])
    expect(column(burndown, 'analista', 'abiertos')).toEqual([10, 6, 6, 4, 4, 4, 4])
    expect(column(burndown, 'jefatura', 'abiertos')).toEqual([10, 10, 10, 5, 5, 5, 5])
    expect(column(burndown, 'control', 'abiertos')).toEqual([10, 10, 10, 10, 10, 10, 10])
  })

  test('are not known on days to come; today is', () => {
    expect(column(of([signed(1, '2026-02-01', 3)], '2026-02-02T12:00:00Z'), 'analista', 'abiertos')).toEqual([
      10,
      7,
      7,
      null,
      null,
      null,
      null,
    ])
  })

  test('the straight line is at none on the day of the role’s deadline, to two decimals, and stays there', () => {
    const burndown = of([], '2026-03-01')
    expect(column(burndown, 'analista', 'ideal')).toEqual([10, 7.5, 5, 2.5, 0, 0, 0])
    expect(column(burndown, 'jefatura', 'ideal')).toEqual([10, 8, 6, 4, 2, 0, 0])
    expect(column(burndown, 'control', 'ideal')).toEqual([10, 8.33, 6.67, 5, 3.33, 1.67, 0])
  })

  test('a deadline before the first day leaves a line of one day', () => {
    const early = { ...PERIOD, dueAnalyst: '2026-01-20T21:00:00Z' }
    expect(column(burndownOf(4, early, [], toLocal, '2026-03-01'), 'analista', 'ideal').slice(0, 3)).toEqual([4, 0, 0])
  })

  test('are told for a year and a half at the most', () => {
    expect(column(of([signed(1, '2029-01-01', 1)], '2030-01-01'), 'analista', 'dia')).toHaveLength(550)
  })

  test('without a moment it is that of now', () => {
    const [analyst] = burndownOf(3, PERIOD, [], toLocal)
    expect(analyst!.dias.every(({ abiertos }) => abiertos === 3)).toBe(true)
  })
})
