import type { Output } from '@cuadre/api/endpoint'
import { reaches } from '@cuadre/api/light'
import type { analysisMatrix, MATRIX_LEVELS } from '@cuadre/api/matrix'
import * as aggregates from './aggregates/index.ts'
import { byName } from './dashboard.service.ts'
import { amounts, ratio, total } from './figures.rules.ts'
import type { Metric, MetricSetting } from './matrix.settings.service.ts'
import { lightAgainstPlan, type Plan, planAt, plannedProgress } from './plan.rules.ts'

export type Matrix = Extract<Output<typeof analysisMatrix>, { data: unknown }>
export type Level = (typeof MATRIX_LEVELS)[number]
export type Row = Matrix['data'][number]
type Cell = Matrix['total']

const WANT = {
  completado: [],
  avance: ['signed'],
  cumplimiento: ['on_time_analyst', 'on_time_jefatura', 'on_time_control'],
  atrasados: ['overdue', 'done_late'],
  sinExplicar: ['unexplained'],
  materiales: ['material_items'],
  primeraVez: ['first_pass'],
} as const satisfies Record<Metric, readonly (aggregates.Count | aggregates.Amount)[]>
/** The sums that each metric needs; a count is divided by 1. */
export type Sums = aggregates.Sums<(typeof WANT)[Metric][number] | (typeof aggregates.STAGES)[number]>
const PARTS: Record<Metric, (of: readonly Sums[]) => [part: number, whole: number]> = {
  completado: (of) => [total(of, 'approved'), total(of, 'items')],
  avance: (of) => [total(of, 'signed'), 3 * total(of, 'items')],
  cumplimiento: (of) => [
    total(of, 'on_time_analyst') + total(of, 'on_time_jefatura') + total(of, 'on_time_control'),
    3 * total(of, 'items'),
  ],
  atrasados: (of) => [total(of, 'overdue') + total(of, 'done_late'), 1],
  sinExplicar: () => [0, 1],
  materiales: (of) => [total(of, 'material_items'), 1],
  primeraVez: (of) => [total(of, 'first_pass'), total(of, 'approved')],
}
export const BY: Record<Level, aggregates.By> = {
  pais: 'country',
  negocio: 'business',
  subgerencia: 'subManagement',
  departamento: 'department',
  rubro: 'heading',
  cuenta: 'account',
}

/** Only the sums that the metric needs. */
export const wanted = (metric: Metric) => [...aggregates.STAGES, ...WANT[metric]] as (keyof Omit<Sums, keyof aggregates.Keys>)[]

type Asked = {
  metric: MetricSetting
  /** Of one year. */
  periods: readonly aggregates.PeriodRow[]
  /** The year to date counts months in course too. */
  enCurso: boolean | undefined
  zone: string
  moment: Date
}
/** What sums are in the cells of a row: by month, and of the year. */
export function figuresOf({ metric, periods, enCurso, zone, moment }: Asked) {
  const metrica = metric.clave
  const plans = new Map(periods.map((period) => [period.id, plannedBy(planAt(period, zone, moment))]))
  const cell = (of: readonly Sums[]): Cell => {
    const items = total(of, 'items')
    if (metrica === 'sinExplicar') {
      const found = amounts(of, 'unexplained')
      const { monto, MONEDA } = found.length === 1 ? found[0]! : { monto: null, MONEDA: null }
      const numerador = monto === null ? 0 : Number(monto)
      return { valor: monto === null ? null : numerador, monto, MONEDA, numerador, denominador: 1, items, semaforo: null }
    }
    const [numerador, denominador] = PARTS[metrica](of)
    const valor = items === 0 ? null : ratio(numerador, denominador)
    return { valor, monto: null, MONEDA: null, numerador, denominador, items, semaforo: lightOf(metric, valor) }
  }
  const cells = (of: readonly Sums[], nivel: Level) =>
    periods.map(({ id, name, status }) => {
      const there = of.filter(({ period }) => period === id)
      const plan = plans.get(id)?.[metrica] ?? null
      const figures = cell(there)
      return {
        COD_PERIODO: id,
        mes: Number(name.slice(5)),
        ...figures,
        plan,
        enCurso: status !== CLOSED,
        semaforo: plan === null ? figures.semaforo : lightAgainstPlan(figures.valor, plan),
        glifo: nivel === 'cuenta' ? glyph(there) : null,
      }
    })
  /** Months in course drag every share down: they count on request. A year without a closed month counts what there is, and is not judged by it. */
  const counted = new Set(periods.filter(({ status }) => status === CLOSED || enCurso).map(({ id }) => id))
  const toDate = (of: readonly Sums[]) => {
    const kept = counted.size === 0 ? of : of.filter(({ period }) => counted.has(period))
    const figures = cell(kept)
    if (counted.size === 0) return { ...figures, semaforo: null }
    if (metric.unidad !== 'cantidad' || figures.valor === null) return figures
    // Counts of several months add up, and what they are judged by is of one.
    return { ...figures, semaforo: lightOf(metric, figures.valor / new Set(kept.map(({ period }) => period)).size) }
  }
  return { cells, toDate }
}
export type Figures = ReturnType<typeof figuresOf>

/** The rows of a level from the sums of their place, by name. */
export function groupsOf(sums: readonly Sums[], nivel: Level, names: aggregates.Names, accounts: ReadonlyMap<number, string> | undefined) {
  const by = BY[nivel]
  const groups = [...Map.groupBy(sums, (sum) => (sum[by as keyof aggregates.Keys] as number | null | undefined) ?? null)]
  return groups.map(([id, of]) => ({ id, ...nameOf(names, nivel, id, accounts), of })).sort(byName(({ nombre }) => nombre))
}

const CLOSED = 3
/** The metrics that grow with the month. */
const plannedBy = (plan: Plan | null): Partial<Record<Metric, number>> =>
  plan === null ? {} : { completado: plan.control, avance: plannedProgress(plan) }

export function lightOf(
  { unidad, sentido, umbrales }: Pick<MetricSetting, 'unidad' | 'sentido' | 'umbrales'>,
  valor: number | null,
): Cell['semaforo'] {
  if (valor === null || !umbrales) return null
  const value = unidad === 'porcentaje' ? valor * 100 : valor
  return reaches(value, umbrales.verde, sentido) ? 'verde' : reaches(value, umbrales.ambar, sentido) ? 'ambar' : 'rojo'
}
function glyph(of: readonly Sums[]) {
  if (total(of, 'items') === 0) return '—' as const
  if (total(of, 'rejected') > 0) return 'X' as const
  if (total(of, 'unsent') + total(of, 'at_jefatura') > 0) return 'P' as const
  return total(of, 'at_control') > 0 ? ('R' as const) : ('A' as const)
}

function nameOf(names: aggregates.Names, nivel: Level, id: number | null, accounts: ReadonlyMap<number, string> | undefined) {
  if (id === null) return { nombre: null, padre: null }
  if (nivel === 'departamento') {
    const { business, subManagement } = names.parent.department.get(id) ?? {}
    const padre = [business && names.business.get(business), subManagement && names.subManagement.get(subManagement)].filter(Boolean)
    return { nombre: names.department.get(id) ?? null, padre: padre.join(' · ') || null }
  }
  if (nivel === 'negocio')
    return { nombre: names.business.get(id) ?? null, padre: names.country.get(names.parent.business.get(id) ?? 0) ?? null }
  const of = { pais: names.country, subgerencia: names.subManagement, rubro: names.heading, cuenta: accounts! }[nivel]
  return { nombre: of.get(id) ?? null, padre: null }
}
