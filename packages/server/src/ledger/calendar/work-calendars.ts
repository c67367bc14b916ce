import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { WorkCalendar } from '../../platform/jobs/working-time.ts'
import type { Calendar } from '../period/period.flow.ts'

/** The calendars of countries (rules §2.2), by country id. `zone` is for countries without one. */
export async function calendarsOf(db: Db, zone: string): Promise<Map<number, Calendar>> {
  const own = await rows(
    db,
    sql<{ country: number; days: number[]; cutoff: number; zone: string | null; holidays: string[] }>`
      select c.country_id as country, c.working_days as days, c.cutoff_hour as cutoff, c.zone,
        (select coalesce(array_agg(to_char(h.day, 'YYYY-MM-DD')), '{}') from holiday h where h.country_id = c.country_id) as holidays
      from calendar c order by c.country_id`,
  )
  return new Map(own.map(({ country, holidays, ...c }) => [country, { ...c, zone: c.zone ?? zone, holidays: new Set(holidays) }]))
}

/** Working time per country; without a country or calendar it is Monday to Friday. */
export type WorkCalendars = {
  of: (country: number | null) => WorkCalendar
  /** The general calendar first. */
  all: readonly { country: number | null; calendar: WorkCalendar }[]
}

export async function workCalendars(db: Db, zone: string): Promise<WorkCalendars> {
  const countries = await calendarsOf(db, zone)
  const usual: WorkCalendar = { zone }
  return {
    of: (country) => (country !== null && countries.get(country)) || usual,
    all: [{ country: null, calendar: usual }, ...[...countries].map(([country, calendar]) => ({ country, calendar }))],
  }
}
