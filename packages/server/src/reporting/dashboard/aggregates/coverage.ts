import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { accountScope } from '../../../platform/access/scope.ts'
import { periodStatus } from '../../../platform/database/codes.ts'
import { type Db, rows } from '../../../platform/database/index.ts'
import { all } from '../../../platform/database/list.ts'
import type { Caller } from '../../../platform/http/context.ts'
import * as item from '../item.ts'
import { n } from './figures.ts'
import { allLive, ids, inLive, inStoredBalances, liveOf, ofBalances, type PeriodRow, storedOf } from './periods.ts'

/** K1: accounts with a balance, and those of them with an analyst; in a closed period those that were analysed in it. */
const assigned = sql`(c.analyst_id is not null)`
type Moment = Pick<item.View, 'asOf'>
const analysed = (view: Moment) =>
  sql`((select x.id from ${item.analysesOf(view, 'x')} where x.period_id = b.period_id and x.account_id = b.account_id) is not null)`
export const covered = (view: Moment) => sql`(case when p.status_id = ${periodStatus.cerrado} then ${analysed(view)} else ${assigned} end)`
/**
 * Of a closed period the accounts (alias `c`) are in the department that their analysis was in, as its other figures are; what was not analysed is
 * where it is today. Of one that is not closed all are where they are today (decision 086).
 */
export const coverage = (view: Moment, closed: boolean) =>
  sql`${item.balancesOf(view, 'b')} join ${closed ? accountsThen(view, sql`b.period_id`, sql`k.id = b.account_id`) : sql`${item.accountsOf(view, 'c')} on c.id = b.account_id`}
    join business n on n.id = c.business_id join ${item.periodsOf(view, 'p')} on p.id = b.period_id`
/** Accounts (alias `c`) with the department of their analysis in a period. `on`: what joins them (alias `k`) to what stands before. A lateral without tables of its own is no join. */
export const accountsThen = (view: Moment, period: item.Fragment, on?: item.Fragment) =>
  sql`${item.accountsOf(view, 'k')} ${on ? sql`on ${on}` : sql``} left join ${item.analysesOf(view, 'y')} on y.account_id = k.id and y.period_id = ${period}
    cross join lateral (select k.id, k.business_id, k.code, k.name, k.search, k.currency, k.analyst_id, k.active,
      case when y.id is null then k.department_id else y.department_id end as department_id) c`
export const counted = (view: Moment) => sql`(b.amount <> 0 and (c.active or ${analysed(view)}))`
/** For periods that are all closed, or all not, so that the plan contains only the needed part. */
export const coverageOf = (
  view: Moment,
  periodIds: readonly number[],
  closed: boolean,
  where: item.Fragment,
) => sql`select b.period_id, n.country_id, c.business_id, c.department_id, c.currency, count(*)::int as required, ${n(closed ? analysed(view) : assigned)} as assigned
  from ${coverage(view, closed)} where b.period_id = any(${periodIds}::int[]) and ${counted(view)} and ${where} group by 1, 2, 3, 4, 5`
/**
 * The sub-management of a department: of a closed period the one that its analyses were in, else that of today. `closed`: a condition on the period.
 */
export const subManagementOf = (department: item.Fragment, period: item.Fragment, closed: item.Fragment) =>
  sql`(select o.id from ((select x.sub_management_id as id, 1 as place from analysis x where ${closed} and x.period_id = ${period} and x.department_id = ${department} limit 1)
    union all select d.sub_management_id, 2 from department d where d.id = ${department}) o order by o.place limit 1)`
/** Which of these periods are closed, as a condition on one of them. */
export const amongClosed = (period: item.Fragment, periods: readonly PeriodRow[]) =>
  sql`${period} = any(${ids(periods.filter(({ status }) => status === PERIOD_STATUS.cerrado))}::int[])`
type Where = { country: item.Fragment; period: item.Fragment; closed: item.Fragment }
/** Condition on accounts (alias `c`) in a period. */
export const placedAccount = (caller: Caller, q: item.Place, { country, period, closed }: Where) =>
  all(
    accountScope(caller),
    q.paisId !== undefined && sql`${country} = ${q.paisId}`,
    q.negocioId !== undefined && sql`c.business_id = ${q.negocioId}`,
    q.moneda !== undefined && sql`c.currency = ${q.moneda}`,
    q.departamentoId !== undefined && item.isOf(sql`c.department_id`, q.departamentoId),
    q.subgerenciaId !== undefined && item.isOf(subManagementOf(sql`c.department_id`, period, closed), q.subgerenciaId),
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
  const isAnswerable = caller.roleId !== ROLE.analista
  const sources = ofBalances(periods)
  const stored = isAnswerable ? storedOf(sources) : []
  const live = isAnswerable ? liveOf(sources) : allLive(periods)
  const parts: RawBuilder<unknown>[] = []
  if (stored.length > 0)
    parts.push(sql`select c.period_id, c.country_id, c.business_id, c.department_id, c.currency, c.required, c.assigned from period_coverage c
      where ${inStoredBalances({ period: sql`c.period_id`, business: sql`c.business_id` }, stored)} and ${placedAccount(caller, place, { country: sql`c.country_id`, period: sql`c.period_id`, closed: amongClosed(sql`c.period_id`, periods) })}`)
  for (const [closed, of] of Map.groupBy(live, ({ status }) => status === PERIOD_STATUS.cerrado)) {
    const where = all(
      inLive({ period: sql`b.period_id`, business: sql`c.business_id` }, of),
      placedAccount(caller, place, { country: sql`n.country_id`, period: sql`b.period_id`, closed: sql`${closed}::boolean` }),
    )
    parts.push(sql`(${coverageOf(place, ids(of), closed, where)})`)
  }
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
