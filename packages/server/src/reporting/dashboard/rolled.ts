import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { all } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { signed, signedInTime, states, unexplained } from '../../workflow/analysis/measures.ts'
import * as item from './item.ts'

/**
 * Aggregates of items over many periods. A closed period cannot change, so its sums are stored in `period_sum` when first needed. Open
 * periods, other moments and filters that the stored sums lack are computed from the items.
 */
const n = (what: RawBuilder<unknown>) => sql`count(*) filter (where ${what})::int`
const add = (what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) => sql`coalesce(sum(${what}) filter (where ${when}), 0)::int`
const money = (what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`) => sql`coalesce(sum(${what}) filter (where ${when}), 0)`

/** The figures of a set of items, by column of `period_sum`; those in DAYS are computed from their days. */
function figures({ completion, onTime }: item.Measures): Record<Exclude<Count, Days> | Amount, item.Fragment> {
  return {
    items: sql`count(*)::int`,
    accounts: add(sql`a.weight`),
    signed: add(signed),
    on_time: add(onTime),
    on_time_analyst: n(signedInTime.analista),
    on_time_jefatura: n(signedInTime.jefatura),
    on_time_control: n(signedInTime.control),
    late_roles: add(sql`3 - ${onTime}`),
    done: n(completion.completado),
    done_late: n(completion.completado_tarde),
    overdue: n(completion.vencido),
    pending: n(completion.pendiente),
    done_at_close: n(sql`${states.approved} and a.control_at <= a.due_close`),
    unsent: n(states.open),
    at_jefatura: n(states.atJefatura),
    at_control: n(states.atControl),
    rejected: n(states.rejected),
    approved: n(states.approved),
    first_pass: n(item.firstPass),
    decisions: add(item.decisions),
    rejections_jefatura: add(sql`a.rejections_jefatura`),
    rejections_control: add(sql`a.rejections_control`),
    reopenings: add(sql`a.reopenings`),
    automatic: n(sql`a.auto`),
    differing: n(item.differing),
    material_items: n(item.material),
    prepared: n(sql`a.first_submitted_at is not null`),
    jefatura: n(sql`a.jefatura_at is not null`),
    control: n(sql`a.control_at is not null`),
    whole: n(states.approved),
    balance: money(sql`abs(a.balance)`),
    balance_approved: money(sql`abs(a.balance)`, states.approved),
    difference: money(sql`abs(a.difference)`),
    unexplained: money(unexplained),
    moved_material: money(item.moved, item.material),
    moved_material_approved: money(item.moved, sql`${item.material} and ${states.approved}`),
  }
}
const COUNTS = [
  'items',
  'accounts',
  'signed',
  'on_time',
  'on_time_analyst',
  'on_time_jefatura',
  'on_time_control',
  'late_roles',
  'done',
  'done_late',
  'overdue',
  'pending',
  'done_at_close',
  'unsent',
  'at_jefatura',
  'at_control',
  'rejected',
  'approved',
  'first_pass',
  'decisions',
  'rejections_jefatura',
  'rejections_control',
  'reopenings',
  'automatic',
  'differing',
  'material_items',
  'prepared',
  'prepared_days',
  'jefatura',
  'jefatura_days',
  'control',
  'control_days',
  'whole',
  'whole_days',
] as const
/** Working days, by their stretch. */
const DAYS = { prepared_days: 'preparacion', jefatura_days: 'jefatura', control_days: 'control', whole_days: 'total' } as const
type Days = keyof typeof DAYS
const isDays = (name: Count | Amount): name is Days => name in DAYS
const AMOUNTS = ['balance', 'balance_approved', 'difference', 'unexplained', 'moved_material', 'moved_material_approved'] as const
export type Count = (typeof COUNTS)[number]
export type Amount = (typeof AMOUNTS)[number]
export type Figures = Record<Count, number> & Record<Amount, string>

/** The keys that items can be grouped by. Headings, accounts and analysts are not in the stored sums. */
const KEPT = {
  country: sql`a.country_id`,
  business: sql`a.business_id`,
  subManagement: sql`a.sub_management_id`,
  department: sql`a.department_id`,
  currency: sql`a.currency`,
  risk: sql`a.risk`,
}
const LIVE = { ...KEPT, material: item.material, heading: sql`a.heading_id`, account: sql`a.account_id`, analyst: sql`a.analyst_id` }
const SUMMED = { ...KEPT, material: sql`a.material` }
export type By = keyof typeof LIVE
const isKept = (by: By): by is keyof typeof SUMMED => by in SUMMED

export type Keys = {
  period: number
  country?: number
  business?: number
  subManagement?: number | null
  department?: number | null
  currency: string
  risk?: string
  material?: boolean
  heading?: number | null
  account?: number
  analyst?: number
}
/** Contains only the requested figures. */
export type Sums<W extends Count | Amount = Count | Amount> = Pick<Figures, W> & Keys
/** K2 to K6, K15 and K16: the figures of a tile. */
export const PROGRESS = [
  'items',
  'signed',
  'on_time',
  'done',
  'done_late',
  'overdue',
  'pending',
  'unexplained',
  'balance',
  'balance_approved',
] as const satisfies readonly (Count | Amount)[]
/** Whose turn it is. */
export const STAGES = ['items', 'unsent', 'rejected', 'at_jefatura', 'at_control', 'approved'] as const satisfies readonly Count[]
export type PeriodRow = {
  id: number
  name: string
  status: number
  dueAnalyst: string
  dueJefatura: string
  dueControl: string
  dueClose: string
  closedAt: string | null
  /** Working days from its end until today, or asOf. */
  nth: number
  /** Working days from its end until it was closed formally (K10). */
  closedIn: number | null
  /** Its sums are stored. */
  rolled: boolean
  final: boolean
}

/** All periods, oldest first, after storing the sums of newly closed ones. One statement, and more for newly closed periods. */
export async function periods(db: Db, seen: item.Seen, more?: item.Fragment): Promise<PeriodRow[]> {
  const found = await listPeriods(db, seen, more)
  if (!found.some(lacking)) return found
  await rollClosed(db, seen.zone)
  return listPeriods(db, seen, more)
}
const lacking = ({ final, rolled }: PeriodRow) => final && !rolled

/** Stores the sums of newly closed periods: the scheduler does it, or whoever asks first. @returns the number of periods */
export async function rollClosed(db: Db, zone: string): Promise<number> {
  if (!(await listPeriods(db, { zone })).some(lacking)) return 0
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 100)`.execute(tx)
    const all = await listPeriods(tx, { zone })
    const first = all.find(lacking)
    // Later periods too, because they contain since when differences exist.
    const due = first ? all.filter(({ final, name }) => final && name >= first.name) : []
    for (const { id } of due) await roll(tx, id, zone)
    return due.length
  })
}
const ending = sql`((p.name || '-01')::date + interval '1 month' - interval '1 day')::date`
const listPeriods = (db: Db, seen: item.Seen, more = sql`` as item.Fragment) =>
  rows(
    db,
    sql<
      PeriodRow & { lists?: Lists | null }
    >`select p.id, p.name, p.status_id as status, p.due_analyst as "dueAnalyst", p.due_jefatura as "dueJefatura", p.due_control as "dueControl",
      p.due_close as "dueClose", p.closed_at as "closedAt", p.status_id = 3 and p.due_close < now() as final,
      workdays(${ending}, ${item.measures(seen).today}, null) as nth,
      case when p.status_id = 3 and p.closed_at is not null then workdays(${ending}, ${item.measures(seen).day(sql`p.closed_at`)}, null) end as "closedIn",
      p.status_id = 3 and r.period_id is not null and r.closed_at is not distinct from p.closed_at as rolled ${more}
      from period p left join period_rolled r on r.period_id = p.id order by p.name`,
  )

