// The browser's own Intl and no library: this is part of the first page that anybody sees.

/**
 * The zone in which moments are shown: that of the business, which need not be the browser's (decisions §13). One for the whole page, set by
 * UiProvider; without it the browser's.
 */
let shown: string | undefined
export const showMomentsIn = (zone: string | undefined) => {
  shown = zone
}

const clocks = new Map<string, Intl.DateTimeFormat | undefined>()
/** undefined for a zone that there is not. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!clocks.has(timeZone)) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    try {
      clocks.set(timeZone, new Intl.DateTimeFormat('en-US', { ...fields, timeZone, hourCycle: 'h23', calendar: 'gregory' }))
    } catch {
      clocks.set(timeZone, undefined)
    }
  }
  return clocks.get(timeZone)
}

/** What a clock on the wall says there; `time`: the moment itself. */
export type Wall = { year: number; month: number; day: number; hour: number; minute: number; time: number }

export function wallAt(moment: Date): Wall | undefined {
  const time = moment.getTime()
  if (Number.isNaN(time)) return undefined
  const clock = shown && clockOf(shown)
  if (!clock)
    return {
      year: moment.getFullYear(),
      month: moment.getMonth() + 1,
      day: moment.getDate(),
      hour: moment.getHours(),
      minute: moment.getMinutes(),
      time,
    }
  const said = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return { year: said.year!, month: said.month!, day: said.day!, hour: said.hour!, minute: said.minute!, time }
}

/** Minutes by which the clock there is ahead of UTC. */
function offsetAt(time: number): number {
  const { year, month, day, hour, minute } = wallAt(new Date(time))!
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / 60_000) * 60_000) / 60_000)
}

/** The start of a day of the calendar; undefined when there is no such day. */
export function wallOn(year: number, month: number, day: number): Wall | undefined {
  const midnight = Date.UTC(year, month - 1, day)
  const date = new Date(midnight)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  // Where clocks change between a guess and midnight the offset there decides; where midnight itself is skipped, the day begins later.
  const guess = midnight - offsetAt(midnight) * 60_000
  const time = midnight - offsetAt(guess) * 60_000
  return { year, month, day, hour: 0, minute: 0, time: wallAt(new Date(time))?.day === day ? time : guess }
}

/** As people call a zone, at a moment: «hora estándar de Brasilia». */
export const longZoneName = (timeZone: string, locale: string, at = new Date()): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value

/** The name that was asked for last, also by an earlier page: a browser's first clock takes as long to make as a frame to draw, and every frame says it. */
const STORAGE_KEY = 'cuadre:zona'
let last: { key: string; name: string | null } | undefined
function nameFor(key: string, find: () => string | null): string | null {
  if (last?.key === key) return last.name
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (stored?.key === key) last = stored
    if (last?.key === key) return last.name
  } catch {}
  last = { key, name: find() }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(last))
  } catch {}
  return last.name
}
/** The zone's name, where its clock shows something else than the browser's; else nothing needs to be said. */
export function zoneName(locale: string, now = new Date()): string | undefined {
  const zone = shown
  if (!zone) return undefined
  const own = -now.getTimezoneOffset()
  // Clocks change on the hour.
  const key = [zone, locale, own, Math.floor(now.getTime() / 3_600_000)].join(' ')
  return nameFor(key, () => (clockOf(zone) && offsetAt(now.getTime()) !== own ? longZoneName(zone, locale, now) : null)) ?? undefined
}
