import type { Output } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import type { Appearance, login, Me } from '@cuadre/api/session'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { businessScope, departmentScope, subManagementScope } from '../../platform/access/scope.ts'
import { inactivityMinutes } from '../../platform/access/session-time.ts'
import { shownZone } from '../../platform/access/shown-zone.ts'
import { type Claims, hasSecondFactor } from '../../platform/access/token.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { Forbidden, Unauthorized } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { managedHere } from '../../platform/provider/provider.ts'
import { rememberDevice } from '../identity/device.repository.ts'
import { deviceOf } from '../identity/device.ts'
import { stateOf } from '../identity/second-factor.service.ts'
import { avatarOf } from '../user/person.ts'

type Deps = Pick<AppOptions, 'db' | 'zone'>
export async function me({ db, zone }: Deps, caller: Caller): Promise<Me> {
  const { userId, permissions } = caller
  const user = await row(
    db,
    sql<Omit<Me, 'permissions'>>`
      select u.id, u.name as "NOMBRE", u.username as "USUARIO", u.email, u.appearance,
        ${avatarOf(sql`u.id`)} as avatar, exists (select from user_signature s where s.user_id = u.id) as "FIRMA",
        json_build_object('COD_TIPO_USUARIO', r.base_role_id, 'TIPO_USUARIO', r.name) as "SPC_TIPO_USUARIOS",
        (select coalesce(json_agg(json_build_object('COD_TIPO_USUARIO', o.base_role_id, 'TIPO_USUARIO', o.name) order by o.base_role_id), '[]')
          from user_role ur join role o on o.id = coalesce(ur.custom_role_id, ur.role_id) where ur.user_id = u.id) as roles,
        case when exists (select from user_permission p where p.user_id = u.id and (p.ends_at is null or p.ends_at > now())) then 'user' else 'role' end as source,
        c.id as "ID_PAIS", c.name as "PAIS", b.id as "ID_NEGOCIO", b.name as "NEGOCIO", u.locale,
        ${inactivityMinutes(sql`u.id`)} as "inactivityMinutes",
        ${shownZone(caller, zone)} as "ZONA"
      from app_user u left join user_role h on h.user_id = u.id and h.role_id = u.active_role_id
      join role r on r.id = coalesce(h.custom_role_id, u.active_role_id)
      left join country c on c.id = u.context_country_id left join business b on b.id = u.context_business_id
      where u.id = ${userId}`,
  )
  if (!user) throw Unauthorized()
  return { ...user, permissions: [...permissions] }
}

/**
 * Opens the session, also before the second factor has been shown: then the answer says how to do that, and it does not count as the first
 * visit.
 */
export async function open(
  deps: Pick<AppOptions, 'db' | 'credentials' | 'zone'>,
  caller: Caller,
  session: Claims,
  userAgent: string | undefined,
): Promise<Output<typeof login>> {
  const { db, credentials } = deps
  await rememberDevice(db, session, caller.userId, deviceOf(userAgent))
  const { username, needed, enrolled } = await stateOf(deps, caller, session)
  const missing = needed && !hasSecondFactor(session)
  const offer = missing && enrolled === false ? managedHere(credentials) : undefined
  const { qr = null } = (await offer?.offerSecondFactor(session.sub, session.sid, username)) ?? {}
  const firstLogin = missing ? await isFirst(db, caller) : await markVisited(db, caller)
  const user = await me(deps, caller)
  const { COD_TIPO_USUARIO: rolId, TIPO_USUARIO: rol } = user.SPC_TIPO_USUARIOS
  // The token is the caller's own: the API issues none (identity notes §3).
  return { token: '', user, rolId, rol, '2FAEnabled': missing && qr === null, userId: caller.userId, firstLogin, qrCodeUrl: qr }
}

const isFirst = async (db: Db, { userId }: Caller) =>
  (await row(db, sql<{ first: boolean }>`select last_seen_at is null as first from app_user where id = ${userId}`))!.first

/** In one statement, so that of two sessions opened at once only one is the first. */
const markVisited = async (db: Db, { userId }: Caller) =>
  (await row(
    db,
    sql<{
      first: boolean
    }>`update app_user u set last_seen_at = now() from (select id, last_seen_at from app_user where id = ${userId} for update) o
      where u.id = o.id returning o.last_seen_at is null as first`,
  ))!.first

