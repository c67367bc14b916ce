import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Device } from './device.ts'

/** A session lasts a day at most (parameter 1), so older ones are not asked for. */
const RETENTION = "interval '3 days'"

/** Called at every opening of a session; the first device stays, because a session does not move to another. */
export async function rememberDevice(db: Db, { iss, sid }: { iss: string; sid: string }, userId: number, device: Device) {
  await sql`insert into session_device (iss, sid, user_id, browser, system, mobile)
    values (${iss}, ${sid}, ${userId}, ${device.browser}, ${device.system}, ${device.mobile}) on conflict do nothing`.execute(db)
  await sql`delete from session_device where opened_at < now() - ${sql.raw(RETENTION)}`.execute(db)
}

/** By the id of the session. */
export async function devicesOf(db: Db, iss: string, sids: readonly string[]): Promise<ReadonlyMap<string, Device>> {
  const found = await rows(
    db,
    sql<
      Device & { sid: string }
    >`select sid, browser, system, mobile from session_device where iss = ${iss} and sid = any(${sids}::text[])`,
  )
  return new Map(found.map(({ sid, ...device }) => [sid, device]))
}
