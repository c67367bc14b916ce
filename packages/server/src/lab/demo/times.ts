import { type WorkCalendar, workingMinutes } from '../../platform/jobs/working-time.ts'

const DAY = 86_400_000
/** The moment from which so many working minutes have passed. */
export function workingSince(minutes: number, now: Date, calendar: WorkCalendar): Date {
  let [early, late] = [now.getTime() - (3 + minutes / 540) * 3 * DAY, now.getTime()]
  while (late - early > 60_000) {
    const middle = (early + late) / 2
    if (workingMinutes(new Date(middle), now, calendar) >= minutes) early = middle
    else late = middle
  }
  return new Date(early)
}
