import { describe, expect, test } from '@jest/globals'
import { type Clock, clockAfter, nextStates, slaOf } from './ticket.flow.ts'

const calendar = { zone: 'America/Sao_Paulo' }
const at = (local: string) => new Date(`${local}:00-03:00`)
const [INCIDENT, QUESTION] = [1, 2]
const fresh: Clock = { spent_minutes: 0, running_since: null, due_at: null }

describe('the states of a ticket', () => {
  test.each([
    ['open', 1, [2, 3, 4], [5]],
    ['in progress', 2, [3, 4], [5]],
    ['waiting', 3, [2, 4], [2, 5]],
    ['solved', 4, [2, 5], [2, 5]],
    ['closed', 5, [], []],
  ])('%s is followed by what each may do', (_, state, receives, writes) => {
    expect(nextStates(state, { receives: true, writes: false })).toEqual(receives)
    expect(nextStates(state, { receives: false, writes: true })).toEqual(writes)
    expect(nextStates(state, { receives: false, writes: false })).toEqual([])
  })
})

describe('the clock of a ticket', () => {
  test('runs in working hours, stands still while the author is waited for, and goes on with what is left', () => {
    const opened = clockAfter(fresh, 1, INCIDENT, at('2026-09-04T16:00'), calendar)
    // Nine hours: two on Friday, seven on Monday.
    expect(opened).toEqual({
      spent_minutes: 0,
      running_since: at('2026-09-04T16:00').toISOString(),
      due_at: at('2026-09-07T16:00').toISOString(),
    })
    const waiting = clockAfter(opened, 3, INCIDENT, at('2026-09-04T17:30'), calendar)
    expect(waiting).toEqual({ spent_minutes: 90, running_since: null, due_at: null })
    const again = clockAfter(waiting, 2, INCIDENT, at('2026-09-09T10:00'), calendar)
    expect(again).toEqual({
      spent_minutes: 90,
      running_since: at('2026-09-09T10:00').toISOString(),
      due_at: at('2026-09-09T17:30').toISOString(),
    })
    expect(clockAfter(again, 4, INCIDENT, at('2026-09-09T12:00'), calendar)).toEqual({
      spent_minutes: 210,
      running_since: null,
      due_at: null,
    })
  })

  test('of another type has another time', () => {
    const opened = clockAfter(fresh, 1, INCIDENT, at('2026-09-01T09:00'), calendar)
    expect(clockAfter(opened, 1, QUESTION, at('2026-09-01T12:00'), calendar)).toMatchObject({
      spent_minutes: 180,
      due_at: at('2026-09-02T18:00').toISOString(),
    })
  })

  test('what is late stays late since then', () => {
    const opened = clockAfter(fresh, 1, INCIDENT, at('2026-09-01T09:00'), calendar)
    expect(clockAfter(opened, 2, INCIDENT, at('2026-09-03T09:00'), calendar).due_at).toBe(at('2026-09-01T18:00').toISOString())
  })

  test.each([
    ['en_plazo', 1, '2026-09-01T15:00', 360],
    ['por_vencer', 1, '2026-09-01T15:45', 405],
    ['por_vencer', 1, '2026-09-01T18:00', 540],
    ['vencido', 1, '2026-09-02T09:01', 541],
  ])('is %s', (estado, state, now, minutosUsados) => {
    const clock = clockAfter(fresh, state, INCIDENT, at('2026-09-01T09:00'), calendar)
    expect(slaOf(clock, state, INCIDENT, at(now), calendar)).toMatchObject({ estado, minutosUsados, horas: 9 })
  })

  test('is paused, met or missed when it stands still', () => {
    const of = (state: number, spent_minutes: number) =>
      slaOf({ ...fresh, spent_minutes }, state, INCIDENT, at('2026-09-30T12:00'), calendar)
    expect([of(3, 60), of(3, 541), of(4, 540), of(5, 541)].map(({ estado }) => estado)).toEqual([
      'en_pausa',
      'vencido',
      'cumplido',
      'incumplido',
    ])
  })
})
