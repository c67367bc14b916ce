import { randomInt } from 'node:crypto'
import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Invalid, NamedError } from '../../platform/errors.ts'
import type { Locale } from '../../platform/http/context.ts'
import { queueMail } from '../../platform/mail/notify.ts'
import type { IdentityAdmin } from '../../platform/provider/provider.ts'
import { checkUnique, type Person as Names } from './person.ts'

type Named = { username: string; email: string; name: string }
type Deps = { db: Db; identity?: IdentityAdmin | undefined }
type Person = Named & { id: number; locale: Locale; active: boolean; sub: string | null }

const person = (db: Db, issuer: string, id: number) =>
  row(
    db,
    sql<Person>`select u.id, u.name, u.username, u.email, u.locale, u.active, l.sub from app_user u
      left join identity_link l on l.user_id = u.id and l.iss = ${issuer} where u.id = ${id}`,
  )

/**
 * Checked before anything is saved: user name and e-mail must not belong to another person or somebody else's account. An account with this
 * e-mail that is not linked yet is the person's own.
 * @param userId the person, if they exist already
 */
export async function checkFree(
  { db, identity }: Deps,
  { USUARIO: username, email }: Pick<Names, 'USUARIO' | 'email'>,
  userId: number | null,
) {
  await checkUnique(db, { USUARIO: username, email }, userId)
  if (!identity) return
  const own = userId === null ? null : ((await person(db, identity.issuer, userId))?.sub ?? null)
  const byEmail = await identity.find({ email })
  const byName = await identity.find({ username })
  if (byEmail && byEmail.sub !== own && (own || (await isLinked(db, identity.issuer, byEmail.sub))))
    throw Invalid('email', 'identity_taken')
  if (byName && byName.sub !== own && byName.sub !== byEmail?.sub) throw Invalid('USUARIO', 'identity_taken')
}
const isLinked = (db: Db, issuer: string, sub: string) => row(db, sql`select from identity_link where iss = ${issuer} and sub = ${sub}`)

/**
 * Brings the provider's account up to date with the saved person: creates it and sends the invitation, or changes, disables or enables it.
 * Must run outside a transaction because the embedded provider shares the database's one connection; may be repeated.
 * @param fresh the person is new: also invites them if they have an account already
 * @throws 502
 */
export async function syncAccount({ db, identity }: Deps, id: number, { fresh = false } = {}): Promise<void> {
  if (!identity) return
  try {
    const found = (await person(db, identity.issuer, id))!
    const { username, email, name } = found
    if (found.sub) {
      await identity.update(found.sub, { username, email, name, emailVerified: true })
      if ((await identity.find({ sub: found.sub }))?.enabled !== found.active) await identity.setEnabled(found.sub, found.active)
    } else if (found.active) await invite(db, identity, found, fresh)
  } catch (error) {
    if (error instanceof NamedError) throw error
    throw new NamedError(502, 'identity_unavailable')
  }
}

async function invite(db: Db, identity: IdentityAdmin, { id, username, email, name, locale }: Person, fresh: boolean) {
  // The account exists already: it is linked at the first sign-in and keeps its password.
  if (await identity.find({ email })) return fresh ? inviteToExistingAccount(db, { id, email, locale }) : undefined
  const secret = temporaryPassword()
  const { sub } = await identity.create({ username, email, name, locale, emailVerified: true, password: secret, temporary: true })
  return transaction(db, async (tx) => {
    await sql`insert into identity_link values (${identity.issuer}, ${sub}, ${id})`.execute(tx)
    await queueMail(tx, { userId: id, email, locale }, 'invitacion', { user: username, secret }, pageLink('/home'))
  })
}

/** Invites somebody who has an account at the provider, or creates it there. */
export const inviteToExistingAccount = (tx: Db, { id, email, locale }: Pick<Person, 'id' | 'email' | 'locale'>) =>
  queueMail(tx, { userId: id, email, locale }, 'invitacion_cuenta', { email }, pageLink('/home'))

/** 16 characters of 32 that cannot be confused: 80 bits. */
export function temporaryPassword() {
  const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const four = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
  return [four(), four(), four(), four()].join('-')
}
