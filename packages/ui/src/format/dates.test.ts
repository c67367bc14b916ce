import { afterEach, describe, expect, jest, test } from '@jest/globals'
import {
  dayAt,
  formatDate,
  formatDateTime,
  formatDue,
  formatLongDate,
  formatMonth,
  formatRemaining,
  formatShortMonth,
  hourOn,
  parseDate,
  sameTimeOn,
} from './dates.ts'
import { showMomentsIn, wallOn, zoneName } from './zone.ts'

afterEach(() => showMomentsIn(undefined))

describe('a date on the screen', () => {
  test.each<[string | null, string, string]>([
    ['2026-11-06', '06-11-2026', '06-11-2026'],
    ['2024-02-29', '29-02-2024', '29-02-2024'],
    ['2026-02-30', 'Fecha inválida', 'Invalid date'],
    ['2026-13-01', 'Fecha inválida', 'Invalid date'],
    ['mañana', 'Fecha inválida', 'Invalid date'],
    ['06-11-2026', 'Fecha inválida', 'Invalid date'],
    [null, '—', '—'],
    ['', '—', '—'],
  ])('%s', (value, es, en) => {
    expect(formatDate(value, 'es')).toBe(es)
    expect(formatDate(value, 'en')).toBe(en)
  })

  test('with its time, its month, its day of the week', () => {
    expect(formatDateTime('2026-11-06T16:42:00', 'es')).toBe('06-11-2026 16:42')
    expect(formatMonth('2026-11', 'es')).toBe('noviembre de 2026')
    expect(formatMonth('2026-11-01', 'en')).toBe('November 2026')
    expect(formatShortMonth('2026-10', 'es')).toBe('oct 26')
    expect(formatLongDate('2026-11-06', 'es')).toBe('viernes 6 de noviembre de 2026')
    expect(formatLongDate('2026-11-06', 'en')).toBe('Friday 6 November 2026')
  })
})

describe('what is due', () => {
  const now = new Date('2026-11-06T10:42:00')
  test.each([
    ['2026-11-06T18:00:00', 'Hoy, 18:00', 'vence en 7 h 18 min'],
    ['2026-11-07T10:42:00', 'Mañana, 10:42', 'vence en 24 h'],
    ['2026-11-05T17:42:00', 'Ayer, 17:42', '17 h de atraso'],
    ['2026-11-04T10:00:00', '04-11-2026 10:00', '2 días de atraso'],
    ['2026-11-06T10:42:10', 'Hoy, 10:42', 'vence ahora'],
    ['2026-11-06T10:20:00', 'Hoy, 10:20', '22 min de atraso'],
    ['2026-11-12T10:42:00', '12-11-2026 10:42', 'vence en 6 días'],
  ])('%s', (value, due, rest) => {
    expect(formatDue(value, 'es', now)).toBe(due)
    expect(formatRemaining(value, 'es', now)).toBe(rest)
  })
  test('in English, and when it is no date', () => {
    expect(formatDue('2026-11-06T18:00:00', 'en', now)).toBe('Today, 18:00')
    expect(formatRemaining('2026-11-05T17:42:00', 'en', now)).toBe('17 h late')
    expect(formatRemaining('x', 'es', now)).toBe('Fecha inválida')
  })
})

