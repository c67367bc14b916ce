import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { statisticsIndicator } from '@cuadre/api/statistics'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { rounded } from '../dashboard/figures.rules.ts'
import { viewOf } from '../dashboard/item.ts'
import { type Indicator, LIST, type Material, type Sums, shownOf } from './indicators.rules.ts'

type Answer = Output<typeof statisticsIndicator>
type Query = Parsed<typeof statisticsIndicator>['query'] & Parsed<typeof statisticsIndicator>['params']
type Level = NonNullable<Answer['parte']>['nivel']
const BY = { pais: 'country', negocio: 'business', departamento: 'department' } as const

/** What one figure of the annual indicators stands beside: the year before, and the part of it that made it worse most. Five statements. */
export async function indicator({ db, zone }: Deps, caller: Caller, { codigo, ...query }: Query): Promise<Answer> {
  const view = viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view)
  const asked = all.filter(({ id }) => query.periodIds.includes(id))
  const before = yearBefore(all, asked)
  const own = LIST[codigo]
  // Only what it is made of.
  const want = own.needs as (keyof Omit<Sums, keyof aggregates.Keys>)[]
  const by = ['country', 'business', 'department'] as const
  const [sums, coverage, names] = await Promise.all([
    aggregates.sums(db, caller, view, query, { by, periods: asked, want }),
    aggregates.coverages(db, caller, query, asked),
    aggregates.names(db),
  ])
  const [sumsBefore, coverageBefore] = await Promise.all([
    aggregates.sums(db, caller, view, query, { periods: before, want }),
    aggregates.coverages(db, caller, query, before, true),
  ])
  const now: Whole = {
    periods: asked,
    sums,
    coverage: coverage.map((row) => ({ ...row, country: names.parent.business.get(row.business) })),
  }
  const then = own.of({ periods: before, sums: sumsBefore, coverage: coverageBefore })
  const [valor, anterior] = [shownOf(own, own.of(now)), shownOf(own, then)]
  return {
    valor,
    anterior: before.length === 0 ? null : anterior,
    delta: valor === null || anterior === null ? null : rounded(valor - anterior),
    meses: before.map(({ id, name }) => ({ COD_PERIODO: id, PERIODO: name })),
    // A month is closed for the whole corporation.
    parte:
      codigo === 'K10' ? null : worst(own, now, levelsIn(query), (nivel, id) => (id === null ? null : (names[BY[nivel]].get(id) ?? null))),
  }
}

/** The same months of the year before; of several, all until the last of them, as the year to date is compared. */
function yearBefore(all: readonly aggregates.PeriodRow[], asked: readonly aggregates.PeriodRow[]) {
  const last = asked.at(-1)
  if (!last) return []
  const year = String(Number(last.name.slice(0, 4)) - 1)
  const month = last.name.slice(5)
  return all.filter(({ name }) => name.startsWith(`${year}-`) && (asked.length === 1 ? name.slice(5) === month : name.slice(5) <= month))
}

/** Below what is cut. */
const levelsIn = ({ paisId, negocioId, subgerenciaId, departamentoId }: Omit<Query, 'codigo'>): Level[] =>
  departamentoId !== undefined
    ? []
    : negocioId !== undefined || subgerenciaId !== undefined
      ? ['departamento']
      : paisId !== undefined
        ? ['negocio', 'departamento']
        : ['pais', 'negocio', 'departamento']

type Key = (typeof BY)[Level]
type Keyed = Partial<Record<Key, number | null | undefined>>
type Whole = Omit<Material, 'sums' | 'coverage'> & {
  sums: readonly (Sums & Keyed)[]
  coverage: readonly (Material['coverage'][number] & Keyed)[]
}
/** Of the first level that has several parts, the one without which the figure would be best; none where it would be no better without any. */
function worst(own: Indicator, whole: Whole, levels: readonly Level[], nameOf: (nivel: Level, id: number | null) => string | null) {
  const is = (key: Key, id: number | null) => (row: Keyed) => (row[key] ?? null) === id
  const figure = ([part, all]: readonly [number, number]) => (all === 0 ? null : part / all)
  const value = figure(own.of(whole))
  const partsOf = (nivel: Level) => [...new Set([...whole.sums, ...whole.coverage].map((row) => row[BY[nivel]] ?? null))]
  const nivel = levels.find((level) => partsOf(level).length > 1)
  if (value === null || !nivel) return null
  const found = partsOf(nivel).flatMap((id) => {
    const there = is(BY[nivel], id)
    const only = (keep: (row: Keyed) => boolean): Material => ({
      periods: whole.periods,
      sums: whole.sums.filter(keep),
      coverage: whole.coverage.filter(keep),
    })
    const [mine, rest] = [own.of(only(there)), own.of(only((row) => !there(row)))]
    const without = figure(rest)
    if (without === null) return []
    return [{ id, nombre: nameOf(nivel, id), mine, rest, gain: (without - value) * own.sentido }]
  })
  const [most] = found.sort((a, b) => b.gain - a.gain || (a.nombre ?? '').localeCompare(b.nombre ?? '', 'es'))
  if (!most || most.gain <= 0) return null
  const [numerador, denominador] = most.mine
  return { nivel, id: most.id, nombre: most.nombre, valor: shownOf(own, most.mine), numerador, denominador, sin: shownOf(own, most.rest)! }
}
