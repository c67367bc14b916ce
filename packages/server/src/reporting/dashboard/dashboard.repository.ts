import type { Analysis } from '@cuadre/api/analysis'
import { type RawBuilder, sql } from 'kysely'
import { accountScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { columnsAt, names } from '../../workflow/analysis/analysis.repository.ts'
import * as item from './item.ts'

export const count = (what: RawBuilder<unknown>) => sql`count(*) filter (where ${what})::int`

/** Items of a period that meet a condition, in an order that needs no names: names are joined only for those shown. */
export const some = (
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  periodId: number,
  { what, by, limit }: { what: RawBuilder<unknown>; by: RawBuilder<unknown>; limit: number },
) =>
  rows(
    db,
    sql<Analysis>`with shown as materialized (
        select a.id, row_number() over (order by ${by}, a.id) as place from
        ${item.itemsWhere(view, sql`a.period_id = ${periodId} and ${item.placeCondition(caller, place, item.isGroup)} and ${what}`)} order by ${by}, a.id limit ${limit})
      select ${columnsAt(view.asOf ? { late: item.measures(view).late, table: item.analysesOf(view, 'x') } : undefined)} from shown join ${item.relation(view)} on a.id = shown.id ${names}
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

/** Active accounts with a balance and no analyst: `/account?statusId=1&filterByPeriod=…`. */
export const unassigned = async (
  db: Db,
  caller: Caller,
  { paisId, negocioId, departamentoId, subgerenciaId, asOf }: item.Place,
  periodId: number,
) =>
  (
    await row(
      db,
      sql<{
        n: number
      }>`select count(*)::int as n from ${item.accountsOf({ asOf }, 'c')} where c.active and c.analyst_id is null and ${accountScope(caller)}
        and ${paisId === undefined ? sql`true` : sql`c.business_id in (select id from business where country_id = ${paisId})`}
        and ${negocioId === undefined ? sql`true` : sql`c.business_id = ${negocioId}`}
        and ${departamentoId === undefined ? sql`true` : sql`c.department_id = ${departamentoId}`}
        and ${subgerenciaId === undefined ? sql`true` : sql`c.department_id in (select id from department where sub_management_id = ${subgerenciaId})`}
        and exists (select from ${item.balancesOf({ asOf }, 'b')} where b.account_id = c.id and b.period_id = ${periodId})`,
    )
  )?.n ?? 0
