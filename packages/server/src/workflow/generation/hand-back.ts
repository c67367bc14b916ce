import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'

/**
 * Approved analyses that are reopened go to whoever has their account now, where nobody is left to take them up: whose analyst is not active or no
 * analyst any more, and whose department is not active or without a head. A group goes as a whole, or stays with those it was of. Called in
 * the transaction that reopens them, which has locked them.
 * @returns of those that changed, who has them now
 */
export async function handBack(tx: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const moved = await rows(
    tx,
    sql<{ id: number; group_id: number | null; analyst_id: number }>`
      with held as (select a.id, a.group_id, a.analyst_id, a.next_analyst_id, a.department_id, coalesce(a.next_analyst_id, a.analyst_id) as holder,
          c.analyst_id as account_analyst, c.department_id as account_department from analysis a join account c on c.id = a.account_id where a.id = any(${ids}::int[])),
      able as (select u.id from app_user u join user_role r on r.user_id = u.id and r.role_id = ${ROLE.analista}
        where u.active and u.id in (select holder from held union select account_analyst from held)),
      headed as (select d.id from department d where d.active and d.chief_id is not null
        and d.id in (select department_id from held union select account_department from held)),
      wanted as (select h.*,
          case when h.holder not in (select id from able) and h.account_analyst in (select id from able) then h.account_analyst end as analyst,
          case when h.department_id is not null and h.department_id not in (select id from headed) and h.account_department in (select id from headed)
            then h.account_department end as department from held h),
      torn as (select group_id from wanted where group_id is not null group by group_id having count(distinct (coalesce(analyst, holder), coalesce(department, department_id))) > 1),
      going as (select w.id, w.group_id, coalesce(w.analyst, w.analyst_id) as analyst_id, case when w.analyst is null then w.next_analyst_id end as next_analyst_id,
          coalesce(w.department, w.department_id) as department_id from wanted w
        where (w.analyst is not null or w.department is not null) and (w.group_id is null or w.group_id not in (select group_id from torn)))
      update analysis a set analyst_id = g.analyst_id, next_analyst_id = g.next_analyst_id, department_id = g.department_id from going g where a.id = g.id
      returning a.id, g.group_id, g.analyst_id`,
  )
  const grouped = moved.filter(({ group_id }) => group_id !== null)
  if (grouped.length > 0)
    // Whoever moves an analysis takes it out of its group; here the group goes along.
    await sql`with back as (select * from unnest(${grouped.map(({ id }) => id)}::int[], ${grouped.map(({ group_id }) => group_id)}::int[], ${grouped.map((one) => one.analyst_id)}::int[])
          as g(id, group_id, analyst_id)),
        groups as (update analysis_group g set analyst_id = b.analyst_id from (select distinct group_id, analyst_id from back) b where g.id = b.group_id returning 1)
      update analysis a set group_id = b.group_id from back b where a.id = b.id and a.group_id is null`.execute(tx)
  return new Map(moved.map(({ id, analyst_id }) => [id, analyst_id]))
}
