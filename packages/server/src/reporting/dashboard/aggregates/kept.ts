import { ROLE } from '@cuadre/api/roles'
import type { RawBuilder } from 'kysely'
import { type Db, rows } from '../../../platform/database/index.ts'
import { keptRows } from '../../../platform/database/kept.ts'
import type { Caller } from '../../../platform/http/context.ts'
import type * as item from '../item.ts'
import { ids, isStoredFor, type PeriodRow } from './periods.ts'

/** The condition on items is in the statement itself and asks no table that may change: whose businesses they are, and no tree of headings. */
const isFixed = (caller: Caller, { rubroId }: item.Place) =>
  isStoredFor(caller) &&
  (caller.roleId === ROLE.administrador || (caller.roleId !== ROLE.jefatura && caller.businesses !== undefined)) &&
  (caller.countryId == null || caller.businessId != null) &&
  rubroId === undefined

/**
 * Rows by period of a statement over items that depends on nothing but the items of the period. A closed period cannot change, so its rows are kept in
 * this process under the statement and the version of its stored sums, which reopening it undoes; of a past moment they are those of now.
 */
export async function rowsOf<R extends { period: number }>(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  { periods, ask }: { periods: readonly PeriodRow[]; ask: (view: item.View, ids: readonly number[]) => RawBuilder<R> },
): Promise<R[]> {
  const now = { zone: view.zone }
  const kept = keptRows<R>(db)
  const closed = isFixed(caller, place) ? periods.filter(({ stored }) => stored) : []
  const keyOf = ({ id, version }: PeriodRow) => {
    const { sql, parameters } = ask(now, [id]).compile(db)
    return JSON.stringify([version, sql, parameters])
  }
  const keys = new Map(closed.map((period) => [period.id, keyOf(period)]))
  const live = periods.filter(({ id }) => !keys.has(id))
  const missing = closed.filter(({ id }) => !kept.get(keys.get(id)!))
  const query = async (of: item.View, which: readonly PeriodRow[]) => (which.length > 0 ? rows(db, ask(of, ids(which))) : [])
  const asked = view.asOf ? (await Promise.all([query(view, live), query(now, missing)])).flat() : await query(now, [...live, ...missing])
  const found = Map.groupBy(asked, ({ period }) => period)
  for (const { id } of missing) kept.keep(keys.get(id)!, found.get(id) ?? [])
  return periods.flatMap(({ id }) => found.get(id) ?? kept.get(keys.get(id) ?? '') ?? [])
}
