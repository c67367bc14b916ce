import { ROLE } from '@cuadre/api/roles'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'
import { rowsByPeriod } from '../../../platform/database/kept.ts'
import type { Caller } from '../../../platform/http/context.ts'
import type * as item from '../item.ts'
import { isStoredFor, type PeriodRow } from './periods.ts'

/** The condition on items is in the statement itself and asks no table that may change: whose businesses they are, and no tree of headings. */
const isFixed = (caller: Caller, { rubroId, estructura }: item.Place) =>
  isStoredFor(caller) &&
  (caller.roleId === ROLE.administrador || (caller.roleId !== ROLE.jefatura && caller.businesses !== undefined)) &&
  (caller.countryId == null || caller.businessId != null) &&
  rubroId === undefined &&
  estructura !== 'actual'

/**
 * Rows by period of a statement over items that depends on nothing but the items of the period. Those of a closed period are kept; of a past moment
 * they are those of now.
 */
export async function rowsOf<R extends { period: number }>(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  { periods, ask: asked }: { periods: readonly PeriodRow[]; ask: (view: item.View, ids: readonly number[]) => RawBuilder<R> },
): Promise<R[]> {
  const fixed = isFixed(caller, place)
  const ask = (of: readonly number[]) => asked({ ...view, asOf: undefined }, of)
  return rowsByPeriod(
    db,
    periods.map(({ id, stored, version }) => ({ id, version: fixed && stored ? version : null })),
    { ask, ...(view.asOf && { live: (of: readonly number[]) => asked(view, of) }) },
  )
}
