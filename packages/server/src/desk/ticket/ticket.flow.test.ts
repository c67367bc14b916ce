import { describe, expect, test } from '@jest/globals'
import { type Clock, clockAfter, dueIf, dueOf, firstAnswerOf, mayReopen, nextStates, segmentsOf, slaOf } from './ticket.flow.ts'

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
    expect(nextStates(state, { receives: true, writes: true })).toEqual([...new Set([...receives, ...writes])].sort())
  })
  test('a state of another release is followed by none', () => expect(nextStates(9, { receives: true, writes: true })).toEqual([]))
})

describe('a closed ticket', () => {
  test('is reopened by those who receive it and by its author, and by nobody else', () => {
    expect(nextStates(5, { receives: true, writes: false }, true)).toEqual([2])
    expect(nextStates(5, { receives: false, writes: true }, true)).toEqual([2])
    expect(nextStates(5, { receives: false, writes: false }, true)).toEqual([])
  })
  // Closed on a Friday.
  const closed = at('2026-09-04T17:00').toISOString()
  test.each([
    ['on the fifth working day', '2026-09-11T17:00', calendar, true],
    ['on the sixth', '2026-09-14T09:00', calendar, false],
    ['on the sixth, of which one was a holiday', '2026-09-14T09:00', { ...calendar, holidays: new Set(['2026-09-07']) }, true],
  ])('%s', (_, now, calendar, may) => {
    expect(mayReopen(closed, null, at(now), calendar)).toBe(may)
    // What was merged is answered elsewhere.
    expect(mayReopen(closed, 7, at(now), calendar)).toBe(false)
    expect(mayReopen(null, null, at(now), calendar)).toBe(false)
  })
})

describe('the first answer', () => {
  const opened = { createdAt: at('2026-09-04T17:00').toISOString(), minutes: null, state: 1 }
  test.each([
    // Two hours of an incident: one on Friday, one on Monday.
    ['pendiente', 'over a weekend', '2026-09-07T10:00', INCIDENT, calendar, 120],
    ['vencida', 'after a minute more', '2026-09-07T10:01', INCIDENT, calendar, 121],
    ['pendiente', 'over a holiday', '2026-09-08T10:00', INCIDENT, { ...calendar, holidays: new Set(['2026-09-07']) }, 120],
    ['pendiente', 'of another type', '2026-09-07T10:01', QUESTION, calendar, 121],
  ])('is %s %s', (estado, _, now, type, calendar, minutos) => {
    expect(firstAnswerOf(opened, type, at(now), calendar)).toMatchObject({ estado, minutos })
  })
  test('is met or missed once it came, and is no matter of a withdrawn one', () => {
    const later = at('2026-10-01T10:00')
    expect(firstAnswerOf({ ...opened, minutes: 120 }, INCIDENT, later, calendar).estado).toBe('cumplida')
    expect(firstAnswerOf({ ...opened, minutes: 121 }, INCIDENT, later, calendar).estado).toBe('incumplida')
    expect(firstAnswerOf({ ...opened, state: 5 }, INCIDENT, later, calendar).estado).toBe('cumplida')
  })
})

describe('the clock as it is drawn', () => {
  const move = (local: string, state: number) => ({ at: at(local).toISOString(), state })
  // Friday 16:00, waits from 17:00, answered on Monday 11:00, solved at 12:00.
  const moves = [
    move('2026-09-04T16:00', 1),
    move('2026-09-04T16:30', 2),
    move('2026-09-04T17:00', 3),
    move('2026-09-07T11:00', 2),
    move('2026-09-07T12:00', 4),
  ]
  test('ran, stood still over the weekend, and ran again; taking it changes nothing', () => {
    expect(segmentsOf(moves, at('2026-09-30T12:00'), calendar).map(({ minutos, corre }) => [minutos, corre])).toEqual([
      [60, true],
      [180, false],
      [60, true],
    ])
  })
  test.each([4, 5])('has ended where the last state is %i', (state) => {
    const ended = [move('2026-09-04T16:00', 1), move('2026-09-04T17:00', state)]
    expect(segmentsOf(ended, at('2026-09-30T12:00'), calendar).map(({ minutos, corre }) => [minutos, corre])).toEqual([[60, true]])
  })
  test('stands still over a holiday as over a weekend', () => {
    const holiday = { ...calendar, holidays: new Set(['2026-09-07']) }
    expect(segmentsOf(moves, at('2026-09-30T12:00'), holiday).map(({ minutos, corre }) => [minutos, corre])).toEqual([
      [60, true],
      [60, false],
    ])
  })
  test('goes on until now while it runs, and counts the time in which it was thought solved as standing still', () => {
    const reopened = [...moves, move('2026-09-07T14:00', 2)]
    expect(segmentsOf(reopened, at('2026-09-07T15:30'), calendar).map(({ minutos, corre }) => [minutos, corre])).toEqual([
      [60, true],
      [180, false],
      [60, true],
      [120, false],
      [90, true],
    ])
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
    ['at the moment when it is due', INCIDENT, INCIDENT, '2026-09-01T18:00', '2026-09-01T18:00'],
    ['the next morning, when no working time has passed since', INCIDENT, INCIDENT, '2026-09-02T09:00', '2026-09-01T18:00'],
    ['with a longer time it is not late any more', INCIDENT, QUESTION, '2026-09-02T09:00', '2026-09-02T18:00'],
    ['with a shorter one it is late from now on', QUESTION, INCIDENT, '2026-09-02T09:00', '2026-09-02T09:00'],
  ])('%s', (_, type, next, now, due) => {
    const opened = clockAfter(fresh, 1, type, at('2026-09-01T09:00'), calendar)
    expect(clockAfter(opened, 2, next, at(now), calendar).due_at).toBe(at(due).toISOString())
  })
  test('what was late when it was paused is due at once when it goes on', () => {
    const paused = { spent_minutes: 600, running_since: null, due_at: null }
    expect(clockAfter(paused, 2, INCIDENT, at('2026-09-02T10:00'), calendar).due_at).toBe(at('2026-09-02T10:00').toISOString())
  })
  test('one opened now is due after the time of its type', () => {
    expect(dueIf(INCIDENT, at('2026-09-04T16:00'), calendar)).toBe(at('2026-09-07T16:00').toISOString())
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

  test('by the calendar of another place it is due when it will have used what is left, at once where nothing is', () => {
    const clock = { spent_minutes: 60, running_since: at('2026-09-04T17:00').toISOString(), due_at: null }
    // Nine hours of an incident, one of them used: an hour on Friday, seven on the next day that is worked.
    expect(dueOf(clock, INCIDENT, calendar)).toEqual(at('2026-09-07T16:00'))
    expect(dueOf(clock, INCIDENT, { ...calendar, holidays: new Set(['2026-09-07']) })).toEqual(at('2026-09-08T16:00'))
    expect(dueOf({ ...clock, spent_minutes: 541 }, INCIDENT, calendar)).toEqual(at('2026-09-04T17:00'))
  })
  test('is late from the moment at which it was due, in the evening too; solved before any more was worked it is met', () => {
    const clock = clockAfter(fresh, 1, INCIDENT, at('2026-09-01T09:00'), calendar)
    const of = (state: number, now: string) => slaOf(clock, state, INCIDENT, at(now), calendar).estado
    expect(clock.due_at).toBe(at('2026-09-01T18:00').toISOString())
    expect([of(1, '2026-09-01T18:00'), of(1, '2026-09-01T18:01'), of(4, '2026-09-01T18:01')]).toEqual(['por_vencer', 'vencido', 'cumplido'])
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
