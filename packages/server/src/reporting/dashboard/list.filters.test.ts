import { expect, test } from '@jest/globals'
import { filterSaid } from './list.filters.ts'

test.each([
  ['diferencia', true, 'Con diferencia: Sí', 'With a difference: Yes'],
  ['etapa', ['sin_enviar', 'en_jefatura'], 'Etapa: Por preparar, En jefatura', 'Stage: To prepare, With the department head'],
  ['frecuencia', ['TRIMESTRAL'], 'Frecuencia: Trimestral', 'Frequency: Quarterly'],
  ['antiguedad', '31-60', 'Antigüedad: 31 a 60 días', 'Age: 31 to 60 days'],
  ['dia', '2026-11-06', 'Firmado el: 2026-11-06', 'Signed on: 2026-11-06'],
  ['analistaId', 7, 'analistaId=7', 'analistaId=7'],
])('the filter %s=%s is said in words', (name, value, es, en) => {
  expect([filterSaid(name, value, 'es'), filterSaid(name, value, 'en')]).toEqual([es, en])
})
