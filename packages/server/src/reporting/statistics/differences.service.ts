import type { StatisticsQuery } from '@cuadre/api/item'
import { AGES } from '@cuadre/api/item'
import type { statisticsAging, statisticsDifferences } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import type { z } from 'zod'
import { rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { cents, fromCents } from '../../platform/money.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import * as conversion from '../dashboard/conversion.repository.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { amountRatio } from '../dashboard/figures.rules.ts'
import * as item from '../dashboard/item.ts'
import { ref, requestedPeriod, requestedRange } from '../dashboard/period.ts'
import { ages } from '../dashboard/range.service.ts'
import type { Rows } from './charts.workbook.ts'

type Query = z.output<typeof StatisticsQuery>

type DifferencesQuery = Query & { enGrupo?: boolean | undefined }
type OfHeading = { heading: number | null; name: string | null; n: number }
export async function differences(
  { db, zone }: Deps,
  caller: Caller,
  query: DifferencesQuery,
): Promise<Rows<typeof statisticsDifferences>> {
  const view = item.viewOf(zone, query, caller)
  const range = requestedRange(await aggregates.periods(db, view), query)
  const period = range.at(-1)
  if (!period) return { period: null, data: [], grupo: null }
  const inRange = item.inPeriods(range.map(({ id }) => id))
  // Of several months at the closing rate of the last one, which is named beside the figures.
  const rates = query.enGrupo ? await conversion.ratesOf(db, period.id) : undefined
  const found = await rows(
    db,
    sql<OfHeading & { currency: string; amount: string; converted: string | null }>`
      select g.*, h.name, ${rates ? sql`round(g.amount * ${conversion.rateOf(sql`g.currency`, rates)}, 2)` : sql`null::numeric`} as converted
      from (select a.currency, a.heading_id as heading, count(*)::int as n, sum(abs(a.difference)) as amount from
        ${item.itemsWhere(view, sql`${inRange} and ${item.differing} and ${item.placeCondition(caller, query, item.isGroup)}`)} group by 1, 2) g
      left join heading h on h.id = g.heading order by g.currency, g.amount desc, g.heading`,
  )
  const paretoOf = (of: readonly (OfHeading & { sum: bigint })[]) => {
    const whole = of.reduce((sum, each) => sum + each.sum, 0n)
    let so = 0n
    return of.map(({ heading, name, n, sum }) => {
      so += sum
      return { COD_RUBRO: heading, RUBRO: name, n, monto: fromCents(sum), acumulado: amountRatio(so, whole) ?? 0 }
    })
  }
  const byCurrency = [...Map.groupBy(found, ({ currency }) => currency)].map(([MONEDA, of]) => ({
    MONEDA,
    pareto: paretoOf(of.map((each) => ({ ...each, sum: cents(each.amount) }))),
  }))
  return {
    period: ref(period),
    data: byCurrency.flatMap(({ MONEDA, pareto }) => pareto.map((row) => ({ MONEDA, ...row }))),
    grupo: rates ? { ...convertedBy(rates, found), data: paretoOf(inOne(found)) } : null,
  }
}
type Converted = { currency: string; amount: string; converted: string | null; n: number }
type Found = OfHeading & Converted
/** The rates of the currencies that occur, and what has none. */
function convertedBy({ MONEDA, tasas }: conversion.Rates, found: readonly Converted[]) {
  const without = found.filter(({ converted }) => converted === null)
  return {
    MONEDA,
    tasas: tasas.filter((rate) => found.some(({ currency }) => currency === rate.MONEDA)),
    sinTasa: [...Map.groupBy(without, ({ currency }) => currency)].map(([currency, of]) => ({
      MONEDA: currency,
      n: of.reduce((n, each) => n + each.n, 0),
      monto: fromCents(of.reduce((sum, { amount }) => sum + cents(amount), 0n)),
    })),
  }
}
/** Headings over all converted currencies, the largest first. */
const inOne = (found: readonly Found[]) =>
  [
    ...Map.groupBy(
      found.filter(({ converted }) => converted !== null),
      ({ heading }) => heading,
    ).values(),
  ]
    .map((of) => ({
      heading: of[0]!.heading,
      name: of[0]!.name,
      n: of.reduce((n, each) => n + each.n, 0),
      sum: of.reduce((sum, { converted }) => sum + cents(converted!), 0n),
    }))
    .sort((a, b) => (a.sum === b.sum ? (a.heading ?? 0) - (b.heading ?? 0) : a.sum < b.sum ? 1 : -1))

/** At the last month of a range: an open difference is carried from month to month, and counts once. */
export async function aging(deps: Deps, caller: Caller, query: DifferencesQuery): Promise<Rows<typeof statisticsAging>> {
  const view = item.viewOf(deps.zone, query, caller)
  const all = await aggregates.periods(deps.db, view)
  const period = requestedPeriod(all, query)
  const found = period ? await ages(deps, caller, view, { place: query, period, all }) : undefined
  const rates = period && query.enGrupo ? await conversion.ratesOf(deps.db, period.id) : undefined
  return {
    period: period ? ref(period) : null,
    total: [...(found?.values() ?? [])].reduce((sum, { n }) => sum + n, 0),
    data: AGES.map((rango) => ({ rango, n: found?.get(rango)?.n ?? 0, monto: found?.get(rango)?.monto ?? [] })),
    grupo: rates && found ? await agesInOne(deps, rates, found) : null,
  }
}
async function agesInOne({ db }: Deps, rates: conversion.Rates, found: Awaited<ReturnType<typeof ages>>) {
  const sums = [...found].flatMap(([rango, { monto }]) => monto.map(({ MONEDA, monto, n = 0 }) => ({ rango, MONEDA, monto, n })))
  const inGroup = await conversion.convert(db, rates, sums)
  const each = sums.map(({ rango, MONEDA, monto, n }, at) => ({
    rango,
    currency: MONEDA,
    amount: monto,
    n,
    converted: inGroup[at] ?? null,
  }))
  const worth = (rango: string) =>
    fromCents(each.reduce((sum, { rango: own, converted }) => (own === rango && converted ? sum + cents(converted) : sum), 0n))
  return { ...convertedBy(rates, each), data: AGES.map((rango) => ({ rango, monto: worth(rango) })) }
}
