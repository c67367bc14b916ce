import type { analysisRange } from '@cuadre/api/distribution'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { AGES } from '@cuadre/api/item'
import { type RawBuilder, sql } from 'kysely'
import { rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { cents, fromCents } from '../../platform/money.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import { amounts, ratio, total } from './figures.rules.ts'
import * as item from './item.ts'
import { earlier, ref, requestedPeriod } from './period.ts'

/**
 * Buckets of rules §2.9, in order and without gaps; bounds are inclusive, null is open. Delay in working days after the deadline, amount in
 * multiples of the account's own threshold, departments by percentage completed, age in days.
 */
type Bucket = { rango: string; desde: number | null; hasta: number | null }
const UNSENT: Bucket = { rango: 'sin_entregar', desde: null, hasta: null }
const BUCKETS: Record<'plazo' | 'monto' | 'porcentaje' | 'antiguedad', readonly Bucket[]> = {
  plazo: [
    { rango: 'hasta_-3', desde: null, hasta: -3 },
    { rango: '-2_-1', desde: -2, hasta: -1 },
    { rango: '0', desde: 0, hasta: 0 },
    { rango: '1_2', desde: 1, hasta: 2 },
    { rango: '3_5', desde: 3, hasta: 5 },
    { rango: '6_10', desde: 6, hasta: 10 },
    { rango: 'desde_11', desde: 11, hasta: null },
    UNSENT,
  ],
  monto: [
    { rango: '0', desde: 0, hasta: 0 },
    { rango: 'hasta_0.1', desde: 0, hasta: 0.1 },
    { rango: 'hasta_1', desde: 0.1, hasta: 1 },
    { rango: 'hasta_3', desde: 1, hasta: 3 },
    { rango: 'hasta_10', desde: 3, hasta: 10 },
    { rango: 'mas_10', desde: 10, hasta: null },
    UNSENT,
  ],
  porcentaje: [
    { rango: '0_24', desde: 0, hasta: 24 },
    { rango: '25_49', desde: 25, hasta: 49 },
    { rango: '50_74', desde: 50, hasta: 74 },
    { rango: '75_89', desde: 75, hasta: 89 },
    { rango: '90_99', desde: 90, hasta: 99 },
    { rango: '100', desde: 100, hasta: 100 },
  ],
  antiguedad: AGES.map((rango) => {
    const [desde, hasta] = rango === '180+' ? [181, null] : rango.split('-').map(Number)
    return { rango, desde: desde!, hasta: hasta ?? null }
  }),
}

/**
 * The difference in multiples of the account's threshold; null before a submission. With columns as arguments the planner can inline the
 * function.
 */
const times = sql`(case when a.submitted_at is null then null when a.difference = 0 then 0 else abs(a.difference) / (
  select t.amount * case a.risk when 'A' then t.factor_a when 'B' then t.factor_b else t.factor_m end
  from account k, period q, lateral threshold_of(k.id, a.business_id, a.country_id, a.heading_id, q.name) t where k.id = a.account_id and q.id = a.period_id) end)`

type Role = 'analista' | 'jefatura' | 'control'
const measured = (kind: 'plazo' | 'monto' | 'antiguedad', m: item.Measures, role: Role) =>
  kind === 'plazo' ? m.delay(role) : kind === 'monto' ? times : m.age

/**
 * The bucket of `w.value`, as text. Upper bounds of amounts are inclusive, so that 0 has its own bucket; null is not submitted, or has no
 * age.
 */
function bucketed(kind: 'plazo' | 'monto' | 'antiguedad') {
  const cases = BUCKETS[kind]
    .filter((bucket) => bucket !== UNSENT)
    .map(({ rango, hasta }) =>
      hasta === null ? sql`when true then ${rango}::text` : sql`when w.value <= ${hasta}::numeric then ${rango}::text`,
    )
  return sql`(case when w.value is null then ${kind === 'antiguedad' ? null : UNSENT.rango}::text ${sql.join(cases, sql` `)} end)`
}

/** Condition that an item is in the bucket of a figure. */
export function predicate(view: item.View, { tipoRango, rango, rolRango = 'analista' }: item.Filters): RawBuilder<unknown> | undefined {
  if (!tipoRango) return undefined
  return sql`((select ${bucketed(tipoRango)} from (select ${measured(tipoRango, item.measures(view), rolRango)} as value) w) = ${rango ?? ''})`
}

export const percentBucket = (completed: number | null) => {
  const percent = Math.floor((completed ?? 0) * 100)
  return BUCKETS.porcentaje.find(({ hasta }) => percent <= hasta!)!.rango
}

/** Two statements. */
export async function range(
  { db, zone }: Deps,
  caller: Caller,
  query: Parsed<typeof analysisRange>['query'],
): Promise<Output<typeof analysisRange>> {
  const { tipo, rol, ...place } = query
  const view = item.viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view)
  const period = requestedPeriod(all, query)
  const found = period ? await counts({ db, zone }, caller, view, { tipo, rol, place, period, all }) : new Map<string, Counted>()
  const whole = [...found.values()].reduce((sum, { n }) => sum + n, 0)
  return {
    period: period ? ref(period) : null,
    tipo,
    total: whole,
    data: BUCKETS[tipo].map((bucket) => {
      const { n, monto } = found.get(bucket.rango) ?? { n: 0, monto: [] }
      return { ...bucket, n, monto, pct: ratio(n, whole) }
    }),
  }
}

