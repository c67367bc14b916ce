import { expect, test } from '@jest/globals'
import { besideLeader, certainlyBehind, orderWith, type Place, rawWith, wouldMove } from './ranking.ts'

const place = (id: number, index: number, more: Partial<Place> = {}) =>
  ({
    id,
    nombre: `N${id}`,
    estado: 'clasificado',
    indiceAjustado: index,
    componentes: null,
    brecha: null,
    puestosPosibles: null,
    ...more,
  }) as Place
const weights = { P: 30, C: 25, Q: 20, E: 15, A: 10 }

test('other weights order by the raw index; what is not shown in full has none', () => {
  const a = place(1, 90, { componentes: { P: 1, C: 0.5, Q: 1, E: 1, A: 1 } })
  const b = place(2, 80, { componentes: { P: 0.5, C: 1, Q: 1, E: 1, A: null } })
  expect(rawWith(a, weights)).toBe(87.5)
  expect(orderWith([a, b, place(3, 70)], weights).map(({ place, index }) => [place.id, index])).toEqual([
    [1, 87.5],
    [2, 75],
  ])
  expect(orderWith([a, b], { P: 0, C: 100, Q: 0, E: 0, A: 0 }).map(({ place }) => place.id)).toEqual([2, 1])
})

test('what would move it: the points to the leader, and the place they would make', () => {
  const own = place(3, 84, { brecha: { P: 0.6, C: 1.6, Q: -0.4, E: 2.7, A: 0.01 } })
  expect(wouldMove(own, [place(1, 93), place(2, 86), own])).toEqual([
    { component: 'E', points: 2.7, place: 2 },
    { component: 'C', points: 1.6, place: 3 },
    { component: 'P', points: 0.6, place: 3 },
  ])
  expect(wouldMove(place(1, 93), [])).toEqual([])
})

test('who may be first, and who certainly is not', () => {
  const data = [
    place(1, 93, { puestosPosibles: { desde: 1, hasta: 2 } }),
    place(2, 92, { puestosPosibles: { desde: 1, hasta: 2 } }),
    place(3, 60, { puestosPosibles: { desde: 3, hasta: 3 } }),
    place(4, 50, { estado: 'muestra_insuficiente' }),
  ]
  expect([besideLeader(data), certainlyBehind(data)].map((of) => of.map(({ id }) => id))).toEqual([[1, 2], [3]])
})
