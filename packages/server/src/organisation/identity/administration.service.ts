import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import { callProvider, type Provider, requireManagedHere } from '../../platform/provider/provider.ts'
import { checkAdministratorRights } from '../user/person.ts'
import { invalidateTokens } from './token-time.ts'

type Deps = Pick<AppOptions, 'db' | 'credentials'>
type Step = {
  name: string
  template: 'cuenta_desbloqueada' | 'segundo_factor_quitado' | 'sesiones_cerradas'
  own?: (tx: Db, id: number) => Promise<unknown>
  change: (provider: Provider, sub: string) => Promise<unknown>
}

export const unlock = (deps: Deps, caller: Caller, id: number) =>
  administer(deps, caller, id, { name: 'desbloqueo', template: 'cuenta_desbloqueada', change: (provider, sub) => provider.unlock(sub) })

export const signOut = (deps: Deps, caller: Caller, id: number) =>
  administer(deps, caller, id, {
    name: 'cierre_de_sesiones',
    template: 'sesiones_cerradas',
    own: invalidateTokens,
    change: (provider, sub) => provider.endSessions(sub),
  })

/** One's own second factor is replaced at the provider, which asks for the old one. */
export function resetSecondFactor(deps: Deps, caller: Caller, id: number) {
  if (id === caller.userId) throw Conflict('own_second_factor')
  return administer(deps, caller, id, {
    name: 'retiro_de_segundo_factor',
    template: 'segundo_factor_quitado',
    own: async (tx) => {
      await sql`update app_user set second_factor = false where id = ${id}`.execute(tx)
      await invalidateTokens(tx, id)
    },
    change: async (provider, sub) => {
      await provider.removeSecondFactor(sub)
      await provider.endSessions(sub)
    },
  })
}

/**
 * Recorded and mailed before it is done at the provider, so that none of these changes lacks a trace. If the provider fails, the call says
 * so and can be repeated.
 * @throws 403 for an administrator by somebody else, 404, 409 without an account at the provider, 502
 */
async function administer({ db, credentials }: Deps, caller: Caller, id: number, { name, template, own, change }: Step) {
  const provider = requireManagedHere(credentials)
  const sub = await transaction(db, async (tx) => {
    const user = await row(
      tx,
      sql<Recipient & { sub: string | null; types: number[] }>`select u.id as "userId", u.email, u.locale,
          (select l.sub from identity_link l where l.user_id = u.id and l.iss = ${provider.issuer}) as sub,
          array(select r.role_id from user_role r where r.user_id = u.id) as types
        from app_user u where u.id = ${id} for update`,
    )
    if (!user) throw NotFound()
    checkAdministratorRights(caller, user.types)
    if (user.sub === null) throw Conflict('no_sign_in_account')
    await own?.(tx, id)
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: name } })
    await queueMail(tx, user, template, { who: caller.name })
    return user.sub
  })
  await callProvider(() => change(provider, sub))
  return { ok: true as const }
}
