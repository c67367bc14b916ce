import type { Analysis } from '@cuadre/api/analysis'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { dashboardAnalyst, dashboardByDepartment, dashboardControl, dashboardJefatura, dashboardManagement } from '@cuadre/api/home'
import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { analystOrderAt } from '../../workflow/analysis/analysis.repository.ts'
import { byRisk, inbox, states } from '../../workflow/analysis/measures.ts'
import * as aggregates from './aggregates/index.ts'
import * as conversion from './conversion.repository.ts'
import { inGroupCurrency } from './conversion.service.ts'
import * as repository from './dashboard.repository.ts'
import { amounts, balancesLoaded, completions, forecasts, mean, points, progress, ratio, total, trafficLight } from './figures.rules.ts'
import { firstPass, measures, type View } from './item.ts'
import { earlier, lastPeriods, localDay, ref, requestedPeriod } from './period.ts'
import { lightAgainstPlan, planAt, plannedProgress } from './plan.rules.ts'

type Query = Parsed<typeof dashboardManagement>['query']
export type Deps = { db: Db; zone: string }
const viewOf = (zone: string, { asOf }: Query): View => ({ zone, asOf })
const spanish = new Intl.Collator('es')
export const byName =
  <T>(of: (row: T) => string | null) =>
  (a: T, b: T) =>
    spanish.compare(of(a) ?? '￿', of(b) ?? '￿')

