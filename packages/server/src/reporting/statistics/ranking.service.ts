import type { Output, Parsed } from '@cuadre/api/endpoint'
import { COMPONENTS, type statisticsCompetitiveness, type updateRankingNames, type updateWeights } from '@cuadre/api/statistics'
import type { WrittenSheet } from '@cuadre/tables'
import { sql } from 'kysely'
import { transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { rounded } from '../dashboard/figures.rules.ts'
import { filtersSheet } from '../dashboard/filters.sheet.ts'
import { viewOf } from '../dashboard/item.ts'
import { ref, requestedRange } from '../dashboard/period.ts'
import { lastChangedBy, saveSetting, setting } from '../dashboard/settings.repository.ts'
import { amountsOf, compared, everybodysIndex, type Groups, indices, ordering, shares, total } from './ranking.groups.ts'
import { ranked } from './ranking.repository.ts'
import {
  type Component,
  index,
  intervalOf,
  possiblePlaces,
  ranks,
  type Share,
  value,
  varianceOf,
  WEIGHTS,
  type Weights,
  wilson,
} from './ranking.rules.ts'
import { BY, seenBy } from './ranking.scope.ts'

type Answer = Extract<Output<typeof statisticsCompetitiveness>, { data: unknown }>
type Row = Answer['data'][number]
type Query = Parsed<typeof statisticsCompetitiveness>['query']
type Places = ReturnType<typeof ranks<number>>
const KEY = 'weights'
export const weightsOf = async (db: Deps['db'], asOf?: string) => (await setting<Weights>(db, KEY, asOf)) ?? WEIGHTS

/** Rules §1.4. Five statements. @throws 422 */
export async function competitiveness({ db, zone }: Deps, caller: Caller, query: Query, locale: Locale) {
  const view = viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view)
  const asked = requestedRange(all, query)
  const period = asked.at(-1)
  const weights = await weightsOf(db, query.asOf)
  const anonimo = await isAnonymous(db)
  const { ajustar } = query
  const text = (es: string, en: string) => (locale === 'en' ? en : es)
  if (!period) return { period: null, pesos: weights, ajustado: ajustar, anonimo, todos: null, data: [] }
  const from = all.indexOf(asked[0]!)
  const previous = all.slice(Math.max(0, from - asked.length), from)
  const yearBefore = all.filter(({ name }) => asked.some((each) => name === `${Number(each.name.slice(0, 4)) - 1}${each.name.slice(4)}`))
  const { names, own, ...seen } = await seenBy(db, caller, query.nivel)
  const rows = await ranked(
    db,
    seen.caller,
    view,
    { paisId: query.paisId, asOf: query.asOf },
    {
      by: BY[query.nivel],
      sets: [asked, previous, yearBefore],
      among: seen.among,
    },
  )
  const sets = Map.groupBy(rows, ({ set }) => set)
  const [groups, before, aYearAgo] = [0, 1, 2].map((set) => compared(sets.get(set) ?? [])) as [Groups, Groups, Groups]
  const places = indices(groups, weights, ajustar)
  const [puestos, placesBefore, placesYearBefore] = [places, indices(before, weights, ajustar), indices(aYearAgo, weights, ajustar)].map(
    ranks<number>,
  ) as [Places, Places, Places]
  const leaderId = [...places].sort((a, b) => b[1] - a[1])[0]?.[0]
  const leader = leaderId === undefined ? undefined : ordering(groups.get(leaderId)!, ajustar)
  const estimates = new Map(
    [...places].map(([id, at]) => {
      const { of } = groups.get(id)!
      return [id, { index: at, variance: varianceOf({ P: shares.P(of), C: shares.C(of), Q: shares.Q(of) }, weights) }]
    }),
  )
  const possible = possiblePlaces(estimates)
  const last = Math.max(...puestos.values())

  const data = [...groups]
    .map(([id, group]): Row => {
      const { of, components, alike } = group
      const propio = own === undefined || own.has(id)
      const puesto = puestos.get(id) ?? null
      const row: Row = {
        id,
        nombre: names[BY[query.nivel]].get(id)!,
        propio,
        items: total(of, 'items'),
        estado: puesto === null ? 'muestra_insuficiente' : 'clasificado',
        puesto,
        puestoAnterior: placesBefore.get(id) ?? null,
        puestoAnioAnterior: placesYearBefore.get(id) ?? null,
        cuartil: puesto === null ? null : Math.min(4, Math.ceil((4 * puesto) / last)),
        indice: rounded(index(components, weights), 2),
        indiceAjustado: rounded(index(alike, weights), 2),
        componentes: components,
        componentesAjustados: alike,
        intervaloIndice: estimates.has(id) ? intervalOf(estimates.get(id)!) : null,
        puestosPosibles: possible.get(id) ?? null,
        partes: partsOf(of),
        intervalos: {
          P: interval(shares.P(of)),
          C: interval(shares.C(of)),
          Q: interval(shares.Q(of)),
        },
        brecha: leader && puesto !== null ? gap(ordering(group, ajustar), leader, weights) : null,
      }
      return propio
        ? row
        : {
            ...row,
            items: null,
            // The index they are ranked by is theirs to show, the other is not.
            ...(ajustar ? { indice: null } : { indiceAjustado: null }),
            componentes: null,
            componentesAjustados: null,
            intervaloIndice: null,
            puestosPosibles: null,
            partes: null,
            intervalos: null,
            brecha: null,
          }
    })
    .sort((a, b) => (a.puesto ?? 1e9) - (b.puesto ?? 1e9) || a.nombre.localeCompare(b.nombre, 'es'))
  const shown = anonimo ? withoutNames(data, query, locale) : data
  if (query.format !== 'excel')
    return {
      period: ref(period),
      pesos: weights,
      ajustado: ajustar,
      anonimo,
      todos: everybodysIndex(sets.get(0) ?? [], weights),
      data: shown,
    }
  const filters = await filtersSheet(
    { db, zone },
    caller,
    { paisId: query.paisId, asOf: query.asOf },
    {
      locale,
      of: [
        ['Período', 'Period', period.name],
        ['Desde', 'Since', asked[0]!.name],
        ['Se comparan', 'Compared', COMPARED[query.nivel][locale]],
        [
          'El puesto es por',
          'Placed by',
          ajustar ? text('el índice ajustado', 'the adjusted index') : text('el índice bruto', 'the raw index'),
        ],
        ...COMPONENTS.map((name) => [`${name}: ${MEANING[name].es}`, `${name}: ${MEANING[name].en}`, `${weights[name]} %`] as const),
      ],
      cuts: false,
    },
  )
  return workbook(shown, period.name, locale, filters)
}

