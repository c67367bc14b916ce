import { AsyncLocalStorage } from 'node:async_hooks'
import { IANAZone } from 'luxon'
import type { Locale } from './context.ts'

const zones = new AsyncLocalStorage<string>()
/** The workbooks that `work` makes tell moments as the pages of whoever asks do: in their zone (decisions §13). */
export const inZone = <T>(zone: string, work: () => T): T => zones.run(zone, work)

const HOUR = 3_600_000
/** What the columns of moments of a workbook say of their zone, and how a moment reads in it. Kept by hour: to ask the zone for each of a million takes long. */
export function clockOf(locale: Locale) {
  const timeZone = zones.getStore() ?? 'UTC'
  const zone = IANAZone.create(timeZone)
  const offsets = new Map<number, number>()
  const named = () => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(new Date())
  return {
    name: () => (timeZone === 'UTC' ? 'UTC' : named().find(({ type }) => type === 'timeZoneName')!.value),
    local(moment: unknown) {
      const at = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
      if (Number.isNaN(at)) return moment
      const hour = Math.floor(at / HOUR)
      let offset = offsets.get(hour)
      if (offset === undefined) {
        offset = zone.offset(at)
        offsets.set(hour, offset)
      }
      return new Date(at + offset * 60_000).toISOString().slice(0, 19)
    },
  }
}
