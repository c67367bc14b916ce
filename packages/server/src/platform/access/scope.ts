import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../http/context.ts'

type Condition = RawBuilder<unknown>
const yes = sql`true`

/** Businesses a caller works with (decisions §5), narrowed by the chosen country and business. `business` names a column. */
export function businessScope(caller: Caller, business: Condition): Condition {
  return sql`(${ofRole(caller, business)} and ${narrowed(caller, business)})`
}

function ofRole({ roleId, userId }: Caller, business: Condition): Condition {
  if (roleId === ROLE.administrador) return yes
  if (roleId === ROLE.analista) return sql`${business} in (select business_id from account where analyst_id = ${userId})`
  if (roleId === ROLE.jefatura) return sql`${business} in (select business_id from department where chief_id = ${userId})`
  return given(userId, business)
}

/** Control, gerencia and auditor: the businesses and countries they are given. */
export const givenTo = (user: Condition) =>
  sql`select b.id from business b join user_scope s on s.country_id = b.country_id and (s.business_id is null or s.business_id = b.id) where s.user_id = ${user}`
const given = (userId: number, business: Condition) => sql`${business} in (${givenTo(sql`${userId}`)})`

function narrowed({ countryId, businessId }: Caller, business: Condition): Condition {
  if (businessId) return sql`${business} = ${businessId}`
  if (countryId) return sql`${business} in (select id from business where country_id = ${countryId})`
  return yes
}

/** The periods of an auditor; every one where none is named (rules §2.8). `period` names a column. */
const auditedPeriods = (userId: number, period: Condition = sql`a.period_id`) =>
  sql`(not exists (select from auditor_period p where p.user_id = ${userId}) or ${period} in (select period_id from auditor_period where user_id = ${userId}))`
/** Whether a period may be looked at as a whole; `period` names a column. */
export const periodScope = ({ roleId, userId }: Caller, period: Condition): Condition =>
  roleId === ROLE.auditor ? auditedPeriods(userId, period) : yes
/** Of those what is approved, unless more is granted. */
const audited = (userId: number) =>
  sql`(exists (select from auditor x where x.user_id = ${userId} and (a.state_main = 4 or not x.only_approved)) and ${auditedPeriods(userId)})`

/** Rows of `analysis` under the alias `a`. */
export function analysisScope(caller: Caller): Condition {
  const { roleId, userId, businesses } = caller
  const theirs = businesses ? sql`a.business_id = any(${businesses}::int[])` : given(userId, sql`a.business_id`)
  const own =
    roleId === ROLE.administrador
      ? yes
      : roleId === ROLE.analista
        ? sql`a.analyst_id = ${userId}`
        : roleId === ROLE.jefatura
          ? // Asked once, as a list: of a union (`v_analysis_count`) each part is found by its own index.
            sql`a.department_id = any(array(select id from department where chief_id = ${userId}))`
          : roleId === ROLE.auditor
            ? sql`(${theirs} and ${audited(userId)})`
            : theirs
  return sql`(${own} and ${narrowed(caller, sql`a.business_id`)})`
}

/** The same for what an auditor has asked or drawn: also what was reopened since and is hidden from them until it is approved again. */
export const auditedScope = (caller: Caller): Condition =>
  caller.roleId === ROLE.auditor
    ? sql`(${given(caller.userId, sql`a.business_id`)} and ${auditedPeriods(caller.userId)} and ${narrowed(caller, sql`a.business_id`)})`
    : analysisScope(caller)

/** Rows of `account` under the alias `c`. */
export function accountScope(caller: Caller): Condition {
  if (caller.roleId === ROLE.analista) return sql`(c.analyst_id = ${caller.userId} and ${narrowed(caller, sql`c.business_id`)})`
  if (caller.roleId === ROLE.jefatura)
    return sql`(c.department_id in (select id from department where chief_id = ${caller.userId}) and ${narrowed(caller, sql`c.business_id`)})`
  return businessScope(caller, sql`c.business_id`)
}

/** Whether the scope of accounts is one of whole businesses. */
export const byBusiness = ({ roleId }: Caller) => roleId !== ROLE.analista && roleId !== ROLE.jefatura

/** Rows of `department` under the alias `d`: of a head of area those it leads, of an analyst those of its accounts. */
export function departmentScope(caller: Caller): Condition {
  const { roleId, userId } = caller
  const own =
    roleId === ROLE.jefatura
      ? sql`d.chief_id = ${userId}`
      : roleId === ROLE.analista
        ? sql`d.id in (select department_id from account where analyst_id = ${userId})`
        : yes
  return sql`(${own} and ${businessScope(caller, sql`d.business_id`)})`
}

/** Rows of `sub_management` under the alias `s`: of a head of area and of an analyst those of their departments. */
export function subManagementScope(caller: Caller): Condition {
  if (caller.roleId !== ROLE.jefatura && caller.roleId !== ROLE.analista) return businessScope(caller, sql`s.business_id`)
  return sql`s.id in (select d.sub_management_id from department d where ${departmentScope(caller)})`
}
