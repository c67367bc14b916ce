import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { callProvider, type Provider, requireManagedHere } from '../../platform/provider/provider.ts'
import { tellOfChange } from '../user/account-notice.ts'
import { lockAdministration } from '../user/person.ts'
import { checkAbove, checkRank } from '../user/rank.ts'
import { liftStop } from './stop.service.ts'
import { invalidateTokens } from './token-time.ts'

type Deps = Pick<AppOptions, 'db' | 'credentials'>
type Step = {
  name: string
  template: 'cuenta_desbloqueada' | 'segundo_factor_quitado' | 'sesiones_cerradas'
  own?: (tx: Db, id: number) => Promise<unknown>
  change: (provider: Provider, sub: string) => Promise<unknown>
}

export const unlock = (deps: Deps, caller: Caller, id: number) =>
  administer(deps, caller, id, {
    name: 'desbloqueo',
    template: 'cuenta_desbloqueada',
    own: (tx) => liftStop(tx, caller, id),
    change: (provider, sub) => provider.unlock(sub),
  })

export const signOut = (deps: Deps, caller: Caller, id: number) =>
  administer(deps, caller, id, {
    name: 'cierre_de_sesiones',
    template: 'sesiones_cerradas',
    own: invalidateTokens,
    change: (provider, sub) => provider.endSessions(sub),
  })

/** Whose second factor one person alone does not take away. */
const GUARDED = [ROLE.jefatura, ROLE.control, ROLE.administrador]
const CONFIRM_HOURS = 24

/**
 * One's own second factor is replaced at the provider, which asks for the old one. That of a head, of control and of an administrator is taken
 * away by two: who asks, and an administrator who confirms by doing the same.
 */
export async function resetSecondFactor(deps: Deps, caller: Caller, id: number) {
  if (id === caller.userId) throw Conflict('own_second_factor')
  requireManagedHere(deps.credentials)
  if (await waitsForAnother(deps, caller, id)) return { ok: true as const, PENDIENTE: true }
  await removeSecondFactor(deps, caller, id)
  return { ok: true as const, PENDIENTE: false }
}

/** Whether a second administrator has to confirm yet; what is asked for is written down and told. @throws 409 where there is no other */
const waitsForAnother = ({ db }: Deps, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    await lockAdministration(tx)
    const person = await row(
      tx,
      sql<{ name: string; guarded: boolean; asked_by: number | null }>`select u.name,
          exists (select from user_role r where r.user_id = u.id and r.role_id = any(${GUARDED}::int[])) as guarded,
          (select f.asked_by from second_factor_reset f where f.user_id = u.id and f.expires_at > now()) as asked_by
        from app_user u where u.id = ${id}`,
    )
    if (!person) throw NotFound()
    await checkRank(tx, caller, id)
    if (!person.guarded) return false
    if (person.asked_by !== null && person.asked_by !== caller.userId && caller.roleId === ROLE.administrador) return false
    const others = await rows(
      tx,
      sql<{ id: number }>`select u.id from app_user u join user_role r on r.user_id = u.id and r.role_id = ${ROLE.administrador}
        where u.active and u.id not in (${id}, ${caller.userId})`,
    )
    if (others.length === 0) throw Conflict('second_administrator_missing')
    if (person.asked_by !== null) return true
    await sql`insert into second_factor_reset (user_id, asked_by, expires_at) values (${id}, ${caller.userId}, now() + ${CONFIRM_HOURS}::int * interval '1 hour')
      on conflict (user_id) do update set asked_by = excluded.asked_by, asked_at = now(), expires_at = excluded.expires_at`.execute(tx)
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: 'pide_retiro_de_segundo_factor' } })
    await tellOfChange(tx, id, caller.userId, 'segundo_factor_por_quitar', { who: caller.name })
    const route = pageLink('/usuarios/:userId/actualizar', { userId: id })
    const ids = others.map((other) => other.id)
    await notify(tx, ids, 'confirmar_segundo_factor', { who: caller.name, name: person.name }, route)
    return true
  })

/** By an administrator who is not the person, or by who asked. @throws 403, 409 where nobody has asked */
export const refuseSecondFactorReset = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    await lockAdministration(tx)
    const asked = await row(
      tx,
      sql<{ asked_by: number; name: string }>`select f.asked_by, u.name from second_factor_reset f join app_user u on u.id = f.user_id
        where f.user_id = ${id} and f.expires_at > now()`,
    )
    if (!asked) throw Conflict('second_factor_not_asked')
    if (id === caller.userId || (asked.asked_by !== caller.userId && caller.roleId !== ROLE.administrador)) throw Forbidden()
    await checkRank(tx, caller, id)
    await sql`delete from second_factor_reset where user_id = ${id}`.execute(tx)
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: 'rechazo_de_retiro_de_segundo_factor' } })
    const told = [id, ...(asked.asked_by === caller.userId ? [] : [asked.asked_by])]
    await notify(tx, told, 'segundo_factor_se_queda', { who: caller.name, name: asked.name }, pageLink('/home'))
    return { ok: true as const }
  })

function removeSecondFactor(deps: Deps, caller: Caller, id: number) {
  return administer(deps, caller, id, {
    name: 'retiro_de_segundo_factor',
    template: 'segundo_factor_quitado',
    own: async (tx) => {
      await sql`update app_user set second_factor = false where id = ${id}`.execute(tx)
      await sql`delete from second_factor_reset where user_id = ${id}`.execute(tx)
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
 * @throws 403 for somebody who is not below the caller, 404, 409 without an account at the provider, 502
 */
async function administer({ db, credentials }: Deps, caller: Caller, id: number, { name, template, own, change }: Step) {
  const provider = requireManagedHere(credentials)
  const sub = await transaction(db, async (tx) => {
    const user = await row(
      tx,
      sql<{ sub: string | null }>`select (select l.sub from identity_link l where l.user_id = u.id and l.iss = ${provider.issuer}) as sub
        from app_user u where u.id = ${id} for update`,
    )
    if (!user) throw NotFound()
    // Who is let in again has stopped the account themselves, perhaps.
    await (name === 'desbloqueo' ? checkAbove : checkRank)(tx, caller, id)
    if (user.sub === null) throw Conflict('no_sign_in_account')
    await own?.(tx, id)
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: name } })
    await tellOfChange(tx, id, caller.userId, template, { who: caller.name })
    return user.sub
  })
  await callProvider(() => change(provider, sub))
  return { ok: true as const }
}
