import { getZone } from '@cuadre/api/calendar'
import { query } from '@cuadre/shell'
import { type Locale, NONE } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { DateTime } from 'luxon'

/** Moments in the zone of the business, which need not be that of the browser (decisions §13). */
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
/** 06-11-2026 18:00 */
export const formatIn = (moment: string | null, zone: string) =>
  moment === null ? NONE : DateTime.fromISO(moment, { zone }).toFormat('dd-MM-yyyy HH:mm')
/** The zone's name, where its clock shows something else than the browser's; else nothing needs to be said. */
export const otherZone = (zone: string, locale: Locale, at = new Date()): string | undefined => {
  const there = DateTime.fromJSDate(at, { zone })
  if (!there.isValid || there.offset === DateTime.fromJSDate(at).offset) return undefined
  return there.setLocale(locale).toFormat('ZZZZZ')
}

const browser = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
export function useZone() {
  const found = useQuery({ ...query(getZone), staleTime: 600_000 })
  return found.data?.ZONA ?? browser()
}
