import { expect, test } from '@jest/globals'
import { amberBounds, effectOf } from './thresholds.ts'

const cell = (valor: number | null, semaforo: 'verde' | 'ambar' | 'rojo' | null, enCurso = false) => ({ valor, semaforo, enCurso })
const share = { unidad: 'porcentaje', sentido: 1 } as const
const cells = [cell(0.97, 'verde'), cell(0.9, 'ambar'), cell(0.5, 'rojo'), cell(null, null), cell(0.2, 'rojo', true)]

test('the same bounds change nothing; months in course and without a figure do not count', () => {
  expect(effectOf(cells, share, { verde: 95, ambar: 85 })).toEqual({ changed: 0, of: 3 })
})
test('at the bound it is reached', () => {
  expect(effectOf(cells, share, { verde: 90, ambar: 50 })).toEqual({ changed: 2, of: 3 })
  // In percent a float just below.
  expect(effectOf([cell(979 / 1000, 'verde')], share, { verde: 97.9, ambar: 85 })).toEqual({ changed: 0, of: 1 })
})
test('where less is better the bounds are upper ones', () => {
  const late = { unidad: 'cantidad', sentido: -1 } as const
  expect(effectOf([cell(0, 'verde'), cell(5, 'ambar'), cell(6, 'rojo')], late, { verde: 5, ambar: 6 })).toEqual({ changed: 2, of: 3 })
})
test('amber lies between the smaller bound and the larger, whatever is better', () => {
  expect(amberBounds({ verde: 95, ambar: 85 })).toEqual({ from: 85, to: 95 })
  expect(amberBounds({ verde: 0, ambar: 5 })).toEqual({ from: 0, to: 5 })
})
