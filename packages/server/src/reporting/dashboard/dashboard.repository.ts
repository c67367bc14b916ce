import type { Analysis } from '@cuadre/api/analysis'
import type { Item } from '@cuadre/api/item'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { columnsAt, names } from '../../workflow/analysis/analysis.repository.ts'
import * as item from './item.ts'

export const count = (what: RawBuilder<unknown>) => sql`count(*) filter (where ${what})::int`

/** Items of a period that meet a condition, in an order that needs no names: names are joined only for those shown. */
export const some = <More extends object = object>(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  periodId: number,
  { what, by, limit, extra }: { what: RawBuilder<unknown>; by: RawBuilder<unknown>; limit: number; extra?: RawBuilder<unknown> },
) =>
  rows(
    db,
    // Only ids are sorted: whole rows are wide.
    sql<Analysis & Pick<Item, 'GRUPO' | 'PESO'> & More>`with shown as materialized (
        select id, place from unnest(array(select a.id from
        ${item.itemsWhere(view, sql`a.period_id = ${periodId} and ${item.placeCondition(caller, place, item.isGroup)} and ${what}`)} order by ${by}, a.id limit ${limit}))
        with ordinality as w(id, place))
      select ${columnsAt(view.asOf ? { late: item.measures(view).late, table: item.analysesOf(view, 'x'), movements: item.movementsOf(view, 'e') } : undefined)}, ${item.ofGroup}${extra ? sql`, ${extra}` : sql``} from shown join ${view.asOf ? sql`items_of(${periodId}, array(select id from shown), ${view.asOf}::timestamptz) a` : item.relation(view)} on a.id = shown.id ${names}
      where a.period_id = ${periodId} and a.id = any(array(select id from shown)) order by shown.place`,
  )

/** Counts of a period grouped by columns of the items and their names. */
export const grouped = <R>(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  periodId: number,
  { names: chosen, by, counts }: { names: RawBuilder<unknown>; by: RawBuilder<unknown>; counts: Record<string, RawBuilder<unknown>> },
) =>
  rows(
    db,
    sql<R>`select ${chosen}, count(*)::int as total, ${sql.join(Object.entries(counts).map(([name, what]) => sql`${what} as ${sql.ref(name)}`))}
      from ${item.itemsWhere(view, sql`a.period_id = ${periodId} and ${item.placeCondition(caller, place, item.isGroup)}`)} ${names} group by ${by} order by ${by}`,
  )
