import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { dashboardManagement } from '@cuadre/api/home'
import { trafficLight } from '@cuadre/api/light'
import { sql } from 'kysely'
import type { Caller } from '../../platform/http/context.ts'
import { byRisk } from '../../workflow/analysis/measures.ts'
import * as aggregates from './aggregates/index.ts'
import { burndownOf } from './burndown.rules.ts'
import * as conversion from './conversion.repository.ts'
import { inGroupCurrency } from './conversion.service.ts'
import * as repository from './dashboard.repository.ts'
import { byName, type Deps } from './dashboard.service.ts'
import { balancesLoaded, completions, forecasts, points, progress, total } from './figures.rules.ts'
import { differing, measures, viewOf } from './item.ts'
import { boundsOf } from './matrix.settings.service.ts'
import { earlier, lastPeriods, localDay, ref, requestedPeriod } from './period.ts'
import { lightAgainstPlan, planAt, plannedProgress } from './plan.rules.ts'

type Query = Parsed<typeof dashboardManagement>['query']
const spanish = new Intl.Collator('es')

/** Seven statements: periods with names, balances loaded, sums, largest differences, red list, sign-offs by day, bounds of the lights; in the group's currency three more. */
export async function management({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardManagement>> {
  const view = viewOf(zone, query, caller)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const period = requestedPeriod(all, query)
  const months = period ? lastPeriods(all, period, 13) : []
  const rates = period && query.enGrupo ? await conversion.ratesOf(db, period.id) : undefined
  const inGroup = rates && conversion.rateOf(sql`a.currency`, rates)
  const { late, age } = measures(view)
  const largest = { what: differing, by: sql`abs(a.difference) desc`, limit: 10, extra: sql`${age} as "ANTIGUEDAD"` }
  const some = async <More extends object>(asked: Parameters<typeof repository.some>[5]) =>
    period ? repository.some<More>(db, caller, view, query, period.id, asked) : []
  // Independent statements run in parallel, because each takes a large part of the time that all may take.
  const [loaded, sums, days, mayoresDiferencias, listaRoja, umbrales] = await Promise.all([
    aggregates.loadedBalances(db, caller, query, period),
    aggregates.sums(db, caller, view, query, {
      by: ['country', 'business'],
      periods: months,
      want: [...aggregates.PROGRESS, ...aggregates.STAGES],
    }),
    aggregates.days(db, caller, view, query, period ? lastPeriods(all, period, 7) : []),
    some<{ ANTIGUEDAD: number | null }>(
      inGroup ? { ...largest, what: sql`${differing} and ${inGroup} is not null`, by: sql`abs(a.difference) * ${inGroup} desc` } : largest,
    ),
    some({ what: late, by: byRisk, limit: 10 }),
    boundsOf(db, query.asOf),
  ])
  const byPeriod = Map.groupBy(sums, (row) => row.period)
  const of = (id: number | undefined) => byPeriod.get(id ?? 0) ?? []
  const now = of(period?.id)
  const previous = months.at(-2)
  const was = of(previous?.id)
  const plan = period ? planAt(period, zone, query.asOf ? new Date(query.asOf) : new Date()) : null
  const judged = <F extends { avance: number | null }>(figures: F) => ({
    ...figures,
    semaforoAvance: plan ? lightAgainstPlan(figures.avance, plannedProgress(plan)) : trafficLight(figures.avance, umbrales.avance),
  })
  const closed = all.findLast(({ closedIn, name }) => closedIn !== null && (!period || name <= period.name))
  return {
    period: period ? ref(period) : null,
    saldos: balancesLoaded(loaded),
    umbrales,
    plan: plan && { avance: plannedProgress(plan), completado: plan.control },
    total: {
      ...judged(progress(now)),
      completitud: completions(now),
      anterior: was.length > 0 ? beforeOf(progress(was)) : null,
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
    porDia: period ? burndownOf(total(now, 'items'), period, days.signed, localDay(zone), query.asOf) : [],
    pronostico: period ? forecasts(now, period, earlier(all, period), days, localDay(zone)) : [],
    cierre: closed ? { PERIODO: closed.name, dias: closed.closedIn! } : null,
    serie: months
      .map(({ id, name }) => ({ COD_PERIODO: id, PERIODO: name, rows: of(id) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ COD_PERIODO, PERIODO, rows }) => {
        const { avance, aTiempo, completado, sinExplicar } = progress(rows)
        return { COD_PERIODO, PERIODO, avance, aTiempo, completado, sinExplicar }
      }),
  }
}

const beforeOf = ({ avance, aTiempo, sinExplicar }: ReturnType<typeof progress>) => ({ avance, aTiempo, sinExplicar })
