import { describe, expect, test } from '@jest/globals'
import {
  formatDate,
  formatDateTime,
  formatDue,
  formatLongDate,
  formatMonth,
  formatRemaining,
  formatShortMonth,
  parseDate,
} from './dates.ts'

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
  ])('%s is %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })
})