async function roll(tx: Db, id: number, zone: string) {
  for (const table of [
    'period_rolled',
    'period_sum',
    'period_total',
    'period_day',
    'period_coverage',
    'period_difference',
    'period_count',
    'period_balance',
  ])
    await sql`delete from ${sql.table(table)} where period_id = ${id}`.execute(tx)
  const names = [...COUNTS, ...AMOUNTS]
  const figures = sql.join(names.map((name) => sql.ref(name)))
  await sql`insert into period_sum (period_id, country_id, business_id, sub_management_id, department_id, currency, risk, material, grouped, ${figures})
    ${summed({ zone }, sql`a.period_id = ${id}`, { ...SUMMED, grouped: item.isGroup, material: item.material }, names)}`.execute(tx)
  await sql`insert into period_total (period_id, country_id, business_id, currency, ${figures})
    select period_id, country_id, business_id, currency, ${sql.join(names.map((name) => sql`sum(${sql.ref(name)})`))}
    from period_sum where period_id = ${id} group by 1, 2, 3, 4`.execute(tx)
  await sql`insert into period_day ${daysOf({ zone }, sql`a.period_id = ${id}`, sql`a.business_id, a.sub_management_id, a.department_id,`)}`.execute(
    tx,
  )
  await sql`insert into period_coverage (period_id, country_id, business_id, department_id, required, assigned) ${coverageOf([id], true)}`.execute(
    tx,
  )
  await sql`insert into period_difference (period_id, account_id, since)
    select x.period_id, x.account_id, difference_since(x.account_id, x.period_id) from analysis x where x.period_id = ${id} and x.value is not null and abs(x.difference) > 0.01
    union all select ${id}::int, d.account_id, d.since from period_difference d
      where d.period_id = (select o.id from period o where o.name < (select name from period where id = ${id}) order by o.name desc limit 1)
        and not exists (select from analysis x where x.period_id = ${id} and x.account_id = d.account_id)`.execute(tx)
  // What lists count and add up: `v_analysis_count` and `v_balance_sum` read it.
  await sql`insert into period_count select a.period_id, a.business_id, a.department_id, a.materiality, a.state_main, a.state_jefatura, a.state_control, min(a.group_id),
      least(a.version, 1), a.due_analyst, a.due_jefatura, a.due_control, min(a.control_at), min(a.submitted_at), max(a.submitted_at), count(*)
    from analysis a where a.period_id = ${id}
    group by 1, 2, 3, 4, 5, 6, 7, a.group_id is null, 9, 10, 11, 12, a.control_at <= a.due_control, a.submitted_at is null order by 2, 3`.execute(
    tx,
  )
  await sql`insert into period_balance select b.period_id, b.business_id, b.currency, ${sql.join(
    BALANCE_COUNTS.map((name) => sql`coalesce(sum(${sql.ref(`b.${name}`)}), 0)`),
  )}, sum(b.amount), coalesce(sum(b.difference), 0) from v_balance b where b.period_id = ${id} group by 1, 2, 3`.execute(tx)
  await sql`insert into period_rolled (period_id, closed_at) select id, closed_at from period where id = ${id}`.execute(tx)
}

