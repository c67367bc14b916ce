import type { Answer } from '@cuadre/api/endpoint'
import { COMPONENTS, type statisticsCompetitiveness } from '@cuadre/api/statistics'

export type Ranking = Answer<typeof statisticsCompetitiveness>
export type Place = Ranking['data'][number]
export type Component = (typeof COMPONENTS)[number]
export type Weights = Ranking['pesos']

/** The index without the adjustment for the mix, with other weights; null for those whose components are not shown. */
export const rawWith = ({ componentes }: Place, weights: Weights) =>
  componentes && COMPONENTS.reduce((sum, name) => sum + weights[name] * (componentes[name] ?? 0), 0)

/**
 * The order with other weights, before they are saved: by the raw index, because the adjusted one is the server's to compute. Those that are not
 * shown in full keep their place behind it.
 */
export function orderWith(data: readonly Place[], weights: Weights) {
  return data
    .filter(({ estado }) => estado === 'clasificado')
    .map((place) => ({ place, index: rawWith(place, weights) }))
    .filter((each): each is typeof each & { index: number } => each.index !== null)
    .sort((a, b) => b.index - a.index)
}

export type Movement = { component: Component; points: number; place: number }
/** What each component would bring if it were as good as the leader's, and the place that this would make; the most first. */
export function wouldMove(own: Place, data: readonly Place[]): Movement[] {
  const { brecha, indiceAjustado } = own
  if (!brecha || indiceAjustado === null) return []
  const others = data.flatMap(({ id, indiceAjustado, estado }) =>
    id === own.id || estado !== 'clasificado' || indiceAjustado === null ? [] : [indiceAjustado],
  )
  return COMPONENTS.map((component) => ({ component, points: brecha[component] }))
    .filter(({ points }) => points > 0.05)
    .sort((a, b) => b.points - a.points)
    .map(({ component, points }) => ({
      component,
      points,
      place: 1 + new Set(others.filter((index) => index > indiceAjustado + points)).size,
    }))
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
