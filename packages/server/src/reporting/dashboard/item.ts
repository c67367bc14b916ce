import type { DashboardQuery, ItemQuery } from '@cuadre/api/item'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { accountScope, analysisScope, businessScope } from '../../platform/access/scope.ts'
import { zoneOfCountry } from '../../platform/access/shown-zone.ts'
import { state } from '../../platform/database/codes.ts'
import { all, contains } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { MARKED } from '../../workflow/analysis/analysis.repository.ts'
import { at, difference, differing, dueNow, onTimeOf, signed, signedInTime, states, unexplained } from '../../workflow/analysis/measures.ts'
import { type OfAccounts, ofAccounts } from '../../workflow/analysis/named-accounts.ts'
import { commonDays } from './common-days.ts'
import { dayIn, sameDayIn } from './local-day.ts'
import type { NamedItems } from './named-items.ts'
import { rejectedFor } from './rejection.ts'
import { placedToday, type Structure } from './structure.ts'

/**
 * The one base relation of every dashboard: `v_item` under the alias `a` (006-reporting.sql), its measures, its filters. A figure is a count or
 * a sum of these; the list that it counts is a `where` of these.
 */
export type Fragment = RawBuilder<unknown>
/**
 * `asOf` or now; `zone`: in which days begin and end; `today`: places are those of today, of what may be seen (`structure.ts`); `countries`: those of what is
 * asked for, whose working days count for all of it together.
 */
export type View = { asOf?: string | undefined; zone: string; today?: Fragment | undefined; countries?: Fragment | undefined }
type Seen = Pick<View, 'asOf' | 'today'>
export const viewOf = (zone: string, { asOf, estructura, paisId, negocioId }: Asked, caller: Caller): View => ({
  zone,
  asOf,
  today: estructura === 'actual' ? analysisScope(caller) : undefined,
  countries: sql`select distinct b.country_id from business b where ${all(
    sql`b.active`,
    businessScope(caller, sql`b.id`),
    paisId !== undefined && sql`b.country_id = ${paisId}`,
    negocioId !== undefined && sql`b.id = ${negocioId}`,
  )}`,
})
type Asked = { asOf?: string | undefined; estructura?: Structure | undefined; paisId?: number | undefined; negocioId?: number | undefined }
const EVERYWHERE = sql`select distinct b.country_id from business b where b.active`
/** Working days of a view as a whole. */
export const daysOfAll = ({ countries = EVERYWHERE }: Pick<View, 'countries'>) => commonDays(countries)
export type Filters = Omit<z.output<typeof ItemQuery>, 'page' | 'limit' | 'sort' | 'format'> & OfAccounts & NamedItems
export type Place = Omit<z.output<typeof DashboardQuery>, 'mes' | 'anio' | 'periodId'> &
  Pick<Filters, 'rubroId' | 'rubroDe' | 'tipo' | 'riesgo' | 'moneda' | 'estructura'>

/** The items as the view has them: single ones and groups apart, of which the planner knows more, except of a moment of the past. */
const kinds = ({ asOf, today }: Seen) =>
  (asOf ? [sql`item_at(${asOf}::timestamptz)`] : [sql`v_item_alone`, sql`v_item_group`]).map((items) =>
    today ? placedToday(items, today) : items,
  )
export const relation = ({ asOf, today }: Seen) => {
  const items = asOf ? sql`item_at(${asOf}::timestamptz)` : sql`v_item`
  return sql`${today ? placedToday(items, today) : items} a`
}
/** Items that meet a condition, for sums over many. */
export const itemsWhere = (view: Seen, where: Fragment) =>
  sql`(${sql.join(
    kinds(view).map((items) => sql`select a.* from ${items} a where ${where}`),
    sql` union all `,
  )}) a`
/**
 * Ids of items of now, among which are the first `n` of a list in an order: the first of either kind, because an index finds a page of a table in the order of
 * the accounts, but not of a union. `c` is the account.
 */
export const firstOf = (view: Seen, where: Fragment, order: Fragment, n: number) =>
  sql.join(
    kinds(view).map(
      (items) => sql`array(select a.id from ${items} a join account c on c.id = a.account_id where ${where} order by ${order} limit ${n})`,
    ),
    sql` || `,
  )
/** Those of `itemsWhere` of a period only that count otherwise at a moment of which its sums are stored than at another; asOf is one of these. */
export const itemsBetween = (asOf: string, { period, moment, other }: { period: number; moment: string; other: string }, where: Fragment) =>
  sql`(select a.* from items_between(${period}, ${moment}::timestamptz, ${other}::timestamptz, ${asOf}::timestamptz) a where ${where}) a`
