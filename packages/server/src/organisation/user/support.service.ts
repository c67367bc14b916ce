import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { sendSupportEmail } from '@cuadre/api/user'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { row, rows, transaction } from '../../platform/database/index.ts'
import { NamedError } from '../../platform/errors.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import { withinLimit } from '../../platform/provider/provider.ts'

/** Messages per hour over all server processes: of one sender, from one address, and in all. One address alone never uses up what all have. */
const MAX_PER_SENDER = 3
const MAX_PER_ADDRESS = 10
const MAX_TOTAL = 200

/** Each line of what a stranger wrote is marked as theirs, so that none passes for a line of ours. */
const quoted = (text: string) => text.replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '').replace(/^/gm, '> ')

/** A message to support, or to the administrators. @throws 429 */
export const sendToSupport = (
  { db, supportEmail }: Pick<AppOptions, 'db' | 'supportEmail'>,
  message: Parsed<typeof sendSupportEmail>['body'],
  address: string,
) =>
  transaction(db, async (tx) => {
    // One at a time, so that the count is right.
    await sql`select pg_advisory_xact_lock(2612)`.execute(tx)
    const sent = (await row(
      tx,
      sql<{ own: number; all: number }>`select count(*) filter (where sender = ${message.email})::int as own, count(*)::int as all
        from (select distinct params ->> 'from' as sender, created_at from outbox where template = 'soporte' and created_at > now() - interval '1 hour') m`,
    ))!
    const few = await withinLimit(tx, 'support-address', address, MAX_PER_ADDRESS, 3600)
    if (!few || sent.own >= MAX_PER_SENDER || sent.all >= MAX_TOTAL) throw new NamedError(429, 'support_too_many')
    const to: Recipient[] = supportEmail
      ? [{ userId: null, email: supportEmail, locale: 'es' }]
      : await rows(
          tx,
          sql<Recipient>`select u.id as "userId", u.email, u.locale from app_user u where u.active
            and exists (select from user_role r where r.user_id = u.id and r.role_id = ${ROLE.administrador}) order by u.id`,
        )
    const { NOMBRE: name, email, ASUNTO: subject, MENSAJE } = message
    for (const each of to) await queueMail(tx, each, 'soporte', { name, from: email, subject, message: quoted(MENSAJE) })
    return { ok: true as const }
  })
