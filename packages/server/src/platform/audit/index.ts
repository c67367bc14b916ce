import type { Change } from '@cuadre/api/role'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../database/index.ts'
import type { Caller } from '../http/context.ts'

export type Subject = z.output<typeof Change>['OBJETO']
type Changed = { subject: Subject; id: number; before: object | null; after: object | null }

/**
 * Records an administrative change in the transaction that makes it: who, in which role, when, and the changed fields before and after.
 * Records nothing if nothing changed.
 */
export async function recordChange(tx: Db, { userId, roleId }: Caller, { subject, id, before, after }: Changed): Promise<void> {
  const [old, now] = before && after ? differing(before, after) : [before, after]
  if (before && after && Object.keys(now!).length === 0) return
  await sql`insert into administration_change (actor_id, role_id, subject, subject_id, before, after)
    values (${userId}, ${roleId}, ${subject}, ${id}, ${old && JSON.stringify(old)}::jsonb, ${now && JSON.stringify(now)}::jsonb)`.execute(
    tx,
  )
}

/** A change that nobody makes but the clock: the end of something that had one. */
export const recordClockChange = (tx: Db, { subject, id, before, after }: Changed) =>
  sql`insert into administration_change (actor_id, role_id, subject, subject_id, before, after)
    values (null, null, ${subject}, ${id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`.execute(tx)

/** The changed fields, before and after. */
function differing(before: object, after: object): [object, object] {
  const old = before as Record<string, unknown>
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
  return [Object.fromEntries(changed.map(([name]) => [name, old[name]])), Object.fromEntries(changed)]
}
