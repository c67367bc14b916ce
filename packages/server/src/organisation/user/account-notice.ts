import { randomBytes } from 'node:crypto'
import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { NamedError } from '../../platform/errors.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import type { Template, TemplateParams } from '../../platform/mail/templates.ts'
import { hashOf } from '../../platform/provider/provider.ts'

/** For how long a change can be stopped, an address that was replaced is still told, and a stopped account stays stopped. */
export const STOP_HOURS = 72

/**
 * Tells a person of a change of how they sign in or what they may do: at their address, and at the one that was theirs until lately, because
 * the change may be the work of whoever has the newer. Each mail has a link of its own with which the account is stopped.
 * @param causedBy who made the change; null for the person themselves
 */
export async function tellOfChange(tx: Db, userId: number, causedBy: number | null, template: Template, params: TemplateParams = {}) {
  const to = await rows(
    tx,
    sql<Recipient>`select u.id as "userId", a.email, u.locale from app_user u join lateral (
        select u.email union select old_email from email_change c
          where c.user_id = u.id and c.confirmed_at > now() - ${STOP_HOURS}::int * interval '1 hour') a on true where u.id = ${userId} order by a.email`,
  )
  for (const each of to) {
    const secret = randomBytes(32).toString('base64url')
    await sql`insert into stop_link (hash, user_id, email, caused_by, expires_at)
      values (${hashOf(secret)}, ${userId}, ${each.email}, ${causedBy}, now() + ${STOP_HOURS}::int * interval '1 hour')`.execute(tx)
    await queueMail(tx, each, template, { ...params, secret }, `${pageLink('/detener-cambio')}#token={secret}`)
  }
  await sql`delete from stop_link where user_id = ${userId} and expires_at < now()`.execute(tx)
}

/** A link to set a new password dies with any change of address, password or state, also with one that is undone later. */
export const endPasswordLinks = (tx: Db, userId: number) =>
  sql`delete from password_link where user_id = ${userId} or sub in (select sub from identity_link where user_id = ${userId})`.execute(tx)

/** @throws 409 while the person has stopped their account */
export async function checkNotStopped(tx: Db, userId: number) {
  const found = await row(tx, sql`select from app_user where id = ${userId} and stopped_until > now()`)
  if (found) throw new NamedError(409, 'account_stopped')
}
