import { DateTime } from 'luxon'
import { addWorkingMinutes, isWorkingDay, type WorkCalendar, workingDaysBetween } from '../../platform/jobs/working-time.ts'

export type Clock = { now: Date; calendar: WorkCalendar }

/** The dates that many working days ahead; 0 is today. */
export function workingDates(days: readonly number[], { now, calendar }: Clock): string[] {
  const today = DateTime.fromJSDate(now, { zone: calendar.zone }).startOf('day')
  const most = Math.max(0, ...days) * 2 + 10
  return Array.from({ length: most + 1 }, (_, i) => today.plus({ days: i }))
    .filter((day) => days.includes(workingDaysBetween(today.toJSDate(), day.toJSDate(), calendar)))
    .map((day) => day.toISODate()!)
}

/** The calendar days ahead that are notified today: what would fall on a day off is notified on the last working day before. */
export function calendarDays(days: readonly number[], { now, calendar }: Clock): number[] {
  const today = DateTime.fromJSDate(now, { zone: calendar.zone })
  let next = 1
  while (next < 15 && !isWorkingDay(today.plus({ days: next }), calendar)) next++
  return days.flatMap((day) => Array.from({ length: next }, (_, rest) => day + rest))
}

/** The latest moment since which that many working minutes have passed. */
export function workingTimeBefore(minutes: number, now: Date, calendar: WorkCalendar): Date {
  let low = +now - (minutes * 10 + 20 * 24 * 60) * 60_000
  let high = +now
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (+addWorkingMinutes(new Date(middle), minutes, calendar) <= +now) low = middle
    else high = middle
  }
  return new Date(low)
}
