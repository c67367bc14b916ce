import { DateTime } from 'luxon'
import { addWorkingMinutes, isWorkingDay, type WorkCalendar, workingDaysBetween } from '../../platform/jobs/working-time.ts'
import type { Rule } from './alert.candidates.ts'

export type Step = {
  momento: Date | null
  clase: 'antes' | 'el_dia' | 'despues' | 'escala' | 'limite' | 'escala_limite' | 'al_momento'
  dias: number | null
  nivel: number
}
/** `limit`: since when it is in a state that has working hours, and how many. */
type Item = { due: Date; since: Date | null; limit?: { since: Date; hours: number } | null }
type Timing = Pick<Rule, 'type_id' | 'days' | 'hours' | 'escalate_hours'> & {
  frequency: 'inmediata' | 'diaria' | 'semanal'
  window_from: string
  window_to: string
  scheduled: boolean
}

/** Levels of the escalation: head, control, management. */
const LEVELS = [1, 2, 3]
const BEFORE = [7, 19]
/** Kinds looked for by the clock that tell of an analysis at a time of its own. */
export const TIMED: readonly number[] = [...BEFORE, 8, 17]

/** What a rule does with one item, in the order of time; a notice goes out when the rule looks next. */
export function stepsOf(rule: Timing, { due, since, limit = null }: Item, calendar: WorkCalendar): Step[] {
  if (!rule.scheduled) return [{ momento: null, clase: 'al_momento', dias: null, nivel: 0 }]
  if (BEFORE.includes(rule.type_id))
    return [...new Set(rule.days)]
      .sort((a, b) => b - a)
      .map(
        (days): Step => ({
          momento: at(workingDayBefore(due, days, calendar), rule),
          clase: days > 0 ? 'antes' : 'el_dia',
          dias: days,
          nivel: 0,
        }),
      )
  const start = rule.type_id === 17 ? since : due
  if (!start) return []
  const overdue = rule.type_id === 17 ? addWorkingMinutes(start, (rule.hours ?? 18) * 60, calendar) : due
  const steps = series(rule, { start, from: overdue, clases: ['despues', 'escala'] }, calendar)
  if (limit) {
    const from = addWorkingMinutes(limit.since, limit.hours * 60, calendar)
    steps.push(...series(rule, { start: limit.since, from, clases: ['limite', 'escala_limite'] }, calendar))
  }
  return steps.sort((a, b) => +a.momento! - +b.momento!)
}

/** The first notice at `from`, and the escalation by the working hours since `start`; nobody is told before the first. */
function series(rule: Timing, { start, from, clases: [first, then] }: Series, calendar: WorkCalendar): Step[] {
  const escalation = rule.escalate_hours ? LEVELS : []
  return [
    { momento: nextRun(from, rule, calendar), clase: first, dias: null, nivel: 0 },
    ...escalation.map((nivel): Step => {
      const reached = addWorkingMinutes(start, nivel * rule.escalate_hours! * 60, calendar)
      return { momento: nextRun(new Date(Math.max(+reached, +from)), rule, calendar), clase: then, dias: null, nivel }
    }),
  ]
}
type Series = { start: Date; from: Date; clases: readonly [Step['clase'], Step['clase']] }

/** When the rule looks next: every hour of its window, each working day as the window opens, or on the first one of a week. */
function nextRun(moment: Date, rule: Timing, calendar: WorkCalendar): Date {
  const now = local(moment, calendar)
  const clock = now.toFormat('HH:mm')
  if (rule.frequency === 'inmediata' && isWorkingDay(now, calendar) && clock >= rule.window_from && clock <= rule.window_to) return moment
  let day = now
  while (!runsOn(day, rule, calendar) || at(day, rule) < moment) day = day.plus({ days: 1 })
  return at(day, rule)
}
function runsOn(day: DateTime, { frequency }: Timing, calendar: WorkCalendar): boolean {
  if (!isWorkingDay(day, calendar) || frequency !== 'semanal') return isWorkingDay(day, calendar)
  const before = Array.from({ length: day.weekday - 1 }, (_, i) => day.minus({ days: i + 1 }))
  return !before.some((earlier) => isWorkingDay(earlier, calendar))
}

const local = (moment: Date, { zone }: WorkCalendar) => DateTime.fromJSDate(moment, { zone })
const at = (day: DateTime, { window_from }: Timing) => {
  const [hour, minute] = window_from.split(':').map(Number)
  return day.startOf('day').set({ hour: hour!, minute: minute! }).toJSDate()
}

/** The day from which so many working days lie until the due date; 0 is the day itself. */
function workingDayBefore(due: Date, days: number, calendar: WorkCalendar): DateTime {
  const last = local(due, calendar)
  let day = last
  while (!isWorkingDay(day, calendar) || workingDaysBetween(day.toJSDate(), last.toJSDate(), calendar) < days) day = day.minus({ days: 1 })
  return day
}
