import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { enableSecondFactor, getSecondFactor } from '@cuadre/api/identity'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { type Claims, hasSecondFactor, signedInRecently } from '../../platform/access/token.ts'
import { row, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { callProvider, managedHere, requireManagedHere } from '../../platform/provider/provider.ts'
import { tellOfChange } from '../user/account-notice.ts'

type Deps = Pick<AppOptions, 'db' | 'credentials'>

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
  const offered = !enrolled && signedInRecently(session) ? managedHere(deps.credentials) : undefined
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
  if (!signedInRecently(session)) throw Conflict('sign_in_again', {}, { action })
  const { check, recoveryCodes } = await callProvider(() => provider.enrolSecondFactor(sub, sid, code))
  if (check !== 'right') throw Invalid('code', `second_factor_${check}`)
  // Enrolled at this point; if this fails, the flag is written when the next session is opened.
  await transaction(db, async (tx) => {
    await sql`update app_user set second_factor = true where id = ${userId}`.execute(tx)
    await tellOfChange(tx, userId, null, 'segundo_factor_activado')
  })
  return { recoveryCodes }
}
