import { PERIOD_STATUS } from '@cuadre/api/period'
import { DateTime } from 'luxon'

/** Rules of periods (decisions §6, rules §2.2 and §2.6) without a database. Timestamps are ISO in UTC. */

export type Deadlines = { VENCE_ANALISTA: string; VENCE_JEFATURA: string; VENCE_CONTROL: string; VENCE_CIERRE: string }
export const DEADLINES = ['VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE'] as const

/** A deadline as working day and hour of the following month; without an hour, that of the calendar. */
export type Plan = Record<keyof Deadlines, { day: number; hour: number | null }>
const onDay = (day: number) => ({ day, hour: null })
export const DEFAULT_PLAN: Plan = { VENCE_ANALISTA: onDay(4), VENCE_JEFATURA: onDay(5), VENCE_CONTROL: onDay(6), VENCE_CIERRE: onDay(8) }

/** Days of the week from Monday = 1, holidays as YYYY-MM-DD, the hour at which a day ends. */
export type Calendar = { days: readonly number[]; holidays: ReadonlySet<string>; cutoff: number; zone: string }
export const defaultCalendar = (zone: string): Calendar => ({ days: [1, 2, 3, 4, 5], holidays: new Set(), cutoff: 18, zone })

const MIN_PERIOD = '2000-01'

/** The nth working day of the month after `period`, at the given hour or the calendar's. */
export function workingDay(period: string, nth: number, { days, holidays, cutoff, zone }: Calendar, hour: number | null = null): string {
  let day = DateTime.fromISO(`${period}-01`, { zone }).plus({ months: 1 })
  for (let left = nth; ; day = day.plus({ days: 1 })) {
    if (days.includes(day.weekday) && !holidays.has(day.toISODate()!)) left--
    if (left === 0)
      return day
        .set({ hour: hour ?? cutoff })
        .toUTC()
        .toISO()!
  }
}

/** The deadlines of a period; given ones take precedence over the plan. */
export function deadlines(
  period: string,
  calendar: Calendar,
  given: { [K in keyof Deadlines]?: string | undefined } = {},
  plan: Plan = DEFAULT_PLAN,
): Deadlines {
  const of = (name: keyof Deadlines) => moment(given[name] ?? workingDay(period, plan[name].day, calendar, plan[name].hour))
  return {
    VENCE_ANALISTA: of('VENCE_ANALISTA'),
    VENCE_JEFATURA: of('VENCE_JEFATURA'),
    VENCE_CONTROL: of('VENCE_CONTROL'),
    VENCE_CIERRE: of('VENCE_CIERRE'),
  }
}
const moment = (text: string) => new Date(text).toISOString()

/** The first deadline that lies before its predecessor; two may be equal. */
export const outOfOrder = (dates: Deadlines): keyof Deadlines | undefined =>
  DEADLINES.find((name, index) => index > 0 && dates[name] < dates[DEADLINES[index - 1]!])

/**
 * The first deadline that cannot be meant, a typing error in its year: before the month begins anywhere, or more than a year from its end and from
 * now.
 */
export function outOfReach(period: string, given: { [K in keyof Deadlines]?: string | undefined }, now: Date): keyof Deadlines | undefined {
  const start = DateTime.fromISO(`${period}-01`, { zone: 'utc' })
  const first = start.minus({ hours: 14 })
  const last = DateTime.max(start.plus({ months: 1 }), DateTime.fromJSDate(now)).plus({ years: 1 })
  return DEADLINES.find((name) => {
    const at = given[name]
    return at !== undefined && (Date.parse(at) < first.toMillis() || Date.parse(at) > last.toMillis())
  })
}

/** Whether a month may have a period: at most the next month, in `zone`; a year before 2000 is a typing error. */
export function mayOpen(period: string, now: Date, zone: string): 'ok' | 'too_early' | 'too_old' {
  if (period > DateTime.fromJSDate(now, { zone }).plus({ months: 1 }).toFormat('yyyy-MM')) return 'too_early'
  return period < MIN_PERIOD ? 'too_old' : 'ok'
}

export type Status = 1 | 2 | 3
type Step = 'update' | 'close' | 'reopen'
const { abierto, enCierre, cerrado } = PERIOD_STATUS
const STEPS: Record<Step, Partial<Record<Status, readonly Status[]>>> = {
  update: { [abierto]: [abierto, enCierre], [enCierre]: [enCierre, abierto] },
  close: { [abierto]: [cerrado], [enCierre]: [cerrado] },
  reopen: { [cerrado]: [enCierre] },
}
export const mayMove = (step: Step, from: Status, to: Status): boolean => STEPS[step][from]?.includes(to) ?? false
