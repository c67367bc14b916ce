import type { Calendar } from '@cuadre/api/calendar'

export type Day = {
  /** YYYY-MM-DD */
  day: string
  inMonth: boolean
  works: boolean
  /** Which working day of the month it is. */
  nth?: number
  holiday?: string
}
type WorkDays = Pick<Calendar, 'LABORABLES' | 'FERIADOS'>
const DAY_MS = 86_400_000
const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
const weekday = (at: number) => new Date(at).getUTCDay() || 7

/** The weeks of a month from Monday on, with the days around it that fill them. Days alone: no zone takes part. */
export function monthGrid(month: string, { LABORABLES, FERIADOS }: WorkDays): Day[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const holidays = new Map(FERIADOS.map(({ FECHA, NOMBRE }) => [FECHA, NOMBRE]))
  const weeks: Day[][] = []
  let nth = 0
  for (let at = first - (weekday(first) - 1) * DAY_MS; ; ) {
    const week: Day[] = []
    for (let i = 0; i < 7; i++, at += DAY_MS) {
      const day = iso(at)
      const holiday = holidays.get(day)
      const works = LABORABLES.includes(weekday(at)) && holiday === undefined
      const inMonth = day.startsWith(month)
      week.push({ day, inMonth, works, ...(works && inMonth && { nth: ++nth }), ...(holiday !== undefined && { holiday }) })
    }
    weeks.push(week)
    if (!iso(at).startsWith(month)) return weeks
  }
}

/** Calendars that have holidays, but none of a year in which a deadline lies: nobody has entered that year's yet. */
export const withoutHolidays = <C extends Pick<Calendar, 'FERIADOS'>>(calendars: readonly C[], year: string) =>
  calendars.filter(({ FERIADOS }) => FERIADOS.length > 0 && !FERIADOS.some(({ FECHA }) => FECHA.startsWith(`${year}-`)))

export const addMonths = (month: string, n: number) => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + n)
  return at.toISOString().slice(0, 7)
}
/** The month to open next: after the newest there is, but at most one ahead; before any, the month that has just ended. */
export const nextMonth = (there: readonly string[], today: string) => {
  const ahead = addMonths(today, 1)
  const newest = [...there].sort().at(-1)
  const next = newest ? addMonths(newest, 1) : addMonths(today, -1)
  if (next <= ahead) return next
  for (let month = ahead; ; month = addMonths(month, -1)) if (!there.includes(month)) return month
}
/** The months that it would leave out between the period before it, or where there is none the one after, and itself: the first and the last; undefined where it follows. */
export function gapBeside(there: readonly string[], name: string): { from: string; to: string } | undefined {
  const before = there
    .filter((month) => month < name)
    .sort()
    .at(-1)
  const after = there.filter((month) => month > name).sort()[0]
  if (before !== undefined) return before < addMonths(name, -1) ? { from: addMonths(before, 1), to: addMonths(name, -1) } : undefined
  return after !== undefined && after > addMonths(name, 1) ? { from: addMonths(name, 1), to: addMonths(after, -1) } : undefined
}