/** The tables of the ledger as they were at a moment, under an alias. */
export const periodsOf = ({ asOf }: Pick<View, 'asOf'>, alias: string) => tableOf('period', asOf, alias)
export const accountsOf = ({ asOf }: Pick<View, 'asOf'>, alias: string) => tableOf('account', asOf, alias)
export const balancesOf = ({ asOf }: Pick<View, 'asOf'>, alias: string) => tableOf('balance', asOf, alias)
export const analysesOf = ({ asOf }: Pick<View, 'asOf'>, alias: string) => tableOf('analysis', asOf, alias)
export const movementsOf = ({ asOf }: Pick<View, 'asOf'>, alias: string) => tableOf('movement_expected', asOf, alias)
const tableOf = (name: 'period' | 'account' | 'balance' | 'analysis' | 'movement_expected', asOf: string | undefined, alias: string) =>
  asOf ? sql`${sql.ref(`${name}_at`)}(${asOf}::timestamptz) ${sql.ref(alias)}` : sql`${sql.ref(name)} ${sql.ref(alias)}`
const clockOf = ({ asOf }: Pick<View, 'asOf'>) => (asOf ? sql`${asOf}::timestamptz` : sql`now()`)

const material = sql`(a.materiality in ('material', 'critica'))`
const openDifference = sql`(${differing} and ${unexplained} > 0)`
const rejections = sql`(a.rejections_jefatura + a.rejections_control)`
const firstPass = sql`(${states.approved} and ${rejections} = 0)`
/** Approved by the deadline of the period's close. */
const doneAtClose = sql`(${states.approved} and a.control_at <= a.due_close)`
const moved = sql`abs(a.balance - coalesce(a.previous, 0))`
/** K11: rejections by control of what jefatura had approved; a decision undone by a reopening is not counted again. */
const decisions = sql`(${rejections} + a.rejections_control + (a.state_jefatura = ${state.aprobado} and coalesce(a.state_control, ${state.pendiente}) <> ${state.rechazado})::int + (coalesce(a.state_control, ${state.pendiente}) = ${state.aprobado})::int)`

export const STAGE = {
  sin_enviar: states.open,
  rechazado: states.rejected,
  en_jefatura: states.atJefatura,
  en_control: states.atControl,
  aprobado: states.approved,
}

/** `workdays` (003-ledger.sql) for sums over many rows: a function called for each of them would cost more than everything else together. */
export function workdays(from: Fragment, to: Fragment) {
  const since = (day: Fragment) => sql`(${day} - date '2000-01-03')`
  const worked = (day: Fragment) =>
    sql`((${since(day)} + 1) / 7 * 5 + least((${since(day)} + 1) % 7, 5) - width_bucket(a.country_id * 100000::bigint + ${since(day)}, (select holiday_keys())))`
  return sql`(case when a.country_id = any((select odd_weeks())::int[]) then workdays(${from}, ${to}, a.country_id) else ${worked(to)} - ${worked(from)} end)`
}

const STRETCHES = {
  preparacion: ['loaded_at', 'first_submitted_at'],
  jefatura: ['submitted_at', 'jefatura_at'],
  control: ['jefatura_at', 'control_at'],
  total: ['loaded_at', 'control_at'],
} as const
export type Stretch = keyof typeof STRETCHES
/** A stretch has ended: its days count. */
export const ended: Record<Stretch, Fragment> = {
  preparacion: sql`(a.first_submitted_at is not null)`,
  jefatura: sql`(a.jefatura_at is not null)`,
  control: sql`(a.control_at is not null)`,
  total: states.approved,
}
type Moment = (typeof STRETCHES)[Stretch][number]
/** K7, K8, K9: working days of a stretch; null if it has not ended. `day` is the local day of a timestamp, `known` null without one. */
function cycleOf(day: (moment: Moment) => Fragment, known: (moment: Moment) => Fragment, approved: Fragment) {
  const days = (stretch: Stretch, condition?: Fragment) => {
    const [from, to] = STRETCHES[stretch]
    return sql`(case when ${condition ?? sql`${known(to)} is not null`} then greatest(0, ${workdays(day(from), day(to))}) end)`
  }
  return { preparacion: days('preparacion'), jefatura: days('jefatura'), control: days('control'), total: days('total', approved) }
}
/**
 * Aggregates items (`itemsWhere`) by the local days of their steps, period, country and `keys` (`n`: the number, `sums`: what is added up), which leaves
 * few combinations whose working days have to be counted. `cycle` are the measures of one combination.
 */
