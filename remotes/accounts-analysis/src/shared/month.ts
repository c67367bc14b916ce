import type { Locale } from '@cuadre/ui'

/** '2026-10' → octubre */
export const monthName = (period: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(`${period}-01T00:00:00Z`))

/** '2026-01' → '2025-12' */
export const monthBefore = (period: string) => {
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 2)).toISOString().slice(0, 7)
}
