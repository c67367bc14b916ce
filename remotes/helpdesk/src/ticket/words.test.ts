import { UiProvider } from '@cuadre/ui'
import { describe, expect, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { createElement } from 'react'
import { type bandOf, minutesLeft, queueOf, workingTime } from './words.ts'

const sla = (estado: string, minutosUsados: number, venceEn: string | null = null) =>
  ({ horas: 9, minutosUsados, venceEn, estado }) as Parameters<typeof bandOf>[0]
const now = new Date(2026, 8, 4, 12)
const at = (day: number) => new Date(2026, 8, day, 17).toISOString()

describe('working time', () => {
  test.each([
    [72, '1 h 12 min'],
    [60, '1 h'],
    [5, '5 min'],
    [0, '0 min'],
    [-125, '−2 h 05 min'],
  ])('%d is %s', (minutes, text) => expect(workingTime(minutes)).toBe(text))
})

test('of what is late nothing is left, though a holiday was added to its days since', () => {
  expect([sla('vencido', 600), sla('vencido', 400), sla('en_plazo', 400)].map(minutesLeft)).toEqual([-60, 0, 140])
})

test('the queue puts first what is due first, and last what waits for its author', () => {
  const rows = [
    { id: 1, sla: sla('en_pausa', 0) },
    { id: 2, sla: sla('en_plazo', 10, at(7)) },
    { id: 3, sla: sla('por_vencer', 500, at(4)) },
    { id: 4, sla: sla('en_plazo', 100, at(4)) },
    { id: 5, sla: sla('vencido', 600, at(3)) },
    // Late, though the clock stands still.
    { id: 6, sla: sla('vencido', 900) },
  ]
  expect(queueOf(rows, now).map(({ band, rows }) => [band, rows.map(({ id }) => id)])).toEqual([
    ['late', [6, 5]],
    ['today', [3, 4]],
    ['later', [2]],
    ['waiting', [1]],
  ])
})

test('what is due today is due on the day of the business, whatever day the browser has', () => {
  render(createElement(UiProvider, { locale: 'es', zone: 'Asia/Tokyo', children: null }))
  const bands = (venceEn: string) =>
    queueOf([{ id: 1, sla: sla('en_plazo', 10, venceEn) }], new Date('2026-09-04T14:00:00Z')).map(({ band }) => band)
  expect([bands('2026-09-04T14:59:00Z'), bands('2026-09-04T15:30:00Z')]).toEqual([['today'], ['later']])
})
