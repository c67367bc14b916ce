import { expect, test } from '@jest/globals'
import { moreCount, moreOf, queryOf } from './moreFilters.ts'

const state = (filters: Record<string, string[]>) => ({ page: 1, limit: 100, search: '', filters })

test('a state chosen by its chip is the one that the server is asked for, whatever else an address says', () => {
  const both = { estado: ['aprobado'], principal: ['rechazado'], jefatura: ['aprobado'] }
  expect(queryOf(state(both), 12)).toMatchObject({ periodId: 12, estadoPrincipalId: [4], estadoJefaturaId: [4] })
  expect(moreCount(both)).toBe(1)
  expect(queryOf(state({ estado: ['por-preparar'], principal: ['rechazado'] }), 12)).toMatchObject({ bandeja: 'sin_enviar' })
  expect(queryOf(state({ principal: ['rechazado', 'aprobado'] }), 12).estadoPrincipalId).toEqual([3, 4])
})

test('what makes no sense in an address asks for nothing', () => {
  expect(moreCount({ desde: ['ayer'], cuenta: ['0'], principal: ['perdido'], segun: ['azar'], fueraDeTiempo: ['quizá'] })).toBe(0)
  expect(moreOf({ desde: ['2026-10-01'], segun: ['vence'] })).toMatchObject({ dateStart: '2026-10-01', orderBy: 'vence' })
})