const BALANCE_COUNTS = ['balances', 'analyses', 'open', 'sent', 'review', 'rejected', 'approved', 'different', 'material']

/** The keys of `period_total`. */
const WHOLE: readonly By[] = ['country', 'business', 'currency']
/** The query does not go below businesses. */
const isWhole = ({ roleId }: Caller, { subgerenciaId, departamentoId, riesgo, tipo }: item.Place) =>
  roleId !== ROLE.jefatura && [subgerenciaId, departamentoId, riesgo, tipo].every((asked) => asked === undefined)

/** Stored sums have departments and businesses, but neither the analyst nor whether an item is approved. */
const summable = ({ roleId }: Caller) => roleId !== ROLE.analista && roleId !== ROLE.auditor

type Asked<W> = { by?: readonly By[]; periods: readonly PeriodRow[]; want: readonly W[] }
/** Sums of the given periods, by currency and the requested keys. One statement. */
export async function sums<W extends Count | Amount>(
  db: Db,
  caller: Caller,
  seen: item.Seen,
  place: item.Place,
  { by = [], periods, want }: Asked<W>,
): Promise<Sums<W>[]> {
  if (periods.length === 0) return []
  const dims = [...new Set<By>(['currency', ...by])]
  const keepable = !seen.asOf && place.rubroId === undefined && dims.every(isKept) && summable(caller)
  const kept = keepable ? periods.filter(({ rolled }) => rolled) : []
  const live = periods.filter((period) => !kept.includes(period))
  const names = [...new Set(want)]
  const parts: RawBuilder<unknown>[] = []
  if (kept.length > 0) {
    const table = dims.every((dim) => WHOLE.includes(dim)) && isWhole(caller, place) ? sql`period_total` : sql`period_sum`
    parts.push(sql`select a.period_id as period, ${sql.join(dims.map((dim) => sql`${SUMMED[dim as keyof typeof SUMMED]} as ${sql.ref(dim)}`))},
      ${sql.join(names.map((name) => sql`sum(${sql.ref(`a.${name}`)})${asInt(name)} as ${sql.ref(name)}`))}
      from ${table} a where a.period_id = any(${ids(kept)}::int[]) and ${item.placed(caller, place, sql`a.grouped`)} group by ${ordinals(dims.length + 1)}`)
  }
  if (live.length > 0) {
    const where = sql`a.period_id = any(${ids(live)}::int[]) and ${item.placed(caller, place, item.isGroup)}`
    parts.push(summed(seen, where, Object.fromEntries(dims.map((dim) => [dim, LIVE[dim]])), names))
  }
  return rows<Sums<W>>(db, sql`${sql.join(parts, sql` union all `)}`)
}
/** Items summed by period and keys. */
function summed(
  seen: item.Seen,
  where: item.Fragment,
  by: Record<string, item.Fragment>,
  names: readonly (Count | Amount)[],
): item.Fragment {
  const made = figures(item.measures(seen))
  const group = ordinals(Object.keys(by).length + 1)
  const plain = Object.fromEntries(names.flatMap((name) => (isDays(name) ? [] : [[name, made[name]]])))
  const list = (of: Record<string, item.Fragment>) => sql.join(Object.entries(of).map(([name, what]) => sql`${what} as ${sql.ref(name)}`))
  if (!names.some(isDays))
    return sql`select a.period_id as period, ${list(by)}, ${list(plain)} from ${item.those(seen, where)} group by ${group}`
  const { from, cycle } = item.dated(seen, where, by, plain)
  const added = names.map((name): [string, item.Fragment] => {
    const what = isDays(name) ? sql`coalesce(sum(a.n * ${cycle[DAYS[name]]}), 0)` : sql`sum(${sql.ref(`a.${name}`)})`
    return [name, sql`${what}${asInt(name)}`]
  })
  const keys = Object.fromEntries(Object.keys(by).map((name) => [name, sql.ref(`a.${name}`)]))
  return sql`select a.period_id as period, ${list(keys)}, ${list(Object.fromEntries(added))} from ${from} group by ${group}`
}
const asInt = (name: Count | Amount) => ((AMOUNTS as readonly string[]).includes(name) ? sql`` : sql`::int`)
const ids = (periods: readonly PeriodRow[]) => periods.map(({ id }) => id)
const ordinals = (count: number) => sql.raw(Array.from({ length: count }, (_, i) => i + 1).join(', '))

