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
import { post, type Recipient } from '../../platform/mail/notify.ts'
import { atProvider, type Credentials, hashOf, servedHere, throughProvider, within } from '../../platform/provider/provider.ts'
import { refuseTokensOfBefore } from './token-time.ts'

type Deps = Pick<AppOptions, 'db' | 'identity' | 'credentials'>
const done = { ok: true as const }
/** No answer comes sooner: the few milliseconds that a link takes would tell that there is an account. */
const ANSWER_MS = 200

/** Sends the link to whoever has an account; at most one a minute and five an hour for an address. Says the same in any case, in the same time. */
export async function forgot(deps: Deps, { email }: Parsed<typeof forgotPassword>['body'], locale: Locale) {
  await Promise.all([sendLink(deps, email, locale), pause(ANSWER_MS)])
  return done
}

async function sendLink({ db, identity, credentials }: Deps, email: string, locale: Locale) {
  const provider = throughProvider(credentials, 'UPDATE_PASSWORD')
  const account = await atProvider(async () => identity?.find({ email }))
  const ownLink = await transaction(db, async (tx) => {
    const few = (await within(tx, 'link-minute', email, 1, 60)) && (await within(tx, 'link-hour', email, 5, 3600))
    if (!few || !account?.enabled) return
    const { sub } = account
    const user = await row(
      tx,
      sql<{ id: number; active: boolean; locale: Locale }>`select u.id, u.active, u.locale from identity_link l
        join app_user u on u.id = l.user_id where l.iss = ${provider.issuer} and l.sub = ${sub}`,
    )
    if (user && !user.active) return
    if ('mailPasswordLink' in provider) return () => provider.mailPasswordLink(sub)
    const secret = randomBytes(32).toString('base64url')
    // The newest alone is good.
    await sql`delete from password_link where sub = ${sub} or expires_at < now()`.execute(tx)
    const to: Recipient = { userId: user?.id ?? null, email, locale: user?.locale ?? locale }
    await sql`insert into password_link (hash, sub, user_id, email, locale, expires_at)
      values (${hashOf(secret)}, ${sub}, ${to.userId}, ${email}, ${to.locale}, now() + interval '30 minutes')`.execute(tx)
    await post(tx, to, 'recuperar_contrasena', { secret }, `${pageLink('/recovery-password')}#token={secret}`)
  })
  // Neither the time of the answer nor its failure may tell that there is an account; the provider keeps its own record of mails that failed.
  ownLink?.().catch(() => {})
}

/** @throws 422 by field: token, password, code */
export async function reset({ db, credentials }: Deps, { token, password, code }: Parsed<typeof changePassword>['body']) {
  const provider = throughProvider(servedHere(credentials), 'UPDATE_PASSWORD')
  const hash = hashOf(token)
  const link = await row(db, sql<{ sub: string }>`select sub from password_link where hash = ${hash} and expires_at > now()`)
  if (!link) throw Invalid('token', 'link_unusable')
  const { sub } = link
  await refuseWeak(provider, sub, password, 'password')
  if ((await provider.secondFactor(sub)).enrolled) {
    if (!code) throw Invalid('code', 'second_factor_code')
    const check = await provider.checkCode(sub, code)
    if (check !== 'right') throw Invalid('code', `second_factor_${check}`)
  }
  await transaction(db, async (tx) => {
    // Of two that hold the same link one takes it.
    const to = await row(
      tx,
      sql<Recipient>`delete from password_link where hash = ${hash} and expires_at > now() returning user_id as "userId", email, locale`,
    )
    if (!to) throw Invalid('token', 'link_unusable')
    if (to.userId !== null) await refuseTokensOfBefore(tx, to.userId)
    await post(tx, to, 'contrasena_cambiada', {})
  })
  await atProvider(async () => {
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
  const provider = throughProvider(servedHere(credentials), 'UPDATE_PASSWORD')
  if (!(await provider.checkPassword(sub, currentPassword))) throw Invalid('currentPassword', 'password_wrong')
  await refuseWeak(provider, sub, newPassword, 'newPassword')
  await transaction(db, async (tx) => {
    const to = await row(tx, sql<Recipient>`select id as "userId", email, locale from app_user where id = ${userId}`)
    await post(tx, to!, 'contrasena_cambiada', {})
  })
  await atProvider(async () => {
    await setPassword(provider, sub, newPassword, 'newPassword')
    await provider.endOtherSessions(sub, sid)
  })
  return done
}

/** For a password that was changed on the provider's own pages. */
export const tellPasswordChanged = (db: Db, issuer: string, sub: string) =>
  transaction(db, async (tx) => {
    const to = await row(
      tx,
      sql<Recipient>`select u.id as "userId", u.email, u.locale from identity_link l join app_user u on u.id = l.user_id
        where l.iss = ${issuer} and l.sub = ${sub}`,
    )
    if (to) await post(tx, to, 'contrasena_cambiada', {})
  })

/** Before anything is used up or told. */
async function refuseWeak(provider: Credentials, sub: string, password: string, path: string) {
  const weakness = await provider.weakness(sub, password)
  if (weakness) throw Invalid(path, `password_${weakness}`)
}
/** Weak all the same when another change came first. */
async function setPassword(provider: Credentials, sub: string, password: string, path: string) {
  const weakness = await provider.setPassword(sub, password)
  if (weakness) throw Invalid(path, `password_${weakness}`)
}
