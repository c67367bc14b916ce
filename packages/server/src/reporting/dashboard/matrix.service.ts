import type { Output, Parsed } from '@cuadre/api/endpoint'
import { type analysisMatrix, MATRIX_LEVELS, MATRIX_METRICS, type MatrixParams, type updateMatrixParams } from '@cuadre/api/matrix'
import { sql } from 'kysely'
import type { z } from 'zod'
import { businessScope } from '../../platform/access/scope.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import * as aggregates from './aggregates/index.ts'
import { byName, type Deps } from './dashboard.service.ts'
import { amounts, ratio, total } from './figures.rules.ts'
import { lightAgainstPlan, type Plan, planAt, plannedProgress } from './plan.rules.ts'
import { saveSetting, setting } from './settings.repository.ts'

type Metric = (typeof MATRIX_METRICS)[number]
type Params = z.output<typeof MatrixParams>
type Matrix = Extract<Output<typeof analysisMatrix>, { data: unknown }>
type Cell = Matrix['total']

const percent = (etiquetaEs: string, etiquetaEn: string) => ({
  etiquetaEs,
  etiquetaEn,
  unidad: 'porcentaje' as const,
  sentido: 1 as const,
  umbrales: { verde: 95, ambar: 85 },
})
const METRICS: Record<Metric, Omit<Params['metricas'][number], 'clave' | 'activa'>> = {
  completado: percent('Completado', 'Completed'),
  avance: percent('Avance por firmas', 'Progress by sign-offs'),
  cumplimiento: percent('A tiempo', 'On time'),
  atrasados: {
    etiquetaEs: 'Fuera de plazo',
    etiquetaEn: 'Out of deadline',
    unidad: 'cantidad',
    sentido: -1,
    umbrales: { verde: 0, ambar: 5 },
  },
  sinExplicar: { etiquetaEs: 'Sin explicar', etiquetaEn: 'Unexplained', unidad: 'monto', sentido: -1, umbrales: null },
  materiales: { etiquetaEs: 'Variaciones materiales', etiquetaEn: 'Material movements', unidad: 'cantidad', sentido: -1, umbrales: null },
  primeraVez: percent('Aprobado a la primera', 'Approved at the first attempt'),
}
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
const STATES = [
  { codigo: 'PENDIENTE', color: '#475569', glifo: 'P' },
  { codigo: 'REVISION', color: '#1d4ed8', glifo: 'R' },
  { codigo: 'RECHAZADO', color: '#b91c1c', glifo: 'X' },
  { codigo: 'APROBADO', color: '#15803d', glifo: 'A' },
  { codigo: 'SIN_ANALISIS', color: '#64748b', glifo: '—' },
]

type Chosen = { porDefecto?: Metric; metricas?: Partial<Record<Metric, { umbrales?: { verde: number; ambar: number }; activa?: boolean }>> }
const KEY = 'matrix'
const metricsOf = (chosen: Chosen | undefined) =>
  MATRIX_METRICS.map((clave) => ({
    clave,
    ...METRICS[clave],
    umbrales: METRICS[clave].umbrales && (chosen?.metricas?.[clave]?.umbrales ?? METRICS[clave].umbrales),
    activa: chosen?.metricas?.[clave]?.activa ?? true,
  }))

/** Rules §2.10. Three statements. */
export async function params({ db, zone }: Deps, caller: Caller): Promise<Params> {
  const names = (await aggregates.periods(db, { zone })).map(({ name }) => name)
  const chosen = await setting<Chosen>(db, KEY)
  const allowed = await row(
    db,
    sql<{
      paises: number[]
      negocios: number[]
    }>`select coalesce(json_agg(distinct b.country_id), '[]') as paises, coalesce(json_agg(b.id order by b.id), '[]') as negocios
      from business b where ${businessScope(caller, sql`b.id`)}`,
  )
  const anios = [...new Set(names.map((name) => Number(name.slice(0, 4))))].sort((a, b) => b - a)
  return {
    anios,
    mesesPorAnio: Object.fromEntries(
      anios.map((anio) => [anio, names.filter((name) => name.startsWith(`${anio}-`)).map((name) => Number(name.slice(5)))]),
    ),
    niveles: [...MATRIX_LEVELS],
    metricas: metricsOf(chosen),
    orden: ['NOMBRE', 'TOTAL'],
    alcancePermitido: allowed!,
    porDefecto: { metrica: chosen?.porDefecto ?? 'completado', nivel: 'negocio' },
    estados: STATES,
  }
}

