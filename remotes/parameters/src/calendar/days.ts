/** Days as 'YYYY-MM-DD', reckoned in UTC so that no zone moves them. */
const two = (n: number) => String(n).padStart(2, '0')
export const dayOf = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`

/** ISO: Monday is 1. */
export const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** The weeks of a month from Monday to Sunday; null outside of it. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const lead = weekdayOf(dayOf(year, month, 1)) - 1
  const cells = [...Array<null>(lead).fill(null), ...Array.from({ length }, (_, i) => dayOf(year, month, i + 1))]
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** By how many days a key goes. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day to which a key leads from another, within its year; undefined for a key that leads nowhere. */
export function afterKey(day: string, key: string): string | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  if (key === 'Home') return dayOf(year, 1, 1)
  if (key === 'End') return dayOf(year, 12, 31)
  if (key === 'PageUp' || key === 'PageDown') {
    const next = Math.min(12, Math.max(1, month + (key === 'PageUp' ? -1 : 1)))
    return dayOf(year, next, Math.min(date, new Date(Date.UTC(year, next, 0)).getUTCDate()))
  }
  const step = STEPS[key]
  if (!step) return undefined
  const next = new Date(Date.UTC(year, month - 1, date + step))
  return next.getUTCFullYear() === year ? dayOf(year, next.getUTCMonth() + 1, next.getUTCDate()) : undefined
}

/** The months of which something may be due in a year: a close comes as late as the second month after. */
export const monthsDueIn = (year: number) => [`${year - 1}-11`, ...twelveFrom(`${year - 1}-12`)]

/** 'YYYY-MM' and the eleven after it. */
export function twelveFrom(month: string): string[] {
  const [year, first] = month.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, i) => {
    const at = first - 1 + i
    return `${year + Math.floor(at / 12)}-${two((at % 12) + 1)}`
  })
}
