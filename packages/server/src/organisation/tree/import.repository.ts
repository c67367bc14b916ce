import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Country = { id: number; name: string; iso: string; currency: string; inCharge: number | null; active: boolean }
export type Business = { id: number; above: number; name: string; code: string | null; currency: string; active: boolean }
export type SubManagement = { id: number; above: number; name: string; inCharge: number | null; active: boolean }
export type Department = { id: number; above: number; name: string; subId: number | null; inCharge: number | null; active: boolean }
export type Person = { id: number; name: string; username: string; email: string; active: boolean }

/** The organisation in the caller's scope, and everybody. `above`: the country of a business, the business of the others. */
export const everything = async (db: Db, caller: Caller) => ({
  countries: await rows(db, sql<Country>`select id, name, iso, currency, manager_id as "inCharge", active from country`),
  businesses: await rows(
    db,
    sql<Business>`select b.id, b.country_id as above, b.name, b.code, b.currency, b.active from business b where ${businessScope(caller, sql`b.id`)}`,
  ),
  subManagements: await rows(
    db,
    sql<SubManagement>`select s.id, s.business_id as above, s.name, s.manager_id as "inCharge", s.active from sub_management s
      where ${businessScope(caller, sql`s.business_id`)}`,
  ),
  departments: await rows(
    db,
    sql<Department>`select d.id, d.business_id as above, d.name, d.sub_management_id as "subId", d.chief_id as "inCharge", d.active from department d
      where ${businessScope(caller, sql`d.business_id`)}`,
  ),
  people: await rows(db, sql<Person>`select id, name, username, email, active from app_user`),
})
export type Everything = Awaited<ReturnType<typeof everything>>
