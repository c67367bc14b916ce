import { useMe } from '@cuadre/shell'
import { DateTime } from 'luxon'

/** A moment as a clock in the zone of the business says it, to be written (decisions §13). */
export type At = { day: string; time: string }

export const atIn = (moment: string, zone: string): At => {
  const at = DateTime.fromISO(moment, { zone })
  return { day: at.toFormat('yyyy-MM-dd'), time: at.toFormat('HH:mm') }
}
/** undefined for a time that the clock skips or that is none. */
export function momentOf({ day, time }: At, zone: string): string | undefined {
  const at = DateTime.fromFormat(`${day} ${time}`, 'yyyy-MM-dd HH:mm', { zone })
  return at.isValid && at.toFormat('HH:mm') === time ? at.toUTC().toISO() : undefined
}
/** In which moments are shown. */
export const useZone = () => useMe().ZONA
