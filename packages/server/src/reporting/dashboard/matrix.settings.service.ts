import type { Parsed } from '@cuadre/api/endpoint'
import { BOUNDS, type Bounds } from '@cuadre/api/light'
import { MATRIX_LEVELS, MATRIX_METRICS, type MatrixParams, type updateMatrixParams } from '@cuadre/api/matrix'
import { sql } from 'kysely'
import type { z } from 'zod'
import { businessScope } from '../../platform/access/scope.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import { lastChangedBy, saveSetting, setting } from './settings.repository.ts'
import { shownYear } from './year.ts'

export type Metric = (typeof MATRIX_METRICS)[number]
/** Those that are shares of items or sign-offs and stand on homes and tiles. */
type Share = 'avance' | 'completado' | 'cumplimiento'
type Params = z.output<typeof MatrixParams>
export type MetricSetting = Params['metricas'][number]

const percent = (etiquetaEs: string, etiquetaEn: string) => ({
  etiquetaEs,
  etiquetaEn,
  unidad: 'porcentaje' as const,
  sentido: 1 as const,
  umbrales: BOUNDS,
})
const METRICS: Record<Metric, Omit<Params['metricas'][number], 'clave' | 'activa'>> = {
  completado: percent('Completado', 'Completed'),
  avance: percent('Avance por firmas', 'Progress by sign-offs'),
  cumplimiento: percent('A tiempo', 'On time'),
  atrasados: {
    etiquetaEs: 'Fuera de plazo',
    etiquetaEn: 'Past deadline',
    unidad: 'cantidad',
    sentido: -1,
    umbrales: { verde: 0, ambar: 5 },
  },
  sinExplicar: { etiquetaEs: 'Sin explicar', etiquetaEn: 'Unexplained', unidad: 'monto', sentido: -1, umbrales: null },
  materiales: { etiquetaEs: 'Variaciones materiales', etiquetaEn: 'Material movements', unidad: 'cantidad', sentido: -1, umbrales: null },
  primeraVez: percent('Aprobado a la primera', 'Approved at the first attempt'),
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
/** What an administrator has set, now or at a moment. */
export const settingOf = (db: Deps['db'], asOf?: string) => setting<Chosen>(db, KEY, asOf)
export const metricsOf = (chosen: Chosen | undefined) =>
  MATRIX_METRICS.map((clave) => ({
    clave,
    ...METRICS[clave],
    umbrales: METRICS[clave].umbrales && (chosen?.metricas?.[clave]?.umbrales ?? METRICS[clave].umbrales),
    activa: chosen?.metricas?.[clave]?.activa ?? true,
  }))
/** By which shares are judged on homes and tiles, as they are in the matrix (rules §1.0). One statement. */
export async function boundsOf(db: Deps['db'], asOf?: string): Promise<Record<Share, Bounds>> {
  const chosen = (await settingOf(db, asOf))?.metricas
  const of = (metric: Share) => chosen?.[metric]?.umbrales ?? BOUNDS
  return { avance: of('avance'), completado: of('completado'), cumplimiento: of('cumplimiento') }
}

/** Rules §2.10. Four statements. */
export async function params({ db, zone }: Deps, caller: Caller): Promise<Params> {
  const periods = await aggregates.periods(db, { zone })
  const names = periods.map(({ name }) => name)
  const chosen = await settingOf(db)
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
    porDefecto: { metrica: chosen?.porDefecto ?? 'completado', nivel: 'negocio', anio: await shownYear(db, periods) },
    estados: STATES,
  }
}

/** @throws 409, 422 */
export async function changeParams(deps: Deps, caller: Caller, body: Parsed<typeof updateMatrixParams>['body']): Promise<Params> {
  await transaction(deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 101)`.execute(tx)
    const chosen = (await settingOf(tx)) ?? {}
    const metricas = { ...chosen.metricas }
    const now = metricsOf(chosen)
    const moved = (body.metricas ?? []).some(({ clave, visto }) => visto && !isAs(now.find((one) => one.clave === clave)!, visto))
    if (moved) throw Conflict('setting_moved', { who: (await lastChangedBy(tx, KEY)) ?? '' }, await params({ ...deps, db: tx }, caller))
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

type Bounded = Pick<MetricSetting, 'umbrales' | 'activa'>
const isAs = (now: Bounded, seen: Bounded) =>
  now.activa === seen.activa && now.umbrales?.verde === seen.umbrales?.verde && now.umbrales?.ambar === seen.umbrales?.ambar
