import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { nextInWindow } from '../../platform/jobs/working-time.ts'
import { deliver, type Message } from '../../platform/mail/deliver.ts'
import type { MessageSubject } from '../../platform/mail/notify.ts'
import type { Candidate } from './alert.candidates.ts'
import { log, type StoredAlert, stored } from './alert.log.ts'
import { pageFor } from './alert.pages.ts'
import { recipients } from './alert.recipients.ts'
import { rolesOf } from './alert.repository.ts'

/**
 * Sends a message to the recipients that alerts of its type add, once per analysis (or message) and day. Its mail goes out in the window of
 * the alert, on working days of the country that it is about.
 */
export async function notifyAlertRecipients(
  { zone, now }: { zone: string; now: Date },
  tx: Db,
  typeId: number,
  notified: readonly number[],
  message: Message,
  about: MessageSubject,
): Promise<void> {
  const today = DateTime.fromJSDate(now, { zone }).toISODate()!
  const alerts = await rows(
    tx,
    sql<StoredAlert>`select ${stored} from alert where type_id = ${typeId} and active and deleted_at is null
      and ${today}::date between coalesce(valid_from, '-infinity') and coalesce(valid_to, 'infinity') order by id`,
  )
  if (alerts.length === 0) return
  const candidates = await candidatesOf(tx, notified, message, about)
  const calendar = (await workCalendars(tx, zone)).of(candidates[0]!.country_id)
  for (const alert of alerts) {
    const reached = (await recipients(tx, alert, candidates, today)).filter(({ userId }) => !notified.includes(userId))
    const fresh = await log.add(tx, alert, reached, today)
    const users = [...new Set(fresh.map(({ userId }) => userId))]
    const window = { from: alert.window_from, to: alert.window_to }
    const roles = await rolesOf(tx, users)
    const byPage = Map.groupBy(users, (userId) => pageFor(message.route, roles.get(userId) ?? []))
    for (const [route, people] of byPage) {
      const delivered = await deliver(
        tx,
        people,
        { ...message, route },
        {
          typeId,
          priority: alert.priority,
          app: alert.app,
          mail: alert.mail,
          digest: alert.frequency === 'inmediata' ? undefined : alert.frequency,
          now,
          window: { ...window, zone: calendar.zone, since: nextInWindow(now, window, calendar) },
        },
      )
      await log.delivered(
        tx,
        fresh.filter(({ userId }) => people.includes(userId)),
        delivered,
      )
    }
  }
}

async function candidatesOf(
  tx: Db,
  notified: readonly number[],
  { template, params, route }: Message,
  about: MessageSubject,
): Promise<Candidate[]> {
  const place = await row(
    tx,
    sql<
      Pick<Candidate, 'country_id' | 'business_id' | 'department_id' | 'superior'>
    >`select a.country_id, a.business_id, a.department_id, d.chief_id as superior
      from analysis a left join department d on d.id = a.department_id where a.id = ${about.analysisId ?? null}::int
      union all select coalesce(b.country_id, ${about.countryId ?? null}::int), b.id, ${about.departmentId ?? null}::int, null from (select ${about.businessId ?? null}::int as id) g left join business b on b.id = g.id
      limit 1`,
  )
  const one: Candidate = {
    item: about.analysisId
      ? `${template}:${about.analysisId}`
      : `${template}:${createHash('sha256')
          .update(JSON.stringify(about.event === undefined ? params : [params, about.event]))
          .digest('hex')
          .slice(0, 16)}`,
    responsible: null,
    since: null,
    n: 1,
    template,
    params,
    route,
    ...place!,
    ...(about.analysisId && { analysis: about.analysisId }),
  }
  if (one.superior !== null || notified.length === 0) return [one]
  // The departments concerned are only known from the people who were notified.
  const heads = await rows(
    tx,
    sql<{ id: number }>`select distinct d.chief_id as id from app_user u join department d on d.id = u.department_id
      where u.id = any(${[...notified]}::int[]) and d.chief_id is not null`,
  )
  return [one, ...heads.map(({ id }) => ({ ...one, superior: id }))]
}
