import { MATERIALITY } from '@cuadre/api/analysis'
import type { Crossing, ThresholdImpact } from '@cuadre/api/threshold'

export type Class = (typeof MATERIALITY)[number]
export type Move = { ID_NEGOCIO: number; NEGOCIO: string; DE: Class; A: Class; cambian: number; quedan?: number }

export const isMaterial = (of: Class) => of === 'material' || of === 'critica'
const sum = (moves: readonly Move[], of: (move: Move) => boolean) => moves.reduce((n, move) => n + (of(move) ? move.cambian : 0), 0)

/** What a change does to those it classifies again: the comment that material asks for, and the bulk approval that critical ones are kept from. */
export const effectsOf = ({ cambios }: ThresholdImpact) => ({
  comment: sum(cambios, ({ DE, A }) => isMaterial(A) && !isMaterial(DE)),
  noComment: sum(cambios, ({ DE, A }) => isMaterial(DE) && !isMaterial(A)),
  alone: sum(cambios, ({ A }) => A === 'critica'),
  inBulk: sum(cambios, ({ DE }) => DE === 'critica'),
  sent: cambios.reduce((n, { enviados }) => n + enviados, 0),
  unexplained: cambios.reduce((n, { sinComentario }) => n + sinComentario, 0),
  stay: cambios.reduce((n, { quedan }) => n + quedan, 0),
})

/** Figures by business, the most moved first. */
export const businessesOf = (moves: readonly Move[]) =>
  [...Map.groupBy(moves, ({ ID_NEGOCIO }) => ID_NEGOCIO).values()]
    .map((of) => ({
      id: of[0]!.ID_NEGOCIO,
      name: of[0]!.NEGOCIO,
      changed: sum(of, () => true),
      rise: sum(of, ({ DE, A }) => isMaterial(A) && MATERIALITY.indexOf(A) > MATERIALITY.indexOf(DE)),
      fall: sum(of, ({ DE, A }) => isMaterial(DE) && MATERIALITY.indexOf(A) < MATERIALITY.indexOf(DE)),
      stay: of.reduce((n, { quedan = 0 }) => n + quedan, 0),
    }))
    .toSorted((a, b) => b.changed - a.changed || b.stay - a.stay || a.name.localeCompare(b.name))

/** How many go from a class to another; of one business, or of all. */
export const cell = (moves: readonly Move[], from: Class, to: Class, business?: number) =>
  sum(moves, ({ DE, A, ID_NEGOCIO }) => DE === from && A === to && (business === undefined || ID_NEGOCIO === business))

/** Named analyses that are in the impact of now and were not in the one that was looked at, or differ there; and the other way round. */
export function movedBetween(seen: ThresholdImpact, now: ThresholdImpact) {
  const told = (one: Crossing) => [one.COD_ANALISIS, one.DE, one.A, one.ESTADO, one.SIN_COMENTARIO].join()
  const missing = (those: ThresholdImpact, from: ThresholdImpact) => {
    const there = new Set(from.cruzan.data.map(told))
    return those.cruzan.data.filter((one) => !there.has(told(one)))
  }
  const came = missing(now, seen)
  const ids = new Set(came.map(({ COD_ANALISIS }) => COD_ANALISIS))
  return { came, went: missing(seen, now).filter(({ COD_ANALISIS }) => !ids.has(COD_ANALISIS)) }
}
