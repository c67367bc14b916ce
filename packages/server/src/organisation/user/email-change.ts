import { randomBytes } from 'node:crypto'
import type { Parsed } from '@cuadre/api/endpoint'
import type { confirmEmail } from '@cuadre/api/identity'
import { pageLink } from '@cuadre/api/pages'
import type { RoleId } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { queueMail } from '../../platform/mail/notify.ts'
import { hashOf } from '../../platform/provider/provider.ts'
import { checkNotStopped, endPasswordLinks, tellOfChange } from './account-notice.ts'
import { checkUnique, lockAdministration } from './person.ts'
import { checkFree, syncAccount } from './provider-account.ts'

const LINK_MINUTES = 30

/**
 * A new address counts once its owner has confirmed it; until then the old one stays, and is told. Asking again replaces what was asked before;
 * asking for the address in use takes it back.
 */
export async function askEmailChange(
  tx: Db,
  caller: Caller,
  { id, email: old, locale }: { id: number; email: string; locale: Locale },
  wanted: string,
) {
  await sql`delete from email_change where user_id = ${id} and confirmed_at is null`.execute(tx)
  if (wanted === old) return
  const secret = randomBytes(32).toString('base64url')
  await sql`insert into email_change (user_id, old_email, new_email, hash, asked_by, expires_at)
    values (${id}, ${old}, ${wanted}, ${hashOf(secret)}, ${caller.userId}, now() + ${LINK_MINUTES}::int * interval '1 minute')`.execute(tx)
  await endPasswordLinks(tx, id)
  const to = { userId: id, email: wanted, locale }
  await queueMail(tx, to, 'correo_por_confirmar', { who: caller.name, secret }, `${pageLink('/confirmar-correo')}#token={secret}`)
  await tellOfChange(tx, id, caller.userId, 'correo_por_cambiar', { who: caller.name, email: wanted })
}

type Waiting = { id: number; user_id: number; old: string; email: string; username: string; asked_by: number; role: RoleId }
const waiting = (db: Db, hash: string) =>
  row(
    db,
    sql<Waiting>`select c.id, c.user_id, u.email as old, c.new_email as email, u.username, c.asked_by, a.active_role_id as role
      from email_change c join app_user u on u.id = c.user_id join app_user a on a.id = c.asked_by
      where c.hash = ${hash} and c.confirmed_at is null and c.expires_at > now()`,
  )

/** By the link that went to the new address: once, for 30 minutes. @throws 422 at token, 409 while the account is stopped, 502 */
export async function confirm(deps: Pick<AppOptions, 'db' | 'identity'>, { token }: Parsed<typeof confirmEmail>['body']) {
  const { db } = deps
  const hash = hashOf(token)
  const asked = await waiting(db, hash)
  if (!asked) throw Invalid('token', 'link_unusable')
  const { user_id: id, username: USUARIO, email } = asked
  await checkFree(deps, { USUARIO, email }, id)
  await transaction(db, async (tx) => {
    await lockAdministration(tx)
    const found = await waiting(tx, hash)
    if (!found) throw Invalid('token', 'link_unusable')
    await checkNotStopped(tx, id)
    await checkUnique(tx, { USUARIO, email }, id)
    await sql`update email_change set confirmed_at = now(), old_email = ${found.old} where id = ${found.id}`.execute(tx)
    await sql`update app_user set email = ${email} where id = ${id}`.execute(tx)
    await endPasswordLinks(tx, id)
    await recordChange(tx, { userId: found.asked_by, roleId: found.role } as Caller, {
      subject: 'usuario',
      id,
      before: { email: found.old },
      after: { email },
    })
    await tellOfChange(tx, id, found.asked_by, 'correo_cambiado', { old: found.old, email })
  })
  await syncAccount(deps, id)
  return { ok: true as const }
}
