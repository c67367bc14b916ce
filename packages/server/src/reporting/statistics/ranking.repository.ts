import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type * as item from '../dashboard/item.ts'

/** Of a group in a set of months, by currency: counts, amounts, and of each share how much its mix of strata lets expect. */
export type Ranked = Record<'set' | 'id' | 'on_time' | (typeof ADDED)[number], number> &
  Record<'currency' | 'unexplained' | 'balance', string> &
  Record<'expected_on_time' | 'expected_done' | 'expected_first', number>

/** Parts and wholes of the shares that are compared among those alike in risk, materiality and frequency. */
const SHARES = {
  expected_on_time: { part: sql`k.on_time`, whole: sql`3 * k.items` },
  expected_done: { part: sql`k.done_at_close`, whole: sql`k.items` },
  expected_first: { part: sql`k.first_pass`, whole: sql`k.approved` },
}
/** What makes a stratum, beside each other in every statement that compares (rules §1.4). */
export const STRATA = ['risk', 'material', 'frequency'] as const
const strata = (alias: string) => sql.join(STRATA.map((name) => sql.ref(`${alias}.${name}`)))
const ADDED = [
  'items',
  'approved',
  'on_time_analyst',
  'on_time_jefatura',
  'on_time_control',
  'done_at_close',
  'first_pass',
  'whole',
  'whole_days',
] as const
const AMOUNTS = ['unexplained', 'balance'] as const

type Asked = {
  by: 'country' | 'business' | 'department'
  /** Months that are ranked together; one may be in several. */
  sets: readonly (readonly aggregates.PeriodRow[])[]
  /** The only groups that are compared; all of them where it is undefined. */
  among: readonly number[] | undefined
  /** A set is called by its only month instead of by its place. */
  named?: boolean
}
/** One statement. */
export const ranked = async (db: Db, caller: Caller, view: item.View, place: item.Place, asked: Asked): Promise<Ranked[]> =>
  rows(db, rankedOf(caller, view, place, asked))

/** Each month ranked by itself: `set` is its period. Closed months are kept (`rowsOf`). At most two statements. */
export async function rankedByMonth(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  { periods, ...asked }: Omit<Asked, 'sets'> & { periods: readonly aggregates.PeriodRow[] },
): Promise<Ranked[]> {
  const ask = (of: item.View, ids: readonly number[]) => {
    const sets = periods.filter(({ id }) => ids.includes(id)).map((period) => [period])
    return sql<
      Ranked & { period: number }
    >`select r.*, r.set as period from (${rankedOf(caller, of, place, { ...asked, sets, named: true })}) r`
  }
  return aggregates.rowsOf(db, caller, view, place, { periods, ask })
}

/** The strata are compared in the database: of hundreds of departments they are thousands of rows. */
function rankedOf(caller: Caller, view: item.View, place: item.Place, { by, sets, among, named }: Asked) {
  const periods = [...new Set(sets.flat())]
  const inSet = sets.flatMap((set, at) => set.map(({ id }) => ({ id, at: named ? id : at })))
  const id = sql.ref(`s.${by}`)
  const sums = aggregates.sumsOf(caller, view, place, {
    by: [by, ...STRATA],
    periods,
    want: [...ADDED, ...AMOUNTS],
  })
  const shares = Object.entries(SHARES)
  return sql<Ranked>`with s as (${sums}),
      k as materialized (select t.set, ${id} as id, s.currency, ${strata('s')}, s.on_time_analyst + s.on_time_jefatura + s.on_time_control as on_time,
          ${sql.join([...ADDED, ...AMOUNTS].map((name) => sql.ref(`s.${name}`)))}
        from s join unnest(${inSet.map(({ id }) => id)}::int[], ${inSet.map(({ at }) => at)}::int[]) as t(period, set) on t.period = s.period
        where ${id} is not null ${among ? sql`and ${id} = any(${among}::int[])` : sql``}),
      alike as (select k.set, ${strata('k')}, ${sql.join(
        shares.map(
          ([name, { part, whole }]) => sql`coalesce(sum(${part})::float8 / nullif(sum(${whole}), 0)::float8, 0) as ${sql.ref(name)}`,
        ),
      )} from k group by 1, 2, 3, 4)
      select k.set, k.id, k.currency, ${sql.join([
        ...['on_time', ...ADDED].map((name) => sql`sum(${sql.ref(`k.${name}`)})::int as ${sql.ref(name)}`),
        ...AMOUNTS.map((name) => sql`sum(${sql.ref(`k.${name}`)}) as ${sql.ref(name)}`),
        // As whole numbers, whose sum does not depend on the order of the rows: a figure is the same to its last digit whoever asks.
        ...shares.map(
          ([name, { whole }]) => sql`sum(round(${whole} * ${sql.ref(`l.${name}`)} * 1e11)::bigint)::float8 / 1e11 as ${sql.ref(name)}`,
        ),
      ])} from k join alike l on (l.set, ${strata('l')}) = (k.set, ${strata('k')}) group by 1, 2, 3 order by 1, 2, 3`
}
