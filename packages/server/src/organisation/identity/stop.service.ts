import type { Parsed } from '@cuadre/api/endpoint'
import type { stopChanges } from '@cuadre/api/identity'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { grantedBusinesses } from '../../platform/access/scope.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { callProvider, hashOf } from '../../platform/provider/provider.ts'
import { endPasswordLinks, STOP_HOURS } from '../user/account-notice.ts'
import { checkUnique } from '../user/person.ts'
import { syncAccount } from '../user/provider-account.ts'
import { invalidateTokens } from './token-time.ts'

type Deps = Pick<AppOptions, 'db' | 'identity' | 'credentials'>

/**
 * The owner of an account stops what others do to it: for 72 hours nothing of it changes and nobody is let in, what waits to be confirmed is
 * dropped, and an address that was replaced lately is the address again if its owner says so. Administrators and control are told.
 * @throws 422 at token
 */
export async function stop(deps: Deps, { token }: Parsed<typeof stopChanges>['body']) {
  const { db, credentials } = deps
  const id = await transaction(db, async (tx) => {
    const link = await row(
      tx,
      sql<{
        user_id: number
        email: string
      }>`update stop_link set used_at = now() where hash = ${hashOf(token)} and used_at is null and expires_at > now() returning user_id, email`,
    )
    if (!link) throw Invalid('token', 'link_unusable')
    const { user_id: id, email } = link
    await sql`update app_user set stopped_until = now() + ${STOP_HOURS}::int * interval '1 hour' where id = ${id}`.execute(tx)
    await restoreAddress(tx, id, email)
    await sql`delete from email_change where user_id = ${id} and confirmed_at is null`.execute(tx)
    await sql`delete from second_factor_reset where user_id = ${id}`.execute(tx)
    await endPasswordLinks(tx, id)
    await invalidateTokens(tx, id)
    await tellOffice(tx, id, email)
    return id
  })
  const sub =
    credentials &&
    (await row(db, sql<{ sub: string }>`select sub from identity_link where user_id = ${id} and iss = ${credentials.issuer}`))?.sub
  if (sub) await callProvider(() => credentials.endSessions(sub))
  await syncAccount(deps, id)
  return { ok: true as const }
}

/** The mailbox that was told has an address which was this person's until lately: it is theirs again. */
async function restoreAddress(tx: Db, id: number, email: string) {
  const found = await row(
    tx,
    sql<{ username: string }>`select u.username from email_change c join app_user u on u.id = c.user_id
      where c.user_id = ${id} and c.old_email = ${email} and u.email <> ${email} and c.confirmed_at > now() - ${STOP_HOURS}::int * interval '1 hour'`,
  )
  if (!found) return
  await checkUnique(tx, { USUARIO: found.username, email }, id)
  await sql`update app_user set email = ${email} where id = ${id}`.execute(tx)
  // Nor is the other address told any more.
  await sql`delete from email_change where user_id = ${id}`.execute(tx)
}

/** Administrators, and control where the person works. */
async function tellOffice(tx: Db, id: number, email: string) {
  const person = await row(tx, sql<{ name: string }>`select name from app_user where id = ${id}`)
  const office = await rows(
    tx,
    sql<{
      id: number
    }>`select u.id from app_user u join user_role r on r.user_id = u.id where u.active and u.id <> ${id} and (r.role_id = ${ROLE.administrador}
      or (r.role_id = ${ROLE.control} and exists (select from (${grantedBusinesses(sql`u.id`)}) b
        where b.id in (select business_id from account where analyst_id = ${id}) or b.id in (select business_id from department where chief_id = ${id})
          or b.id in (${grantedBusinesses(sql`${id}::int`)}))))`,
  )
  const route = pageLink('/usuarios/:userId/actualizar', { userId: id })
  await notify(
    tx,
    office.map((each) => each.id),
    'cuenta_detenida',
    { name: person!.name, email },
    route,
  )
}

/** An administrator lets the person in again: never the one whose change was stopped. @throws 403 */
export async function liftStop(tx: Db, caller: Caller, id: number) {
  const stopped = await row(
    tx,
    sql<{
      by: number | null
    }>`select (select l.caused_by from stop_link l where l.user_id = u.id and l.used_at is not null order by l.used_at desc limit 1) as by
      from app_user u where u.id = ${id} and u.stopped_until > now()`,
  )
  if (!stopped) return
  if (caller.roleId !== ROLE.administrador || stopped.by === caller.userId || id === caller.userId) throw Forbidden('stopped_by_owner')
  await sql`update app_user set stopped_until = null where id = ${id}`.execute(tx)
}
