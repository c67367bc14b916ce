import type { Item } from '@cuadre/api/item'
import { expect, test } from '@jest/globals'
import { contributions, partsOf } from './useCellItems.ts'

const item = (ID_CUENTA: number, ETAPA: Item['ETAPA'], ANALISTA = 'Ana', RUBRO: string | null = null) =>
  ({ ID_CUENTA, ETAPA, ANALISTA, ID_ANALISTA: ANALISTA.length, RUBRO, COD_RUBRO: RUBRO?.length ?? null }) as Item

test('the parts of a cell add up, the most open first; what has no heading is named', () => {
  const rows = [item(1, 'aprobado'), item(2, 'sin_enviar', 'Bruno'), item(3, 'rechazado', 'Bruno'), item(4, 'en_control', 'Ana', 'Caja')]
  expect(partsOf(rows, 'analyst', '')).toEqual([
    { id: 5, name: 'Bruno', items: 2, open: 2 },
    { id: 3, name: 'Ana', items: 2, open: 1 },
  ])
  expect(partsOf(rows, 'heading', 'Sin rubro')).toEqual([
    { id: 'ninguno', name: 'Sin rubro', items: 3, open: 2 },
    { id: 4, name: 'Caja', items: 1, open: 1 },
  ])
})

const full = (ID_ANALISTA: number, ETAPA: Item['ETAPA'], more: Partial<Item> = {}) =>
  ({ ID_ANALISTA, ETAPA, RUBRO: null, COD_RUBRO: null, FIRMAS: ETAPA === 'aprobado' ? 3 : 0, RECHAZOS: 0, ...more }) as Item
const sum = (of: Map<unknown, number> | undefined) => [...of!.values()].reduce((a, b) => a + b)
test('what each part adds to the change between two months adds up to the change', () => {
  // 3 of 4 approved, then 2 of 5: 75 % to 40 %.
  const before = [full(1, 'aprobado'), full(1, 'aprobado'), full(2, 'aprobado'), full(2, 'rechazado')]
  const after = [
    full(1, 'aprobado'),
    full(1, 'sin_enviar'),
    full(2, 'aprobado'),
    full(3, 'en_control', { FIRMAS: 2 }),
    full(3, 'sin_enviar'),
  ]
  const done = contributions(before, after, 'analyst', 'completado')
  expect(sum(done)).toBeCloseTo(-35, 10)
  expect(done!.get(1)).toBeCloseTo(20 - 50, 10)
  expect(done!.get(3)).toBeCloseTo(0, 10)
  // Sign-offs: 9 of 12, then 8 of 15.
  expect(sum(contributions(before, after, 'heading', 'avance'))).toBeCloseTo((8 / 15 - 9 / 12) * 100, 10)
  // At the first attempt: of the approved alone.
  const again = [full(1, 'aprobado', { RECHAZOS: 1 }), full(2, 'aprobado'), full(2, 'sin_enviar')]
  expect(sum(contributions(before, again, 'analyst', 'primeraVez'))).toBeCloseTo(-50, 10)
})
test('of an amount or a count, and where there is nothing to divide by, no part is told', () => {
  expect(contributions([full(1, 'aprobado')], [full(1, 'aprobado')], 'analyst', 'sinExplicar')).toBeUndefined()
  expect(contributions([full(1, 'sin_enviar')], [full(1, 'aprobado')], 'analyst', 'primeraVez')).toBeUndefined()
  expect(contributions([], [full(1, 'aprobado')], 'analyst', 'completado')).toBeUndefined()
})
