import { ItemQuery } from '@cuadre/api/item'
import { expect, test } from '@jest/globals'
import { filterSaid } from './list.filters.ts'
import { SAID } from './list.service.ts'

test.each([
  ['diferencia', true, 'Con diferencia: Sí', 'With a difference: Yes'],
  ['etapa', ['sin_enviar', 'en_jefatura'], 'Etapa: Por preparar, En jefatura', 'Stage: To prepare, With the department head'],
  ['frecuencia', ['TRIMESTRAL'], 'Frecuencia: Trimestral', 'Frequency: Quarterly'],
  ['antiguedad', '31-60', 'Antigüedad: 31 a 60 días', 'Age: 31 to 60 days'],
  ['dia', '2026-11-06', 'Firmado el: 06-11-2026', 'Signed on: 06-11-2026'],
  ['analistaId', 7, 'Analista: 7', 'Analyst: 7'],
  ['motivo', 'ninguno', 'Motivo del rechazo: Ninguno', 'Reason of the rejection: None'],
])('the filter %s=%s is said in words', (name, value, es, en) => {
  expect([filterSaid(name, value, 'es'), filterSaid(name, value, 'en')]).toEqual([es, en])
})

test('every filter of a list has words', () => {
  const asked = Object.keys(ItemQuery.shape).filter((name) => !SAID.includes(name))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => filterSaid(name, 'x', 'es').includes('='))).toEqual([])
})
