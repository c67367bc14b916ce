import { ROLE } from '@cuadre/api/roles'
import type { ScopeItem, ScopeWrite } from '@cuadre/api/user'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'

/** What staff and auditors have in common (name, user name, e-mail, state, countries and businesses), and who may change whom. */
export type Person = { NOMBRE: string; USUARIO: string; email: string; status: 'activo' | 'inactivo'; locale: Locale }
export type Scope = z.output<typeof ScopeWrite>[]

/**
 * One change of people, roles or permissions at a time, so that checks over all of them (an administrator remains) still hold at the
 * commit.
 */
export const lockAdministration = (tx: Db) => sql`select from role where id = ${ROLE.administrador} for update`.execute(tx)

/** @throws 422 at the field whose value another person has */
export async function checkUnique(tx: Db, { USUARIO, email }: Pick<Person, 'USUARIO' | 'email'>, id: number | null) {
  const other = await row(
    tx,
    sql<{ username: boolean }>`select lower(username) = lower(${USUARIO}) as username from app_user
      where (lower(username) = lower(${USUARIO}) or lower(email) = lower(${email})) and id is distinct from ${id}::int order by 1 desc limit 1`,
  )
  if (other?.username) throw Invalid('USUARIO', 'user_exists', { free: await freeName(tx, USUARIO) })
  if (other) throw Invalid('email', 'email_exists')
}

/** The first of a name with a number after it that nobody has. */
const freeName = async (db: Db, taken: string) =>
  (await row(
    db,
    sql<{ name: string }>`select left(${taken}, 36) || n as name from generate_series(2, 9999) n
      where not exists (select from app_user u where lower(u.username) = lower(left(${taken}, 36) || n)) order by n limit 1`,
  ))!.name

export const insertPerson = async (
  tx: Db,
  { NOMBRE, USUARIO, email, status, locale }: Person,
  typeId: number,
  departmentId: number | null,
) =>
  (await row(
    tx,
    sql<{ id: number }>`insert into app_user (name, username, email, locale, active, active_role_id, department_id)
      values (${NOMBRE}, ${USUARIO}, ${email}, ${locale}, ${status === 'activo'}, ${typeId}, ${departmentId}) returning id`,
  ))!.id

/** Deactivating signs the person out at once: earlier tokens stay invalid, also after a new activation. */
export const savePerson = (tx: Db, id: number, { NOMBRE, USUARIO, email, status, locale }: Person) =>
  sql`update app_user set name = ${NOMBRE}, username = ${USUARIO}, email = ${email}, locale = ${locale}, revision = revision + 1, active = ${status === 'activo'},
      tokens_valid_from = case when active and ${status === 'inactivo'} then date_trunc('second', now()) + interval '1 second' else tokens_valid_from end
    where id = ${id}`.execute(tx)

/** A person's countries and businesses as JSON; `user` is a column. */
export const scopeJson = (user: RawBuilder<unknown>) => sql`(select coalesce(json_agg(json_build_object('ID_PAIS', k.id, 'PAIS', k.name,
    'ID_NEGOCIO', b.id, 'NEGOCIO', b.name) order by k.name, b.name nulls first), '[]')
  from user_scope s join country k on k.id = s.country_id left join business b on b.id = s.business_id where s.user_id = ${user})`

/** A person's picture as a data URL; null without one. `user` is a column. */
export const avatarOf = (user: RawBuilder<unknown>) =>
  sql`(select 'data:' || a.type || ';base64,' || translate(encode(a.bytes, 'base64'), e'\\n', '') from user_avatar a where a.user_id = ${user})`

/** Only an administrator may grant countries and businesses outside their own; those granted already may stay. @throws 422 */
export async function saveScope(tx: Db, caller: Caller, id: number, scope: Scope) {
  const json = JSON.stringify(scope.map(({ ID_PAIS, ID_NEGOCIO }) => ({ c: ID_PAIS, b: ID_NEGOCIO })))
  const given = sql`(select distinct c, b from json_to_recordset(${json}::json) as w(c int, b int))`
  const wrong = await row(
    tx,
    sql`select from ${given} w where not exists (select from country k where k.id = w.c)
        or (w.b is not null and not exists (select from business b where b.id = w.b and b.country_id = w.c))
        or not (${caller.roleId === ROLE.administrador}
          or exists (select from user_scope s where s.user_id = ${caller.userId} and s.country_id = w.c and (s.business_id is null or s.business_id = w.b))
          or exists (select from user_scope s where s.user_id = ${id} and s.country_id = w.c and s.business_id is not distinct from w.b)) limit 1`,
  )
  if (wrong) throw Invalid('alcance', 'scope_unknown')
  await sql`delete from user_scope where user_id = ${id}`.execute(tx)
  await sql`insert into user_scope (user_id, country_id, business_id) select ${id}, c, b from ${given} w`.execute(tx)
  // What they have chosen to work in may lie outside: they would see nothing at all.
  await sql`update app_user set context_country_id = null, context_business_id = null
    where id = ${id} and (context_country_id is not null or context_business_id is not null)`.execute(tx)
}

export const sameScope = (a: readonly z.output<typeof ScopeItem>[], b: Scope) => {
  const text = (scope: readonly { ID_PAIS: number; ID_NEGOCIO: number | null }[]) =>
    [...new Set(scope.map(({ ID_PAIS, ID_NEGOCIO }) => `${ID_PAIS}/${ID_NEGOCIO}`))].sort().join()
  return text(a) === text(b)
}

/** The fields that a change contains. */
export const definedOnly = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: NonNullable<T[K]> }

const ADMINISTRATION = ['admin.user.write', 'admin.role.write'] as const

/** Only administrators may change administrators and their role. @throws 403 */
export function checkAdministratorRights(caller: Caller, types: readonly number[]) {
  if (types.includes(ROLE.administrador) && caller.roleId !== ROLE.administrador) throw Forbidden('administrator_only')
}

/**
 * To be called after a change of people, roles or permissions, under `lockAdministration`: somebody can still administer, and the caller
 * has not removed their own administration rights.
 * @throws 409, 422 at `path`
 */
export async function checkAdministration(tx: Db, caller: Caller, path: string) {
  const left = await rows(
    tx,
    sql<{ id: number; keys: string[] }>`select u.id, keys_of(u.id, ${ROLE.administrador}) as keys from app_user u
      join user_role r on r.user_id = u.id and r.role_id = ${ROLE.administrador} where u.active`,
  )
  const own = await row(tx, sql<{ keys: string[] }>`select keys_of(id, active_role_id) as keys from app_user where id = ${caller.userId}`)
  if (ADMINISTRATION.some((key) => caller.permissions.has(key) && !own?.keys.includes(key))) throw Invalid(path, 'own_administration')
  if (!left.some(({ keys }) => ADMINISTRATION.every((key) => keys.includes(key)))) throw Conflict('last_administrator')
}
