import { DateTime } from 'luxon'
import { Invalid } from '../../platform/errors.ts'
import type { PeriodRow } from './aggregates/index.ts'

export type Wanted = { periodId?: number | undefined; mes?: number | undefined; anio?: number | undefined }

/** The requested period; by default the newest open one whose month has begun, else the newest open one, else the newest. */
export function requestedPeriod(periods: readonly PeriodRow[], { periodId, mes, anio }: Wanted): PeriodRow | undefined {
  const fitting = periods.filter(
    ({ id, name }) =>
      (periodId === undefined || id === periodId) &&
      (anio === undefined || Number(name.slice(0, 4)) === anio) &&
      (mes === undefined || Number(name.slice(5)) === mes),
  )
  const open = mes === undefined && anio === undefined ? fitting.filter(({ status }) => status === 1) : []
  return open.findLast(({ begun }) => begun) ?? open.at(-1) ?? fitting.at(-1)
}
type Range = Wanted & { desdePeriodId?: number | undefined; periodIds?: readonly number[] | undefined }
/** The months from `desdePeriodId` to the requested period, or those named one by one; oldest first. @throws 422 */
export function requestedRange(periods: readonly PeriodRow[], query: Range): PeriodRow[] {
  if (query.periodIds) return periods.filter(({ id }) => query.periodIds!.includes(id))
  const period = requestedPeriod(periods, query)
  if (!period) return []
  const to = periods.indexOf(period)
  const from = query.desdePeriodId === undefined ? to : periods.findIndex(({ id }) => id === query.desdePeriodId)
  if (from < 0 || from > to) throw Invalid('desdePeriodId', 'range_backwards')
  return periods.slice(from, to + 1)
}
/** Earlier periods, oldest first. */
export const earlier = (periods: readonly PeriodRow[], { name }: PeriodRow) => periods.filter((other) => other.name < name)
/** The period and the `count` − 1 before it, oldest first. */
export const lastPeriods = (periods: readonly PeriodRow[], { name }: PeriodRow, count: number) =>
  periods.filter((other) => other.name <= name).slice(-count)

export const ref = ({ id, name, status, dueAnalyst, dueJefatura, dueControl, dueClose }: PeriodRow) => ({
  COD_PERIODO: id,
  PERIODO: name,
  ESTADO_ID: status,
  VENCE_ANALISTA: dueAnalyst,
  VENCE_JEFATURA: dueJefatura,
  VENCE_CONTROL: dueControl,
  VENCE_CIERRE: dueClose,
})
export const localDay = (zone: string) => (moment: string) => DateTime.fromISO(moment).setZone(zone).toISODate() as string
