import type { Output, Parsed } from '@cuadre/api/endpoint'
import { FREQUENCIES } from '@cuadre/api/shapes'
import type { statisticsCompetitor } from '@cuadre/api/statistics'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { ratio, rounded, total } from '../dashboard/figures.rules.ts'
import { viewOf } from '../dashboard/item.ts'
import { median } from '../dashboard/pace.rules.ts'
import { lastPeriods, requestedRange } from '../dashboard/period.ts'
import { compared, indices } from './ranking.groups.ts'
import { rankedByMonth, STRATA } from './ranking.repository.ts'
import { BY, seenBy } from './ranking.scope.ts'
import { weightsOf } from './ranking.service.ts'

type Query = Parsed<typeof statisticsCompetitor>['query'] & Parsed<typeof statisticsCompetitor>['params']
const MONTHS = 13
/** Every stratum there may be, the most frequent first. */
const KINDS = FREQUENCIES.flatMap((frecuencia) =>
  (['A', 'M', 'B'] as const).flatMap((riesgo) => [true, false].map((material) => ({ riesgo, material, frecuencia }))),
)

/** Of one that the caller sees in full (rules §1.4). Six statements. @throws 404, 422 */
export async function competitor({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof statisticsCompetitor>> {
  const view = viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view)
  const asked = requestedRange(all, query)
  const months = asked.length === 0 ? [] : lastPeriods(all, asked.at(-1)!, MONTHS)
  const by = BY[query.nivel]
  const [weights, { own, among, ...seen }] = await Promise.all([weightsOf(db, query.asOf), seenBy(db, caller, query.nivel)])
  if (months.length === 0 || (own && !own.has(query.id))) throw NotFound()
  const place = { paisId: query.paisId, asOf: query.asOf }
  const [rows, mixed] = await Promise.all([
    rankedByMonth(db, seen.caller, view, place, { by, periods: months, among }),
    aggregates.sums(db, seen.caller, view, place, { by: [by, ...STRATA], periods: asked, want: ['items'] }),
  ])
  const compares = new Set(among)
  const mix = mixed.filter((row) => row[by] != null && (!among || compares.has(row[by])))
  const mine = mix.filter((row) => row[by] === query.id)
  if (mine.length === 0 && !rows.some(({ id }) => id === query.id)) throw NotFound()
  const sets = Map.groupBy(rows, ({ set }) => set)
  return {
    serie: months.map(({ id, name }) => {
      const places = indices(compared(sets.get(id) ?? []), weights, query.ajustar)
      const sorted = [...places.values()].sort((a, b) => b - a)
      return { PERIODO: name, indice: places.get(query.id) ?? null, lider: sorted[0] ?? null, mediana: rounded(median(sorted), 2) }
    }),
    mezcla: KINDS.map(({ riesgo, material, frecuencia }) => {
      const alike = (row: (typeof mix)[number]) => row.risk === riesgo && row.material === material && row.frequency === frecuencia
      const items = (of: typeof mix) => total(of.filter(alike), 'items')
      const share = (of: typeof mix) => ratio(items(of), total(of, 'items'))
      return { riesgo, material, frecuencia, items: items(mine), parte: share(mine), parteTodos: share(mix) }
    }).filter(({ parte, parteTodos }) => parte || parteTodos),
  }
}
