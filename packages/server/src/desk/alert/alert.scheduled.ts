import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { type WorkCalendars, workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import { runEach, runOncePerDay } from '../../platform/jobs/scheduler.ts'
import { isWorkingDay, type WorkCalendar, workingMinutes } from '../../platform/jobs/working-time.ts'
import { deliver, sendDigests } from '../../platform/mail/deliver.ts'
import type { Template } from '../../platform/mail/templates.ts'
import { type Candidate, candidates, type Rule } from './alert.candidates.ts'
import { log, type StoredAlert, stored } from './alert.log.ts'
import { pageFor } from './alert.pages.ts'
import { type AlertRecipient, recipients } from './alert.recipients.ts'
import { rolesOf } from './alert.repository.ts'

const DIGEST_HOUR = 8
/** The days on which an alert holds, both included. */
type Validity = { first: string; last: string }

/**
 * Runs the scheduled alerts: the digest at 8:00 and, on working days and within its window, each alert that looks for findings. Every
 * calendar has its own run, by its own clock: on a country's holiday its findings wait until its next working day. Idempotent: any number of
 * processes may call it at any time.
 * @returns how many people were notified and how many digests were sent by this call
 * @throws after all others were run, what kept an alert from it
 */
export async function runScheduledAlerts({
  db,
  zone,
  now,
}: {
  db: Db
  zone: string
  now: Date
}): Promise<{ told: number; digests: number }> {
  const local = DateTime.fromJSDate(now, { zone })
  const day = local.toISODate()!
  const done = { told: 0, digests: 0 }
  if (local.hour >= DIGEST_HOUR) done.digests = (await runOncePerDay(db, 'resumen', day, (tx) => sendDigests(tx, now))) ?? 0
  const calendars = await workCalendars(db, zone)
  const working = calendars.all
    .map((own) => ({ ...own, local: DateTime.fromJSDate(now, { zone: own.calendar.zone }) }))
    .filter(({ calendar, local }) => isWorkingDay(local, calendar))
  if (working.length === 0) return done

  const alerts = await rows(
    db,
    sql<
      StoredAlert & Validity
    >`select ${stored}, to_char(coalesce(valid_from, '0001-01-01'), 'YYYY-MM-DD') as first, to_char(coalesce(valid_to, '9999-12-31'), 'YYYY-MM-DD') as last
      from alert where active and deleted_at is null order by id`,
  )
  const runs = alerts.flatMap(({ first, last, ...alert }) =>
    working.flatMap(({ country, calendar, local }) => {
      const [day, time] = [local.toISODate()!, local.toFormat('HH:mm')]
      if (day < first || day > last || time < alert.window_from || time > alert.window_to) return []
      const { job, on } = runKey(alert, local)
      return [{ alert, day, calendar, on, job: country === null ? job : `${job} país ${country}` }]
    }),
  )
  await runEach(runs, async ({ alert, day, calendar, on, job }) => {
    try {
      done.told += (await runOncePerDay(db, job, on, (tx) => run(tx, alert, day, { now, calendars, calendar }))) ?? 0
    } catch (error) {
      throw new Error(`alert ${alert.id}: ${error}`, { cause: error })
    }
  })
  return done
}

/** The run of an alert: daily, weekly on the first working day, or hourly. An immediate announcement is made once. */
function runKey({ id, frequency, type_id }: StoredAlert, local: DateTime): { job: string; on: string } {
  const day = local.toISODate()!
  if (frequency === 'semanal') return { job: `alerta ${id} semana`, on: local.startOf('week').toISODate()! }
  if (frequency === 'diaria') return { job: `alerta ${id}`, on: day }
  return type_id === 24 ? { job: `alerta ${id} una vez`, on: '2000-01-01' } : { job: `alerta ${id} ${local.toFormat('HH')}`, on: day }
}

type Clock = { now: Date; calendars: WorkCalendars }

/** The current recipients of a scheduled alert. Findings in a country use its calendar. */
export async function reach(db: Db, rule: Rule, { now, calendars }: Clock): Promise<AlertRecipient[]> {
  const reached: AlertRecipient[] = []
  for (const { calendar } of calendars.all) reached.push(...(await reachBy(db, rule, { now, calendars, calendar })))
  return reached
}
async function reachBy(db: Db, rule: Rule, { now, calendars, calendar }: Clock & { calendar: WorkCalendar }): Promise<AlertRecipient[]> {
  const found = (await candidates(db, rule, { now, calendar })).filter(({ country_id }) => calendars.of(country_id) === calendar)
  const today = DateTime.fromJSDate(now, { zone: calendar.zone }).toISODate()!
  return recipients(db, rule, found, today, (since) => workingMinutes(new Date(since), now, calendar) / 60)
}

async function run(tx: Db, alert: StoredAlert, day: string, clock: Clock & { calendar: WorkCalendar }): Promise<number> {
  const fresh = await log.add(tx, alert, await reachBy(tx, alert, clock), day)
  const people = new Set<number>()
  const roles = await rolesOf(tx, [...new Set(fresh.map(({ userId }) => userId))])
  for (const { userId, message, parts } of messages(fresh, await countriesToSay(tx, clock.calendars))) {
    const route = pageFor(message.route, roles.get(userId) ?? [])
    const delivered = await deliver(
      tx,
      [userId],
      { ...message, route },
      {
        typeId: alert.type_id,
        priority: alert.priority,
        app: alert.app,
        mail: alert.mail,
        now: clock.now,
      },
    )
    await log.delivered(tx, parts, delivered)
    people.add(userId)
  }
  return people.size
}

/** What is told by the clock of each calendar, so that somebody may be told several times at once of the same. */
const BY_CALENDAR: readonly Template[] = [
  'por_vencer',
  'vencido',
  'limite_de_estado',
  'cola_detenida',
  'material_sin_explicar',
  'cierre_proximo',
]
/** The names of countries by id, where there is more than one calendar; else none is said. */
export async function countriesToSay(db: Db, calendars: WorkCalendars): Promise<Map<number, string>> {
  if (calendars.all.length < 2) return new Map()
  return new Map((await rows(db, sql<{ id: number; name: string }>`select id, name from country`)).map(({ id, name }) => [id, name]))
}

/**
 * One message per person for findings with the same text, with their numbers added up. What comes by the clock of several calendars says
 * of which `countries` it is.
 */
export function messages<R extends AlertRecipient>(reached: readonly R[], countries: ReadonlyMap<number, string> = new Map()) {
  const byPerson = new Map<string, R[]>()
  for (const one of reached) {
    const { template, params } = one.candidate
    const key = JSON.stringify([one.userId, template, params])
    byPerson.set(key, [...(byPerson.get(key) ?? []), one])
  }
  return [...byPerson.values()].map((parts) => {
    const { userId, candidate } = parts[0]!
    const n = parts.reduce((sum, part) => sum + part.candidate.n, 0)
    const { template, params, route }: Candidate = candidate
    const of = parts.flatMap((part) => countries.get(part.candidate.country_id ?? 0) ?? [])
    const country = BY_CALENDAR.includes(template) && of.length > 0 && { country: [...new Set(of)].sort().join(', ') }
    const message = { template, params: { ...params, n, ...country }, route }
    return { userId, n, level: Math.min(...parts.map((part) => part.level)), message, parts }
  })
}
