import { DateTime } from 'luxon'
import type { Day, PeriodRow } from './aggregates/index.ts'

const ROLES = ['analista', 'jefatura', 'control'] as const

/**
 * Open items of each role at the end of each local day, from the first sign-off to the last deadline; null on days that are still to come. `ideal`
 * goes straight from all of them to none on the day of the role's deadline.
 */
export function burndownOf(items: number, period: PeriodRow, all: readonly Day[], toLocal: (moment: string) => string, asOf?: string) {
  const signed = all.filter(({ period: id }) => id === period.id)
  const now = toLocal(asOf ?? DateTime.utc().toISO())
  const dues = { analista: toLocal(period.dueAnalyst), jefatura: toLocal(period.dueJefatura), control: toLocal(period.dueControl) }
  const monthEnd = DateTime.fromISO(`${period.name}-01`).endOf('month').toISODate()!
  const first = [monthEnd, ...signed.map(({ day }) => day)].sort()[0]!
  const last = [dues.control, ...signed.map(({ day }) => day)].sort().at(-1)!
  const days = range(first, last)
  return ROLES.map((rol, at) => {
    const span = Math.max(1, DateTime.fromISO(dues[rol]).diff(DateTime.fromISO(first), 'days').days)
    let done = 0
    return {
      rol,
      dias: days.map((dia, passed) => {
        const hechos = signed.filter(({ role, day }) => role === at + 1 && day === dia).reduce((sum, row) => sum + row.items, 0)
        done += hechos
        return {
          dia,
          hechos,
          abiertos: dia > now ? null : items - done,
          ideal: Math.max(0, Math.round(items * (1 - passed / span) * 100) / 100),
        }
      }),
    }
  })
}

/** The days between two dates, at most a year and a half. */
function range(from: string, to: string) {
  const days: string[] = []
  for (let day = DateTime.fromISO(from); day.toISODate()! <= to && days.length < 550; day = day.plus({ days: 1 }))
    days.push(day.toISODate()!)
  return days
}
