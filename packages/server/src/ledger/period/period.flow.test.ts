import { describe, expect, test } from '@jest/globals'
import { deadlines, defaultCalendar, mayMove, mayOpen, outOfOrder, outOfReach, type Status, workingDay } from './period.flow.ts'

const zone = 'America/Sao_Paulo'

describe('deadlines', () => {
  test.each([
    // The month after begins on …
    ['2026-06', 'a Wednesday', ['2026-07-06', '2026-07-07', '2026-07-08', '2026-07-10']],
    ['2026-07', 'a Saturday', ['2026-08-06', '2026-08-07', '2026-08-10', '2026-08-12']],
    ['2026-02', 'a Sunday', ['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-11']],
    ['2026-05', 'a Monday', ['2026-06-04', '2026-06-05', '2026-06-08', '2026-06-10']],
    ['2026-04', 'a Friday', ['2026-05-06', '2026-05-07', '2026-05-08', '2026-05-12']],
    ['2025-12', 'a Thursday of the next year', ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-12']],
  ])('of %s, whose next month begins on %s, are working days 4, 5, 6 and 8 at 18:00 local', (period, _, days) => {
    // São Paulo is three hours behind UTC.
    expect(Object.values(deadlines(period, defaultCalendar(zone)))).toEqual(days.map((day) => `${day}T21:00:00.000Z`))
  })

  test('stay at 18:00 local in summer and in winter time', () => {
    expect(workingDay('2026-05', 4, defaultCalendar('Europe/Madrid'))).toBe('2026-06-04T16:00:00.000Z')
    expect(workingDay('2026-11', 4, defaultCalendar('Europe/Madrid'))).toBe('2026-12-04T17:00:00.000Z')
  })

  test('pass over holidays and days that are not worked, and end at the hour of the country or their own', () => {
    const sundays = { ...defaultCalendar('Asia/Riyadh'), days: [7, 1, 2, 3, 4], holidays: new Set(['2026-07-02']), cutoff: 16 }
    // Wednesday 1 July is the first; Thursday is a holiday, Friday and Saturday are not worked.
    expect(workingDay('2026-06', 2, sundays)).toBe('2026-07-05T13:00:00.000Z')
    expect(workingDay('2026-06', 2, sundays, 9)).toBe('2026-07-05T06:00:00.000Z')
  })

  test('that are given come before the usual ones, in UTC', () => {
    expect(deadlines('2026-06', defaultCalendar(zone), { VENCE_CONTROL: '2026-07-09T10:00:00-03:00' })).toEqual({
      VENCE_ANALISTA: '2026-07-06T21:00:00.000Z',
      VENCE_JEFATURA: '2026-07-07T21:00:00.000Z',
      VENCE_CONTROL: '2026-07-09T13:00:00.000Z',
      VENCE_CIERRE: '2026-07-10T21:00:00.000Z',
    })
  })

  test.each([
    ['in order', {}, undefined],
    ['together', { VENCE_JEFATURA: '2026-07-06T21:00:00Z' }, undefined],
    ['the head before the analyst', { VENCE_JEFATURA: '2026-07-06T20:59:59Z' }, 'VENCE_JEFATURA'],
    ['control before the head', { VENCE_CONTROL: '2026-07-01T00:00:00Z' }, 'VENCE_CONTROL'],
    ['the close before control', { VENCE_CIERRE: '2026-07-08T20:00:00Z' }, 'VENCE_CIERRE'],
    ['the analyst after the head', { VENCE_ANALISTA: '2026-07-08T00:00:00Z' }, 'VENCE_JEFATURA'],
  ])('%s', (_, given, wrong) => expect(outOfOrder(deadlines('2026-06', defaultCalendar(zone), given))).toBe(wrong))
})

test.each([
  ['2026-11', { VENCE_ANALISTA: '2025-12-04T21:00:00Z' }, 'VENCE_ANALISTA'],
  ['2026-11', { VENCE_CIERRE: '2062-12-10T21:00:00Z' }, 'VENCE_CIERRE'],
  ['2026-11', { VENCE_ANALISTA: '2026-11-20T21:00:00Z', VENCE_CIERRE: '2027-11-30T21:00:00Z' }, undefined],
  // A month of long ago is due from now on.
  ['2020-01', { VENCE_CIERRE: '2027-01-10T21:00:00Z' }, undefined],
])('of %s, %o has a wrong year at %s', (period, given, wrong) =>
  expect(outOfReach(period, given, new Date('2026-11-30T12:00:00Z'))).toBe(wrong),
)

test.each([
  ['2026-08', '2026-07-15T12:00:00Z', 'ok'],
  ['2026-09', '2026-07-15T12:00:00Z', 'too_early'],
  ['2019-01', '2026-07-15T12:00:00Z', 'ok'],
  ['0226-07', '2026-07-15T12:00:00Z', 'too_old'],
  ['2000-01', '2026-07-15T12:00:00Z', 'ok'],
  ['1999-12', '2026-07-15T12:00:00Z', 'too_old'],
  // At 31 January, a month ahead is February.
  ['2026-02', '2026-01-31T12:00:00Z', 'ok'],
  ['2026-03', '2026-01-31T12:00:00Z', 'too_early'],
  ['2027-01', '2026-12-01T12:00:00Z', 'ok'],
  // In São Paulo it is still July.
  ['2026-09', '2026-08-01T02:00:00Z', 'too_early'],
  ['2026-09', '2026-08-01T03:00:00Z', 'ok'],
])('%s opened at %s is %s', (period, now, answer) => expect(mayOpen(period, new Date(now), zone)).toBe(answer))

test('a period moves between open and closing, is closed from either, and reopened only to closing', () => {
  const allowed = (['update', 'close', 'reopen'] as const).flatMap((step) =>
    ([1, 2, 3] as Status[]).flatMap((from) =>
      ([1, 2, 3] as Status[]).filter((to) => mayMove(step, from, to)).map((to) => `${step} ${from}→${to}`),
    ),
  )
  expect(allowed).toEqual(['update 1→1', 'update 1→2', 'update 2→1', 'update 2→2', 'close 1→3', 'close 2→3', 'reopen 3→2'])
})