/** Sign-offs by local day and `keys`; the second number: approved without a rejection. */
const daysOf = (seen: item.Seen, where: item.Fragment, keys: item.Fragment) => {
  const { part, day } = item.measures(seen)
  const [analista, jefatura, control] = [day(part.analista.done), day(part.jefatura.done), day(part.control.done)]
  // Grouped by the three days first, which leaves few combinations.
  return sql`select a.period_id, a.country_id, ${keys} s.role, s.day, sum(a.n)::int as items, sum(s.first)::int as approved_first
    from (select a.period_id, a.country_id, ${keys} ${analista} as analista, ${jefatura} as jefatura, ${control} as control, count(*) as n,
        count(*) filter (where ${item.firstPass}) as first
      from ${item.those(seen, where)} group by a.period_id, a.country_id, ${keys} analista, jefatura, control) a
    cross join lateral (values (1, a.analista, 0), (2, a.jefatura, 0), (3, a.control, a.first)) as s(role, day, first)
    where s.day is not null group by a.period_id, a.country_id, ${keys} s.role, s.day`
}
/** `nth`: working days since the end of the period. */
export type Day = { period: number; role: number; day: string; nth: number; items: number; first: number }
/** Sign-offs of the periods by role and day, and the working days around today: `nth` counts from today. One statement. */
export async function days(
  db: Db,
  caller: Caller,
  seen: item.Seen,
  place: item.Place,
  periods: readonly PeriodRow[],
): Promise<{ signed: Day[]; calendar: { day: string; nth: number }[] }> {
  if (periods.length === 0) return { signed: [], calendar: [] }
  const keepable =
    !seen.asOf &&
    place.rubroId === undefined &&
    place.tipo === undefined &&
    place.riesgo === undefined &&
    place.moneda === undefined &&
    summable(caller)
  const kept = keepable ? periods.filter(({ rolled }) => rolled) : []
  const live = periods.filter((period) => !kept.includes(period))
  const parts: RawBuilder<unknown>[] = []
  if (kept.length > 0)
    parts.push(
      sql`select a.period_id, a.country_id, a.role, a.day, a.items, a.approved_first from period_day a where a.period_id = any(${ids(kept)}::int[]) and ${item.placed(caller, place, sql`false`)}`,
    )
  if (live.length > 0)
    parts.push(sql`(${daysOf(seen, sql`a.period_id = any(${ids(live)}::int[]) and ${item.placed(caller, place, item.isGroup)}`, sql``)})`)
  const { today } = item.measures(seen)
  const found = await rows<Day>(
    db,
    sql`select d.period_id as period, d.role, d.day, workdays(${ending}, d.day, d.country_id) as nth, sum(d.items)::int as items, sum(d.approved_first)::int as first
      from (select period_id, country_id, role, day, sum(items) as items, sum(approved_first) as approved_first from (${sql.join(parts, sql` union all `)}) t group by 1, 2, 3, 4) d
      join period p on p.id = d.period_id group by 1, 2, 3, 4
      union all select 0, 0, c::date, workdays(${today}, c::date, null), 0, 0 from generate_series(${today} - 60, ${today} + 400, interval '1 day') c
      order by 1, 2, 3`,
  )
  return { signed: found.filter(({ role }) => role > 0), calendar: found.filter(({ role }) => role === 0) }
}

