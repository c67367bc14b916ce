import { describe, expect, test } from '@jest/globals'
import { addMonths, gapBeside, monthGrid, nextMonth } from './monthGrid.ts'
import { atIn, momentOf } from './zone.ts'

const brazil = { LABORABLES: [1, 2, 3, 4, 5], FERIADOS: [{ FECHA: '2026-11-02', NOMBRE: 'Finados' }] }

test('November 2026 begins on a Sunday: six weeks, holidays do not count as working days', () => {
  const weeks = monthGrid('2026-11', brazil)
  expect([weeks.length, weeks[0]![0]!.day, weeks[0]![6]!.day, weeks.at(-1)!.at(-1)!.day]).toEqual([
    6,
    '2026-10-26',
    '2026-11-01',
    '2026-12-06',
  ])
  const days = weeks.flat().filter(({ inMonth }) => inMonth)
  expect(days.filter(({ nth }) => nth && nth <= 3).map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-04', '2026-11-05'])
  expect(days.find(({ day }) => day === '2026-11-02')).toEqual({ day: '2026-11-02', inMonth: true, works: false, holiday: 'Finados' })
  expect(weeks[0]![0]).toEqual({ day: '2026-10-26', inMonth: false, works: true })
})
test('February 2027 begins on a Monday and is four weeks', () => expect(monthGrid('2027-02', brazil)).toHaveLength(4))

describe('the month to open next', () => {
  test.each([
    [[], '2026-10'],
    [['2026-09', '2026-08'], '2026-10'],
    [['2026-11'], '2026-12'],
    // Not one that is there, nor further ahead than a period may be opened.
    [['2026-12', '2026-10'], '2026-11'],
  ])('of %p in November 2026 is %s', (there, next) => expect(nextMonth(there, '2026-11')).toBe(next))
  test('crosses the year', () => expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']))
})

test.each([
  ['2026-10', [], undefined],
  ['2026-10', ['2026-09', '2026-07'], undefined],
  ['2026-10', ['2026-07', '2026-06'], { from: '2026-08', to: '2026-09' }],
  // Between two it follows the one before.
  ['2026-10', ['2026-09', '2026-12'], undefined],
  ['2026-10', ['2026-08', '2026-11'], { from: '2026-09', to: '2026-09' }],
  ['2026-10', ['2026-11'], undefined],
  ['2026-10', ['2027-02'], { from: '2026-11', to: '2027-01' }],
] as const)('%s beside %p leaves out %p', (name, there, gap) => expect(gapBeside(there, name)).toEqual(gap))

describe('a moment in the zone of the business', () => {
  const zone = 'America/Sao_Paulo'
  test('is read and written in that zone, 24 hours', () => {
    expect(atIn('2026-11-06T21:00:00.000Z', zone)).toEqual({ day: '2026-11-06', time: '18:00' })
    expect(momentOf({ day: '2026-11-06', time: '18:00' }, zone)).toBe('2026-11-06T21:00:00.000Z')
  })
  test('that the clock skips, or that is none, is none', () => {
    expect(momentOf({ day: '2026-03-29', time: '02:30' }, 'Europe/Madrid')).toBeUndefined()
    expect(momentOf({ day: '2026-02-30', time: '10:00' }, zone)).toBeUndefined()
    expect(momentOf({ day: '2026-02-10', time: '' }, zone)).toBeUndefined()
  })
})
