import { formatDue, type Locale } from '@cuadre/ui'

/** '2026-10' → octubre */
export const monthName = (period: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(`${period}-01T00:00:00Z`))

/** '2026-01' → '2025-12' */
export const monthBefore = (period: string) => {
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 2)).toISOString().slice(0, 7)
}

/** hoy, 18:00 · 09-11 18:00: a deadline of the month needs no year */
export const shortDue = (due: string, locale: Locale) => formatDue(due, locale).replace(/-\d{4}/, '')
/** Inside a sentence. */
export const lower = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)