type Counted = { n: number; monto: { MONEDA: string; monto: string; n?: number }[] }
type Asked = {
  tipo: keyof typeof BUCKETS
  rol: Role
  place: item.Place
  period: aggregates.PeriodRow
  all: readonly aggregates.PeriodRow[]
}
async function counts(
  { db }: Deps,
  caller: Caller,
  view: item.View,
  { tipo, rol, place, period, all }: Asked,
): Promise<Map<string, Counted>> {
  if (tipo === 'porcentaje') {
    const sums = await aggregates.sums(db, caller, view, place, {
      by: ['business', 'department'],
      periods: [period],
      want: ['items', 'approved', 'difference'],
    })
    const departments = [...Map.groupBy(sums, ({ business, department }) => `${business}/${department ?? ''}`).values()]
    const byBucket = Map.groupBy(departments, (rows) => percentBucket(ratio(total(rows, 'approved'), total(rows, 'items'))))
    return new Map([...byBucket].map(([rango, of]) => [rango, { n: of.length, monto: amounts(of.flat(), 'difference') }]))
  }
  const m = item.measures(view)
  const here = sql`a.period_id = ${period.id} and ${item.placeCondition(caller, place, item.isGroup)}`
  const { value, amount, joins, where } =
    tipo === 'antiguedad'
      ? { ...agesSince(view, m, period, all), amount: item.unexplained, where: sql`${here} and ${item.openDifference}` }
      : { value: measured(tipo, m, rol), amount: item.difference, joins: sql``, where: here }
  // `offset 0` keeps the value from being computed once per bucket.
  const found = await rows(
    db,
    sql<{ rango: string; currency: string; n: number; amount: string }>`select * from (
        select ${bucketed(tipo)} as rango, w.currency, count(*)::int as n, sum(w.amount) as amount from (
          select a.currency, ${amount} as amount, ${value} as value from ${item.itemsWhere(view, where)} ${joins} offset 0) w
        group by 1, 2) g where rango is not null order by currency`,
  )
  return new Map(
    [...Map.groupBy(found, ({ rango }) => rango)].map(([rango, of]) => [
      rango,
      {
        n: of.reduce((sum, { n }) => sum + n, 0),
        monto: of.map(({ currency, amount, n }) => ({ MONEDA: currency, monto: fromCents(cents(amount)), n })),
      },
    ]),
  )
}
/** K19, for the chart. */
export const ages = (deps: Deps, caller: Caller, view: item.View, asked: Pick<Asked, 'place' | 'period' | 'all'>) =>
  counts(deps, caller, view, { tipo: 'antiguedad', rol: 'analista', ...asked })

/**
 * The age of all items at once, with `difference_since` of all of them: the month since which the account has had a difference, back over the months that may still change to
 * the first whose differences are kept. A month that left the account out is passed over.
 */
function agesSince(view: item.View, m: item.Measures, period: aggregates.PeriodRow, all: readonly aggregates.PeriodRow[]) {
  const before = earlier(all, period).reverse()
  const kept = before.findIndex(({ stored }) => stored)
  const live = kept < 0 ? before : before.slice(0, kept)
  const ids = live.map(({ id }) => id)
  const differs = sql`(d.submitted_at is not null and abs(d.difference) > 0.01)`
  return {
    joins: sql`left join period_difference k on k.period_id = ${before[kept]?.id ?? 0} and k.account_id = a.account_id
      left join (
        select s.account_id, bool_or(not s.differs) as ended, min(s.month) filter (where s.differs and (s.without is null or s.month > s.without)) as since
        from (select d.account_id, m.month, ${differs} as differs, max(m.month) filter (where not ${differs}) over (partition by d.account_id) as without
          from unnest(${ids}::int[], ${live.map(monthOf)}::date[]) as m(id, month) join ${item.analysesOf(view, 'd')} on d.period_id = m.id where d.period_id = any(${ids}::int[])) s
        group by 1) e on e.account_id = a.account_id`,
    value: m.ageFrom(
      sql`(case when a.group_id is null then coalesce(case when e.ended is not true then k.since end, e.since, ${monthOf(period)}::date) else ${item.sinceInGroup(view)} end)`,
    ),
  }
}
const monthOf = ({ name }: aggregates.PeriodRow) => `${name}-01`