export function aggregatedByDay(
  view: View,
  items: Fragment,
  keys: Record<string, Fragment> = {},
  sums: Record<string, Fragment> = {},
  stretches: readonly Stretch[] = ['preparacion', 'jefatura', 'control', 'total'],
) {
  const day = dayIn(view.zone)
  const sameDay = sameDayIn(view.zone, view.asOf)
  const dayOf = (moment: Moment) => sql.ref(`a.day_${moment}`)
  const named = (of: Record<string, Fragment>) => Object.entries(of).map(([name, what]) => sql`${what} as ${sql.ref(name)}`)
  // Only the days that are asked for: each more makes more combinations.
  const moments = [...new Set(stretches.flatMap((stretch) => STRETCHES[stretch]))]
  const by = {
    period_id: sql`a.period_id`,
    country_id: sql`a.country_id`,
    is_approved: states.approved,
    ...Object.fromEntries(moments.map((column) => [column, sameDay(sql.ref(`a.${column}`))])),
    ...keys,
  }
  const ordinals = sql.raw(
    Object.keys(by)
      .map((_, i) => i + 1)
      .join(', '),
  )
  return {
    // `offset 0` keeps the days from being computed wherever they are used.
    from: sql`(select g.*, ${sql.join(moments.map((column) => sql`${day(sql.ref(`g.${column}`))} as ${sql.ref(`day_${column}`)}`))}
      from (select ${sql.join([...named(by), sql`count(*)::int as n`, ...named(sums)])} from ${items} group by ${ordinals}) g offset 0) a`,
    cycle: cycleOf(dayOf, dayOf, sql`a.is_approved`),
  }
}

const since = (view: Pick<View, 'asOf'>) => sql`(case when a.group_id is null then ${sinceOf('a', view)} else ${sinceInGroup(view)} end)`
const sinceOf = (alias: string, { asOf }: Pick<View, 'asOf'>) => {
  const [account, period] = [sql.ref(`${alias}.account_id`), sql.ref(`${alias}.period_id`)]
  return asOf ? sql`difference_since_at(${account}, ${period}, ${asOf}::timestamptz)` : sql`difference_since(${account}, ${period})`
}
/** Of the members with a difference the oldest; this month where only their sum is one. */
export const sinceInGroup = (view: Pick<View, 'asOf'>) =>
  sql`coalesce((select min(${sinceOf('x', view)}) from ${analysesOf(view, 'x')} where x.period_id = a.period_id and x.group_id = a.group_id and abs(x.difference) > 0.01),
    (select (q.name || '-01')::date from period q where q.id = a.period_id))`

/** All measures of an item, at a moment and in a zone. */
export function measures(view: View) {
  const { late, completion, inTime } = at(clockOf(view))
  const day = dayIn(view.zone)
  const today = day(clockOf(view))
  /** Still ahead, and today on the clocks of its country (rules §1.0). */
  const theirs = zoneOfCountry(sql`a.country_id`, view.zone)
  const dueToday = (due: Fragment) =>
    sql`(${due} >= ${clockOf(view)} and (${due} at time zone ${theirs})::date = (${clockOf(view)} at time zone ${theirs})::date)`
  const happened = (moment: Moment) => sql.ref(`a.${moment}`)
  const cycle = cycleOf((moment) => day(happened(moment)), happened, states.approved)
  /** Days since the end of the period in which a still open difference appeared first. */
  const ageFrom = (month: Fragment) => sql`greatest(0, ${today} - (${month} + interval '1 month' - interval '1 day')::date)`
  /** Null without one. */
  const age = sql`(case when ${openDifference} then ${ageFrom(since(view))} end)`
  /** When a role signed, and its deadline. */
  const part = {
    analista: { done: sql`(case when not (${states.open} or ${states.rejected}) then a.submitted_at end)`, due: sql`a.due_analyst` },
    jefatura: { done: sql`(case when ${states.atControl} or ${states.approved} then a.jefatura_at end)`, due: sql`a.due_jefatura` },
    control: { done: sql`(case when ${states.approved} then a.control_at end)`, due: sql`a.due_control` },
  }
  /** Working days after a role's deadline, 1 from the first minute; null if it has not signed. */
  const delay = (role: keyof typeof part) => {
    const { done, due } = part[role]
    const apart = workdays(day(due), day(done))
    return sql`(case when ${done} > ${due} then greatest(1, ${apart}) when ${done} is not null then least(0, ${apart}) end)`
  }
  return {
    late,
    completion,
    inTime,
    onTime: onTimeOf(inTime),
    dueToday,
    day,
    sameDay: sameDayIn(view.zone, view.asOf),
    today,
    cycle,
    age,
    ageFrom,
    part,
    delay,
    clock: clockOf(view),
  }
}
export type Measures = ReturnType<typeof measures>
export {
  decisions,
  difference,
  differing,
  doneAtClose,
  firstPass,
  material,
  moved,
  openDifference,
  rejections,
  signed,
  signedInTime,
  unexplained,
}

