import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { enableSecondFactor, getSecondFactor } from '@cuadre/api/identity'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { type Claims, hasSecondFactor } from '../../platform/access/token.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import { callProvider, managedHere, requireManagedHere } from '../../platform/provider/provider.ts'

type Deps = Pick<AppOptions, 'db' | 'credentials'>

/** Enrolling a second factor changes how one signs in, so an unattended session or a stolen token is not enough. */
const FRESH_SECONDS = 15 * 60
const isFresh = ({ authTime = 0 }: Claims) => Date.now() / 1000 - authTime <= FRESH_SECONDS

/** What is required and what is enrolled; also updates the flag in the user's row from the provider. Two statements. */
export async function stateOf({ db, credentials }: Deps, { userId }: Caller, { sub }: Claims) {
  const own = credentials && (await callProvider(() => credentials.secondFactor(sub)))
  const enrolled = own?.enrolled ?? null
  const user = (await row(
    db,
    sql<{
      username: string
      compulsory: boolean
      known: boolean
    }>`select username, second_factor_compulsory(id) as compulsory, second_factor as known
      from app_user where id = ${userId}`,
  ))!
  if (enrolled !== null && enrolled !== user.known)
    await sql`update app_user set second_factor = ${enrolled} where id = ${userId}`.execute(db)
  return { username: user.username, compulsory: user.compulsory, needed: user.compulsory || (enrolled ?? user.known), enrolled, own }
}

export async function get(deps: Deps, caller: Caller, session: Claims): Promise<Output<typeof getSecondFactor>> {
  const { username, compulsory, enrolled, own } = await stateOf(deps, caller, session)
  const verified = hasSecondFactor(session)
  const offered = !enrolled && isFresh(session) ? managedHere(deps.credentials) : undefined
  const { qr = null, key = null } = (await offered?.offerSecondFactor(session.sub, session.sid, username)) ?? {}
  return {
    enabled: enrolled ?? verified,
    required: compulsory,
    verified,
    recoveryCodesLeft: enrolled ? own!.recoveryCodesLeft : null,
    qrCodeUrl: qr,
    key,
    action: offered ? null : 'CONFIGURE_TOTP',
    recoveryAction: (enrolled ?? verified) && !managedHere(deps.credentials) ? 'CONFIGURE_RECOVERY_AUTHN_CODES' : null,
  }
}

/** @throws 409 if the provider has its own page for it, 422 at code */
export async function enable(
  { db, credentials }: Deps,
  { userId }: Caller,
  session: Claims,
  { code }: Parsed<typeof enableSecondFactor>['body'],
) {
  const action = 'CONFIGURE_TOTP' as const
  const provider = requireManagedHere(managedHere(credentials), action)
  const { sub, sid } = session
  if ((await provider.secondFactor(sub)).enrolled) throw Conflict('second_factor_there', {}, { action })
  if (!isFresh(session)) throw Conflict('sign_in_again', {}, { action })
  const { check, recoveryCodes } = await callProvider(() => provider.enrolSecondFactor(sub, sid, code))
  if (check !== 'right') throw Invalid('code', `second_factor_${check}`)
  // Enrolled at this point; if this fails, the flag is written when the next session is opened.
  await transaction(db, async (tx) => {
    const to = await row(
      tx,
      sql<Recipient>`update app_user set second_factor = true where id = ${userId} returning id as "userId", email, locale`,
    )
    await queueMail(tx, to!, 'segundo_factor_activado', {})
  })
  return { recoveryCodes }
}
