import { randomBytes } from 'node:crypto'
import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import { callProvider, hashOf, requireManagedHere } from '../../platform/provider/provider.ts'
import { inviteToExistingAccount, syncAccount, temporaryPassword } from '../user/provider-account.ts'
import { checkRank } from '../user/rank.ts'

type Deps = Pick<AppOptions, 'db' | 'identity' | 'credentials'>
type Found = Recipient & { userId: number; username: string; active: boolean; invited: boolean; sub: string | null }
const done = { ok: true as const }

async function personToAdminister(tx: Db, caller: Caller, issuer: string, id: number): Promise<Found> {
  const found = await row(
    tx,
    sql<Found>`select u.id as "userId", u.email, u.locale, u.username, u.active, u.last_seen_at is null as invited,
        (select l.sub from identity_link l where l.user_id = u.id and l.iss = ${issuer}) as sub
      from app_user u where u.id = ${id} for update`,
  )
  if (!found) throw NotFound()
  await checkRank(tx, caller, id)
  if (!found.active) throw Conflict('person_inactive')
  return found
}

/**
 * For somebody whose invitation was lost: another temporary password, which replaces the one before.
 * @throws 403, 404, 409 if they have signed in already, 502
 */
export async function invite({ db, identity }: Deps, caller: Caller, id: number) {
  const secret = temporaryPassword()
  const person = await transaction(db, async (tx) => {
    const found = await personToAdminister(tx, caller, identity?.issuer ?? '', id)
    if (!found.invited) throw Conflict('already_signed_in')
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: 'invitacion' } })
    if (!identity) await inviteToExistingAccount(tx, { id, email: found.email, locale: found.locale })
    return found
  })
  if (!identity) return done
  const { sub } = person
  if (sub === null) {
    await syncAccount({ db, identity }, id, { fresh: true })
    return done
  }
  // Only a password that the provider has taken is mailed.
  await callProvider(() => identity.setTemporaryPassword(sub, secret))
  await transaction(db, (tx) => queueMail(tx, person, 'invitacion', { user: person.username, secret }, pageLink('/home')))
  return done
}

/** Only the newest link is valid. @throws 403, 404, 409 without an account at the provider, 502 */
export async function askPassword({ db, credentials }: Deps, caller: Caller, id: number) {
  const provider = requireManagedHere(credentials)
  const sub = await transaction(db, async (tx) => {
    const person = await personToAdminister(tx, caller, provider.issuer, id)
    if (person.sub === null) throw Conflict('no_sign_in_account')
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: 'pedido_de_contrasena' } })
    if (!('mailPasswordLink' in provider)) await mailLink(tx, person, person.sub)
    return person.sub
  })
  if ('mailPasswordLink' in provider) await callProvider(() => provider.mailPasswordLink(sub))
  return done
}

async function mailLink(tx: Db, { userId, email, locale }: Found, sub: string) {
  const secret = randomBytes(32).toString('base64url')
  await sql`delete from password_link where sub = ${sub} or expires_at < now()`.execute(tx)
  await sql`insert into password_link (hash, sub, user_id, email, locale, expires_at)
    values (${hashOf(secret)}, ${sub}, ${userId}, ${email}, ${locale}, now() + interval '30 minutes')`.execute(tx)
  await queueMail(tx, { userId, email, locale }, 'recuperar_contrasena', { secret }, `${pageLink('/recovery-password')}#token={secret}`)
}
