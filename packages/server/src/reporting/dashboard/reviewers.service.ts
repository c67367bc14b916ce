import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { dashboardControl, dashboardJefatura, dashboardManagement } from '@cuadre/api/home'
import { sql } from 'kysely'
import type { Caller } from '../../platform/http/context.ts'
import { byRisk, inbox, states } from '../../workflow/analysis/measures.ts'
import * as aggregates from './aggregates/index.ts'
import * as repository from './dashboard.repository.ts'
import { byName, type Deps } from './dashboard.service.ts'
import { amounts, balancesLoaded, forecasts, mean, ratio, total } from './figures.rules.ts'
import { measures, viewOf } from './item.ts'
import { ownPeriod, withOwn } from './own-period.ts'
import { earlier, lastPeriods, localDay, ref, requestedPeriod } from './period.ts'

type Query = Parsed<typeof dashboardManagement>['query']

type OfAnalyst = Output<typeof dashboardJefatura>['porAnalista'][number]
/** Six statements; the totals are the sums of the rows per analyst. */
export async function jefatura({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardJefatura>> {
  const view = viewOf(zone, query, caller)
  const { all, names } = await aggregates.periodsAndNames(db, view, withOwn(caller))
  const period = ownPeriod(all, query)
  const { count } = repository
  // Independent statements run in parallel.
  const [rows, sums, days, queued] = await Promise.all([
    period
      ? repository.grouped<OfAnalyst>(db, caller, view, query, period.id, {
          names: sql`a.analyst_id as "ID_ANALISTA", u.name as "ANALISTA"`,
          by: sql`u.name, a.analyst_id`,
          counts: {
            porPreparar: count(inbox('jefatura').por_preparar!),
            porAprobar: count(states.atJefatura),
            sinEnviar: count(states.open),
            rechazados: count(states.rejected),
            enJefatura: count(states.atJefatura),
            enControl: count(states.atControl),
            aprobados: count(states.approved),
            vencidos: count(measures(view).late),
          },
        })
      : [],
    period
      ? aggregates.sums(db, caller, view, query, {
          by: ['department'],
          periods: [period],
          want: [...aggregates.STAGES, 'overdue', 'jefatura', 'jefatura_days', 'rejections_jefatura', 'rejections_control', 'decisions'],
        })
      : [],
    aggregates.days(db, caller, view, query, period ? lastPeriods(all, period, 7) : []),
    queue({ db, zone }, caller, query, period, 'jefatura'),
  ])
  return {
    ...queued,
    ...turnsOf(rows),
    porDepartamento: [...Map.groupBy(sums, ({ department }) => department ?? null)]
      .map(([id, of]) => ({
        COD_DEPARTAMENTO: id,
        DEPARTAMENTO: id === null ? null : (names.department.get(id) ?? null),
        NEGOCIO: id === null ? null : (names.business.get(names.parent.department.get(id)?.business ?? 0) ?? null),
        ...levelCounts(of, 'at_jefatura'),
        diasJefatura: mean(of, 'jefatura_days', 'jefatura'),
        rechazo: ratio(total(of, 'rejections_jefatura') + total(of, 'rejections_control'), total(of, 'decisions')),
      }))
      .sort(
        byName(
          ({ DEPARTAMENTO }) => DEPARTAMENTO,
          ({ NEGOCIO }) => NEGOCIO,
        ),
      ),
    pronostico: period ? forecasts(sums, period, earlier(all, period), days, localDay(zone)) : [],
    porAnalista: rows,
  }
}

/** Six statements; the totals are the sums of the rows per business. */
export async function control({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardControl>> {
  const view = viewOf(zone, query, caller)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const period = requestedPeriod(all, query)
  const periods = period ? [period] : []
  const [sums, coverages, days, queued] = await Promise.all([
    aggregates.sums(db, caller, view, query, {
      by: ['business', 'subManagement'],
      periods,
      want: [...aggregates.STAGES, 'overdue', 'control', 'control_days', 'reopenings', 'unexplained', 'unsupported'],
    }),
    aggregates.coverages(db, caller, query, periods),
    aggregates.days(db, caller, view, query, period ? lastPeriods(all, period, 7) : []),
    queue({ db, zone }, caller, query, period, 'control'),
  ])
  const figures = (rows: typeof sums) => ({
    ...levelCounts(rows, 'at_control'),
    diasControl: mean(rows, 'control_days', 'control'),
    reaperturas: total(rows, 'reopenings'),
    reapertura: ratio(total(rows, 'reopenings'), total(rows, 'approved')),
    sinExplicar: amounts(rows, 'unexplained'),
    sinSustentar: amounts(rows, 'unsupported'),
  })
  const porNegocio = [...Map.groupBy(sums, ({ business }) => business!)]
    .map(([ID_NEGOCIO, rows]) => ({ ID_NEGOCIO, NEGOCIO: names.business.get(ID_NEGOCIO)!, ...figures(rows) }))
    .sort(byName(({ NEGOCIO }) => NEGOCIO))
  const cobertura = [...Map.groupBy(coverages, ({ department }) => (department === null ? null : (names.chiefId.get(department) ?? null)))]
    .map(([ID_JEFE, rows]) => {
      const cuentas = rows.reduce((sum, row) => sum + row.required, 0)
      const asignadas = rows.reduce((sum, row) => sum + row.assigned, 0)
      const JEFE = ID_JEFE === null ? null : (names.chief.get(rows[0]!.department!) ?? null)
      return { ID_JEFE, JEFE, cuentas, asignadas, parte: ratio(asignadas, cuentas) }
    })
    .sort(byName(({ JEFE }) => JEFE))
  return {
    ...queued,
    ...turnsOf(porNegocio),
    sinAsignar: cobertura.reduce((sum, { cuentas, asignadas }) => sum + cuentas - asignadas, 0),
    porNegocio,
    porSubgerencia: [...Map.groupBy(sums, ({ business, subManagement }) => `${business}/${subManagement ?? ''}`).values()]
      .map((rows) => {
        const { business, subManagement } = rows[0]!
        const SUB_GERENCIA = subManagement ? (names.subManagement.get(subManagement) ?? null) : null
        return { ID_NEGOCIO: business!, COD_SUB_GERENCIA: subManagement ?? null, SUB_GERENCIA, ...figures(rows) }
      })
      .sort(
        byName(
          ({ SUB_GERENCIA }) => SUB_GERENCIA,
          ({ ID_NEGOCIO }) => names.business.get(ID_NEGOCIO) ?? null,
        ),
      ),
    pronostico: period ? forecasts(sums, period, earlier(all, period), days, localDay(zone)) : [],
    cobertura,
  }
}

const levelCounts = (
  rows: readonly aggregates.Sums<(typeof aggregates.STAGES)[number] | 'overdue'>[],
  waiting: 'at_jefatura' | 'at_control',
) => ({
  total: total(rows, 'items'),
  sinEnviar: total(rows, 'unsent'),
  rechazados: total(rows, 'rejected'),
  enJefatura: total(rows, 'at_jefatura'),
  enControl: total(rows, 'at_control'),
  aprobados: total(rows, 'approved'),
  porAprobar: total(rows, waiting),
  vencidos: total(rows, 'overdue'),
})
const TURNS = ['total', 'sinEnviar', 'rechazados', 'enJefatura', 'enControl', 'aprobados', 'porAprobar', 'vencidos'] as const
type QueueRow = Record<(typeof TURNS)[number], number>
async function queue(
  { db, zone }: Deps,
  caller: Caller,
  query: Query,
  period: aggregates.PeriodRow | undefined,
  level: 'jefatura' | 'control',
) {
  const waiting = { what: inbox(level).por_decidir!, by: byRisk, limit: 10 }
  const [loaded, primeros] = await Promise.all([
    aggregates.loadedBalances(db, caller, query, period),
    period ? repository.some(db, caller, viewOf(zone, query, caller), query, period.id, waiting) : [],
  ])
  return { period: period ? ref(period) : null, saldos: balancesLoaded(loaded), primeros }
}
const turnsOf = (rows: readonly QueueRow[]) =>
  Object.fromEntries(TURNS.map((name) => [name, rows.reduce((all, row) => all + row[name], 0)])) as QueueRow
