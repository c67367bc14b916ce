import type { AuditorGrant } from '@cuadre/api/auditor'
import type { Permission } from '@cuadre/api/permissions'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { type Db, row } from '../database/index.ts'
import { prepared } from '../database/prepared.ts'
import { Forbidden, Unauthorized } from '../errors.ts'
import type { Caller, Locale } from '../http/context.ts'
import { type AccessDates, checkAccessDates } from './auditor.ts'
import { grantedBusinesses } from './scope.ts'
import { sessionMinutes } from './session-time.ts'
import { type Claims, hasSecondFactor } from './token.ts'

type UserRow = {
  id: number
  name: string
  active: boolean
  role_id: RoleId
  country_id: number | null
  business_id: number | null
  locale: Locale
  valid_from: number
  needs_second_factor: boolean
  stopped: boolean
  session_minutes: number
  keys: Permission[]
  auditor: (AuditorGrant & AccessDates) | null
  businesses: number[] | null
  departments: number[] | null
  client: string | null
}
export type Clock = { zone: string; now?: (() => Date) | undefined }

/**
 * The person or program behind a token, with the keys of the active role and the person's own grants and denials.
 * @param beforeSecondFactor the call is allowed before the second factor has been shown
 * @throws 401, and 403 without that second factor, or for an auditor outside the dates of their access
 */
export async function findCaller(db: Db, claims: Claims, locale: Locale, clock: Clock, beforeSecondFactor = false): Promise<Caller> {
  const { iss, sub, sid, issuedAt, authTime = issuedAt } = claims
  const user = await row(
    db,
    sql<UserRow>`${prepared} select u.id, u.name, u.active, u.active_role_id as role_id, u.context_country_id as country_id, u.context_business_id as business_id, u.locale,
        case when u.tokens_valid_from = '-infinity' then 0 else ceil(extract(epoch from u.tokens_valid_from))::int end as valid_from,
        u.second_factor or second_factor_compulsory(u.id) as needs_second_factor, coalesce(u.stopped_until > now(), false) as stopped, ${sessionMinutes(sql`u.id`)} as session_minutes,
        coalesce(v.keys, keys_of(u.id, u.active_role_id)) as keys, v.client_id as client,
        case when u.active_role_id in (${ROLE.control}, ${ROLE.gerencia}, ${ROLE.auditor}) then array(${grantedBusinesses(sql`u.id`)}) end as businesses,
        case when u.active_role_id = ${ROLE.jefatura} then array(select d.id from department d where d.chief_id = u.id) end as departments,
        case when x.user_id is not null then json_build_object('documentos', x.documents, 'fechasFirma', x.signature_dates,
          'comentariosInternos', x.internal_comments, 'exportar', x.export, 'soloAprobados', x.only_approved, 'from', x.valid_from, 'until', x.valid_until) end as auditor
      from identity_link l join app_user u on u.id = l.user_id
        left join auditor x on x.user_id = u.id and u.active_role_id = ${ROLE.auditor} left join service_account v on v.user_id = u.id where l.iss = ${iss} and l.sub = ${sub}
          and not exists (select from ended_session e where e.iss = ${iss} and e.sid = ${sid})`,
  )
  // A program's token is good for its own account alone, and a person's for theirs.
  if (!user?.active || issuedAt < user.valid_from || user.client !== (claims.client ?? null)) throw Unauthorized()
  if (user.stopped) throw Forbidden('account_stopped')
  // The provider's own session may last longer than our parameter allows.
  if (Date.now() / 1000 >= authTime + user.session_minutes * 60) throw Unauthorized()
  // Not 401: the browser would sign out somebody who is about to enter the code.
  if (user.client === null && user.needs_second_factor && !beforeSecondFactor && !hasSecondFactor(claims)) throw Forbidden('2fa_required')
  if (user.role_id === ROLE.auditor) checkAccessDates(user.auditor, clock)
  return {
    userId: user.id,
    name: user.name,
    roleId: user.role_id,
    permissions: new Set(user.keys),
    countryId: user.country_id,
    businessId: user.business_id,
    locale,
    ...(user.auditor && { auditor: user.auditor }),
    ...(user.businesses && { businesses: user.businesses }),
    ...(user.departments && { departments: user.departments }),
    ...(user.client !== null && { service: true }),
  }
}

/** A program, as its own calls have it: for what it leaves in a folder. Undefined where it is not active. */
export async function serviceCaller(db: Db, clientId: string): Promise<Caller | undefined> {
  const found = await row(
    db,
    sql<{
      id: number
      name: string
      keys: Permission[]
      businesses: number[]
    }>`select u.id, u.name, v.keys, array(${grantedBusinesses(sql`u.id`)}) as businesses
      from service_account v join app_user u on u.id = v.user_id where v.client_id = ${clientId} and u.active`,
  )
  if (!found) return undefined
  const { id: userId, name, keys, businesses } = found
  return {
    userId,
    name,
    roleId: ROLE.control,
    permissions: new Set(keys),
    countryId: null,
    businessId: null,
    locale: 'es',
    businesses,
    service: true,
  }
}

/** To the minute: each call would otherwise write. */
export const usedService = (db: Db, userId: number) =>
  sql`update service_account set last_used_at = now() where user_id = ${userId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(
    db,
  )

/**
 * Links a provider's account to a user: once, by an e-mail that the provider has verified, and only where the user
 * has no account of this provider yet (decisions §11). @throws 403 when no user matches
 */
export async function linkIdentity(db: Db, { iss, sub, email, emailVerified }: Claims): Promise<void> {
  if (await row(db, sql`select from identity_link where iss = ${iss} and sub = ${sub}`)) return
  const linked =
    email &&
    emailVerified &&
    (await row(
      db,
      sql`insert into identity_link (iss, sub, user_id)
        select ${iss}, ${sub}, u.id from app_user u where lower(u.email) = lower(${email}) and u.active
          and not exists (select from identity_link l where l.user_id = u.id and l.iss = ${iss})
        on conflict do nothing returning user_id`,
    ))
  if (!linked) throw Forbidden('account_not_linked')
}