export type Bucket = { rango: string; desde: number | null; hasta: number | null }

/** The heading and those below it. */
const headings = (id: number) =>
  sql`a.heading_id in (with recursive t as (select id from heading where id = ${id} union select h.id from heading h join t on h.parent_id = t.id) select id from t)`

/** `ninguno`: it has none. */
export const isOf = (column: Fragment, id: number | 'ninguno') => (id === 'ninguno' ? sql`${column} is null` : sql`${column} = ${id}`)
/** Stored aggregates have no heading. */
export const asksHeading = ({ rubroId, rubroDe }: Pick<Filters, 'rubroId' | 'rubroDe'>) => rubroId !== undefined || rubroDe !== undefined

/** Conditions by scope and place that stored aggregates (`aggregates/`) can answer as well as items, except heading and kind. */
export const placeCondition = (caller: Caller, q: Place, grouped: Fragment) =>
  all(
    analysisScope(caller),
    q.paisId !== undefined && sql`a.country_id = ${q.paisId}`,
    q.negocioId !== undefined && sql`a.business_id = ${q.negocioId}`,
    q.subgerenciaId !== undefined && isOf(sql`a.sub_management_id`, q.subgerenciaId),
    q.departamentoId !== undefined && isOf(sql`a.department_id`, q.departamentoId),
    q.rubroId !== undefined && headings(q.rubroId),
    q.rubroDe !== undefined && isOf(sql`a.heading_id`, q.rubroDe),
    q.tipo === 'agrupado' && grouped,
    q.tipo === 'individual' && sql`not ${grouped}`,
    q.riesgo && sql`a.risk = any(${q.riesgo}::text[])`,
    q.moneda !== undefined && sql`a.currency = ${q.moneda}`,
  )
export const isGroup = sql`(a.group_id is not null)`

/** Of one period as an equation, which the planner knows more of. */
export const inPeriods = (ids: readonly number[]) =>
  ids.length === 1 ? sql`a.period_id = ${ids[0]}` : sql`a.period_id = any(${ids}::int[])`
