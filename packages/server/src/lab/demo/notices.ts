import { randomBytes } from 'node:crypto'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { personNamed } from './people.ts'

const unknown = () => randomBytes(32).toString('hex')

/**
 * Accounts at which something waits for somebody: an address to confirm, a second factor to decide, a stopped account. A month each, because a real
 * one of half an hour would be over before the demonstration is looked at. Nobody knows the secrets of their links.
 */
export async function createNotices(db: Db): Promise<void> {
  const { userId: other } = await personNamed(db, 'esoto', ROLE.administrador)
  const { userId: moves } = await personNamed(db, 'ktorres', ROLE.analista)
  const { userId: loses } = await personNamed(db, 'jcardenas', ROLE.jefatura)
  const { userId: stops } = await personNamed(db, 'icortes', ROLE.analista)
  await sql`insert into email_change (user_id, old_email, new_email, hash, asked_by, asked_at, expires_at)
    select id, email, 'kevin.torres@corporacion.example', ${unknown()}, ${other}, now() - interval '20 minutes', now() + interval '30 days' from app_user where id = ${moves}`.execute(
    db,
  )
  await sql`update app_user set second_factor = true where id = ${loses}`.execute(db)
  await sql`insert into second_factor_reset (user_id, asked_by, asked_at, expires_at)
    values (${loses}, ${other}, now() - interval '3 hours', now() + interval '30 days')`.execute(db)
  await sql`insert into stop_link (hash, user_id, email, caused_by, expires_at, used_at)
    select ${unknown()}, id, email, ${other}, now() + interval '30 days', now() - interval '1 hour' from app_user where id = ${stops}`.execute(
    db,
  )
  await sql`update app_user set stopped_until = now() + interval '30 days' where id = ${stops}`.execute(db)
}
