import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { state } from '../database/codes.ts'
import type { Caller } from '../http/context.ts'

type Condition = RawBuilder<unknown>
const everything = sql`true`

/**
 * Condition for the businesses a caller may work with (decisions §5), narrowed by the country and business chosen at the top of the page.
 * `business` is a column.
 */
export function businessScope(caller: Caller, business: Condition): Condition {
  return sql`(${ofRole(caller, business)} and ${inChosenContext(caller, business)})`
}

function ofRole({ roleId, userId }: Caller, business: Condition): Condition {
  if (roleId === ROLE.administrador) return everything
  if (roleId === ROLE.analista) return sql`${business} in (select business_id from account where analyst_id = ${userId})`
  if (roleId === ROLE.jefatura) return sql`${business} in (select business_id from department where chief_id = ${userId})`
  return inGranted(userId, business)
}

/** The businesses granted to a user of role control, gerencia or auditor. */
export const grantedBusinesses = (user: Condition) =>
  sql`select b.id from business b join user_scope s on s.country_id = b.country_id and (s.business_id is null or s.business_id = b.id) where s.user_id = ${user}`
const inGranted = (userId: number, business: Condition) => sql`${business} in (${grantedBusinesses(sql`${userId}`)})`
/**
 * The same as they were at the call's beginning, as a list: an index that holds the business is then enough for a count, or for a page far down. Only of
 * accounts and analyses, since a call that makes a business answers with it.
 */
const inKnown = ({ userId, businesses }: Caller, business: Condition) =>
  businesses ? sql`${business} = any(${businesses}::int[])` : inGranted(userId, business)
/** A head's departments, as a list in any case: of a union (`v_analysis_count`) each part is found by its own index. */
const inHeaded = ({ userId, departments }: Caller, department: Condition) =>
  sql`${department} = any(coalesce(${departments ?? null}::int[], array(select id from department where chief_id = ${userId})))`

/** Condition for the countries that are a caller's as a whole, also where no business is in them yet. `country` is a column. */
export function wholeCountryScope({ roleId, userId, countryId, businessId }: Caller, country: Condition): Condition {
  if (businessId) return sql`false`
  const chosen = countryId ? sql`${country} = ${countryId}` : everything
  if (roleId === ROLE.administrador) return chosen
  if (roleId === ROLE.analista || roleId === ROLE.jefatura) return sql`false`
  return sql`(exists (select from user_scope s where s.user_id = ${userId} and s.country_id = ${country} and s.business_id is null) and ${chosen})`
}

function inChosenContext({ countryId, businessId }: Caller, business: Condition): Condition {
  if (businessId) return sql`${business} = ${businessId}`
  if (countryId) return sql`${business} in (select id from business where country_id = ${countryId})`
  return everything
}

/** Condition for the periods an auditor may see; all of them where none is granted by name (rules §2.8). `period` is a column. */
const auditedPeriods = (userId: number, period: Condition = sql`a.period_id`) =>
  sql`(not exists (select from auditor_period p where p.user_id = ${userId}) or ${period} in (select period_id from auditor_period where user_id = ${userId}))`
/** Condition for the periods a caller may see as a whole; `period` is a column. */
export const periodScope = ({ roleId, userId }: Caller, period: Condition): Condition =>
  roleId === ROLE.auditor ? auditedPeriods(userId, period) : everything
/** Within those periods an auditor sees approved analyses only, unless more is granted. */
const audited = (userId: number) =>
  sql`(exists (select from auditor x where x.user_id = ${userId} and (a.state_main = ${state.aprobado} or not x.only_approved)) and ${auditedPeriods(userId)})`

/** Condition for the rows of `analysis` (alias `a`) that a caller may see. */
export function analysisScope(caller: Caller): Condition {
  const { roleId, userId } = caller
  const granted = inKnown(caller, sql`a.business_id`)
  const own =
    roleId === ROLE.administrador
      ? everything
      : roleId === ROLE.analista
        ? sql`a.analyst_id = ${userId}`
        : roleId === ROLE.jefatura
          ? inHeaded(caller, sql`a.department_id`)
          : roleId === ROLE.auditor
            ? sql`(${granted} and ${audited(userId)})`
            : granted
  return sql`(${own} and ${inChosenContext(caller, sql`a.business_id`)})`
}

/** As `analysisScope`, but an auditor also keeps what they observed or sampled after it was reopened. */
export const auditedScope = (caller: Caller): Condition =>
  caller.roleId === ROLE.auditor
    ? sql`(${inGranted(caller.userId, sql`a.business_id`)} and ${auditedPeriods(caller.userId)} and ${inChosenContext(caller, sql`a.business_id`)})`
    : analysisScope(caller)

/** Condition for the rows of `account` (alias `c`) that a caller may see. */
export function accountScope(caller: Caller): Condition {
  if (caller.roleId === ROLE.analista) return sql`(c.analyst_id = ${caller.userId} and ${inChosenContext(caller, sql`c.business_id`)})`
  if (caller.roleId === ROLE.jefatura)
    return sql`(${inHeaded(caller, sql`c.department_id`)} and ${inChosenContext(caller, sql`c.business_id`)})`
  if (caller.roleId === ROLE.administrador) return businessScope(caller, sql`c.business_id`)
  return sql`(${inKnown(caller, sql`c.business_id`)} and ${inChosenContext(caller, sql`c.business_id`)})`
}

/** Whether the caller's accounts are those of whole businesses. */
export const seesWholeBusinesses = ({ roleId }: Caller) => roleId !== ROLE.analista && roleId !== ROLE.jefatura

/** Condition for the rows of `department` (alias `d`): a head of area sees their own, an analyst those of their accounts. */
export function departmentScope(caller: Caller): Condition {
  const { roleId, userId } = caller
  const own =
    roleId === ROLE.jefatura
      ? sql`d.chief_id = ${userId}`
      : roleId === ROLE.analista
        ? sql`d.id in (select department_id from account where analyst_id = ${userId})`
        : everything
  return sql`(${own} and ${businessScope(caller, sql`d.business_id`)})`
}

/** Condition for the rows of `sub_management` (alias `s`): a head of area and an analyst see those of their departments. */
export function subManagementScope(caller: Caller): Condition {
  if (caller.roleId !== ROLE.jefatura && caller.roleId !== ROLE.analista) return businessScope(caller, sql`s.business_id`)
  return sql`s.id in (select d.sub_management_id from department d where ${departmentScope(caller)})`
}
