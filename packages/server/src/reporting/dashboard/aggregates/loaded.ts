import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../../platform/database/index.ts'
import { all } from '../../../platform/database/list.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'
import { accountsThen, placedAccount, subManagementOf } from './coverage.ts'
import { allLive, inLive, inStoredBalances, liveOf, ofBalances, type PeriodRow, storedOf } from './periods.ts'

/** Of a business and department: accounts whose balance is expected in a period, and those that have one. */
export type Loaded = { business: number; department: number | null; subManagement: number | null; expected: number; loaded: number }

/** A balance is expected of every active account that had one other than zero in the period before; what came besides is expected too. */
export const loadedOf = (view: Pick<item.View, 'asOf'>, { id: periodId, closed }: { id: number; closed: boolean }, where: item.Fragment) =>
  sql`select ${periodId}::int as period_id, n.country_id, c.business_id, c.department_id, c.currency, count(*)::int as expected, count(t.account_id)::int as loaded
    from ${closed ? accountsThen(view, sql`${periodId}::int`) : item.accountsOf(view, 'c')} join business n on n.id = c.business_id
    left join ${item.balancesOf(view, 't')} on t.account_id = c.id and t.period_id = ${periodId}
    left join ${item.balancesOf(view, 'o')} on o.account_id = c.id and o.amount <> 0
      and o.period_id = (select x.id from period x where x.name < (select name from period where id = ${periodId}) order by x.name desc limit 1)
    where (t.account_id is not null or (o.account_id is not null and c.active)) and ${where} group by 2, 3, 4, 5`

/** One statement. */
export async function loadedBalances(db: Db, caller: Caller, place: item.Place, period: PeriodRow | undefined): Promise<Loaded[]> {
  if (!period) return []
  const isClosed = period.status === PERIOD_STATUS.cerrado
  const closed = sql`${isClosed}::boolean`
  const isAnswerable = caller.roleId !== ROLE.analista
  const sources = ofBalances([period])
  const stored = isAnswerable ? storedOf(sources) : []
  const live = isAnswerable ? liveOf(sources) : allLive([period])
  const parts: RawBuilder<unknown>[] = []
  if (stored.length > 0)
    parts.push(sql`select c.period_id, c.country_id, c.business_id, c.department_id, c.currency, c.expected, c.loaded from period_loaded c
      where ${inStoredBalances({ period: sql`c.period_id`, business: sql`c.business_id` }, stored)} and ${placedAccount(caller, place, { country: sql`c.country_id`, period: sql`c.period_id`, closed })}`)
  if (live.length > 0) {
    const where = all(
      inLive({ period: sql`${period.id}::int`, business: sql`c.business_id` }, live),
      placedAccount(caller, place, { country: sql`n.country_id`, period: sql`${period.id}::int`, closed }),
    )
    parts.push(sql`(${loadedOf(place, { id: period.id, closed: isClosed }, where)})`)
  }
  return rows(
    db,
    sql<Loaded>`select g.business_id as business, g.department_id as department, ${subManagementOf(sql`g.department_id`, sql`${period.id}::int`, closed)} as "subManagement", g.expected, g.loaded
      from (select t.business_id, t.department_id, sum(t.expected)::int as expected, sum(t.loaded)::int as loaded
        from (${sql.join(parts, sql` union all `)}) t group by 1, 2) g`,
  )
}
