import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { moment } from '../../platform/database/moment.ts'

/** People for whom analyses are due at the same moment, and the zone in which they read it (null for that of the product). */
export type Concerned = { due: string; zone: string | null; people: number[] }
/** A business; `country` where its country has a calendar of its own. */
export type Place = { businessId: number; due: string; zone: string | null; country: string | null }

/** `places` are people beside the businesses in which they work. What is due is what is due first in those. */
const byDue = (db: Db, periodId: number, places: RawBuilder<unknown>) =>
  rows(
    db,
    sql<Concerned>`with place (person, business_id) as (${places}),
      first as (select distinct on (l.person) l.person, coalesce(d.due_analyst, p.due_analyst) as due, c.zone
        from place l join period p on p.id = ${periodId} left join period_due d on d.period_id = p.id and d.business_id = l.business_id
        left join business b on b.id = l.business_id left join calendar c on c.country_id = b.country_id
        where l.person is not null order by l.person, due, b.id)
      select ${moment(sql`f.due`)} as due, f.zone, array_agg(f.person order by f.person) as people from first f group by f.due, f.zone order by f.due, f.zone`,
  )

/** Who will work on a period that has no analyses yet. */
export const futureConcerned = (db: Db, periodId: number) =>
  byDue(
    db,
    periodId,
    sql`select analyst_id, business_id from account where active and analyst_id is not null
      union select chief_id, business_id from department where active and chief_id is not null
      union select s.user_id, b.id from user_scope s join user_role r on r.user_id = s.user_id and r.role_id = ${ROLE.control}
        left join business b on b.active and b.country_id = s.country_id and (s.business_id is null or s.business_id = b.id)`,
  )

/** Of analyses the analysts, the heads of their departments, control and management of their businesses. */
const peopleOf = (which: RawBuilder<unknown>) =>
  sql`with part as (select distinct analyst_id, department_id, business_id, country_id from analysis where ${which})
    select analyst_id, business_id from part
    union select d.chief_id, p.business_id from part p join department d on d.id = p.department_id
    union select s.user_id, p.business_id from part p join user_scope s on s.country_id = p.country_id and (s.business_id is null or s.business_id = p.business_id)
      join user_role r on r.user_id = s.user_id where r.role_id in (${ROLE.control}, ${ROLE.gerencia})`

/** Whom a period concerns: its analysts, the heads of their departments, control and management of its businesses. */
export async function concerned(db: Db, periodId: number): Promise<Concerned[]> {
  const found = await byDue(db, periodId, peopleOf(sql`period_id = ${periodId}`))
  return found.length > 0 ? found : futureConcerned(db, periodId)
}

/** Whom the analyses concern whose deadlines moved. */
export const movedConcerned = (db: Db, periodId: number, analyses: readonly number[]) =>
  byDue(db, periodId, peopleOf(sql`id = any(${analyses}::int[])`))

/** Businesses of a period, or where it has no analyses yet all that work, with what is due first in each and the zone in which that is read. */
export const places = (db: Db, periodId: number, analyses?: readonly number[]) =>
  rows(
    db,
    sql<Place>`with part as (select distinct business_id from analysis where period_id = ${periodId}
        and (${analyses === undefined} or id = any(${[...(analyses ?? [])]}::int[])))
      select b.id as "businessId", ${moment(sql`coalesce(d.due_analyst, p.due_analyst)`)} as due, c.zone,
        case when c.country_id is not null then k.name end as country
      from business b join country k on k.id = b.country_id join period p on p.id = ${periodId} left join period_due d on d.period_id = p.id and d.business_id = b.id
        left join calendar c on c.country_id = b.country_id
      where b.id in (select business_id from part) or (b.active and not exists (select from part)) order by b.id`,
  )
