import { expect, test } from '@jest/globals'
import { lightAgainstPlan, planAt, plannedProgress } from './plan.rules.ts'

const october = {
  name: '2026-10',
  status: 1,
  dueAnalyst: '2026-11-05T00:00:00Z',
  dueJefatura: '2026-11-09T00:00:00Z',
  dueControl: '2026-11-11T00:00:00Z',
}
test.each([
  ['2026-10-20T00:00:00Z', 0, 0, 0],
  ['2026-11-01T00:00:00Z', 0, 0, 0],
  ['2026-11-03T00:00:00Z', 0.5, 0.25, 0.2],
  ['2026-11-05T00:00:00Z', 1, 0.5, 0.4],
  ['2026-11-30T00:00:00Z', 1, 1, 1],
])('at %s the plan of an open month is %d, %d, %d', (moment, analista, jefatura, control) => {
  expect(planAt(october, 'UTC', new Date(moment))).toEqual({ analista, jefatura, control })
})
test('the month ends where its people are', () => {
  // Midnight of 1 November in São Paulo is 3:00 in UTC.
  expect(planAt(october, 'America/Sao_Paulo', new Date('2026-11-01T03:00:00Z'))).toEqual({ analista: 0, jefatura: 0, control: 0 })
})
test.each([
  ['2000-01-01T00:00:00Z', 0],
  ['2026-10-19T00:00:00Z', 0],
  ['2026-10-20T00:00:00Z', 1],
])('at %s a deadline within the month itself is a plan of %d', (moment, analista) => {
  expect(planAt({ ...october, dueAnalyst: '2026-10-20T00:00:00Z' }, 'UTC', new Date(moment))).toMatchObject({ analista })
})
test('a closed month has none', () => expect(planAt({ ...october, status: 3 }, 'UTC', new Date())).toBeNull())
test('progress is planned over all three sign-offs', () => {
  expect(plannedProgress({ analista: 1, jefatura: 0.5, control: 0.3 })).toBeCloseTo(0.6, 10)
})
test.each([
  [0.6, 'verde'],
  [0.595, 'verde'],
  [0.594, 'ambar'],
  [0.5, 'ambar'],
  [0.499, 'rojo'],
  [null, null],
] as const)('%p against a plan of 60 %% is %p', (value, light) => expect(lightAgainstPlan(value, 0.6)).toBe(light))
