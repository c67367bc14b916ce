import { PERMISSIONS, type Permission } from '@cuadre/api/permissions'
import { ROLE, ROLE_NAME, type RoleId } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { checkNotStopped } from './account-notice.ts'

/**
 * The types of role that each type stands above. Administrators stand above everybody. Control, whose pages users and auditors are, stands
 * above the roles whose work it closes: within its own countries and businesses, and only where it has every permission that the other has,
 * besides the ordinary work of that role (an analyst submits, which control never does).
 */
const BELOW: Partial<Record<RoleId, readonly number[]>> = {
  [ROLE.administrador]: Object.values(ROLE),
  [ROLE.control]: [ROLE.analista, ROLE.jefatura, ROLE.gerencia, ROLE.auditor],
}
const isBelow = ({ roleId }: Caller, type: number) => BELOW[roleId]?.includes(type) ?? false

/** The permission of the list that is not the caller's to give within a role of this type. */
function foreignKey(caller: Caller, type: number, keys: readonly string[], to: number) {
  const { userId, roleId, permissions } = caller
  if (roleId === ROLE.administrador) return undefined
  const ordinary = (key: string) =>
    to !== userId && isBelow(caller, type) && (PERMISSIONS[key as Permission] as readonly number[] | undefined)?.includes(type)
  return keys.find((key) => !permissions.has(key as Permission) && !ordinary(key))
}

/** Every permission that a person has in any of their roles, by role. */
const heldKeys = (tx: Db, id: number) =>
  rows(
    tx,
    sql<{
      type: number
      keys: string[]
    }>`select role_id as type, keys_of(user_id, role_id) as keys from user_role where user_id = ${id} order by role_id`,
  )

/**
 * Runs a change of a person's roles. Giving a role gives its permissions: nobody gives one that they do not have, besides the ordinary work of
 * the roles below theirs; and to oneself none at all.
 * @throws 403
 */
export async function refuseForeignGains(tx: Db, caller: Caller, id: number, change: () => Promise<unknown>): Promise<void> {
  const before = new Set((await heldKeys(tx, id)).flatMap(({ keys }) => keys))
  await change()
  for (const { type, keys } of await heldKeys(tx, id)) {
    const foreign = foreignKey(
      caller,
      type,
      keys.filter((key) => !before.has(key)),
      id,
    )
    if (foreign) throw Forbidden('key_not_yours', { key: foreign })
  }
}

type Standing = { types: number[]; beyond: boolean }

/** The types of a person's roles, and whether something of theirs lies outside the caller's countries and businesses. */
export function standingOf(tx: Db, caller: Caller, id: number) {
  const within = businessScope({ ...caller, countryId: null, businessId: null }, sql`b.id`)
  return row(
    tx,
    sql<Standing>`select
        array(select r.role_id from user_role r where r.user_id = u.id order by 1) as types,
        (exists (select from business b where not coalesce(${within}, false) and (
            b.id in (select s.business_id from user_scope s where s.user_id = u.id)
            or b.country_id in (select s.country_id from user_scope s where s.user_id = u.id and s.business_id is null)
            or b.id in (select a.business_id from account a where a.analyst_id = u.id)
            or b.id in (select d.business_id from department d where d.chief_id = u.id)))
          or exists (select from user_scope s where s.user_id = u.id and s.business_id is null
            and not exists (select from user_scope o where o.user_id = ${caller.userId} and o.country_id = s.country_id and o.business_id is null))) as beyond
      from app_user u where u.id = ${id}`,
  )
}

/**
 * Before anything about how somebody signs in, what they may do or whether they may: the caller stands above all of the person's roles, all
 * of their countries and businesses, and every permission that they have in any role. Everybody may ask this of themselves.
 * @throws 403, 409 while the person has stopped their account
 */
export async function checkRank(tx: Db, caller: Caller, id: number): Promise<void> {
  await checkNotStopped(tx, id)
  await checkAbove(tx, caller, id)
}

/** The same of an account that its owner has stopped. */
export async function checkAbove(tx: Db, caller: Caller, id: number): Promise<void> {
  if (caller.roleId === ROLE.administrador || caller.userId === id) return
  const person = await standingOf(tx, caller, id)
  if (!person) return
  if (person.types.includes(ROLE.administrador)) throw Forbidden('administrator_only')
  const above = person.types.find((type) => !isBelow(caller, type))
  if (above) throw Forbidden('rank_role', { role: ROLE_NAME[above as RoleId] })
  for (const { type, keys } of await heldKeys(tx, id)) {
    const foreign = foreignKey(caller, type, keys, id)
    if (foreign) throw Forbidden('rank_key', { key: foreign })
  }
  if (person.beyond) throw Forbidden('rank_scope')
}
