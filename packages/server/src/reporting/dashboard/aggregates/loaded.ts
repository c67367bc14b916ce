import { sql } from 'kysely'
import { type Db, rows } from '../../../platform/database/index.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'
import { placedAccount } from './coverage.ts'
import type { PeriodRow } from './periods.ts'

/** Of a business and department: accounts whose balance is expected in a period, and those that have one. */
export type Loaded = { business: number; department: number | null; subManagement: number | null; expected: number; loaded: number }

/** A balance is expected of every active account that had one other than zero in the period before; what came besides is expected too. One statement. */
export async function loadedBalances(
  db: Db,
  caller: Caller,
  place: item.Place,
  all: readonly PeriodRow[],
  period: PeriodRow | undefined,
): Promise<Loaded[]> {
  if (!period) return []
  const before = all.findLast(({ name }) => name < period.name)
  return rows(
    db,
    sql<Loaded>`select g.business, g.department, d.sub_management_id as "subManagement", g.expected, g.loaded
      from (select c.business_id as business, c.department_id as department, count(*)::int as expected, count(t.account_id)::int as loaded
      from ${item.accountsOf(place, 'c')} join business n on n.id = c.business_id
      left join ${item.balancesOf(place, 't')} on t.account_id = c.id and t.period_id = ${period.id}
      left join ${item.balancesOf(place, 'o')} on o.account_id = c.id and o.period_id = ${before?.id ?? 0} and o.amount <> 0
      where (t.account_id is not null or (o.account_id is not null and c.active)) and ${placedAccount(caller, place, sql`n.country_id`)} group by 1, 2) g
      left join department d on d.id = g.department`,
  )
}