/** The caller without the chosen context: what they could choose. */
const withoutContext = (caller: Caller): Caller => ({ ...caller, countryId: null, businessId: null })

export const countries = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<{ ID_PAIS: number; PAIS: string; RUTA_IMAGEN: string | null }>`
      select c.id as "ID_PAIS", c.name as "PAIS", c.image as "RUTA_IMAGEN" from country c
      where c.active and exists (select from business b where b.country_id = c.id and b.active and ${businessScope(withoutContext(caller), sql`b.id`)}) order by c.name`,
  )

export const businesses = (db: Db, caller: Caller, countryId?: number) =>
  rows(
    db,
    sql<{ ID_NEGOCIO: number; NEGOCIO: string; ID_PAIS: number; PAIS: string | null }>`
      select b.id as "ID_NEGOCIO", b.name as "NEGOCIO", b.country_id as "ID_PAIS", case when c.active then c.name end as "PAIS"
      from business b join country c on c.id = b.country_id
      where b.active and ${businessScope(withoutContext(caller), sql`b.id`)} and (${countryId ?? null}::int is null or b.country_id = ${countryId ?? null}::int) order by b.name`,
  )

export const subManagements = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<{ COD_SUB_GERENCIA: number; NOMBRE_SUB_GERENCIA: string }>`
      select s.id as "COD_SUB_GERENCIA", s.name as "NOMBRE_SUB_GERENCIA" from sub_management s join business b on b.id = s.business_id
      where s.active and b.active and ${subManagementScope(caller)} order by s.name, s.id`,
  )

export const departments = (db: Db, caller: Caller) =>
  rows(
    db,
    sql<{ COD_DEPARTAMENTO: number; DEPARTAMENTO: string; ID_NEGOCIO: number }>`
      select d.id as "COD_DEPARTAMENTO", d.name as "DEPARTAMENTO", d.business_id as "ID_NEGOCIO" from department d join business b on b.id = d.business_id
      where d.active and b.active and ${departmentScope(caller)} order by d.name, d.id`,
  )

/** A business implies its country; both must be within the caller's scope. */
export async function setContext(
  deps: Deps,
  caller: Caller,
  { ID_PAIS, ID_NEGOCIO }: { ID_PAIS: number | null; ID_NEGOCIO: number | null },
) {
  const { db } = deps
  const allowed = await businesses(db, caller)
  const business = ID_NEGOCIO === null ? undefined : allowed.find((b) => b.ID_NEGOCIO === ID_NEGOCIO)
  if (ID_NEGOCIO !== null && (!business || (ID_PAIS !== null && business.ID_PAIS !== ID_PAIS))) throw Forbidden('business_out_of_scope')
  if (ID_PAIS !== null && !allowed.some((b) => b.ID_PAIS === ID_PAIS)) throw Forbidden('business_out_of_scope')
  await sql`update app_user set context_country_id = ${business?.ID_PAIS ?? ID_PAIS}, context_business_id = ${ID_NEGOCIO} where id = ${caller.userId}`.execute(
    db,
  )
  return me(deps, { ...caller, countryId: business?.ID_PAIS ?? ID_PAIS, businessId: ID_NEGOCIO })
}

/**
 * By role type, or the id of one of the corporation's own roles. Its permissions are loaded again, and the context is cleared because it
 * may be outside the new role's scope.
 */
export async function setActiveRole(deps: Deps, caller: Caller, roleId: number) {
  const { db } = deps
  const changed = await row(
    db,
    sql<{ role: Caller['roleId']; keys: Permission[] }>`
      update app_user u set active_role_id = r.role_id, context_country_id = null, context_business_id = null
      from user_role r where u.id = ${caller.userId} and r.user_id = u.id and ${roleId} in (r.role_id, r.custom_role_id)
      returning r.role_id as role, keys_of(u.id, r.role_id) as keys`,
  )
  if (!changed) throw Forbidden('role_not_available')
  return me(deps, { ...caller, roleId: changed.role, permissions: new Set(changed.keys), countryId: null, businessId: null })
}

export async function setLocale(db: Db, { userId }: Caller, locale: Locale) {
  await sql`update app_user set locale = ${locale} where id = ${userId}`.execute(db)
  return { ok: true as const }
}

export async function setAppearance(db: Db, { userId }: Caller, appearance: Appearance) {
  await sql`update app_user set appearance = ${JSON.stringify(appearance)}::jsonb where id = ${userId}`.execute(db)
  return { ok: true as const }
}
