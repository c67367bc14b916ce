import { lightOf } from '@cuadre/api/light'
import { INDICATORS } from '@cuadre/api/statistics'
import { expect, test } from '@jest/globals'
import { GROUPS, historyWith, type Indicator } from './indicators.ts'

test('every indicator stands in one group', () => {
  expect(GROUPS.flatMap(({ codes }) => codes).toSorted()).toEqual([...INDICATORS].toSorted())
})

test.each([
  [95, 95, 1, 'verde'],
  [94.99, 95, 1, 'ambar'],
  [85.5, 95, 1, 'ambar'],
  [85.49, 95, 1, 'rojo'],
  [(979 / 1000) * 100, 97.9, 1, 'verde'],
  [8, 8, -1, 'verde'],
  [(7 / 100) * 100, 7, -1, 'verde'],
  [8.8, 8, -1, 'ambar'],
  [8.81, 8, -1, 'rojo'],
  [null, 95, 1, null],
  [95, null, 1, null],
] as const)('%p against a target of %p, sense %p, is %p', (value, target, sense, light) =>
  expect(lightOf(value, target, sense)).toBe(light),
)

test('another target is held against the closed months alone', () => {
  const month = (mes: number, valor: number | null, enCurso = false) => ({
    mes,
    valor,
    enCurso,
    numerador: 0,
    denominador: 0,
    semaforo: null,
  })
  const of = {
    meses: [month(1, 90), month(2, 92), month(3, 94), month(4, null), month(5, 50, true)],
    sentido: 1,
    acumulado: 92,
  } as unknown as Indicator
  expect(historyWith(of, 92)).toEqual({ closed: 3, missed: 1, light: 'verde' })
  expect(historyWith(of, 93)).toEqual({ closed: 3, missed: 2, light: 'ambar' })
  expect(historyWith(of, null)).toEqual({ closed: 3, missed: 3, light: null })
})
