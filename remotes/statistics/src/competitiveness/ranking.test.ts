import { expect, test } from '@jest/globals'
import { besideLeader, certainlyBehind, type Place, quartilesOf, rankedWith, wouldMove } from './ranking.ts'

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
const interval = (valor: number | null, n: number) => ({ valor, desde: null, hasta: null, n })

test('other weights order by the adjusted index that saving them would give, ties in one place; what is not shown in full has none', () => {
  const a = place(1, 90, {
    puesto: 1,
    componentes: { P: 1, C: 0.5, Q: 1, E: 1, A: 1 },
    componentesAjustados: { P: 0.9, C: 0.6, Q: 1, E: 1, A: 1 },
    intervalos: { P: interval(0.5, 300), C: interval(0.5, 100), Q: interval(null, 0) },
  })
  const b = place(2, 80, {
    puesto: 2,
    componentes: { P: 0.5, C: 1, Q: 1, E: 1, A: null },
    componentesAjustados: { P: 0.6, C: 0.9, Q: 1, E: 1, A: null },
  })
  const alike = place(4, 70, { ...b, id: 4 })
  const few = place(5, 60, { estado: 'muestra_insuficiente', puesto: null })
  const shown = (of: readonly Place[]) => of.map(({ id, puesto, indiceAjustado, indice }) => [id, puesto, indiceAjustado, indice])
  const hidden = place(3, 70, { puesto: 3 })
  expect(shown(rankedWith([a, b, hidden, alike, few], weights, true))).toEqual([
    [1, 1, 87, 87.5],
    [2, 2, 75.5, 75],
    [4, 2, 75.5, 75],
    [3, null, null, null],
    [5, null, 60, undefined],
  ])
  expect(shown(rankedWith([a, b], { P: 0, C: 100, Q: 0, E: 0, A: 0 }, true))).toEqual([
    [2, 1, 90, 100],
    [1, 2, 60, 50],
  ])
  // While they are written they do not sum to a hundred yet: they count in proportion.
  expect(shown(rankedWith([a, b], { P: 60, C: 50, Q: 40, E: 30, A: 20 }, true))).toEqual(shown(rankedWith([a, b], weights, true)))
  expect(shown(rankedWith([a], { P: 0, C: 0, Q: 0, E: 0, A: 0 }, true))).toEqual(shown([a]))
  // Two standard deviations of 30 x a half of 300, and of 25 x a half of 100.
  const half = 1.959964 * Math.sqrt(900 / 1200 + 625 / 400)
  const intervalWhere = (adjusted: boolean) => rankedWith([a], weights, adjusted)[0]!.intervaloIndice
  expect(intervalWhere(true)).toEqual({ desde: expect.closeTo(87 - half, 10), hasta: expect.closeTo(87 + half, 10) })
  expect(intervalWhere(false)).toEqual({ desde: expect.closeTo(87.5 - half, 10), hasta: expect.closeTo(87.5 + half, 10) })
  // Not adjusted, the same figures are ordered by the raw index.
  const raw = { P: 0, C: 100, Q: 0, E: 0, A: 0 }
  const [first, second] = [
    place(6, 1, { ...a, id: 6, componentesAjustados: b.componentes }),
    place(7, 1, { ...b, id: 7, componentesAjustados: a.componentes }),
  ]
  expect(shown(rankedWith([first, second], raw, true))).toEqual([
    [6, 1, 100, 50],
    [7, 2, 50, 100],
  ])
  expect(shown(rankedWith([first, second], raw, false))).toEqual([
    [7, 1, 50, 100],
    [6, 2, 100, 50],
  ])
})

test('what would move it: the points to the leader, and the place they would make', () => {
  const own = place(3, 84, { brecha: { P: 0.6, C: 1.6, Q: -0.4, E: 2.7, A: 0.01 } })
  const [e, c, p] = [
    { components: ['E'], points: 2.7, place: 2 },
    { components: ['C'], points: 1.6, place: 3 },
    { components: ['P'], points: 0.6, place: 3 },
  ]
  expect(wouldMove(own, [place(1, 93), place(2, 86), own], true)).toEqual([e, c, p])
  // None by itself, the first two together.
  const both = { components: ['E', 'C'], points: expect.closeTo(4.3, 10), place: 2 }
  expect(wouldMove(own, [place(1, 93), place(2, 88), own], true)).toEqual([{ ...e, place: 3 }, c, p, both])
  expect(wouldMove(own, [place(1, 93), place(2, 90), own], true)).toEqual([{ ...e, place: 3 }, c, p])
  expect(wouldMove(place(1, 93), [], true)).toEqual([])
  // By the raw index it is somewhere else.
  const below = place(3, 84, { brecha: { P: 0, C: 0, Q: 0, E: 2.7, A: 0 }, indice: 60 })
  const above = place(1, 80, { indice: 62 })
  expect([wouldMove(below, [above, below], true)[0]!.place, wouldMove(below, [above, below], false)[0]!.place]).toEqual([1, 1])
  expect(wouldMove({ ...below, indice: 59 }, [above, below], false)[0]!.place).toBe(2)
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

test('quarters are of the places, ties together; of a few there are none', () => {
  const of = (...places: number[]) => quartilesOf(places.map((puesto) => ({ puesto })))
  expect(of(1, 2, 3, 4, 5, 6, 7, 8)).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(of(1, 1, 2, 3, 4, 4, 4, 4)).toEqual([1, 1, 2, 3, 4, 4, 4, 4])
  expect(of(1, 2, 3)).toEqual([])
})
