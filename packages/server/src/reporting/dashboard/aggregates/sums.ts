import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../../platform/database/index.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'
import { AMOUNTS, type Amount, type By, type Count, DAYS, figures, isDays, isStored, LIVE, SUMMED, type Sums } from './figures.ts'
import { allLive, inLive, inStored, isStoredFor, liveOf, type Nearby, nearby, type PeriodRow, storedAt, storedOf } from './periods.ts'

/** The keys of `period_total`. */
const TOTAL_KEYS: readonly By[] = ['country', 'business', 'currency']
/** The query does not go below businesses. */
const isAboveBusinesses = ({ roleId }: Caller, { subgerenciaId, departamentoId, riesgo, tipo }: item.Place) =>
  roleId !== ROLE.jefatura && [subgerenciaId, departamentoId, riesgo, tipo].every((asked) => asked === undefined)

type Asked<W> = {
  by?: readonly By[]
  periods: readonly PeriodRow[]
  want: readonly W[]
  /** Of these accounts only. */
  accounts?: readonly number[] | undefined
}
/** Sums of the given periods, by currency and the requested keys. One statement. */
export async function sums<W extends Count | Amount>(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  asked: Asked<W>,
): Promise<Sums<W>[]> {
  return asked.periods.length === 0 ? [] : rows<Sums<W>>(db, sql`${sumsOf(caller, view, place, asked)}`)
}
/** The same as part of a statement, of at least one period. */
export function sumsOf<W extends Count | Amount>(
  caller: Caller,
  view: item.View,
  place: item.Place,
  { by = [], periods, want, accounts }: Asked<W>,
): item.Fragment {
  const dims = [...new Set<By>(['currency', ...by])]
  const isAnswerable = !item.asksHeading(place) && accounts === undefined && dims.every(isStored) && isStoredFor(caller)
  const stored = isAnswerable ? storedOf(periods) : []
  const past = isAnswerable ? nearby(periods) : []
  const live = isAnswerable ? liveOf(periods) : allLive(periods)
  const columns = { period: sql`a.period_id`, business: sql`a.business_id` }
  const names = [...new Set(want)]
  const keysOf = (of: Partial<Record<By, item.Fragment>>) => Object.fromEntries(dims.map((dim) => [dim, of[dim]!]))
  const parts: RawBuilder<unknown>[] = []
  if (stored.length > 0) {
    const table = dims.every((dim) => TOTAL_KEYS.includes(dim)) && isAboveBusinesses(caller, place) ? sql`period_total` : sql`period_sum`
    const keys = keysOf(SUMMED)
    parts.push(sql`select a.period_id as period, ${list(keys)}, ${list(addedUp(names))} from ${table} a
      where ${inStored(columns, stored)} and ${item.placeCondition(caller, place, sql`a.grouped`)} group by ${ordinals(Object.keys(keys).length + 1)}`)
  }
  for (const each of past) {
    const of = {
      stored: { by: keysOf(SUMMED), where: item.placeCondition(caller, place, sql`a.grouped`) },
      changed: { by: keysOf(LIVE), where: item.placeCondition(caller, place, item.isGroup) },
    }
    parts.push(sumsNear(view, each, of, names))
  }
  if (live.length > 0) {
    const among = accounts ? sql`and a.account_id = any(${accounts}::int[])` : sql``
    const where = sql`${inLive(columns, live)} and ${item.placeCondition(caller, place, item.isGroup)} ${among}`
    parts.push(sumItems(view, item.itemsWhere(view, where), keysOf(LIVE), names))
  }
  return sql.join(parts, sql` union all `)
}
type Keyed = { by: Record<string, item.Fragment>; where: item.Fragment }
/** Stored sums of a moment, without what counts otherwise at asOf as it was then, and with it as it was at asOf. */
function sumsNear(
  { zone, asOf }: item.View,
  { period, moment }: Nearby,
  { stored, changed }: { stored: Keyed; changed: Keyed },
  names: readonly (Count | Amount)[],
): item.Fragment {
  // Of what no item is left there is no row.
  const summed: (Count | Amount)[] = [...new Set<Count | Amount>([...names, 'items'])]
  const at = (of: string) =>
    sumItems({ zone, asOf: of }, item.itemsBetween(of, { period, moment, other: asOf! }, changed.where), changed.by, summed)
  const keys = refs(Object.keys(stored.by))
  const less = Object.fromEntries(summed.map((name) => [name, sql`-${sql.ref(`a.${name}`)}`]))
  return sql`select a.period, ${list(keys)}, ${list(addedUp(names))}
    from (select a.period_id as period, ${list(stored.by)}, ${list(refs(summed))} from period_sums_at v cross join unnest(v.sums) a
        where ${storedAt({ period, moment })} and ${stored.where}
      union all select a.period, ${list(keys)}, ${list(less)} from (${at(moment)}) a union all (${at(asOf!)})) a
    group by ${ordinals(Object.keys(stored.by).length + 1)} having sum(a.items) <> 0`
}
/** Items (`itemsWhere`) summed by period and keys. */
export function sumItems(
  view: item.View,
  items: item.Fragment,
  by: Record<string, item.Fragment>,
  names: readonly (Count | Amount)[],
): item.Fragment {
  const made = figures(item.measures(view))
  const group = ordinals(Object.keys(by).length + 1)
  const plain = Object.fromEntries(names.flatMap((name) => (isDays(name) ? [] : [[name, made[name]]])))
  if (!names.some(isDays)) return sql`select a.period_id as period, ${list(by)}, ${list(plain)} from ${items} group by ${group}`
  const { from, cycle } = item.aggregatedByDay(
    view,
    items,
    by,
    plain,
    names.flatMap((name) => (isDays(name) ? [DAYS[name]] : [])),
  )
  const added = names.map((name): [string, item.Fragment] => {
    const what = isDays(name) ? sql`coalesce(sum(a.n * ${cycle[DAYS[name]]}), 0)` : sql`sum(${sql.ref(`a.${name}`)})`
    return [name, sql`${what}${asInt(name)}`]
  })
  return sql`select a.period_id as period, ${list(refs(Object.keys(by)))}, ${list(Object.fromEntries(added))} from ${from} group by ${group}`
}
/** Expressions by the name of their column. */
const list = (of: Record<string, item.Fragment>) => sql.join(Object.entries(of).map(([name, what]) => sql`${what} as ${sql.ref(name)}`))
/** Of a subquery with the alias `a`. */
const refs = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sql.ref(`a.${name}`)]))
const addedUp = (names: readonly (Count | Amount)[]) =>
  Object.fromEntries(names.map((name) => [name, sql`sum(${sql.ref(`a.${name}`)})${asInt(name)}`]))
const asInt = (name: Count | Amount) => ((AMOUNTS as readonly string[]).includes(name) ? sql`` : sql`::int`)
const ordinals = (count: number) => sql.raw(Array.from({ length: count }, (_, i) => i + 1).join(', '))
