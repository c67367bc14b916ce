import { DateTime } from 'luxon'
import { addWorkingMinutes, isWorkingDay, type WorkCalendar, workingDaysBetween } from '../../platform/jobs/working-time.ts'
import type { Rule } from './alert.candidates.ts'

export type Step = {
  momento: Date | null
  clase: 'antes' | 'el_dia' | 'despues' | 'escala' | 'al_momento'
  dias: number | null
  nivel: number
}
type Item = { due: Date; since: Date | null }
type Timing = Pick<Rule, 'type_id' | 'days' | 'hours' | 'escalate_hours'> & { window_from: string; scheduled: boolean }

/** Levels of the escalation: head, control, management. */
const LEVELS = [1, 2, 3]
const BEFORE = [7, 19]

/** What a rule does with one item, in the order of time; notices go out when the window opens. */
export function stepsOf(rule: Timing, { due, since }: Item, calendar: WorkCalendar): Step[] {
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
  const first = rule.type_id === 17 ? addWorkingMinutes(start, (rule.hours ?? 18) * 60, calendar) : at(nextWorkingDay(due, calendar), rule)
  const escalation = rule.escalate_hours
    ? LEVELS.map(
        (nivel): Step => ({
          momento: addWorkingMinutes(start, nivel * rule.escalate_hours! * 60, calendar),
          clase: 'escala',
          dias: null,
          nivel,
        }),
      )
    : []
  // Nobody is told before the alert begins to be sent.
  const steps = [{ momento: first, clase: 'despues' as const, dias: null, nivel: 0 }, ...escalation]
  return steps.map((step) => ({ ...step, momento: new Date(Math.max(+step.momento!, +first)) }))
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

function nextWorkingDay(due: Date, calendar: WorkCalendar): DateTime {
  let day = local(due, calendar).plus({ days: 1 })
  while (!isWorkingDay(day, calendar)) day = day.plus({ days: 1 })
  return day
}
