import { describe, expect, test } from '@jest/globals'
import { addWorkingMinutes, nextInWindow, workingDaysBetween, workingMinutes } from './working-time.ts'

const calendar = { zone: 'America/Sao_Paulo', holidays: new Set(['2026-09-07']) }
// Local time; the zone is three hours behind UTC.
const at = (local: string) => new Date(`${local}:00-03:00`)

describe('working time, Monday to Friday from 9 to 18 local', () => {
  test.each([
    ['within a day', '2026-09-01T10:00', '2026-09-01T11:30', 90],
    ['from before opening until after closing', '2026-09-01T06:00', '2026-09-01T23:00', 540],
    ['over a night', '2026-09-01T17:00', '2026-09-02T10:00', 120],
    ['over a weekend and a holiday', '2026-09-04T17:00', '2026-09-08T10:00', 120],
    ['on a Sunday', '2026-09-06T10:00', '2026-09-06T16:00', 0],
    ['backwards', '2026-09-02T10:00', '2026-09-01T10:00', 0],
    ['until midnight', '2026-09-01T17:00', '2026-09-02T00:00', 60],
  ])('%s', (_, from, to, minutes) => {
    expect(workingMinutes(at(from), at(to), calendar)).toBe(minutes)
  })

  test.each([
    ['2026-09-01T10:00', 90, '2026-09-01T11:30'],
    ['2026-09-01T17:00', 120, '2026-09-02T10:00'],
    ['2026-09-04T17:00', 120, '2026-09-08T10:00'],
    ['2026-09-05T12:00', 60, '2026-09-08T10:00'],
    ['2026-09-01T20:00', 540, '2026-09-02T18:00'],
    ['2026-09-01T09:00', 1081, '2026-09-03T09:01'],
    ['2026-09-01T18:00', 0, '2026-09-02T09:00'],
  ])('%s and %i minutes more is %s', (from, minutes, to) => {
    expect(addWorkingMinutes(at(from), minutes, calendar)).toEqual(at(to))
    expect(workingMinutes(at(from), at(to), calendar)).toBe(minutes)
  })

  test.each([
    ['2026-09-01T23:00', '2026-09-01T00:10', 0],
    ['2026-09-04T09:00', '2026-09-08T18:00', 1],
    ['2026-09-01T09:00', '2026-09-04T18:00', 3],
    ['2026-09-04T09:00', '2026-09-01T18:00', -3],
    ['2026-09-05T09:00', '2026-09-06T18:00', 0],
  ])('from %s to %s there are %i working days', (from, to, days) => {
    expect(workingDaysBetween(at(from), at(to), calendar)).toBe(days)
  })

  test.each([
    ['in it', '2026-09-01T10:00', '2026-09-01T10:00'],
    ['at its last minute', '2026-09-01T17:30', '2026-09-01T17:30'],
    ['before it', '2026-09-01T06:00', '2026-09-01T08:30'],
    ['after it', '2026-09-01T17:31', '2026-09-02T08:30'],
    ['over a weekend and a holiday', '2026-09-04T20:00', '2026-09-08T08:30'],
    ['on a holiday', '2026-09-07T10:00', '2026-09-08T08:30'],
  ])('the next moment of a window, %s', (_, from, next) => {
    expect(nextInWindow(at(from), { from: '08:30', to: '17:30' }, calendar)).toEqual(at(next))
  })

  // Clocks that change at midnight: that of 6 September begins at one, and 5 April ends an hour later.
  test.each([
    ['2026-09-04T15:00Z', '2026-09-07T15:00Z', 1],
    ['2026-09-03T15:00Z', '2026-09-08T15:00Z', 3],
    ['2026-09-08T15:00Z', '2026-09-04T15:00Z', -2],
    ['2026-04-01T15:00Z', '2026-04-07T15:00Z', 4],
  ])('in Chile, from %s to %s there are %i working days', (from, to, days) => {
    expect(workingDaysBetween(new Date(from), new Date(to), { zone: 'America/Santiago' })).toBe(days)
  })

  test('of a calendar without holidays every Monday counts', () => {
    expect(workingMinutes(at('2026-09-07T09:00'), at('2026-09-07T10:00'), { zone: calendar.zone })).toBe(60)
  })
  test('the day is that of the zone, not of the machine', () => {
    const kolkata = { zone: 'Asia/Kolkata' }
    // 9:00 to 18:00 there is 3:30 to 12:30 UTC.
    const [from, to] = [new Date('2026-09-01T03:00:00Z'), new Date('2026-09-01T13:00:00Z')]
    expect(workingMinutes(from, to, kolkata)).toBe(540)
    expect(workingMinutes(new Date('2026-09-01T00:00:00Z'), new Date('2026-09-01T03:30:00Z'), kolkata)).toBe(0)
  })
})
