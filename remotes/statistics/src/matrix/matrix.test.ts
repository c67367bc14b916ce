import type { Item } from '@cuadre/api/item'
import { expect, test } from '@jest/globals'
import { compareOpen, partsOf } from './useCellItems.ts'

const item = (ID_CUENTA: number, ETAPA: Item['ETAPA'], ANALISTA = 'Ana', RUBRO: string | null = null) =>
  ({ ID_CUENTA, ETAPA, ANALISTA, ID_ANALISTA: ANALISTA.length, RUBRO }) as Item

test('two months are compared account by account', () => {
  const september = [item(1, 'rechazado'), item(2, 'en_jefatura'), item(3, 'aprobado'), item(5, 'sin_enviar')]
  const october = [item(1, 'sin_enviar'), item(2, 'aprobado'), item(3, 'en_control'), item(4, 'sin_enviar')]
  const { stillOpen, newlyOpen, solved } = compareOpen(september, october)
  expect([stillOpen, newlyOpen, solved].map((of) => of.map(({ ID_CUENTA }) => ID_CUENTA))).toEqual([[1], [3, 4], [2, 5]])
})
test('the parts of a cell add up, the most open first; what has no heading is named', () => {
  const rows = [item(1, 'aprobado'), item(2, 'sin_enviar', 'Bruno'), item(3, 'rechazado', 'Bruno'), item(4, 'en_control', 'Ana', 'Caja')]
  expect(partsOf(rows, 'analyst', '')).toEqual([
    { id: 5, name: 'Bruno', items: 2, open: 2 },
    { id: 3, name: 'Ana', items: 2, open: 1 },
  ])
  expect(partsOf(rows, 'heading', 'Sin rubro')).toEqual([
    { id: '', name: 'Sin rubro', items: 3, open: 2 },
    { id: 'Caja', name: 'Caja', items: 1, open: 1 },
  ])
})
