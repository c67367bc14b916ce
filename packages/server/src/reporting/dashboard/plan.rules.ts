import { PERIOD_STATUS } from '@cuadre/api/period'
import { DateTime } from 'luxon'
import type { PeriodRow } from './aggregates/index.ts'

export type Plan = { analista: number; jefatura: number; control: number }
type Planned = Pick<PeriodRow, 'name' | 'status' | 'dueAnalyst' | 'dueJefatura' | 'dueControl'>

/**
 * The part of each role's sign-offs that should be done by a moment (0 to 1): in a straight line from the end of the month to the role's deadline.
 * A month in course is judged against it; null for one that has been closed, which is judged against the target.
 */
export function planAt({ name, status, dueAnalyst, dueJefatura, dueControl }: Planned, zone: string, moment: Date): Plan | null {
  if (status === PERIOD_STATUS.cerrado) return null
  const start = DateTime.fromISO(`${name}-01`, { zone }).plus({ months: 1 }).toMillis()
  const done = (due: string) => {
    const end = Date.parse(due)
    if (moment.getTime() >= end) return 1
    // A deadline within the month itself has no line that leads to it.
    return end <= start ? 0 : Math.max(0, (moment.getTime() - start) / (end - start))
  }
  return { analista: done(dueAnalyst), jefatura: done(dueJefatura), control: done(dueControl) }
}

/** K2 as planned. */
export const plannedProgress = ({ analista, jefatura, control }: Plan) => (analista + jefatura + control) / 3

/** How far below the plan is still amber. */
const NEAR = 0.1
/** Green at the plan or above (half a point counts as there), amber up to ten points below, red beyond. */
export function lightAgainstPlan(value: number | null, plan: number): 'verde' | 'ambar' | 'rojo' | null {
  if (value === null) return null
  // To a hundredth of a point, so that the bounds themselves count.
  const short = Math.round((plan - value) * 10_000) / 10_000
  return short <= 0.005 ? 'verde' : short <= NEAR ? 'ambar' : 'rojo'
}