/** The name of the group that an item stands for, and how many accounts. */
export const ofGroup = sql`(select g.name from analysis_group g where g.id = a.group_id) as "GRUPO", a.weight as "PESO"`
/** The account (alias `c`) has the text in its code or name, or the analyst in theirs; of a group, its name or any of its members has. */
export function named(q: Pick<Filters, 'search' | keyof OfAccounts | keyof NamedItems>) {
  const account = ofAccounts(q) || (q.search !== undefined && contains(sql`c.search`, q.search))
  const beside = [
    q.groups !== undefined && sql`a.group_id = any(${q.groups}::int[])`,
    q.analysts !== undefined && sql`a.analyst_id = any(${q.analysts}::int[])`,
  ].filter((one) => one !== false)
  return account && beside.length > 0 ? sql`(${sql.join([account, ...beside], sql` or `)})` : account
}
/** The items of periods that match the filters. */
export function where(caller: Caller, view: View, periodIds: readonly number[] | undefined, q: Filters, bucket?: Fragment) {
  const m = measures(view)
  const roles = q.rol ? [q.rol] : (['analista', 'jefatura', 'control'] as const)
  const any = (parts: readonly Fragment[]) => sql`(${sql.join(parts, sql` or `)})`
  return all(
    periodIds && inPeriods(periodIds),
    placeCondition(caller, q, isGroup),
    q.analistaId !== undefined && sql`a.analyst_id = ${q.analistaId}`,
    q.cuentaId !== undefined && sql`a.account_id = ${q.cuentaId}`,
    q.abiertoEn !== undefined && openIn(view, q.abiertoEn),
    q.noAbiertoEn !== undefined && sql`not ${openIn(view, q.noAbiertoEn)}`,
    named(q),
    q.completitud && any(q.completitud.map((way) => m.completion[way])),
    q.etapa && any(q.etapa.map((stage) => STAGE[stage])),
    q.plazo === 'en_plazo' && all(...roles.map((role) => m.inTime[role])),
    q.plazo === 'fuera' && any(roles.map((role) => sql`not ${m.inTime[role]}`)),
    q.plazo === 'cumplido' && all(...roles.map((role) => signedInTime[role])),
    q.vence === 'hoy' && m.dueToday(dueNow),
    q.vence === '48h' && sql`(${dueNow} >= ${m.clock} and ${dueNow} <= ${m.clock} + interval '48 hours')`,
    q.materialidad && sql`a.materiality = any(${q.materialidad}::text[])`,
    q.frecuencia && sql`a.frequency = any(${q.frecuencia}::text[])`,
    q.movimiento && q.movimiento.length > 0 && markedAs(view, q.movimiento),
    q.subestadoId && sql`exists (select from analysis x where x.id = a.id and x.status_id = any(${q.subestadoId}::int[]))`,
    q.diferencia !== undefined && sql`${differing} = ${q.diferencia}::boolean`,
    q.sinExplicar !== undefined && sql`(${unexplained} > 0) = ${q.sinExplicar}::boolean`,
    q.automatico !== undefined && sql`a.auto = ${q.automatico}::boolean`,
    q.alCierre !== undefined && sql`coalesce(${doneAtClose}, false) = ${q.alCierre}::boolean`,
    q.primeraVez !== undefined && sql`${firstPass} = ${q.primeraVez}::boolean`,
    q.conRechazos !== undefined && sql`(${rejections} > 0) = ${q.conRechazos}::boolean`,
    (q.rechazo !== undefined || q.motivo !== undefined) && rejectedFor(view, q.rechazo, q.motivo),
    q.reabiertos !== undefined && sql`(a.reopenings > 0) = ${q.reabiertos}::boolean`,
    q.antiguedad && ageIn(m, q.antiguedad),
    (q.dia ?? q.abiertoAl) !== undefined && q.nivel === undefined && sql`false`,
    q.dia !== undefined && q.nivel && sql`(${m.day(m.part[q.nivel].done)} = ${q.dia}::date)`,
    // Who has not signed has no day.
    q.abiertoAl !== undefined && q.nivel && sql`(coalesce(${m.day(m.part[q.nivel].done)} <= ${q.abiertoAl}::date, false) is false)`,
    q.tramo && ended[q.tramo],
    bucket,
  )
}

/** The account has an analysis in that period that is not approved; `a` inside is the other period's. */
const openIn = (view: View, periodId: number) =>
  sql`(a.account_id in (select a.account_id from ${itemsWhere(view, all(inPeriods([periodId]), sql`not ${states.approved}`))}))`

/** Of a group, any of its members. */
function markedAs(view: View, marks: readonly string[]) {
  const marked = sql`e.period_id = a.period_id and e.verdict in ${MARKED} and e.verdict = any(${marks}::text[])`
  return sql`(exists (select from ${movementsOf(view, 'e')} where e.account_id = a.account_id and ${marked})
    or (a.group_id is not null and exists (select from ${analysesOf(view, 'x')} join ${movementsOf(view, 'e')} on e.account_id = x.account_id
      where x.group_id = a.group_id and x.period_id = a.period_id and ${marked})))`
}

const ageIn = ({ age }: Measures, wanted: NonNullable<Filters['antiguedad']>) => {
  const [from, to] = wanted === '180+' ? [181, null] : wanted.split('-').map(Number)
  return sql`${age} between ${from}::int and ${to ?? 1_000_000}::int`
}

/** Condition on `department` (alias `d`). */
export const departmentScope = (caller: Caller) =>
  caller.roleId === ROLE.jefatura ? sql`d.chief_id = ${caller.userId}` : businessScope(caller, sql`d.business_id`)
export { accountScope, analysisScope }

/** What the ids of an item (alias `a`) stand for. */
export const names = sql`join period p on p.id = a.period_id join account c on c.id = a.account_id join business n on n.id = a.business_id
  left join sub_management s on s.id = a.sub_management_id left join department d on d.id = a.department_id left join heading h on h.id = a.heading_id
  join app_user u on u.id = a.analyst_id left join app_user j on j.id = d.chief_id`
