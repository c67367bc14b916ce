import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { businessScope, departmentScope, subManagementScope } from '../../platform/access/scope.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { lockNames } from '../country/country.repository.ts'

/** `granted`: the caller may have businesses made in it. */
export type Country = {
  id: number
  name: string
  iso: string
  currency: string
  inCharge: number | null
  active: boolean
  granted: boolean
}
/** `above`: the country of a business, the business of the others. `mine`: in the caller's scope. */
type Below = { id: number; above: number; name: string; active: boolean; mine: boolean }
/** `used`: it has accounts, whose balances are in its currency. */
export type Business = Below & { code: string | null; currency: string; used: boolean }
export type SubManagement = Below & { inCharge: number | null }
export type Department = Below & { subId: number | null; inCharge: number | null }
export type Person = { id: number; name: string; username: string; email: string; chief: boolean }

/** The whole organisation, and everybody who is active. */
export const everything = async (db: Db, caller: Caller) => ({
  countries: await rows(
    db,
    sql<Country>`select c.id, c.name, c.iso, c.currency, c.manager_id as "inCharge", c.active,
      (c.active and (${caller.roleId === ROLE.administrador} or exists (
        select from user_scope s where s.user_id = ${caller.userId} and s.country_id = c.id and s.business_id is null))) as granted
      from country c order by c.id`,
  ),
  businesses: await rows(
    db,
    sql<Business>`select b.id, b.country_id as above, b.name, b.code, b.currency, b.active, ${businessScope(caller, sql`b.id`)} as mine,
      exists (select from account a where a.business_id = b.id) as used from business b order by b.id`,
  ),
  subManagements: await rows(
    db,
    sql<SubManagement>`select s.id, s.business_id as above, s.name, s.manager_id as "inCharge", s.active, ${subManagementScope(caller)} as mine
      from sub_management s order by s.id`,
  ),
  departments: await rows(
    db,
    sql<Department>`select d.id, d.business_id as above, d.name, d.sub_management_id as "subId", d.chief_id as "inCharge", d.active,
      coalesce(${departmentScope(caller)}, false) as mine from department d order by d.id`,
  ),
  people: await rows(
    db,
    sql<Person>`select u.id, u.name, u.username, u.email,
      exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.jefatura}) as chief from app_user u where u.active and not exists (select from service_account v where v.user_id = u.id)`,
  ),
})
export type Everything = Awaited<ReturnType<typeof everything>>

/** Holds all that single changes hold, in their order, so that what is read next stays until the commit. */
export async function hold(tx: Db) {
  for (const table of ['department', 'sub_management', 'business'])
    await sql`select from ${sql.table(table)} order by id for no key update`.execute(tx)
  await lockNames(tx)
  await sql`select from country order by id for no key update`.execute(tx)
}

/** Who is put in charge stays what they are until the commit. @returns whether they still are */
export async function holdPeople(tx: Db, inCharge: readonly number[], chiefs: readonly number[]) {
  const held = await rows(
    tx,
    sql<{ id: number; chief: boolean }>`select u.id, exists (
      select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.jefatura}) as chief
    from app_user u where u.id = any(${[...inCharge, ...chiefs]}::int[]) and u.active order by u.id for share of u`,
  )
  const isHeld = (id: number) => held.some((one) => one.id === id)
  return inCharge.every(isHeld) && chiefs.every((id) => held.some((one) => one.id === id && one.chief))
}

/** Numbers of rows that are to be inserted. */
export const reserve = async (tx: Db, table: string, count: number) =>
  (
    await rows(
      tx,
      sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`,
    )
  ).map(({ id }) => id)
