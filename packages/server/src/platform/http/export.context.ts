import { AsyncLocalStorage } from 'node:async_hooks'
import type { WrittenSheet } from '@cuadre/tables'
import { IANAZone } from 'luxon'
import type { Caller, Locale } from './context.ts'

/** Whoever asks for a workbook: the zone of their pages (decisions §13), and the sheet that says what was asked for. */
export type ExportContext = { zone: string; filters?: () => Promise<WrittenSheet> }
/** Makes that sheet. `name`: of the call; `query`: as it was asked. */
export type ExportFilters = (caller: Caller, name: string, query: object) => Promise<WrittenSheet>

const contexts = new AsyncLocalStorage<ExportContext>()
/** The workbooks that `work` makes tell moments as the pages of whoever asks do, and say what they were narrowed to. */
export const inExport = <T>(context: ExportContext, work: () => T): T => contexts.run(context, work)
/** Undefined outside an export that somebody asked for. */
export const askedFilters = () => contexts.getStore()?.filters?.()

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** What the columns of moments of a workbook say of their zone, and how a moment reads in it. Kept by hour: to ask the zone for each of a million takes long. */
export function clockOf(locale: Locale) {
  const timeZone = contexts.getStore()?.zone ?? 'UTC'
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