/** @throws 422 */
export async function changeParams(deps: Deps, caller: Caller, body: Parsed<typeof updateMatrixParams>['body']): Promise<Params> {
  await transaction(deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 101)`.execute(tx)
    const chosen = (await setting<Chosen>(tx, KEY)) ?? {}
    const metricas = { ...chosen.metricas }
    for (const [at, { clave, umbrales, activa }] of (body.metricas ?? []).entries()) {
      const { sentido, umbrales: own } = METRICS[clave]
      if (umbrales && !own) throw Invalid(`metricas.${at}.umbrales`, 'metric_without_thresholds')
      if (umbrales && (umbrales.verde - umbrales.ambar) * sentido <= 0) throw Invalid(`metricas.${at}.umbrales`, 'thresholds_out_of_order')
      metricas[clave] = { ...metricas[clave], ...(umbrales && { umbrales }), ...(activa !== undefined && { activa }) }
    }
    const next: Chosen = { porDefecto: body.porDefecto ?? chosen.porDefecto ?? 'completado', metricas }
    if (metricas[next.porDefecto!]?.activa === false) throw Invalid('porDefecto', 'metric_switched_off')
    await saveSetting(tx, KEY, next, caller.userId)
  })
  return params(deps, caller)
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
/** Rules §1.2. Four statements, five with accounts. @throws 422 */
export async function matrix({ db, zone }: Deps, caller: Caller, query: Query, locale: Locale) {
  const { nivel, anio, page, limit } = query
  const inside = query.negocioId ?? query.subgerenciaId ?? query.departamentoId ?? (nivel === 'cuenta' ? query.rubroId : undefined)
  if ((nivel === 'rubro' || nivel === 'cuenta') && inside === undefined) throw Invalid('nivel', 'matrix_needs_place')
  const view = { zone, asOf: query.asOf }
  const all = await aggregates.periods(db, view)
  const year = anio ?? (all.length > 0 ? Number(all.at(-1)!.name.slice(0, 4)) : null)
  const periods = all.filter(({ name }) => name.startsWith(`${year}-`))
  const by = BY[nivel]
  const chosen = await setting<Chosen>(db, KEY, query.asOf)
  const metrica = query.metrica ?? chosen?.porDefecto ?? 'completado'
  // Only the sums that the metric needs.
  const want = [...aggregates.STAGES, ...WANT[metrica]] as (keyof Omit<Sums, keyof aggregates.Keys>)[]
  const sums: Sums[] = await aggregates.sums(db, caller, view, query, { by: by === 'department' ? ['business', by] : [by], periods, want })
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
  const accounts =
    nivel === 'cuenta'
      ? await accountNames(
          db,
          groups.map(([id]) => id!),
        )
      : undefined
  const named = groups.map(([id, of]) => ({ id, ...nameOf(names, nivel, id, accounts), of })).sort(byName(({ nombre }) => nombre))
  const excel = query.format === 'excel'
  const shown = (excel ? named : named.slice((page - 1) * limit, page * limit)).map(({ of, ...rest }) => ({
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
    totales: cells(sums),
    total: toDate(sums),
    filas: named.length,
  }
  return excel ? workbook(answer, metric, locale) : answer
}

const CLOSED = 3
/** The metrics that grow with the month. */
const plannedBy = (plan: Plan | null): Partial<Record<Metric, number>> =>
  plan === null ? {} : { completado: plan.control, avance: plannedProgress(plan) }

function lightOf({ unidad, sentido, umbrales }: Params['metricas'][number], valor: number | null): Cell['semaforo'] {
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

const accountNames = async (db: Deps['db'], ids: number[]) =>
  new Map(
    (
      await rows(db, sql<{ id: number; name: string }>`select id, code || ' ' || name as name from account where id = any(${ids}::int[])`)
    ).map(({ id, name }) => [id, name]),
  )
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

function workbook(answer: Matrix, metric: Params['metricas'][number], locale: Locale) {
  type Row = Matrix['data'][number]
  const shown = ({ valor }: { valor: number | null }) =>
    valor === null
      ? null
      : metric.unidad === 'porcentaje'
        ? (valor * 100).toFixed(2)
        : metric.unidad === 'monto'
          ? valor.toFixed(2)
          : String(valor)
  const title = {
    es: `${metric.etiquetaEs}${metric.unidad === 'porcentaje' ? ' %' : ''}`,
    en: `${metric.etiquetaEn}${metric.unidad === 'porcentaje' ? ' %' : ''}`,
  }
  const columns: ExportColumn<Row>[] = [
    { es: title.es, en: title.en, type: 'text', width: 40, of: ({ nombre }) => nombre },
    ...answer.meses.map(
      ({ PERIODO }, at): ExportColumn<Row> => ({ es: PERIODO, en: PERIODO, type: 'amount', of: ({ celdas }) => shown(celdas[at]!) }),
    ),
    { es: 'Acumulado', en: 'Year to date', type: 'amount', of: (row) => shown(row.total) },
  ]
  const whole: Row = { id: null, nombre: 'Total', padre: null, celdas: answer.totales, total: answer.total }
  return exportRows(locale, { es: `Matriz ${answer.anio ?? ''}`, en: `Matrix ${answer.anio ?? ''}` }, columns, [...answer.data, whole])
}
