import type { Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'

/**
 * Whether a person has the key in a role of theirs, `r` of user_role: by the role or its own list of keys, or by an exception, where none denies it. As
 * `keys_of`, for a list of many people, whose other keys are not gathered.
 */
export const hasKey = (key: Permission) => {
  const exception = (granted: boolean) =>
    sql`exists (select from user_permission o where o.user_id = r.user_id and o.key = ${key} and o.granted = ${sql.lit(granted)} and (o.ends_at is null or o.ends_at > now()))`
  return sql`(${exception(true)} or (not ${exception(false)}
    and exists (select from role_permission k where k.role_id = coalesce(r.custom_role_id, r.role_id) and k.key = ${key})))`
}
