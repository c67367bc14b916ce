import type { Answer } from '@cuadre/api/endpoint'
import type { listMonthsAndYears } from '@cuadre/api/period'
import type { Locale } from '@cuadre/ui'

type Month = { id: number; name: string }

/** Months that have a period, newest first, as 'YYYY-MM'. */
export const monthsOf = ({ months }: Answer<typeof listMonthsAndYears>): Month[] =>
  months
    .map(({ COD_PERIODO, year, month }) => ({ id: COD_PERIODO, name: `${year}-${String(month).padStart(2, '0')}` }))
    .sort((a, b) => (a.name < b.name ? 1 : -1))

/** The months that a list of several names, one by one or by the first and the last. */
export function monthsIn(asked: Record<string, string>, answer: Answer<typeof listMonthsAndYears> | undefined): string[] {
  const all = answer ? monthsOf(answer) : []
  const ids = asked.periodIds?.split(',')
  if (ids) return all.filter(({ id }) => ids.includes(String(id))).map(({ name }) => name)
  const named = (id: string | undefined) => all.find((month) => String(month.id) === id)?.name
  const [from, to] = [named(asked.desdePeriodId), named(asked.periodId)]
  return from && to ? all.filter(({ name }) => name >= from && name <= to).map(({ name }) => name) : []
}

/** '2026-10' → octubre */
export const monthName = (period: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(`${period}-01T00:00:00Z`))

/** Of the address; what is no number of a period is no wish. */
export const periodAsked = (params: URLSearchParams) => idIn(params, 'periodo')
/** The first month of a range. */
export const sinceAsked = (params: URLSearchParams) => idIn(params, 'desde')
const idIn = (params: URLSearchParams, name: string) => {
  const text = params.get(name)
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}

/** The calendar month before a day: the one that is closed at that time. */
export function monthBefore(day: Date): string {
  const before = new Date(day.getFullYear(), day.getMonth() - 1, 1)
  return `${before.getFullYear()}-${String(before.getMonth() + 1).padStart(2, '0')}`
}
