import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Parsed } from '@cuadre/api/endpoint'
import type { changeMyPassword, changePassword, forgotPassword } from '@cuadre/api/identity'
import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import type { Claims } from '../../platform/access/token.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import { type Credentials, callProvider, hashOf, managedHere, requireManagedHere, withinLimit } from '../../platform/provider/provider.ts'
import { checkNotStopped, endPasswordLinks, tellOfChange } from '../user/account-notice.ts'
import { invalidateTokens } from './token-time.ts'

type Deps = Pick<AppOptions, 'db' | 'identity' | 'credentials'>
const done = { ok: true as const }
/** Minimum duration of the answer: the few milliseconds that sending a link takes would reveal that the account exists. */
const ANSWER_MS = 200

/**
 * Sends a link if there is an account; at most one a minute and five an hour to it from one place, twenty from all. The answer is always the same and takes the same
 * time.
 */
export async function forgot(deps: Deps, { email }: Parsed<typeof forgotPassword>['body'], locale: Locale, address: string) {
  await Promise.all([sendLink(deps, email, locale, address), pause(ANSWER_MS)])
  return done
}

async function sendLink({ db, identity, credentials }: Deps, email: string, locale: Locale, address: string) {
  const provider = requireManagedHere(credentials, 'UPDATE_PASSWORD')
  const account = await callProvider(async () => identity?.find({ email }))
  const ownLink = await transaction(db, async (tx) => {
    // From elsewhere the owner still gets theirs while somebody uses up what one address has.
    const from = `${email} ${address}`
    const few =
      (await withinLimit(tx, 'link-minute', from, 1, 60)) &&
      (await withinLimit(tx, 'link-hour', from, 5, 3600)) &&
      (await withinLimit(tx, 'link-all', email, 20, 3600))
    if (!few || !account?.enabled) return
    const { sub } = account
    const user = await row(
      tx,
      sql<{
        id: number
        active: boolean
        locale: Locale
      }>`select u.id, u.active and coalesce(u.stopped_until <= now(), true) as active, u.locale from identity_link l
        join app_user u on u.id = l.user_id where l.iss = ${provider.issuer} and l.sub = ${sub}`,
    )
    if (user && !user.active) return
    if ('mailPasswordLink' in provider) return () => provider.mailPasswordLink(sub)
    await mailLink(tx, sub, { userId: user?.id ?? null, email, locale: user?.locale ?? locale }, 'recuperar_contrasena')
  })
  // Neither duration nor failure of the answer may reveal that the account exists; the provider logs mails that failed.
  ownLink?.().catch(() => {})
}

async function mailLink(tx: Db, sub: string, to: Recipient, template: 'recuperar_contrasena' | 'cuenta_bloqueada') {
  const secret = randomBytes(32).toString('base64url')
  // Only the newest link is valid.
  await sql`delete from password_link where sub = ${sub} or expires_at < now()`.execute(tx)
  await sql`insert into password_link (hash, sub, user_id, email, locale, expires_at)
    values (${hashOf(secret)}, ${sub}, ${to.userId}, ${to.email}, ${to.locale}, now() + interval '30 minutes')`.execute(tx)
  await queueMail(tx, to, template, { secret }, `${pageLink('/recovery-password')}#token={secret}`)
}

/** To somebody whose password was tried too often: a way in that need not wait. At most once an hour. */
export const mailUnlock = (db: Db, issuer: string, sub: string) =>
  transaction(db, async (tx) => {
    const to = await row(
      tx,
      sql<Recipient>`select u.id as "userId", u.email, u.locale from identity_link l join app_user u on u.id = l.user_id
        where l.iss = ${issuer} and l.sub = ${sub} and u.active and coalesce(u.stopped_until <= now(), true)`,
    )
    if (to && (await withinLimit(tx, 'unlock-hour', sub, 1, 3600))) await mailLink(tx, sub, to, 'cuenta_bloqueada')
  })

/** @throws 422 by field: token, password, code */
export async function reset({ db, credentials }: Deps, { token, password, code }: Parsed<typeof changePassword>['body']) {
  const provider = requireManagedHere(managedHere(credentials), 'UPDATE_PASSWORD')
  const hash = hashOf(token)
  // Of the address that it went to: it dies with another, and with the person's leave.
  const link = await row(
    db,
    sql<{ sub: string }>`select p.sub from password_link p left join app_user u on u.id = p.user_id
      where p.hash = ${hash} and p.expires_at > now() and (u.id is null or (u.active and lower(u.email) = lower(p.email)))`,
  )
  if (!link) throw Invalid('token', 'link_unusable')
  const { sub } = link
  await refuseWeak(provider, sub, password, 'password')
  if ((await provider.secondFactor(sub)).enrolled) {
    if (!code) throw Invalid('code', 'second_factor_code')
    const check = await provider.checkCode(sub, code)
    if (check !== 'right') throw Invalid('code', `second_factor_${check}`)
  }
  await transaction(db, async (tx) => {
    // Of two requests with the same link only one takes it.
    const to = await row(
      tx,
      sql<Recipient>`delete from password_link where hash = ${hash} and expires_at > now() returning user_id as "userId", email, locale`,
    )
    if (!to) throw Invalid('token', 'link_unusable')
    if (to.userId === null) return queueMail(tx, to, 'contrasena_cambiada', {})
    await checkNotStopped(tx, to.userId)
    await invalidateTokens(tx, to.userId)
    await tellPassword(tx, to.userId)
  })
  await callProvider(async () => {
    await setPassword(provider, sub, password, 'password')
    await provider.endSessions(sub)
  })
  return done
}

/** @throws 422 by field: currentPassword, newPassword */
export async function change(
  { db, credentials }: Deps,
  { userId }: Caller,
  { sub, sid }: Claims,
  { currentPassword, newPassword }: Parsed<typeof changeMyPassword>['body'],
) {
  const provider = requireManagedHere(managedHere(credentials), 'UPDATE_PASSWORD')
  if (!(await provider.checkPassword(sub, currentPassword))) throw Invalid('currentPassword', 'password_wrong')
  await refuseWeak(provider, sub, newPassword, 'newPassword')
  await transaction(db, async (tx) => {
    await tellPassword(tx, userId)
  })
  await callProvider(async () => {
    await setPassword(provider, sub, newPassword, 'newPassword')
    await provider.endOtherSessions(sub, sid)
  })
  return done
}

/** For a password changed on the provider's own pages. */
export const tellPasswordChanged = (db: Db, issuer: string, sub: string) =>
  transaction(db, async (tx) => {
    const to = await row(tx, sql<{ id: number }>`select user_id as id from identity_link where iss = ${issuer} and sub = ${sub}`)
    if (to) await tellPassword(tx, to.id)
  })

async function tellPassword(tx: Db, userId: number) {
  await endPasswordLinks(tx, userId)
  await tellOfChange(tx, userId, null, 'contrasena_cambiada')
}

/** Checked before a link or code is used up or a mail is sent. */
async function refuseWeak(provider: Credentials, sub: string, password: string, path: string) {
  const weakness = await provider.weakness(sub, password)
  if (weakness) throw Invalid(path, `password_${weakness}`)
}
/** May still be too weak if another change was faster. */
async function setPassword(provider: Credentials, sub: string, password: string, path: string) {
  const weakness = await provider.setPassword(sub, password)
  if (weakness) throw Invalid(path, `password_${weakness}`)
}
