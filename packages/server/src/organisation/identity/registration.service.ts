import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Parsed } from '@cuadre/api/endpoint'
import type { sendEmailCode, signUp, verifyEmailCode } from '@cuadre/api/identity'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NamedError } from '../../platform/errors.ts'
import { notify, queueMail } from '../../platform/mail/notify.ts'
import { callProvider, managedHere, requireManagedHere, withinLimit } from '../../platform/provider/provider.ts'

/**
 * Registration: the person proves their e-mail with a code and gets an account; administration then adds the user, who is linked to it at
 * the first sign-in. Only the mail reveals whether the account existed before.
 */

type Deps = Pick<AppOptions, 'db' | 'identity' | 'credentials' | 'signUpDomains'>
const MAX_ATTEMPTS = 5
const CODES_A_DAY = 10

/** @throws 409 if registration is off, 422 by field */
export async function register(
  { credentials, signUpDomains = [] }: Deps,
  { NOMBRE, email, password, locale }: Parsed<typeof signUp>['body'],
) {
  if (signUpDomains.length === 0) throw Conflict('sign_up_off')
  const provider = requireManagedHere(managedHere(credentials), 'register')
  if (!signUpDomains.includes(email.split('@')[1]!)) throw Invalid('email', 'sign_up_domain', { domains: signUpDomains.join(', ') })
  const made = await callProvider(() => provider.register({ email, name: NOMBRE, password, locale }))
  if ('weakness' in made) throw Invalid('password', `password_${made.weakness}`)
  return { token: made.token, user: { NOMBRE, email, status: 'pendiente' as const } }
}

/** @throws 429 */
export async function sendCode({ db, identity, credentials }: Deps, { email }: Parsed<typeof sendEmailCode>['body'], address: string) {
  const provider = requireManagedHere(managedHere(credentials), 'VERIFY_EMAIL')
  const [locale, account] = await callProvider(async () => [await provider.waiting(email), await identity?.find({ email })])
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = await hashed(email, code)
  const sent = await transaction(db, async (tx) => {
    const from = `${email} ${address}`
    if (!(await withinLimit(tx, 'code-minute', from, 1, 60))) return 'code_too_soon'
    const few =
      (await withinLimit(tx, 'code-day', from, CODES_A_DAY, 86_400)) && (await withinLimit(tx, 'code-all', email, 5 * CODES_A_DAY, 86_400))
    if (!few) return 'code_too_many'
    if (locale === undefined) return 'sent'
    await sql`insert into email_code (email, hash, expires_at) values (${email}, ${hash}, now() + interval '10 minutes')
      on conflict (email) do update set hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`.execute(tx)
    const recipient = { userId: null, email, locale: locale === 'en' ? ('en' as const) : ('es' as const) }
    if (account) await queueMail(tx, recipient, 'registro_existente', {}, pageLink('/sign-in'))
    else await queueMail(tx, recipient, 'codigo_correo', { secret: code })
    await sql`delete from email_code where expires_at < now()`.execute(tx)
    return 'sent'
  })
  if (sent !== 'sent') throw new NamedError(429, sent)
  return { ok: true as const }
}

/** @throws 422 at code: wrong, expired, used, tried five times, or of another token */
export async function verify({ db, credentials }: Deps, { token, code }: Parsed<typeof verifyEmailCode>['body']) {
  const provider = requireManagedHere(managedHere(credentials), 'VERIFY_EMAIL')
  const wrong = Invalid('code', 'code_wrong')
  const email = await callProvider(() => provider.emailOf(token))
  if (email === undefined) throw wrong
  // Counted before it is compared, so that parallel attempts cannot exceed the limit.
  const found = await row(
    db,
    sql<{
      hash: string
    }>`update email_code set tries = tries + 1 where email = ${email} and expires_at > now() and tries < ${MAX_ATTEMPTS} returning hash`,
  )
  if (!found || !(await matches(found.hash, email, code))) throw wrong
  if (!(await row(db, sql`delete from email_code where email = ${email} and hash = ${found.hash} returning email`))) throw wrong
  const made = await callProvider(() => provider.confirm(token))
  if (!made) throw Conflict('account_taken')
  await transaction(db, async (tx) => {
    // A person who is a user already is linked to the account at the first sign-in.
    if (await row(tx, sql`select from app_user where lower(email) = lower(${email})`)) return
    const administrators = await rows(
      tx,
      sql<{
        id: number
      }>`select u.id from app_user u where u.active and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.administrador})`,
    )
    const ids = administrators.map(({ id }) => id)
    await notify(
      tx,
      ids,
      'registro_confirmado',
      { name: made.name, email },
      pageLink('/usuarios/crear', { nombre: made.name, correo: email }),
    )
  })
  return { ok: true as const }
}

const derive = promisify(scrypt) as (text: string, salt: Buffer, length: number) => Promise<Buffer>

/** Six digits are quickly tried out, so the hash is slow and salted, and valid for ten minutes only. */
async function hashed(email: string, code: string, salt = randomBytes(16)) {
  return `${salt.toString('base64url')}.${(await derive(`${email} ${code}`, salt, 32)).toString('base64url')}`
}
async function matches(stored: string, email: string, code: string) {
  const other = await hashed(email, code, Buffer.from(stored.split('.')[0]!, 'base64url'))
  return timingSafeEqual(Buffer.from(stored), Buffer.from(other))
}