/** Six statements: periods with names, balances loaded, sums, largest differences, red list, sign-offs by day; in the group's currency three more. */
export async function management({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardManagement>> {
  const view = viewOf(zone, query)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const period = requestedPeriod(all, query)
  const months = period ? lastPeriods(all, period, 13) : []
  const rates = period && query.enGrupo ? await conversion.ratesOf(db, period.id) : undefined
  const inGroup = rates && conversion.rateOf(sql`a.currency`, rates)
  const some = async (what: ReturnType<typeof sql>, by: ReturnType<typeof sql>) =>
    period ? repository.some(db, caller, view, query, period.id, { what, by, limit: 10 }) : []
  // Independent statements run in parallel, because each takes a large part of the time that all may take.
  const [loaded, sums, days, mayoresDiferencias, listaRoja] = await Promise.all([
    aggregates.loadedBalances(db, caller, query, all, period),
    aggregates.sums(db, caller, view, query, {
      by: ['country', 'business'],
      periods: months,
      want: [...aggregates.PROGRESS, ...aggregates.STAGES],
    }),
    aggregates.days(db, caller, view, query, period ? lastPeriods(all, period, 7) : []),
    inGroup
      ? some(sql`a.difference <> 0 and ${inGroup} is not null`, sql`abs(a.difference) * ${inGroup} desc`)
      : some(sql`a.difference <> 0`, sql`abs(a.difference) desc`),
    some(measures(view).late, byRisk),
  ])
  const of = (id: number | undefined) => sums.filter((row) => row.period === id)
  const now = of(period?.id)
  const previous = months.at(-2)
  const was = of(previous?.id)
  const plan = period ? planAt(period, zone, query.asOf ? new Date(query.asOf) : new Date()) : null
  const judged = <F extends { avance: number | null }>(figures: F) => ({
    ...figures,
    semaforoAvance: plan ? lightAgainstPlan(figures.avance, plannedProgress(plan)) : trafficLight(figures.avance),
  })
  const closed = all.findLast(({ closedIn, name }) => closedIn !== null && (!period || name <= period.name))
  return {
    period: period ? ref(period) : null,
    saldos: balancesLoaded(loaded),
    plan: plan && { avance: plannedProgress(plan), completado: plan.control },
    total: {
      ...judged(progress(now)),
      completitud: completions(now),
      anterior: was.length > 0 ? { avance: progress(was).avance, aTiempo: progress(was).aTiempo } : null,
    },
    porPais: [...Map.groupBy(now, ({ country }) => country!)]
      .map(([id, rows]) => {
        const figures = judged(progress(rows))
        const then = progress(was.filter(({ country }) => country === id))
        return { ID_PAIS: id, PAIS: names.country.get(id)!, ...figures, deltaAvance: points(figures.avance, then.avance) }
      })
      .sort(byName(({ PAIS }) => PAIS)),
    porNegocio: [...Map.groupBy(now, ({ business }) => business!)]
      .map(([id, rows]) => {
        const figures = judged(progress(rows))
        const then = progress(was.filter(({ business }) => business === id))
        const ID_PAIS = rows[0]!.country!
        const [PAIS, NEGOCIO] = [names.country.get(ID_PAIS)!, names.business.get(id)!]
        return { ID_PAIS, PAIS, ID_NEGOCIO: id, NEGOCIO, ...figures, deltaAvance: points(figures.avance, then.avance) }
      })
      .sort((a, b) => spanish.compare(a.PAIS, b.PAIS) || spanish.compare(a.NEGOCIO, b.NEGOCIO)),
    mayoresDiferencias,
    grupo:
      period && rates
        ? await inGroupCurrency(db, caller, { view, place: query, periodId: period.id }, rates, now, mayoresDiferencias)
        : null,
    listaRoja,
    pronostico: period ? forecasts(now, period, earlier(all, period), days, localDay(zone)) : [],
    cierre: closed ? { PERIODO: closed.name, dias: closed.closedIn! } : null,
    serie: months
      .map(({ id, name }) => ({ PERIODO: name, rows: of(id) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ PERIODO, rows }) => {
        const { avance, aTiempo, completado } = progress(rows)
        return { PERIODO, avance, aTiempo, completado }
      }),
  }
}

/** Three statements. */
export async function byDepartment({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardByDepartment>> {
  const view = viewOf(zone, query)
  const period = requestedPeriod(await aggregates.periods(db, view), query)
  if (!period) return { period: null, data: [] }
  const { inTime, cycle } = measures(view)
  type Row = Output<typeof dashboardByDepartment>['data'][number]
  const data = await repository.grouped<Omit<Row, 'diasJefatura'> & { days: number; decided: number }>(db, caller, view, query, period.id, {
    names: sql`a.department_id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", n.name as "NEGOCIO", a.business_id as "ID_NEGOCIO", j.name as "JEFE"`,
    by: sql`n.name, d.name, a.business_id, a.department_id, j.name`,
    counts: {
      porPreparar: repository.count(inbox(null).por_preparar!),
      pendiente: repository.count(sql`a.state_main = ${state.pendiente}`),
      revision: repository.count(states.atControl),
      rechazado: repository.count(states.rejected),
      aprobado: repository.count(states.approved),
      vencidos: repository.count(measures(view).late),
      fueraDePlazo: repository.count(sql`not (${inTime.analista} and ${inTime.jefatura} and ${inTime.control})`),
      decided: sql`count(${cycle.jefatura})::int`,
      days: sql`coalesce(sum(${cycle.jefatura}), 0)::int`,
    },
  })
  return { period: ref(period), data: data.map(({ days, decided, ...row }) => ({ ...row, diasJefatura: ratio(days, decided) })) }
}

const MINE = 20
/** Six statements. */
export async function analyst({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardAnalyst>> {
  const view = viewOf(zone, query)
  const all = await aggregates.periods(db, view)
  const period = requestedPeriod(all, query)
  const { completion, inTime, clock, day, today } = measures(view)
  const toDo = inbox('analista').por_preparar!
  const overdue = sql`(${toDo} and ${completion.vencido})`
  const ahead = sql`(${toDo} and ${completion.pendiente})`
  const { count } = repository
  type Counts = Record<
    | 'total'
    | 'porPreparar'
    | 'enJefatura'
    | 'enControl'
    | 'rechazados'
    | 'aprobados'
    | 'venceHoy'
    | 'vence48h'
    | 'overdue'
    | 'ahead'
    | 'inTime'
    | 'first'
    | 'completado'
    | 'completadoTarde'
    | 'vencido'
    | 'pendiente',
    number
  >
  const [found] = period
    ? await repository.grouped<Counts & { one: number }>(db, caller, view, query, period.id, {
        names: sql`1 as one`,
        // A single group, so that nobody assigned means no row.
        by: sql`a.period_id`,
        counts: {
          porPreparar: count(toDo),
          enJefatura: count(states.atJefatura),
          enControl: count(states.atControl),
          rechazados: count(states.rejected),
          aprobados: count(states.approved),
          venceHoy: count(sql`${toDo} and a.due_analyst >= ${clock} and ${day(sql`a.due_analyst`)} = ${today}`),
          vence48h: count(sql`${toDo} and a.due_analyst >= ${clock} and a.due_analyst <= ${clock} + interval '48 hours'`),
          overdue: count(overdue),
          ahead: count(ahead),
          inTime: count(inTime.analista),
          first: count(firstPass),
          completado: count(completion.completado),
          completadoTarde: count(completion.completado_tarde),
          vencido: count(completion.vencido),
          pendiente: count(completion.pendiente),
        },
      })
    : []
  const first = async (what: typeof toDo): Promise<Analysis[]> =>
    period ? repository.some(db, caller, view, query, period.id, { what, by: analystOrderAt(measures(view).late), limit: MINE }) : []
  const of = (name: keyof Counts) => found?.[name] ?? 0
  const pick = <K extends keyof Counts>(...names: K[]) => Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, number>
  return {
    period: period ? ref(period) : null,
    contadores: pick('total', 'porPreparar', 'enJefatura', 'enControl', 'rechazados', 'aprobados', 'venceHoy', 'vence48h'),
    saldos: balancesLoaded(await aggregates.loadedBalances(db, caller, query, all, period)),
    completitud: pick('completado', 'completadoTarde', 'vencido', 'pendiente'),
    aTiempo: ratio(of('inTime'), of('total')),
    primeraVez: ratio(of('first'), of('aprobados')),
    rechazados: await first(states.rejected),
    atrasados: { total: of('overdue'), data: await first(overdue) },
    proximos: { total: of('ahead'), data: await first(ahead) },
  }
}

type OfAnalyst = Output<typeof dashboardJefatura>['porAnalista'][number]
/** Six statements; the totals are the sums of the rows per analyst. */
export async function jefatura({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardJefatura>> {
  const view = viewOf(zone, query)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const period = requestedPeriod(all, query)
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
    queue({ db, zone }, caller, query, all, period, 'jefatura'),
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
      .sort(byName(({ DEPARTAMENTO }) => DEPARTAMENTO)),
    pronostico: period ? forecasts(sums, period, earlier(all, period), days, localDay(zone)) : [],
    porAnalista: rows,
  }
}

/** Six statements; the totals are the sums of the rows per business. */
export async function control({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardControl>> {
  const view = viewOf(zone, query)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const period = requestedPeriod(all, query)
  const periods = period ? [period] : []
  const [sums, coverages, days, queued] = await Promise.all([
    aggregates.sums(db, caller, view, query, {
      by: ['business', 'subManagement'],
      periods,
      want: [...aggregates.STAGES, 'overdue', 'control', 'control_days', 'reopenings', 'unexplained'],
    }),
    aggregates.coverages(db, caller, query, periods),
    aggregates.days(db, caller, view, query, period ? lastPeriods(all, period, 7) : []),
    queue({ db, zone }, caller, query, all, period, 'control'),
  ])
  const figures = (rows: typeof sums) => ({
    ...levelCounts(rows, 'at_control'),
    diasControl: mean(rows, 'control_days', 'control'),
    reaperturas: total(rows, 'reopenings'),
    reapertura: ratio(total(rows, 'reopenings'), total(rows, 'approved')),
    sinExplicar: amounts(rows, 'unexplained'),
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
      .sort(byName(({ SUB_GERENCIA }) => SUB_GERENCIA)),
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
  all: readonly aggregates.PeriodRow[],
  period: aggregates.PeriodRow | undefined,
  level: 'jefatura' | 'control',
) {
  const waiting = { what: inbox(level).por_decidir!, by: byRisk, limit: 10 }
  const [loaded, primeros] = await Promise.all([
    aggregates.loadedBalances(db, caller, query, all, period),
    period ? repository.some(db, caller, viewOf(zone, query), query, period.id, waiting) : [],
  ])
  return { period: period ? ref(period) : null, saldos: balancesLoaded(loaded), primeros }
}
const turnsOf = (rows: readonly QueueRow[]) =>
  Object.fromEntries(TURNS.map((name) => [name, rows.reduce((all, row) => all + row[name], 0)])) as QueueRow