describe('a date as typed', () => {
  test.each([
    ['06-11-2026', '2026-11-06'],
    ['6/11/26', '2026-11-06'],
    ['6.11.2026', '2026-11-06'],
    ['06112026', '2026-11-06'],
    ['31-02-2026', undefined],
    ['2026-11-06', undefined],
    ['hoy', undefined],
    ['06-11-0026', undefined],
    ['06-11-1826', undefined],
    ['06110026', undefined],
  ])('%s is %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })
})

describe('a moment in the zone of the business', () => {
  // São Paulo has been three hours behind UTC since 2019, Tokyo is nine ahead, Santiago changes between four and three.
  test.each([
    ['America/Sao_Paulo', '2026-11-06T21:00:00Z', '06-11-2026 18:00', 'viernes 6 de noviembre de 2026'],
    ['Asia/Tokyo', '2026-11-06T21:00:00Z', '07-11-2026 06:00', 'sábado 7 de noviembre de 2026'],
    ['America/Santiago', '2026-07-01T03:30:00.000Z', '30-06-2026 23:30', 'martes 30 de junio de 2026'],
    ['America/Santiago', '2026-12-01T02:30:00Z', '30-11-2026 23:30', 'lunes 30 de noviembre de 2026'],
  ])('%s %s', (zone, moment, shown, day) => {
    showMomentsIn(zone)
    expect([formatDateTime(moment, 'es'), formatLongDate(moment, 'es')]).toEqual([shown, day])
    expect(formatDate(moment, 'es')).toBe(shown.slice(0, 10))
    // What has passed since is the same everywhere.
    expect(formatRemaining(moment, 'es', new Date(Date.parse(moment) - 7_200_000))).toBe('vence en 2 h')
  })

  // In Chile clocks change at midnight: 5 April has it twice, 6 September has none.
  test.each([
    ['2026-04-05', 'domingo 5 de abril de 2026', '2026-04-05T04:00:00.000Z'],
    ['2026-09-06', 'domingo 6 de septiembre de 2026', '2026-09-06T04:00:00.000Z'],
  ])('a day on which clocks change stays itself: %s', (day, words, begins) => {
    showMomentsIn('America/Santiago')
    expect([formatLongDate(day, 'es'), formatDate(day, 'es')]).toEqual([words, day.split('-').reverse().join('-')])
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    expect(new Date(wallOn(year, month, date)!.time).toISOString()).toBe(begins)
    expect(wallOn(2026, 2, 30)).toBeUndefined()
  })

  test.each([
    ['America/Santiago', '2026-11-06T02:30:00Z', '2026-11-05', '2026-11-06T11:00:00.000Z'],
    ['Asia/Tokyo', '2026-11-06T16:00:00Z', '2026-11-07', '2026-11-07T23:00:00.000Z'],
    // The night in which the clock of Chile goes ahead.
    ['America/Santiago', '2026-09-05T20:00:00Z', '2026-09-05', '2026-09-06T11:00:00.000Z'],
  ])('the day of a moment, and eight in the next morning there: %s %s', (zone, moment, day, morning) => {
    showMomentsIn(zone)
    expect(dayAt(new Date(moment))).toBe(day)
    expect(hourOn(day, 8, 1).toISOString()).toBe(morning)
  })

  test.each([
    ['America/Santiago', '2026-04-02T21:00:00Z', '2026-04-06', '2026-04-06T22:00:00.000Z'],
    ['America/Santiago', '2026-09-04T22:30:00Z', '2026-09-07', '2026-09-07T21:30:00.000Z'],
    ['America/Asuncion', '2026-10-02T21:00:00Z', '2026-10-05', '2026-10-05T21:00:00.000Z'],
    ['America/Santiago', '2028-02-28T20:59:59Z', '2028-02-29', '2028-02-29T20:59:59.000Z'],
  ])('the same time of another day there, whatever its clock does in between: %s %s', (zone, moment, day, same) => {
    showMomentsIn(zone)
    expect(sameTimeOn(day, new Date(moment)).toISOString()).toBe(same)
  })

  test('today is today there; a day of the calendar and a month stay themselves', () => {
    showMomentsIn('Asia/Tokyo')
    const now = new Date('2026-11-06T20:00:00Z')
    expect(formatDue('2026-11-06T21:00:00Z', 'es', now)).toBe('Hoy, 06:00')
    expect(formatDue('2026-11-06T14:59:00Z', 'es', now)).toBe('Ayer, 23:59')
    expect([formatDate('2026-11-06', 'es'), formatMonth('2026-11', 'es'), formatLongDate('2026-11-06', 'en')]).toEqual([
      '06-11-2026',
      'noviembre de 2026',
      'Friday 6 November 2026',
    ])
  })

  test('the zone is named only where its clock shows something else than the browser’s, and one that does not exist is none', () => {
    const now = new Date('2026-11-06T20:00:00Z')
    const here = -now.getTimezoneOffset() / 60
    const other = here === 9 ? 'Pacific/Kiritimati' : 'Asia/Tokyo'
    showMomentsIn(other)
    expect(zoneName('es', now)).toMatch(/hora/)
    showMomentsIn(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(zoneName('es', now)).toBeUndefined()
    showMomentsIn('Nowhere/Land')
    expect([zoneName('es', now), formatDateTime('2026-11-06T16:42:00', 'es')]).toEqual([undefined, '06-11-2026 16:42'])
  })

  test('the next page of the same hour names it without making a clock; what is stored of another hour, or makes no sense, is not said', async () => {
    const now = new Date('2026-11-06T20:00:00Z')
    const nextPage = async () => {
      jest.resetModules()
      const page = await import('./zone.ts')
      page.showMomentsIn('Asia/Tokyo')
      return page
    }
    const name = (await nextPage()).zoneName('es', now)
    expect(name).toMatch(/Jap/)
    const made = jest.spyOn(Intl, 'DateTimeFormat')
    expect([(await nextPage()).zoneName('es', now), made.mock.calls.length]).toEqual([name, 0])
    expect((await nextPage()).zoneName('en', now)).toMatch(/Japan/)
    const later = new Date('2026-11-06T21:00:00Z')
    localStorage.setItem('cuadre:zona', localStorage.getItem('cuadre:zona')!.replace(/"name":"[^"]*"/, '"name":"otra"'))
    expect([(await nextPage()).zoneName('en', now), (await nextPage()).zoneName('en', later)]).toEqual([
      'otra',
      expect.stringMatching(/Japan/),
    ])
    localStorage.setItem('cuadre:zona', '{')
    expect((await nextPage()).zoneName('es', now)).toBe(name)
    made.mockRestore()
  })
})
