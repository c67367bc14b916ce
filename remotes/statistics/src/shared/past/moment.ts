import { DateTime } from 'luxon'

/** Undefined for a time that the clock of the zone skips, or that is none. */
export function momentIn(day: string, time: string, zone: string): DateTime | undefined {
  const format = time.length > 5 ? 'HH:mm:ss' : 'HH:mm'
  const at = DateTime.fromFormat(`${day} ${time}`, `yyyy-MM-dd ${format}`, { zone })
  return at.isValid && at.toFormat(format) === time ? at : undefined
}
