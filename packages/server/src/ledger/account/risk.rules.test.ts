import { expect, test } from '@jest/globals'
import { type Evidence, riskOf } from './risk.rules.ts'

const nothing: Evidence = { times: 0, volatility: 0, rejections: 0, reopenings: 0, monthsOpen: 0 }

test.each([
  ['nothing', {}, 0, 'B'],
  ['a large balance alone', { times: 50 }, 30, 'M'],
  ['one a little less large', { times: 9.6 }, 29, 'B'],
  ['a large one that moves', { times: 50, volatility: 2 }, 55, 'M'],
  ['one that moves, with an open difference', { times: 50, volatility: 2, monthsOpen: 2.4 }, 59, 'M'],
  ['with an older one', { times: 50, volatility: 2, monthsOpen: 3 }, 60, 'A'],
  ['and is rejected', { times: 50, volatility: 2, rejections: 1 }, 62, 'A'],
  ['everything', { times: 50, volatility: 2, rejections: 9, reopenings: 9, monthsOpen: 12 }, 100, 'A'],
  ['less than nothing', { times: -1, monthsOpen: -3 }, 0, 'B'],
])('risk of %s', (_, more, puntaje, RIESGO) => {
  expect(riskOf({ ...nothing, ...more })).toMatchObject({ puntaje, RIESGO })
})

test.each([
  ['saldo', { times: 5 }, 15],
  ['volatilidad', { volatility: 0.25 }, 13],
  ['rechazos', { rejections: 2 }, 13],
  ['reaperturas', { reopenings: 1 }, 8],
  ['antiguedad', { monthsOpen: 3 }, 5],
])('%s has its part of the points', (part, more, points) => {
  const { partes, puntaje } = riskOf({ ...nothing, ...more })
  expect([puntaje, partes]).toEqual([points, { saldo: 0, volatilidad: 0, rechazos: 0, reaperturas: 0, antiguedad: 0, [part]: points }])
})
