import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { analysisMatrix, MATRIX_LEVELS } from '@cuadre/api/matrix'
import { Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import * as aggregates from './aggregates/index.ts'
import { byName, type Deps } from './dashboard.service.ts'
import { amounts, ratio, total } from './figures.rules.ts'
import { accountsOf } from './matrix.accounts.ts'
import { type Metric, type MetricSetting, metricsOf, settingOf } from './matrix.settings.service.ts'
import { workbook } from './matrix.workbook.ts'
import { lightAgainstPlan, type Plan, planAt, plannedProgress } from './plan.rules.ts'

type Matrix = Extract<Output<typeof analysisMatrix>, { data: unknown }>
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
type Sums = aggregates.Sums<(typeof WANT)[Metric][number] | (typeof aggregates.STAGES)[number]>
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
const BY: Record<(typeof MATRIX_LEVELS)[number], aggregates.By> = {
  pais: 'country',
  negocio: 'business',
  subgerencia: 'subManagement',
  departamento: 'department',
  rubro: 'heading',
  cuenta: 'account',
}

type Query = Parsed<typeof analysisMatrix>['query']
/** Rules §1.2. Four statements, six with accounts. @throws 422 */
export async function matrix({ db, zone }: Deps, caller: Caller, query: Query, locale: Locale) {
  const { nivel, anio, page, limit } = query
  const inside =
    query.negocioId ?? query.subgerenciaId ?? query.departamentoId ?? (nivel === 'cuenta' ? (query.rubroId ?? query.rubroDe) : undefined)
  if ((nivel === 'rubro' || nivel === 'cuenta') && inside === undefined) throw Invalid('nivel', 'matrix_needs_place')
  const view = { zone, asOf: query.asOf }
  const all = await aggregates.periods(db, view)
  const year = anio ?? (all.length > 0 ? Number(all.at(-1)!.name.slice(0, 4)) : null)
  const periods = all.filter(({ name }) => name.startsWith(`${year}-`))
  const by = BY[nivel]
  const chosen = await settingOf(db, query.asOf)
  const metrica = query.metrica ?? chosen?.porDefecto ?? 'completado'
  // Only the sums that the metric needs.
  const want = [...aggregates.STAGES, ...WANT[metrica]] as (keyof Omit<Sums, keyof aggregates.Keys>)[]
  const excel = query.format === 'excel'
  const summed = (by: readonly aggregates.By[], accounts?: readonly number[]): Promise<Sums[]> =>
    aggregates.sums(db, caller, view, query, { by, periods, want, accounts })
  // Accounts are many: only those of the page are summed each for itself.
  const accounts =
    nivel === 'cuenta' ? await accountsOf(db, caller, view, query, { periods, ...(!excel && { page: { page, limit } }) }) : undefined
  const sums = await summed(by === 'department' ? ['business', by] : [by], accounts && [...accounts.names.keys()])
  const whole = accounts ? await summed([]) : sums
  const names = await aggregates.names(db)
  const metric = metricsOf(chosen).find(({ clave }) => clave === metrica)!

  const moment = query.asOf ? new Date(query.asOf) : new Date()
  const plans = new Map(periods.map((period) => [period.id, plannedBy(planAt(period, zone, moment))]))
  const cell = (of: readonly Sums[]): Cell => {
    const items = total(of, 'items')
    if (metrica === 'sinExplicar') {
      const found = amounts(of, 'unexplained')
      const monto = found.length === 1 ? found[0]!.monto : null
      const numerador = monto === null ? 0 : Number(monto)
      return { valor: monto === null ? null : numerador, monto, numerador, denominador: 1, items, semaforo: null }
    }
    const [numerador, denominador] = PARTS[metrica](of)
    const valor = items === 0 ? null : ratio(numerador, denominador)
    return { valor, monto: null, numerador, denominador, items, semaforo: lightOf(metric, valor) }
  }
  const cells = (of: readonly Sums[]) =>
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
  /** Months in course drag every share down: they count on request. A year without a closed month counts what there is. */
  const counted = new Set(periods.filter(({ status }) => status === CLOSED || query.enCurso).map(({ id }) => id))
  const toDate = (of: readonly Sums[]) => cell(counted.size === 0 ? of : of.filter(({ period }) => counted.has(period)))
  const groups = [...Map.groupBy(sums, (sum) => (sum[by as keyof aggregates.Keys] as number | null | undefined) ?? null)]
  const named = groups.map(([id, of]) => ({ id, ...nameOf(names, nivel, id, accounts?.names), of })).sort(byName(({ nombre }) => nombre))
  const shown = (excel || accounts ? named : named.slice((page - 1) * limit, page * limit)).map(({ of, ...rest }) => ({
    ...rest,
    celdas: cells(of),
    total: toDate(of),
  }))
  const answer: Matrix = {
    anio: year,
    nivel,
    metrica,
    meses: periods.map(({ id, name }) => ({ mes: Number(name.slice(5)), COD_PERIODO: id, PERIODO: name })),
    data: shown,
    totales: cells(whole),
    total: toDate(whole),
    filas: accounts?.total ?? named.length,
  }
  return excel ? workbook(answer, metric, locale) : answer
}

const CLOSED = 3
/** The metrics that grow with the month. */
const plannedBy = (plan: Plan | null): Partial<Record<Metric, number>> =>
  plan === null ? {} : { completado: plan.control, avance: plannedProgress(plan) }

function lightOf({ unidad, sentido, umbrales }: MetricSetting, valor: number | null): Cell['semaforo'] {
  if (valor === null || !umbrales) return null
  const value = unidad === 'porcentaje' ? valor * 100 : valor
  const reaches = (bound: number) => (sentido === 1 ? value >= bound : value <= bound)
  return reaches(umbrales.verde) ? 'verde' : reaches(umbrales.ambar) ? 'ambar' : 'rojo'
}
function glyph(of: readonly Sums[]) {
  if (total(of, 'items') === 0) return '—' as const
  if (total(of, 'rejected') > 0) return 'X' as const
  if (total(of, 'unsent') + total(of, 'at_jefatura') > 0) return 'P' as const
  return total(of, 'at_control') > 0 ? ('R' as const) : ('A' as const)
}

function nameOf(names: aggregates.Names, nivel: Query['nivel'], id: number | null, accounts: Map<number, string> | undefined) {
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
