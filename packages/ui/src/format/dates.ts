import type { Locale } from './money.ts'
import { type Wall, wallAt, wallOn } from './zone.ts'

/** ISO dates → DD-MM-YYYY. A date without a time is a calendar day, the same in every time zone; a moment is shown in the zone of the page. */
export type DateInput = string | Date | null | undefined

const INVALID = { es: 'Fecha inválida', en: 'Invalid date' }
const two = (n: number) => String(n).padStart(2, '0')

const read = (value: DateInput): Wall | undefined => {
  if (value instanceof Date) return wallAt(value)
  const day = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(value ?? '')
  if (day) return wallOn(Number(day[1]), Number(day[2]), Number(day[3] ?? 1))
  if (!value || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  return wallAt(new Date(value))
}

const dated = (write: (at: Wall, locale: Locale) => string) => (value: DateInput, locale: Locale) => {
  if (value === null || value === undefined || value === '') return '—'
  const at = read(value)
  return at ? write(at, locale) : INVALID[locale]
}

const dayText = ({ year, month, day }: Wall) => `${two(day)}-${two(month)}-${year}`
const timeText = ({ hour, minute }: Wall) => `${two(hour)}:${two(minute)}`
/** In words: the day as it stands there, whatever zone it is. */
const inWords = ({ year, month, day }: Wall, locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    formats.set(key, format)
  }
  return format.format(dayNumber({ year, month, day }))
}
/** Making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
const dayNumber = ({ year, month, day }: Pick<Wall, 'year' | 'month' | 'day'>) => Date.UTC(year, month - 1, day)

/** 06-11-2026 */
export const formatDate = dated(dayText)
/** 06-11-2026 16:42 */
export const formatDateTime = dated((at) => `${dayText(at)} ${timeText(at)}`)
/** 16:42 */
export const formatTime = dated(timeText)
/** noviembre de 2026 */
export const formatMonth = dated((at, locale) => inWords(at, locale, { month: 'long', year: 'numeric' }))
/** nov 26 */
export const formatShortMonth = dated((at, locale) => {
  const month = inWords(at, locale, { month: 'short' }).replace('.', '')
  return `${month === 'sept' ? 'sep' : month} ${two(at.year % 100)}`
})
/** viernes 6 de noviembre de 2026 */
export const formatLongDate = dated((at, locale) => inWords(at, locale === 'en' ? 'en-GB' : 'es', { dateStyle: 'full' }).replace(',', ''))

const WORDS = {
  es: { days: ['Ayer', 'Hoy', 'Mañana'], due: (t: string) => `vence en ${t}`, late: (t: string) => `${t} de atraso`, now: 'vence ahora' },
  en: { days: ['Yesterday', 'Today', 'Tomorrow'], due: (t: string) => `due in ${t}`, late: (t: string) => `${t} late`, now: 'due now' },
}
const DAY = 86_400_000

/** Hoy, 18:00: the day by name if it is yesterday, today or tomorrow, else 06-11-2026 18:00 */
export const formatDue = (value: DateInput, locale: Locale, now = new Date()) =>
  dated((at) => {
    const today = wallAt(now)
    const name = today && WORDS[locale].days[(dayNumber(at) - dayNumber(today)) / DAY + 1]
    return name ? `${name}, ${timeText(at)}` : `${dayText(at)} ${timeText(at)}`
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
  dated(({ time }) => {
    const rest = time - now.getTime()
    const words = WORDS[locale]
    if (Math.abs(rest) < 60_000) return words.now
    return rest > 0 ? words.due(spanText(rest, locale, false)) : words.late(spanText(-rest, locale, true))
  })(value, locale)

/** The day of a moment there, to be compared: 2026-11-06 */
export const dayAt = (moment = new Date()) => {
  const { year, month, day } = wallAt(moment)!
  return `${year}-${two(month)}-${two(day)}`
}
const MINUTE = 60_000
const HOUR = 3_600_000
/** A full hour of a day there, `after` days later. */
export function hourOn(day: string, hour: number, after = 0): Date {
  const later = new Date(Date.parse(day) + after * DAY)
  const begins = wallOn(later.getUTCFullYear(), later.getUTCMonth() + 1, later.getUTCDate())!
  const guess = begins.time + hour * HOUR
  // The clock may have been changed in that night.
  return new Date(guess + (hour - wallAt(new Date(guess))!.hour) * HOUR)
}
/** The same hour and minute there on another day: a day in whose night the clock is changed is not 24 hours long. */
export function sameTimeOn(day: string, moment: Date): Date {
  const { hour, minute } = wallAt(moment)!
  return new Date(hourOn(day, hour).getTime() + minute * MINUTE + (moment.getTime() % MINUTE))
}

const TYPED = [/^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|(?:19|[2-9]\d)\d\d)\s*$/, /^\s*(\d\d)(\d\d)(\d{2}|(?:19|[2-9]\d)\d\d)\s*$/]
/** 6/11/26, 06-11-2026, 6.11.2026, 061126 → 2026-11-06; undefined when the calendar has no such day, and for a year that was mistyped: before 1900. */
export const parseDate = (text: string): string | undefined => {
  const match = TYPED[0]!.exec(text) ?? TYPED[1]!.exec(text)
  if (!match) return undefined
  const year = match[3]!.length === 2 ? `20${match[3]}` : match[3]
  const iso = `${year}-${two(Number(match[2]))}-${two(Number(match[1]))}`
  return read(iso) ? iso : undefined
}
