import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/http/context.ts'

type Columns = { country: RawBuilder<unknown>; business: RawBuilder<unknown> }

/**
 * Alerts for the whole corporation are visible to everybody who may see alerts; those of a place to administrators and people with that
 * place in scope.
 */
export const alertScope = (caller: Caller, columns: Columns = { country: sql`l.country_id`, business: sql`l.business_id` }) =>
  sql`(${columns.country} is null or ${given(caller, columns)})`

/** A whole country is granted only if no business is named. */
const given = ({ roleId, userId }: Caller, { country, business }: Columns) =>
  roleId === ROLE.administrador
    ? sql`true`
    : sql`exists (select from user_scope s where s.user_id = ${userId} and s.country_id = ${country} and (s.business_id is null or s.business_id = ${business}))`
