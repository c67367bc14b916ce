import type { Locale } from './money.ts'

/** ISO dates → DD-MM-YYYY. A date without a time is a calendar day, the same in every time zone. */
export type DateInput = string | Date | null | undefined

const INVALID = { es: 'Fecha inválida', en: 'Invalid date' }
const two = (n: number) => String(n).padStart(2, '0')

const read = (value: DateInput): Date | undefined => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value
  const day = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(value ?? '')
  if (day) {
    const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3] ?? 1)]
    const local = new Date(year, month - 1, date)
    return local.getMonth() === month - 1 && local.getDate() === date ? local : undefined
  }
  if (!value || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

const dated = (write: (date: Date, locale: Locale) => string) => (value: DateInput, locale: Locale) => {
  if (value === null || value === undefined || value === '') return '—'
  const date = read(value)
  return date ? write(date, locale) : INVALID[locale]
}

const dayText = (d: Date) => `${two(d.getDate())}-${two(d.getMonth() + 1)}-${d.getFullYear()}`
const timeText = (d: Date) => `${two(d.getHours())}:${two(d.getMinutes())}`

/** 06-11-2026 */
export const formatDate = dated(dayText)
/** 06-11-2026 16:42 */
export const formatDateTime = dated((d) => `${dayText(d)} ${timeText(d)}`)
/** 16:42 */
export const formatTime = dated(timeText)
/** noviembre de 2026 */
export const formatMonth = dated((d, locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(d))
/** nov 26 */
export const formatShortMonth = dated((d, locale) => {
  const month = new Intl.DateTimeFormat(locale, { month: 'short' }).format(d).replace('.', '')
  return `${month === 'sept' ? 'sep' : month} ${two(d.getFullYear() % 100)}`
})
/** viernes 6 de noviembre de 2026 */
export const formatLongDate = dated((d, locale) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'es', { dateStyle: 'full' }).format(d).replace(',', ''),
)

const WORDS = {
  es: { days: ['Ayer', 'Hoy', 'Mañana'], due: (t: string) => `vence en ${t}`, late: (t: string) => `${t} de atraso`, now: 'vence ahora' },
  en: { days: ['Yesterday', 'Today', 'Tomorrow'], due: (t: string) => `due in ${t}`, late: (t: string) => `${t} late`, now: 'due now' },
}
const DAY = 86_400_000
const startOfDay = (d: Date) => Date.UTC(d.getFullYear(), d.getMonth(), d.getDate())

/** Hoy, 18:00: the day by name if it is yesterday, today or tomorrow, else 06-11-2026 18:00 */
export const formatDue = (value: DateInput, locale: Locale, now = new Date()) =>
  dated((d) => {
    const name = WORDS[locale].days[(startOfDay(d) - startOfDay(now)) / DAY + 1]
    return name ? `${name}, ${timeText(d)}` : `${dayText(d)} ${timeText(d)}`
  })(value, locale)

const spanText = (milliseconds: number, locale: Locale, late: boolean) => {
  const minutes = Math.floor(milliseconds / 60_000)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)]
  if (days >= 2) return `${days} ${locale === 'es' ? 'días' : 'days'}`
  if (hours === 0) return `${minutes} min`
  return late || minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** vence en 7 h 18 min · 17 h de atraso */
export const formatRemaining = (value: DateInput, locale: Locale, now = new Date()) =>
  dated((d) => {
    const rest = d.getTime() - now.getTime()
    const words = WORDS[locale]
    if (Math.abs(rest) < 60_000) return words.now
    return rest > 0 ? words.due(spanText(rest, locale, false)) : words.late(spanText(-rest, locale, true))
  })(value, locale)

/** 6/11/26, 06-11-2026, 6.11.2026, 061126 → 2026-11-06; undefined when the calendar has no such day. */
export const parseDate = (text: string): string | undefined => {
  const match = /^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})\s*$/.exec(text) ?? /^\s*(\d\d)(\d\d)(\d{2}|\d{4})\s*$/.exec(text)
  if (!match) return undefined
  const year = match[3]!.length === 2 ? `20${match[3]}` : match[3]
  const iso = `${year}-${two(Number(match[2]))}-${two(Number(match[1]))}`
  return read(iso) ? iso : undefined
}
