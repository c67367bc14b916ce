import { AsyncLocalStorage } from 'node:async_hooks'
import { IANAZone } from 'luxon'
import type { Locale } from './context.ts'

const zones = new AsyncLocalStorage<string>()
/** The workbooks that `work` makes tell moments as the pages of whoever asks do: in their zone (decisions §13). */
export const inZone = <T>(zone: string, work: () => T): T => zones.run(zone, work)

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** What the columns of moments of a workbook say of their zone, and how a moment reads in it. Kept by hour: to ask the zone for each of a million takes long. */
export function clockOf(locale: Locale) {
  const timeZone = zones.getStore() ?? 'UTC'
  const zone = IANAZone.create(timeZone)
  const named = () => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(new Date())
  /** As 2026-11-06T09:30:00; undefined of what is no moment. */
  const shifted = (moment: string) => {
    const at = Date.parse(moment)
    return Number.isNaN(at) ? undefined : new Date(at + zone.offset(at) * 60_000).toISOString().slice(0, 19)
  }
  /** Date and hour there of each hour of UTC; null where the zone is not whole hours away, or changes in it. */
  const hours = new Map<string, string | null>()
  const hourOf = (hour: string) => {
    const [first, last] = [shifted(`${hour}:00:00Z`), shifted(`${hour}:59:59Z`)]
    return first?.endsWith(':00:00') && last === `${first.slice(0, 13)}:59:59` ? first.slice(0, 13) : null
  }
  return {
    name: () => (timeZone === 'UTC' ? 'UTC' : named().find(({ type }) => type === 'timeZoneName')!.value),
    local(moment: unknown) {
      if (typeof moment !== 'string') return moment
      if (!UTC.test(moment)) return shifted(moment) ?? moment
      const key = moment.slice(0, 13)
      let hour = hours.get(key)
      if (hour === undefined) {
        hour = hourOf(key)
        hours.set(key, hour)
      }
      return hour === null ? shifted(moment) : hour + moment.slice(13, 19)
    },
  }
}
