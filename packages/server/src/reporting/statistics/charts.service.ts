import type { StatisticsQuery } from '@cuadre/api/item'
import { AGES } from '@cuadre/api/item'
import type {
  statisticsAging,
  statisticsBurndown,
  statisticsCompletion,
  statisticsCycle,
  statisticsDepartments,
  statisticsDifferences,
  statisticsOnTime,
  statisticsRejections,
} from '@cuadre/api/statistics'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import { rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { cents, fromCents } from '../../platform/money.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import * as conversion from '../dashboard/conversion.repository.ts'
import { byName, type Deps } from '../dashboard/dashboard.service.ts'
import { amountRatio, completions, forecasts, mean, ratio, rounded, total } from '../dashboard/figures.rules.ts'
import * as item from '../dashboard/item.ts'
import { summed } from '../dashboard/level.service.ts'
import { earlier, lastPeriods, localDay, ref, requestedPeriod, requestedRange } from '../dashboard/period.ts'
import { ages } from '../dashboard/range.service.ts'
import type { Rows } from './charts.workbook.ts'

/** The charts of the statistics page (rules §1.1). Each counts items; its figures open `/dashboard/items`. At most five statements each. */
type Query = z.output<typeof StatisticsQuery>
const MONTHS = 13

export async function completion(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsCompletion>> {
  const { period, sums } = await summed(deps, caller, query, [], aggregates.PROGRESS)
  return { period: period ? ref(period) : null, total: total(sums, 'items'), completitud: completions(sums) }
}

export async function departments(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsDepartments>> {
  const { period, sums, names } = await summed(deps, caller, query, ['business', 'department'], aggregates.STAGES)
  return {
    period: period ? ref(period) : null,
    data: [...Map.groupBy(sums, ({ business, department }) => `${business}/${department ?? ''}`).values()]
      .map((of) => {
        const { business, department } = of[0]!
        return {
          ID_NEGOCIO: business!,
          NEGOCIO: names.business.get(business!)!,
          COD_DEPARTAMENTO: department ?? null,
          DEPARTAMENTO: department ? (names.department.get(department) ?? null) : null,
          total: total(of, 'items'),
          sinEnviar: total(of, 'unsent'),
          rechazados: total(of, 'rejected'),
          enJefatura: total(of, 'at_jefatura'),
          enControl: total(of, 'at_control'),
          aprobados: total(of, 'approved'),
        }
      })
      .sort(byName(({ DEPARTAMENTO }) => DEPARTAMENTO)),
  }
}

/** The sums of the months up to the period, and of the range that it ends. */
async function monthly<W extends aggregates.Count>(
  { db, zone }: Deps,
  caller: Caller,
  query: Query,
  want: readonly W[],
  by: readonly aggregates.By[] = [],
) {
  const view = { zone, asOf: query.asOf }
  const all = await aggregates.periods(db, view)
  const range = requestedRange(all, query)
  const period = range.at(-1)
  const months = period ? lastPeriods(all, period, MONTHS) : []
  const sums = await aggregates.sums(db, caller, view, query, { by, periods: [...new Set([...range, ...months])], want })
  const serie = months.map(({ id, name }) => ({ id, name, of: sums.filter((row) => row.period === id) }))
  const ids = range.map(({ id }) => id)
  return { view, period, ids, serie, now: sums.filter((row) => ids.includes(row.period)) }
}

export async function onTime(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsOnTime>> {
  const want = ['items', 'on_time_analyst', 'on_time_jefatura', 'on_time_control'] as const
  const { period, serie } = await monthly(deps, caller, query, want)
  return {
    period: period ? ref(period) : null,
    data: serie.map(({ id, name, of }) => {
      const items = total(of, 'items')
      const [analista, jefatura, control] = [total(of, 'on_time_analyst'), total(of, 'on_time_jefatura'), total(of, 'on_time_control')]
      return {
        COD_PERIODO: id,
        PERIODO: name,
        items,
        aTiempoAnalista: analista,
        aTiempoJefatura: jefatura,
        aTiempoControl: control,
        aTiempo: { analista: ratio(analista, items), jefatura: ratio(jefatura, items), control: ratio(control, items) },
      }
    }),
  }
}

const CYCLE = ['prepared', 'prepared_days', 'jefatura', 'jefatura_days', 'control', 'control_days', 'whole', 'whole_days'] as const
const STRETCHES = ['preparacion', 'jefatura', 'control', 'total'] as const
export async function cycle(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsCycle>> {
  const { view, period, ids, serie } = await monthly(deps, caller, query, CYCLE)
  const { from, cycle } = item.aggregatedByDay(view, sql`${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}`)
  const found = period
    ? await rows(
        deps.db,
        // Grouped by all four first, which leaves few combinations.
        sql<{ stretch: string; days: number; n: number }>`select s.stretch, s.days, sum(w.n)::int as n from (
            select ${sql.join(STRETCHES.map((name) => sql`${cycle[name]} as ${sql.ref(name)}`))}, sum(a.n) as n from ${from} group by 1, 2, 3, 4) w
          cross join lateral (values ${sql.join(STRETCHES.map((name) => sql`(${name}::text, ${sql.ref(`w.${name}`)})`))}) as s(stretch, days)
          where s.days is not null group by 1, 2 order by 1, 2`,
      )
    : []
  return {
    period: period ? ref(period) : null,
    data: STRETCHES.map((tramo) =>
      spread(
        tramo,
        found.filter(({ stretch }) => stretch === tramo),
      ),
    ),
    serie: serie.map(({ name, of }) => ({
      PERIODO: name,
      preparacion: mean(of, 'prepared_days', 'prepared'),
      jefatura: mean(of, 'jefatura_days', 'jefatura'),
      control: mean(of, 'control_days', 'control'),
      total: mean(of, 'whole_days', 'whole'),
    })),
  }
}

/** Mean and deciles (nearest rank) of counted days, ascending. */
function spread(tramo: (typeof STRETCHES)[number], counted: readonly { days: number; n: number }[]) {
  const n = counted.reduce((sum, each) => sum + each.n, 0)
  const rank = (part: number) => {
    let passed = 0
    for (const each of counted) {
      passed += each.n
      if (passed >= n * part) return each.days
    }
    return null
  }
  const whole = counted.reduce((sum, each) => sum + each.days * each.n, 0)
  return { tramo, n, media: rounded(ratio(whole, n)), p50: rank(0.5), p90: rank(0.9), maximo: counted.at(-1)?.days ?? null }
}

type DifferencesQuery = Query & { enGrupo?: boolean | undefined }
type OfHeading = { heading: number | null; name: string | null; n: number }
export async function differences(
  { db, zone }: Deps,
  caller: Caller,
  query: DifferencesQuery,
): Promise<Rows<typeof statisticsDifferences>> {
  const view = { zone, asOf: query.asOf }
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
type Found = OfHeading & { currency: string; amount: string; converted: string | null }
/** The rates of the currencies that occur, and what has none. */
function convertedBy({ MONEDA, tasas }: conversion.Rates, found: readonly Found[]) {
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

/** Rejections of periods by reason, one per item; recalled ones do not count, and a reason may have been given after the decision. */
const reasons = (deps: Deps, caller: Caller, view: item.View, query: Query, ids: readonly number[]) => {
  const earlier = (later: string) =>
    sql`not exists (select from event n where n.analysis_id = e.analysis_id and n.kind = 'enviado' and n.seq > e.seq and n.seq < ${sql.ref(later)}.seq)`
  const then = (event: string) => (view.asOf ? sql`${sql.ref(event)}.at <= ${view.asOf}::timestamptz` : sql`true`)
  return rows(
    deps.db,
    sql<{ codigo: string | null; nombre: string | null; nivel: 'JEFATURA' | 'CONTROL'; rechazos: number }>`
      select g.code as codigo, case ${caller.locale}::text when 'en' then r.name_en else r.name_es end as nombre, g.level as nivel, g.n as rechazos from (
        select coalesce(said.code, e.detail ->> 'motivo') as code, case e.kind when 'rechazado_jefatura' then 'JEFATURA' else 'CONTROL' end as level, count(*)::int as n
        from ${item.relation(view)} join event e on e.period_id = a.period_id and e.analysis_id = a.id and ${then('e')} and e.kind in ('rechazado_jefatura', 'rechazado_control')
        left join lateral (select s.detail ->> 'motivo' as code from event s where s.analysis_id = e.analysis_id and s.kind = 'subestado' and s.seq > e.seq and ${then('s')}
          and s.detail ->> 'motivo' is not null and ${earlier('s')} order by s.seq desc limit 1) said on true
        where ${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}
          and not exists (select from event u where u.analysis_id = e.analysis_id and u.kind = 'decision_retirada' and u.seq > e.seq and ${then('u')} and ${earlier('u')})
        group by 1, 2) g
      left join reject_reason r on r.code = g.code order by g.n desc, g.code nulls last, g.level`,
  )
}

const DECIDED = ['rejections_jefatura', 'rejections_control', 'decisions'] as const
const REJECTIONS = [...DECIDED, 'approved', 'first_pass', 'reopenings'] as const
export async function rejections(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsRejections>> {
  const { view, period, ids, serie, now } = await monthly(deps, caller, query, REJECTIONS, ['department'])
  const names = await aggregates.names(deps.db)
  const analysts = period
    ? await rows(
        deps.db,
        sql<{ ID_ANALISTA: number; ANALISTA: string; rechazos: number; decisiones: number }>`
          select g.*, u.name as "ANALISTA" from (select a.analyst_id as "ID_ANALISTA", sum(${item.rejections})::int as rechazos, sum(${item.decisions})::int as decisiones
            from ${item.itemsWhere(view, sql`${item.inPeriods(ids)} and ${item.placeCondition(caller, query, item.isGroup)}`)} group by 1) g
          join app_user u on u.id = g."ID_ANALISTA" order by g.rechazos desc, u.name`,
      )
    : []
  const motives = period ? await reasons(deps, caller, view, query, ids) : []
  const rejected = motives.reduce((sum, { rechazos }) => sum + rechazos, 0)
  let soFar = 0
  const of = (sums: readonly aggregates.Sums<(typeof DECIDED)[number]>[]) => {
    const [rechazosJefatura, rechazosControl, decisiones] = [
      total(sums, 'rejections_jefatura'),
      total(sums, 'rejections_control'),
      total(sums, 'decisions'),
    ]
    return { rechazosJefatura, rechazosControl, decisiones, tasa: ratio(rechazosJefatura + rechazosControl, decisiones) }
  }
  const { tasa: tasaRechazo, ...counts } = of(now)
  const [aprobados, primeraVez, reaperturas] = [total(now, 'approved'), total(now, 'first_pass'), total(now, 'reopenings')]
  return {
    period: period ? ref(period) : null,
    ...counts,
    aprobados,
    primeraVez,
    reaperturas,
    tasaRechazo,
    tasaPrimeraVez: ratio(primeraVez, aprobados),
    tasaReapertura: ratio(reaperturas, aprobados),
    porDepartamento: [...Map.groupBy(now, ({ department }) => department ?? null)]
      .map(([id, sums]) => ({ COD_DEPARTAMENTO: id, DEPARTAMENTO: id === null ? null : (names.department.get(id) ?? null), ...of(sums) }))
      .sort(byName(({ DEPARTAMENTO }) => DEPARTAMENTO)),
    porMotivo: motives.map((row) => {
      soFar += row.rechazos
      return { ...row, acumulado: ratio(soFar, rejected) ?? 0 }
    }),
    porAnalista: analysts.map((row) => ({ ...row, tasa: ratio(row.rechazos, row.decisiones) })),
    serie: serie.map(({ name, of: sums }) => ({ PERIODO: name, ...of(sums) })),
  }
}

const ROLES = ['analista', 'jefatura', 'control'] as const
/** Of the last month of a range. */
export async function burndown(deps: Deps, caller: Caller, asked: Query): Promise<Rows<typeof statisticsBurndown>> {
  const query = { ...asked, desdePeriodId: undefined }
  const { view, all, period, sums } = await summed(deps, caller, query, [], aggregates.STAGES)
  if (!period) return { period: null, items: 0, data: [], pronostico: [] }
  const days = await aggregates.days(deps.db, caller, view, query, lastPeriods(all, period, 7))
  const toLocal = localDay(deps.zone)
  const items = total(sums, 'items')
  const signed = days.signed.filter(({ period: id }) => id === period.id)
  const now = toLocal(query.asOf ?? DateTime.utc().toISO())
  const dues = { analista: toLocal(period.dueAnalyst), jefatura: toLocal(period.dueJefatura), control: toLocal(period.dueControl) }
  const monthEnd = DateTime.fromISO(`${period.name}-01`).endOf('month').toISODate()!
  const first = [monthEnd, ...signed.map(({ day }) => day)].sort()[0]!
  const last = [dues.control, ...signed.map(({ day }) => day)].sort().at(-1)!
  return {
    period: ref(period),
    items,
    data: ROLES.map((rol, at) => {
      const span = Math.max(1, DateTime.fromISO(dues[rol]).diff(DateTime.fromISO(first), 'days').days)
      let done = 0
      return {
        rol,
        dias: range(first, last).map((dia, passed) => {
          const hechos = signed.filter(({ role, day }) => role === at + 1 && day === dia).reduce((sum, row) => sum + row.items, 0)
          done += hechos
          return {
            dia,
            hechos,
            abiertos: dia > now ? null : items - done,
            ideal: Math.max(0, Math.round(items * (1 - passed / span) * 100) / 100),
          }
        }),
      }
    }),
    pronostico: forecasts(sums, period, earlier(all, period), days, toLocal),
  }
}
/** The days between two dates, at most a year and a half. */
function range(from: string, to: string) {
  const days: string[] = []
  for (let day = DateTime.fromISO(from); day.toISODate()! <= to && days.length < 550; day = day.plus({ days: 1 }))
    days.push(day.toISODate()!)
  return days
}

/** At the last month of a range: an open difference is carried from month to month, and counts once. */
export async function aging(deps: Deps, caller: Caller, query: Query): Promise<Rows<typeof statisticsAging>> {
  const view = { zone: deps.zone, asOf: query.asOf }
  const period = requestedPeriod(await aggregates.periods(deps.db, view), query)
  const found = period ? await ages(deps, caller, view, query, period) : undefined
  return {
    period: period ? ref(period) : null,
    total: [...(found?.values() ?? [])].reduce((sum, { n }) => sum + n, 0),
    data: AGES.map((rango) => ({ rango, n: found?.get(rango)?.n ?? 0, monto: found?.get(rango)?.monto ?? [] })),
  }
}
