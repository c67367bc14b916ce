import type { Answer } from '@cuadre/api/endpoint'
import { COMPONENTS, type statisticsCompetitiveness } from '@cuadre/api/statistics'

export type Ranking = Answer<typeof statisticsCompetitiveness>
export type Place = Ranking['data'][number]
export type Component = (typeof COMPONENTS)[number]
export type Weights = Ranking['pesos']

/** Of the normal distribution, 95 % (rules §1.4). */
const Z = 1.959964
const SHARES = ['P', 'C', 'Q'] as const
/** As the server rounds it: places are told by what is shown. */
const indexOf = (components: NonNullable<Place['componentes']>, weights: Weights) =>
  Math.round(COMPONENTS.reduce((sum, name) => sum + weights[name] * (components[name] ?? 0), 0) * 100) / 100

/** The index that orders, and the other one beside it: adjusted for the mix first, unless that is turned off. */
export const indicesOf = ({ indice, indiceAjustado }: Pick<Place, 'indice' | 'indiceAjustado'>, adjusted: boolean) =>
  adjusted ? { orders: indiceAjustado, beside: indice } : { orders: indice, beside: indiceAjustado }

/**
 * The ranking with weights that have not been saved: the same indices, places and intervals as with saved ones. Which places are possible only the
 * server tells; what is not shown in full has no place.
 */
export function rankedWith(data: readonly Place[], tried: Weights, adjusted: boolean): Place[] {
  const sum = COMPONENTS.reduce((all, name) => all + tried[name], 0)
  if (sum === 0) return [...data]
  // On the way to a hundred they count in proportion.
  const weights = Object.fromEntries(COMPONENTS.map((name) => [name, (100 * tried[name]) / sum])) as Weights
  const moved = data.map((place): Place => {
    const { estado, componentes, componentesAjustados } = place
    if (estado !== 'clasificado') return place
    if (!componentes || !componentesAjustados)
      return { ...place, puesto: null, indice: null, indiceAjustado: null, intervaloIndice: null, puestosPosibles: null }
    const of = { indice: indexOf(componentes, weights), indiceAjustado: indexOf(componentesAjustados, weights) }
    return {
      ...place,
      ...of,
      intervaloIndice: intervalOf(place, indicesOf(of, adjusted).orders, weights),
      puestosPosibles: null,
    }
  })
  const orders = (place: Place) => (place.estado === 'clasificado' ? indicesOf(place, adjusted).orders : null)
  const levels = [...new Set(moved.map(orders).filter((index) => index !== null))].sort((a, b) => b - a)
  return moved
    .map((place) => {
      const index = orders(place)
      return index === null ? place : { ...place, puesto: levels.indexOf(index) + 1 }
    })
    .sort((a, b) => (a.puesto ?? data.length + 1) - (b.puesto ?? data.length + 1))
}

function intervalOf({ intervalos }: Place, at: number | null, weights: Weights): Place['intervaloIndice'] {
  if (!intervalos || at === null) return null
  const variance = SHARES.reduce((sum, name) => {
    const { valor, n } = intervalos[name]
    return valor === null || n === 0 ? sum : sum + (weights[name] ** 2 * valor * (1 - valor)) / n
  }, 0)
  const half = Z * Math.sqrt(variance)
  return { desde: Math.max(0, at - half), hasta: Math.min(100, at + half) }
}

export type Movement = { components: Component[]; points: number; place: number }
/**
 * What each component would bring if it were as good as the leader's, and the place that this would make; the most first. Where none makes another
 * place by itself, the first two together, if these do.
 */
export function wouldMove(own: Place, data: readonly Place[], adjusted: boolean): Movement[] {
  const { brecha } = own
  const { orders: at } = indicesOf(own, adjusted)
  if (!brecha || at === null) return []
  const others = data.flatMap((each) => {
    const { orders } = indicesOf(each, adjusted)
    return each.id === own.id || each.estado !== 'clasificado' || orders === null ? [] : [orders]
  })
  const by = (components: Component[]): Movement => {
    const points = components.reduce((sum, name) => sum + brecha[name], 0)
    return { components, points, place: 1 + new Set(others.filter((index) => index > at + points)).size }
  }
  const each = COMPONENTS.map((name) => by([name]))
    .filter(({ points }) => points > 0.05)
    .sort((a, b) => b.points - a.points)
  const [first, second] = each
  const now = by([]).place
  if (!first || !second || first.place < now) return each
  const both = by([...first.components, ...second.components])
  return both.place < now ? [...each, both] : each
}

/** Names that cannot be told apart from the leader: they may have the first place too. */
export const besideLeader = (data: readonly Place[]) => data.filter(({ puestosPosibles }) => puestosPosibles?.desde === 1)
/** Those that certainly stand behind them. */
export const certainlyBehind = (data: readonly Place[]) =>
  data.filter(({ puestosPosibles }) => puestosPosibles !== null && puestosPosibles.desde > 1)

const PLACE = { pais: 'paisId', negocio: 'negocioId', departamento: 'departamentoId' } as const
/** What is ranked, and over which months. */
export type Ranked = { nivel: keyof typeof PLACE; periodId: number | undefined; desdePeriodId: number | undefined }
/** The list of what one of the ranking is made of. */
export const placeQuery = ({ nivel, ...months }: Ranked, id: number) => ({ [PLACE[nivel]]: id, ...months })

/** With fewer there would be quarters of one. */
const FOR_QUARTERS = 8
/** The quarter of the places that each is in, the first is the best; none of a few. */
export function quartilesOf(ranked: readonly Pick<Place, 'puesto'>[]): readonly (1 | 2 | 3 | 4)[] {
  const last = Math.max(...ranked.map(({ puesto }) => puesto ?? 0))
  return ranked.length < FOR_QUARTERS
    ? []
    : ranked.map(({ puesto }) => Math.min(4, Math.ceil((4 * (puesto ?? last)) / last)) as 1 | 2 | 3 | 4)
}
