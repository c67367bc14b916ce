import { expect, test } from '@jest/globals'
import { stepsOf } from './alert.timeline.ts'

// Monday 2 November 2026 is a holiday; the analysis is due on Wednesday 4 at 18:00.
const calendar = { zone: 'America/Sao_Paulo', days: [1, 2, 3, 4, 5], holidays: new Set(['2026-11-02']) }
const local = (text: string) => new Date(`${text}:00-03:00`)
const due = local('2026-11-04T18:00')
const rule = {
  type_id: 7,
  days: [] as number[],
  hours: null,
  escalate_hours: null,
  frequency: 'diaria' as const,
  window_from: '09:00',
  window_to: '18:00',
  scheduled: true,
}
const told = (more: object, since: Date | null = null, limit: { since: Date; hours: number } | null = null) =>
  stepsOf({ ...rule, ...more }, { due, since, limit }, calendar).map(({ momento, clase, dias, nivel }) => [
    momento && new Date(+momento - 3 * 3_600_000).toISOString().slice(0, 16),
    clase,
    dias,
    nivel,
  ])

test('days before are working days of the country, over the weekend and its holiday', () => {
  expect(told({ days: [1, 3, 0] })).toEqual([
    ['2026-10-29T09:00', 'antes', 3, 0],
    ['2026-11-03T09:00', 'antes', 1, 0],
    ['2026-11-04T09:00', 'el_dia', 0, 0],
  ])
})

test('what is overdue is told on the next working morning, and the morning after so many working hours each to the head, control and management', () => {
  expect(told({ type_id: 8, escalate_hours: 9 })).toEqual([
    ['2026-11-05T09:00', 'despues', null, 0],
    ['2026-11-06T09:00', 'escala', null, 1],
    ['2026-11-09T09:00', 'escala', null, 2],
    ['2026-11-10T09:00', 'escala', null, 3],
  ])
})

test('the hours in a state have their own notice and escalation, each from when the state began, among those of the deadline', () => {
  // Since Friday 30 at 16:00, two hours that day and seven on Tuesday, after the holiday: over at 16:00, told on Wednesday.
  const limit = { since: local('2026-10-30T16:00'), hours: 9 }
  expect(told({ type_id: 8, escalate_hours: 12 }, null, limit)).toEqual([
    ['2026-11-04T09:00', 'limite', null, 0],
    ['2026-11-05T09:00', 'despues', null, 0],
    // Twelve hours were over on Wednesday at 10:00, after that day's look.
    ['2026-11-05T09:00', 'escala_limite', null, 1],
    ['2026-11-06T09:00', 'escala_limite', null, 2],
    ['2026-11-09T09:00', 'escala', null, 1],
    ['2026-11-09T09:00', 'escala_limite', null, 3],
    ['2026-11-10T09:00', 'escala', null, 2],
    ['2026-11-11T09:00', 'escala', null, 3],
  ])
})

test('a rule that looks every hour tells within the hour, one that looks weekly on the first day that its country works', () => {
  const limit = { since: local('2026-10-30T16:00'), hours: 9 }
  const first = (frequency: string) => told({ type_id: 8, frequency }, null, limit).find(([, clase]) => clase === 'limite')![0]
  expect([first('inmediata'), first('semanal')]).toEqual(['2026-11-03T16:00', '2026-11-09T09:00'])
})

test('a queue is told once it has stood still for so many working hours', () => {
  expect(told({ type_id: 17, hours: 18 }, local('2026-10-30T09:00'))).toEqual([['2026-11-04T09:00', 'despues', null, 0]])
  expect(told({ type_id: 17, hours: 18 })).toEqual([])
})

test('what follows an act is told at that moment', () => {
  expect(told({ type_id: 11, scheduled: false })).toEqual([[null, 'al_momento', null, 0]])
})