const COMPARED: Record<Query['nivel'], Record<Locale, string>> = {
  pais: { es: 'países', en: 'countries' },
  negocio: { es: 'negocios', en: 'businesses' },
  departamento: { es: 'departamentos', en: 'departments' },
}
/** What the letters at the head of the columns stand for. */
const MEANING: Record<Component, Record<Locale, string>> = {
  P: { es: 'a tiempo', en: 'on time' },
  C: { es: 'completado al cierre', en: 'completed at the close' },
  Q: { es: 'aprobado a la primera', en: 'approved at the first attempt' },
  E: { es: 'exactitud', en: 'exactness' },
  A: { es: 'agilidad', en: 'agility' },
}
const OTHER: Record<Query['nivel'], Record<Locale, string>> = {
  pais: { es: 'Otro país', en: 'Other country' },
  negocio: { es: 'Otro negocio', en: 'Other business' },
  departamento: { es: 'Otro departamento', en: 'Other department' },
}
/** Those that are not one's own have a number, in the order of their indices, and no id that names them. */
function withoutNames(data: readonly Row[], { nivel, ajustar }: Query, locale: Locale): Row[] {
  const at = ({ indice, indiceAjustado }: Row) => (ajustar ? indiceAjustado : indice) ?? -1
  const others = data.filter(({ propio }) => !propio).toSorted((a, b) => at(b) - at(a))
  const number = new Map(others.map(({ id }, at) => [id, at + 1]))
  const named = data.map((row) => {
    const n = number.get(row.id)
    return n === undefined ? row : { ...row, id: -n, nombre: `${OTHER[nivel][locale]} ${n}` }
  })
  // Of equal places and of those without one the order would follow the names.
  return named.sort((a, b) => (a.puesto ?? 1e9) - (b.puesto ?? 1e9) || a.nombre.localeCompare(b.nombre, locale, { numeric: true }))
}

function partsOf(of: Parameters<typeof amountsOf>[0]): NonNullable<Row['partes']> {
  const most = amountsOf(of)
  return {
    aTiempoAnalista: total(of, 'on_time_analyst'),
    aTiempoJefatura: total(of, 'on_time_jefatura'),
    aTiempoControl: total(of, 'on_time_control'),
    alCierre: total(of, 'done_at_close'),
    aprobados: total(of, 'approved'),
    primeraVez: total(of, 'first_pass'),
    terminados: total(of, 'whole'),
    dias: total(of, 'whole_days'),
    exactitud: most ? { MONEDA: most.currency, sinExplicar: most.unexplained, saldo: most.balance } : null,
  }
}
const interval = (share: Share) => ({ valor: value(share), ...wilson(share), n: share.whole })
const gap = (own: Record<Component, number | null>, leader: Record<Component, number | null>, weights: Weights) =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name, rounded(weights[name] * ((leader[name] ?? 0) - (own[name] ?? 0)), 4)!]),
  ) as NonNullable<Row['brecha']>
function workbook(data: readonly Row[], period: string, locale: Locale, filters: WrittenSheet) {
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
  return exportRows(locale, { es: `Competitividad ${period}`, en: `Competitiveness ${period}` }, columns, data, undefined, filters)
}

/** @throws 409, 422 */
export async function changeWeights(
  { db }: Deps,
  caller: Caller,
  { visto, ...body }: Parsed<typeof updateWeights>['body'],
): Promise<Output<typeof updateWeights>> {
  const sum = rounded(
    COMPONENTS.reduce((all, name) => all + body[name], 0),
    6,
  )!
  if (sum !== 100) throw Invalid('P', 'weights_sum', { sum })
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 103)`.execute(tx)
    const now = await weightsOf(tx)
    if (visto && COMPONENTS.some((name) => visto[name] !== now[name]))
      throw Conflict('setting_moved', { who: (await lastChangedBy(tx, KEY)) ?? '' }, now)
    await saveSetting(tx, KEY, body, caller.userId)
  })
  return { pesos: body }
}

const NAMES = 'ranking-names'
/** As it is now, whatever moment is asked for: a name that is kept today must not be found by asking for yesterday. */
const isAnonymous = async (db: Deps['db']) => (await setting<boolean>(db, NAMES)) ?? false
export async function changeNames(
  { db }: Deps,
  caller: Caller,
  { anonimo }: Parsed<typeof updateRankingNames>['body'],
): Promise<Output<typeof updateRankingNames>> {
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 103)`.execute(tx)
    await saveSetting(tx, NAMES, anonimo, caller.userId)
  })
  return { anonimo }
}