/** K1: accounts with a balance, and those of them with an analyst; in a closed period those that were analysed in it. */
const analysed = sql`((select x.id from analysis x where x.period_id = b.period_id and x.account_id = b.account_id) is not null)`
const assigned = sql`(c.analyst_id is not null)`
export const covered = sql`(case when p.status_id = 3 then ${analysed} else ${assigned} end)`
export const coverage = sql`balance b join account c on c.id = b.account_id join business n on n.id = c.business_id join period p on p.id = b.period_id`
export const counted = sql`(b.amount <> 0 and (c.active or ${analysed}))`
/** For periods that are all closed, or all not, so that the plan contains only the needed part. */
const coverageOf = (
  periodIds: readonly number[],
  closed: boolean,
  where: item.Fragment = sql`true`,
) => sql`select b.period_id, n.country_id, c.business_id, c.department_id, count(*)::int as required, ${n(closed ? analysed : assigned)} as assigned
  from ${coverage} where b.period_id = any(${periodIds}::int[]) and ${counted} and ${where} group by 1, 2, 3, 4`
export const placedAccount = (caller: Caller, q: item.Place, country: item.Fragment) =>
  all(
    accountScope(caller),
    q.paisId !== undefined && sql`${country} = ${q.paisId}`,
    q.negocioId !== undefined && sql`c.business_id = ${q.negocioId}`,
    q.departamentoId !== undefined && sql`c.department_id = ${q.departamentoId}`,
    q.subgerenciaId !== undefined && sql`c.department_id in (select id from department where sub_management_id = ${q.subgerenciaId})`,
  )
