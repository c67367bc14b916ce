import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { accountScope, analysisScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { inbox, states } from '../../workflow/analysis/measures.ts'
import * as item from '../dashboard/item.ts'

/** Accounts that are looked at for each analyst and department: more than one suggestion can take. */
const AMONG = 200

export type OpenWork = { id: number; name: string; due: string | null; open: number; seen: number }
/** Of everybody with an analysis in what is asked for: what they have to prepare of the period, by the local day on which it is due. */
export function openWork(db: Db, caller: Caller, view: item.View, place: item.Place, periodId: number) {
  const { day } = item.measures(view)
  const toPrepare = inbox(null).por_preparar!
  const here = item.placeCondition(caller, place, item.isGroup)
  return rows<OpenWork>(
    db,
    // One pass, and the day of the few deadlines that there are.
    sql`with work as materialized (select a.analyst_id as id, a.due_analyst, count(*) filter (where ${toPrepare})::int as open,
          count(*) filter (where ${toPrepare} and ${here})::int as seen, bool_or(${here}) as here
        from ${item.itemsWhere(view, sql`a.period_id = ${periodId}`)} group by 1, 2)
      select u.id, u.name, ${day(sql`a.due_analyst`)}::text as due, sum(a.open)::int as open, sum(a.seen)::int as seen
      from work a join app_user u on u.id = a.id where a.id in (select id from work where here) group by 1, 2, 3 order by u.id, 3`,
  )
}

type Able = { id: number; able: boolean; departments: number[]; businesses: number[]; covers: number[] | null }
/**
 * Who may be given accounts: whoever approves somewhere may not, because nobody decides on what they prepared; nor whoever is away before `until`.
 * With what they analyse, and the businesses that they are limited to.
 */
export const able = (db: Db, analysts: readonly number[], today: string, until: string) =>
  rows<Able>(
    db,
    // Their accounts are read once for all of them.
    sql`with held as (select distinct c.analyst_id, c.department_id, c.business_id from account c where c.active and c.analyst_id = any(${analysts}::int[]))
      select u.id, u.active and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.analista})
        and not exists (select from user_role r where r.user_id = u.id and r.role_id in (${ROLE.jefatura}, ${ROLE.control}))
        and not exists (select from department d where d.chief_id = u.id)
        and not exists (select from absence x where x.user_id = u.id and x.from_day <= ${until}::date and x.to_day >= ${today}::date) as able,
      coalesce(h.departments, '{}') as departments, coalesce(h.businesses, '{}') as businesses,
      case when exists (select from user_scope s where s.user_id = u.id) then array(select b.id from business b join user_scope s on s.country_id = b.country_id
        and (s.business_id is null or s.business_id = b.id) where s.user_id = u.id order by 1) end as covers
      from app_user u left join (select analyst_id, array_agg(distinct department_id order by department_id) filter (where department_id is not null) as departments,
          array_agg(distinct business_id order by business_id) as businesses from held group by 1) h on h.analyst_id = u.id
      where u.id = any(${analysts}::int[]) order by u.id`,
  )

type Waiting = { account: number; analyst: number; department: number | null; business: number; due: string }
/** Accounts of these analysts that a transfer would take as they are: not sent nor ever decided on, and in no group. */
export function movable(db: Db, caller: Caller, view: item.View, place: item.Place, periodId: number, analysts: readonly number[]) {
  const { day } = item.measures(view)
  return rows<Waiting>(
    db,
    // As `is true` the scope is a list that is asked for once; joined, it was asked for once for every row.
    sql`select w.account, w.analyst, w.department, w.business, ${day(sql`w.due_analyst`)}::text as due from (
      select c.id as account, a.analyst_id as analyst, c.department_id as department, c.business_id as business, a.due_analyst,
        row_number() over (partition by a.analyst_id, c.department_id order by a.due_analyst, c.id) as place
      from analysis a join account c on c.id = a.account_id and c.active and c.analyst_id = a.analyst_id
      where a.period_id = ${periodId} and a.analyst_id = any(${analysts}::int[]) and ${states.open} and a.first_submitted_at is null and a.next_analyst_id is null
        and a.rejections_jefatura + a.rejections_control + a.reopenings = 0 and ${analysisScope(caller)} and ${accountScope(caller)} is true
        and ${item.placeCondition(caller, place, sql`false`)}
        and c.id <> all(array(select o.account_id from analysis o join period p on p.id = o.period_id where o.group_id is not null and p.status_id <> ${periodStatus.cerrado}))) w
      where w.place <= ${AMONG} order by w.account`,
  )
}
