import type { Output, Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { COMPONENTS, type statisticsCompetitiveness, type updateWeights } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import { rows, transaction } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { mean, ratioOf, rounded, total } from '../dashboard/figures.rules.ts'
import { ref, requestedRange } from '../dashboard/period.ts'
import { saveSetting, setting } from '../dashboard/settings.repository.ts'
import {
  adjusted,
  agility,
  type Component,
  exactness,
  index,
  intervalOf,
  MIN_ITEMS,
  possiblePlaces,
  ranks,
  type Share,
  value,
  varianceOf,
  WEIGHTS,
  type Weights,
  wilson,
} from './ranking.rules.ts'

type Answer = Extract<Output<typeof statisticsCompetitiveness>, { data: unknown }>
type Row = Answer['data'][number]
type Query = Parsed<typeof statisticsCompetitiveness>['query']
const KEY = 'weights'
const BY = { pais: 'country', negocio: 'business', departamento: 'department' } as const

const WANT = [
  'items',
  'approved',
  'on_time_analyst',
  'on_time_jefatura',
  'on_time_control',
  'done_at_close',
  'first_pass',
  'whole',
  'whole_days',
  'unexplained',
  'balance',
] as const satisfies readonly (aggregates.Count | aggregates.Amount)[]
type Sums = aggregates.Sums<(typeof WANT)[number]>
const shares: Record<'P' | 'C' | 'Q', (of: readonly Sums[]) => Share> = {
  P: (of) => ({
    part: total(of, 'on_time_analyst') + total(of, 'on_time_jefatura') + total(of, 'on_time_control'),
    whole: 3 * total(of, 'items'),
  }),
  C: (of) => ({ part: total(of, 'done_at_close'), whole: total(of, 'items') }),
  Q: (of) => ({ part: total(of, 'first_pass'), whole: total(of, 'approved') }),
}
/** Amounts in the currency of most of the items. */
function exact(of: readonly Sums[]) {
  const most = [...Map.groupBy(of, ({ currency }) => currency).values()].sort((a, b) => total(b, 'items') - total(a, 'items'))[0] ?? []
  return exactness(ratioOf(most, 'unexplained', 'balance'))
}
const componentsOf = (of: readonly Sums[]): Record<Component, number | null> => ({
  P: value(shares.P(of)),
  C: value(shares.C(of)),
  Q: value(shares.Q(of)),
  E: exact(of),
  A: agility(mean(of, 'whole_days', 'whole')),
})

/** Rules §1.4. Five statements. @throws 422 */
export async function competitiveness({ db, zone }: Deps, caller: Caller, query: Query, locale: Locale) {
  const view = { zone, asOf: query.asOf }
  const all = await aggregates.periods(db, view)
  const asked = requestedRange(all, query)
  const period = asked.at(-1)
  const weights = (await setting<Weights>(db, KEY, query.asOf)) ?? WEIGHTS
  if (!period) return { period: null, pesos: weights, data: [] }
  const from = all.indexOf(asked[0]!)
  const previous = all.slice(Math.max(0, from - asked.length), from)
  const yearBefore = all.filter(({ name }) => asked.some((each) => name === `${Number(each.name.slice(0, 4)) - 1}${each.name.slice(4)}`))
  // A head of department sees the rank of others, but not their components.
  const narrow = caller.roleId === ROLE.jefatura
  const by = BY[query.nivel]
  const names = await aggregates.names(db)
  const heads = narrow ? await headOf({ db, zone }, caller) : []
  const own = narrow ? ownOf(heads, query.nivel) : undefined
  const countries = new Set(heads.map(({ country }) => country))
  const countryOf = (id: number) => {
    if (query.nivel === 'pais') return id
    return names.parent.business.get(query.nivel === 'negocio' ? id : (names.parent.department.get(id)?.business ?? 0))
  }
  const sums = (
    await aggregates.sums(
      db,
      narrow ? { ...caller, roleId: ROLE.administrador } : caller,
      view,
      { paisId: query.paisId, asOf: query.asOf },
      {
        by: [by, 'risk', 'material'],
        periods: [...new Set([...asked, ...previous, ...yearBefore])],
        want: WANT,
      },
    )
  ).filter((sum) => sum[by] !== null && (!narrow || countries.has(countryOf(sum[by] as number) ?? 0)))

  const groupsOf = (periods: readonly aggregates.PeriodRow[]) =>
    Map.groupBy(
      sums.filter((sum) => periods.some(({ id }) => id === sum.period)),
      (sum) => sum[by] as number,
    )
  const isRanked = (of: readonly Sums[]) => total(of, 'items') >= MIN_ITEMS
  /** The adjusted index of those with items enough, each among all of the same months. */
  const indices = (groups: ReadonlyMap<number, readonly Sums[]>) => {
    const everybody = strata([...groups.values()].flat())
    return new Map(
      [...groups]
        .filter(([, of]) => isRanked(of))
        .map(([id, of]) => [id, rounded(index({ ...componentsOf(of), ...mixed(of, everybody) }, weights), 2)!]),
    )
  }
  const groups = groupsOf(asked)
  const ranked = indices(groups)
  const [places, placesBefore, placesYearBefore] = [ranks(ranked), ranks(indices(groupsOf(previous))), ranks(indices(groupsOf(yearBefore)))]
  const leaderId = [...ranked].sort((a, b) => b[1] - a[1])[0]?.[0]
  const everybody = strata([...groups.values()].flat())
  const adjustedOf = (of: readonly Sums[]) => ({ ...componentsOf(of), ...mixed(of, everybody) })
  const leader = leaderId === undefined ? undefined : adjustedOf(groups.get(leaderId)!)
  const estimates = new Map(
    [...ranked].map(([id, adjustedIndex]) => {
      const of = groups.get(id)!
      return [id, { index: adjustedIndex, variance: varianceOf({ P: shares.P(of), C: shares.C(of), Q: shares.Q(of) }, weights) }]
    }),
  )
  const possible = possiblePlaces(estimates)

  const data = [...groups]
    .map(([id, of]): Row => {
      const propio = own === undefined || own.has(id)
      const components = componentsOf(of)
      const puesto = places.get(id) ?? null
      const row: Row = {
        id,
        nombre: names[by].get(id)!,
        propio,
        items: total(of, 'items'),
        estado: puesto === null ? 'muestra_insuficiente' : 'clasificado',
        puesto,
        puestoAnterior: placesBefore.get(id) ?? null,
        puestoAnioAnterior: placesYearBefore.get(id) ?? null,
        cuartil: puesto === null ? null : Math.min(4, Math.ceil((4 * puesto) / Math.max(...places.values()))),
        indice: rounded(index(components, weights), 2),
        indiceAjustado: rounded(index(adjustedOf(of), weights), 2),
        componentes: components,
        intervaloIndice: estimates.has(id) ? intervalOf(estimates.get(id)!) : null,
        puestosPosibles: possible.get(id) ?? null,
        intervalos: {
          P: interval(shares.P(of)),
          C: interval(shares.C(of)),
          Q: interval(shares.Q(of)),
        },
        brecha: leader && puesto !== null ? gap(adjustedOf(of), leader, weights) : null,
      }
      return propio
        ? row
        : {
            ...row,
            items: null,
            indice: null,
            componentes: null,
            intervaloIndice: null,
            puestosPosibles: null,
            intervalos: null,
            brecha: null,
          }
    })
    .sort((a, b) => (a.puesto ?? 1e9) - (b.puesto ?? 1e9) || a.nombre.localeCompare(b.nombre, 'es'))
  return query.format === 'excel' ? workbook(data, period.name, locale) : { period: ref(period), pesos: weights, data }
}

const interval = (share: Share) => ({ valor: value(share), ...wilson(share), n: share.whole })
const gap = (own: Record<Component, number | null>, leader: Record<Component, number | null>, weights: Weights) =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name, rounded(weights[name] * ((leader[name] ?? 0) - (own[name] ?? 0)), 4)!]),
  ) as NonNullable<Row['brecha']>
