import { DateTime, IANAZone } from 'luxon'

/**
 * The zone in which moments are shown: that of the business, which need not be the browser's (decisions §13). One for the whole page, set by
 * UiProvider; without it the browser's.
 */
let shown: string | undefined
export const showMomentsIn = (zone: string | undefined) => {
  shown = zone && IANAZone.isValidZone(zone) ? zone : undefined
}

/** What a clock on the wall says there; `time`: the moment itself. */
export type Wall = { year: number; month: number; day: number; hour: number; minute: number; time: number }
const of = (at: DateTime): Wall | undefined =>
  at.isValid ? { year: at.year, month: at.month, day: at.day, hour: at.hour, minute: at.minute, time: at.toMillis() } : undefined
export const wallAt = (moment: Date): Wall | undefined => of(DateTime.fromJSDate(moment, { zone: shown ?? 'local' }))
/** The start of a day of the calendar; undefined when there is no such day. */
export const wallOn = (year: number, month: number, day: number): Wall | undefined =>
  of(DateTime.fromObject({ year, month, day }, { zone: shown ?? 'local' }))

const names = new Map<string, string | undefined>()
/** The zone's name, where its clock shows something else than the browser's; else nothing needs to be said. */
export function zoneName(locale: string, now = new Date()): string | undefined {
  if (!shown) return undefined
  // Clocks change on the hour.
  const key = `${shown}/${locale}/${Math.floor(now.getTime() / 3_600_000)}`
  if (!names.has(key)) {
    const there = DateTime.fromJSDate(now, { zone: shown })
    names.set(key, there.offset === DateTime.fromJSDate(now).offset ? undefined : there.setLocale(locale).toFormat('ZZZZZ'))
  }
  return names.get(key)
}
