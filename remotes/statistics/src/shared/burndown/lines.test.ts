import { expect, test } from '@jest/globals'
import { type Burndown, linesOf } from './lines.ts'

const dia = (day: number, abiertos: number | null, ideal: number) => ({
  dia: `2026-11-${String(day).padStart(2, '0')}`,
  hechos: 0,
  abiertos,
  ideal,
})
const of = (fecha: string | null, open: readonly (number | null)[] = [100, 80, null]) =>
  ({
    items: 100,
    data: [
      { rol: 'analista', dias: [dia(5, open[0]!, 100), dia(6, open[1]!, 0), dia(7, open[2]!, 0)] },
      { rol: 'control', dias: [dia(5, open[0]!, 100), dia(6, open[1]!, 50), dia(7, open[2]!, 0)] },
    ],
    pronostico: [{ rol: 'control', fecha }],
  }) as unknown as Burndown

test('from today the forecast goes straight to nothing on its day, on days that are added to the axis', () => {
  const { days, open, plan, forecast } = linesOf(of('2026-11-10'))
  expect(days).toEqual(['2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08', '2026-11-09', '2026-11-10'])
  expect(open).toEqual([100, 80, null, null, null, null])
  expect(plan).toEqual([100, 50, 0])
  expect(forecast).toEqual([null, 80, 60, 40, 20, 0])
})
test('each deadline stands where the plan of its role ends', () =>
  expect(linesOf(of(null)).due).toEqual([
    { rol: 'analista', at: 1 },
    { rol: 'control', at: 2 },
  ]))
test.each([
  ['nobody knows when', of(null)],
  ['nothing is open', of('2026-11-10', [100, 0, null])],
  ['it ends too late to be drawn', of('2027-06-01')],
  ['the month is over', of('2026-11-06', [100, 80, 60])],
])('no forecast is drawn where %s', (_, answer) => expect(linesOf(answer).forecast).toEqual([]))
test('of no days there is nothing', () =>
  expect(linesOf({ items: 0, data: [], pronostico: [] } as unknown as Burndown)).toEqual({
    days: [],
    open: [],
    plan: [],
    forecast: [],
    due: [],
  }))
