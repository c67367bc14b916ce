import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Delivered } from '../../platform/mail/deliver.ts'
import type { Rule } from './alert.candidates.ts'
import type { AlertRecipient } from './alert.recipients.ts'

/** An alert as stored. */
export type StoredAlert = Rule & {
  id: number
  app: boolean
  mail: boolean
  frequency: 'inmediata' | 'diaria' | 'semanal'
  window_from: string
  window_to: string
  priority: 'A' | 'M' | 'B'
}
export const stored = sql`id, type_id, name, country_id, business_id, department_id, threshold, days, hours, recipients, app, mail, frequency,
  to_char(window_from, 'HH24:MI') as window_from, to_char(window_to, 'HH24:MI') as window_to, priority, escalate_hours, message`

type Fresh = AlertRecipient & { logId: number }

export const log = {
  /**
   * Logs who is notified and returns those not yet notified of the same on that day: type, item, day, person (rules §2.7).
   */
  async add(tx: Db, alert: StoredAlert, reached: readonly AlertRecipient[], day: string): Promise<Fresh[]> {
    if (reached.length === 0) return []
    const made = await rows(
      tx,
      sql<{
        id: number
        user_id: number
        item: string
      }>`insert into alert_log (alert_id, type_id, item, day, user_id, level, business_id, department_id)
        select ${alert.id}, ${alert.type_id}, r.item, ${day}::date, r.user_id, min(r.level), min(r.business_id), min(r.department_id)
        from unnest(${reached.map((r) => r.candidate.item)}::text[], ${reached.map((r) => r.userId)}::int[], ${reached.map((r) => r.level)}::int[],
          ${reached.map((r) => r.candidate.business_id)}::int[], ${reached.map((r) => r.candidate.department_id)}::int[]) r(item, user_id, level, business_id, department_id)
        join app_user u on u.id = r.user_id and u.active group by r.item, r.user_id order by r.user_id, r.item
        on conflict do nothing returning id, user_id, item`,
    )
    const idOf = new Map(made.map(({ id, user_id, item }) => [`${user_id} ${item}`, id]))
    return reached.flatMap((one) => {
      const key = `${one.userId} ${one.candidate.item}`
      const logId = idOf.get(key)
      idOf.delete(key)
      return logId === undefined ? [] : [{ ...one, logId }]
    })
  },

  /** Stores the notification and mail of each entry. */
  async delivered(tx: Db, fresh: readonly Fresh[], delivered: readonly Delivered[]): Promise<void> {
    const of = new Map(delivered.map((one) => [one.user_id, one]))
    const lines = fresh.flatMap(({ logId, userId }) => {
      const one = of.get(userId)
      return one ? [{ id: logId, ...one }] : []
    })
    if (lines.length === 0) return
    await sql`update alert_log l set notification_id = r.notification_id, outbox_id = r.outbox_id
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) r(id bigint, notification_id bigint, outbox_id bigint) where l.id = r.id`.execute(
      tx,
    )
  },
}
