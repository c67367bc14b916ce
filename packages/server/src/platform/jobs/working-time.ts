import { DateTime } from 'luxon'

/** Working hours: 9:00 to 18:00 in `zone` on `days` (Monday = 1; Monday to Friday by default), except on `holidays` ('YYYY-MM-DD'). */
export type WorkCalendar = { zone: string; days?: readonly number[]; holidays?: ReadonlySet<string> }
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]

const OPENS = 9
const CLOSES = 18

export const isWorkingDay = (day: DateTime, { days = MONDAY_TO_FRIDAY, holidays }: WorkCalendar) =>
  days.includes(day.weekday) && !holidays?.has(day.toISODate()!)

/** Working minutes between two moments; 0 if the second is not later. */
export function workingMinutes(from: Date, to: Date, calendar: WorkCalendar): number {
  const begin = DateTime.fromJSDate(from, { zone: calendar.zone })
  const end = DateTime.fromJSDate(to, { zone: calendar.zone })
  let minutes = 0
  for (let day = begin.startOf('day'); day < end; day = day.plus({ days: 1 })) {
    if (!isWorkingDay(day, calendar)) continue
    const opens = day.set({ hour: OPENS })
    const closes = day.set({ hour: CLOSES })
    const span = Math.min(+closes, +end) - Math.max(+opens, +begin)
    if (span > 0) minutes += span / 60_000
  }
  return Math.floor(minutes)
}

/** The moment at which this many working minutes have passed. */
export function addWorkingMinutes(from: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = minutes
  let at = DateTime.fromJSDate(from, { zone: calendar.zone })
  for (;;) {
    const opens = at.startOf('day').set({ hour: OPENS })
    const closes = at.startOf('day').set({ hour: CLOSES })
    if (isWorkingDay(at, calendar) && at < closes) {
      const start = DateTime.max(at, opens)
      const room = (+closes - +start) / 60_000
      if (left <= room) return start.plus({ minutes: left }).toJSDate()
      left -= room
    }
    at = at.startOf('day').plus({ days: 1 })
  }
}

/** The first moment from `at` on that is within a window of the day ('HH:MM', local) of a working day. */
export function nextInWindow(at: Date, { from, to }: { from: string; to: string }, calendar: WorkCalendar): Date {
  const local = DateTime.fromJSDate(at, { zone: calendar.zone })
  const on = (day: DateTime, time: string) => day.set({ hour: Number(time.slice(0, 2)), minute: Number(time.slice(3, 5)) })
  for (let day = local.startOf('day'); ; day = day.plus({ days: 1 }))
    if (isWorkingDay(day, calendar) && local <= on(day, to)) return DateTime.max(local, on(day, from)).toJSDate()
}

/**
 * Working days from the day of `from` to the day of `to`: the first day does not count, the last one does. 0 on the same day, negative if
 * `to` is earlier.
 */
export function workingDaysBetween(from: Date, to: Date, calendar: WorkCalendar): number {
  const first = DateTime.fromJSDate(from, { zone: calendar.zone }).startOf('day')
  const last = DateTime.fromJSDate(to, { zone: calendar.zone }).startOf('day')
  if (last < first) return -workingDaysBetween(to, from, calendar)
  let days = 0
  for (let day = first.plus({ days: 1 }); day <= last; day = day.plus({ days: 1 }).startOf('day')) if (isWorkingDay(day, calendar)) days++
  return days
}