/** Shares by risk and materiality. */
function strata(rows: readonly Sums[]) {
  const alike = [...Map.groupBy(rows, ({ risk, material }) => `${risk}/${material}`)]
  const of = (share: (of: readonly Sums[]) => Share) => new Map(alike.map(([stratum, rows]) => [stratum, share(rows)]))
  return { P: of(shares.P), C: of(shares.C), Q: of(shares.Q) }
}
function mixed(of: readonly Sums[], everybody: ReturnType<typeof strata>) {
  const own = strata(of)
  return { P: adjusted(own.P, everybody.P), C: adjusted(own.C, everybody.C), Q: adjusted(own.Q, everybody.Q) }
}

type Headed = { id: number; business: number; country: number }
const headOf = ({ db }: Deps, caller: Caller): Promise<Headed[]> =>
  rows(
    db,
    sql<Headed>`select d.id, d.business_id as business, b.country_id as country from department d join business b on b.id = d.business_id where d.chief_id = ${caller.userId}`,
  )
/** A head's own departments, and the businesses they belong to; no country is one's own. */
const ownOf = (heads: readonly Headed[], nivel: Query['nivel']): Set<number> =>
  new Set(nivel === 'pais' ? [] : heads.map(({ id, business }) => (nivel === 'negocio' ? business : id)))

function workbook(data: readonly Row[], period: string, locale: Locale) {
  const text = (of: number | null | undefined) => (of === null || of === undefined ? null : String(rounded(of, 4)))
  const columns: ExportColumn<Row>[] = [
    { es: 'Puesto', en: 'Place', type: 'integer', width: 8, of: ({ puesto }) => puesto },
    { es: 'Nombre', en: 'Name', type: 'text', width: 34, of: ({ nombre }) => nombre },
    { es: 'Índice', en: 'Index', type: 'amount', of: ({ indice }) => text(indice) },
    { es: 'Índice ajustado', en: 'Adjusted index', type: 'amount', of: ({ indiceAjustado }) => text(indiceAjustado) },
    { es: 'Ítems', en: 'Items', type: 'integer', of: ({ items }) => items },
    ...COMPONENTS.map(
      (name): ExportColumn<Row> => ({
        es: `${name} %`,
        en: `${name} %`,
        type: 'amount',
        of: ({ componentes }) => text(componentes?.[name] == null ? null : componentes[name] * 100),
      }),
    ),
    { es: 'Puesto anterior', en: 'Place before', type: 'integer', of: ({ puestoAnterior }) => puestoAnterior },
    { es: 'Puesto hace un año', en: 'Place a year ago', type: 'integer', of: ({ puestoAnioAnterior }) => puestoAnioAnterior },
  ]
  return exportRows(locale, { es: `Competitividad ${period}`, en: `Competitiveness ${period}` }, columns, data)
}

/** @throws 422 */
export async function changeWeights(
  { db }: Deps,
  caller: Caller,
  body: Parsed<typeof updateWeights>['body'],
): Promise<Output<typeof updateWeights>> {
  const sum = rounded(
    COMPONENTS.reduce((all, name) => all + body[name], 0),
    6,
  )!
  if (sum !== 100) throw Invalid('P', 'weights_sum', { sum })
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 103)`.execute(tx)
    await saveSetting(tx, KEY, body, caller.userId)
  })
  return { pesos: body }
}