export type Coverage = { period: number; business: number; department: number | null; required: number; assigned: number }
/** K1 by period, business and department, or by period only (`whole`). One statement. */
export async function coverages<W extends boolean = false>(
  db: Db,
  caller: Caller,
  place: item.Place,
  periods: readonly PeriodRow[],
  whole?: W,
): Promise<(W extends true ? Omit<Coverage, 'business' | 'department'> : Coverage)[]> {
  if (periods.length === 0) return []
  const kept = caller.roleId === ROLE.analista ? [] : periods.filter(({ rolled }) => rolled)
  const live = periods.filter((period) => !kept.includes(period))
  const parts: RawBuilder<unknown>[] = []
  if (kept.length > 0)
    parts.push(sql`select c.period_id, c.country_id, c.business_id, c.department_id, c.required, c.assigned from period_coverage c
      where c.period_id = any(${ids(kept)}::int[]) and ${placedAccount(caller, place, sql`c.country_id`)}`)
  for (const [closed, of] of Map.groupBy(live, ({ status }) => status === 3))
    parts.push(sql`(${coverageOf(ids(of), closed, placedAccount(caller, place, sql`n.country_id`))})`)
  const where = whole ? sql`` : sql`, t.business_id as business, t.department_id as department`
  const found = await rows(
    db,
    sql<
      Omit<Coverage, 'business' | 'department'> & Partial<Coverage>
    >`select t.period_id as period, sum(t.required)::int as required, sum(t.assigned)::int as assigned ${where}
      from (${sql.join(parts, sql` union all `)}) t group by t.period_id ${whole ? sql`` : sql`, t.business_id, t.department_id`}`,
  )
  // Without `whole` both are there.
  return found as Coverage[]
}

/** The names of grouping keys, in one statement. */
export type Names = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', Map<number, string>> & {
  chief: Map<number, string | null>
  parent: { business: Map<number, number>; department: Map<number, { business: number; subManagement: number | null }> }
  /** Path of a business's image within the API. */
  image: Map<number, string | null>
}
type Lists = Record<'country' | 'business' | 'subManagement' | 'department' | 'heading', [number, string, ...unknown[]][]>
const lists = sql`json_build_object('country', (select coalesce(json_agg(json_build_array(id, name)), '[]') from country),
  'business', (select coalesce(json_agg(json_build_array(id, name, country_id, case when image_sha256 is not null then '/business/image/' || id || '?v=' || left(image_sha256, 12) end)), '[]') from business),
  'subManagement', (select coalesce(json_agg(json_build_array(id, name)), '[]') from sub_management),
  'department', (select coalesce(json_agg(json_build_array(d.id, d.name, d.business_id, d.sub_management_id, u.name)), '[]')
    from department d left join app_user u on u.id = d.chief_id),
  'heading', (select coalesce(json_agg(json_build_array(id, name)), '[]') from heading))`
export const names = async (db: Db): Promise<Names> => named((await row(db, sql<{ lists: Lists }>`select ${lists} as lists`))!.lists)
/** Both in one statement. Without a period there is nothing to name. */
export async function periodsAndNames(db: Db, seen: item.Seen): Promise<{ all: PeriodRow[]; names: Names }> {
  const all = await periods(db, seen, sql`, case when p.name = (select max(name) from period) then ${lists} end as lists`)
  const none: Lists = { country: [], business: [], subManagement: [], department: [], heading: [] }
  return { all, names: named((all as (PeriodRow & { lists?: Lists })[]).at(-1)?.lists ?? none) }
}
function named(found: Lists): Names {
  const map = (of: [number, string, ...unknown[]][]) => new Map(of.map(([id, name]) => [id, name]))
  return {
    country: map(found.country),
    business: map(found.business),
    subManagement: map(found.subManagement),
    department: map(found.department),
    heading: map(found.heading),
    chief: new Map(found.department.map(([id, , , , chief]) => [id, chief as string | null])),
    parent: {
      business: new Map(found.business.map(([id, , country]) => [id, country as number])),
      department: new Map(
        found.department.map(([id, , business, sub]) => [id, { business: business as number, subManagement: sub as number | null }]),
      ),
    },
    image: new Map(found.business.map(([id, , , image]) => [id, image as string | null])),
  }
}
