import { type Check, PERIOD_STATUS } from '@cuadre/api/period'
import { DateTime } from 'luxon'

/** Rules of periods (decisions §6, rules §2.2 and §2.6) without a database. Moments are ISO in UTC. */

export type Deadlines = { VENCE_ANALISTA: string; VENCE_JEFATURA: string; VENCE_CONTROL: string; VENCE_CIERRE: string }
export const DEADLINES = ['VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE'] as const

const WORKING_DAY = { VENCE_ANALISTA: 4, VENCE_JEFATURA: 5, VENCE_CONTROL: 6, VENCE_CIERRE: 8 } as const
const HOUR = 18
const OLDEST = '2000-01'

/** The nth working day, Monday to Friday, of the month after `period`, at 18:00 in `zone`. */
export function workingDay(period: string, nth: number, zone: string): string {
  let day = DateTime.fromISO(`${period}-01`, { zone }).plus({ months: 1 })
  for (let left = nth; ; day = day.plus({ days: 1 })) {
    if (day.weekday <= 5) left--
    if (left === 0) return day.set({ hour: HOUR }).toUTC().toISO()!
  }
}

/** The deadlines of a period, those given before the usual ones. */
export function deadlines(period: string, zone: string, given: { [K in keyof Deadlines]?: string | undefined } = {}): Deadlines {
  const of = (name: keyof Deadlines) => moment(given[name] ?? workingDay(period, WORKING_DAY[name], zone))
  return {
    VENCE_ANALISTA: of('VENCE_ANALISTA'),
    VENCE_JEFATURA: of('VENCE_JEFATURA'),
    VENCE_CONTROL: of('VENCE_CONTROL'),
    VENCE_CIERRE: of('VENCE_CIERRE'),
  }
}
const moment = (text: string) => new Date(text).toISOString()

/** The first deadline that lies before the one it must follow; two may fall together. */
export const outOfOrder = (dates: Deadlines): keyof Deadlines | undefined =>
  DEADLINES.find((name, index) => index > 0 && dates[name] < dates[DEADLINES[index - 1]!])

/** Whether a month may have a period: to the next month at most, seen from `zone`; a year before 2000 is a slip of the pen. */
export function opening(period: string, now: Date, zone: string): 'ok' | 'too_early' | 'too_old' {
  if (period > DateTime.fromJSDate(now, { zone }).plus({ months: 1 }).toFormat('yyyy-MM')) return 'too_early'
  return period < OLDEST ? 'too_old' : 'ok'
}

export type Status = 1 | 2 | 3
export type Step = 'update' | 'close' | 'reopen'
const { abierto, enCierre, cerrado } = PERIOD_STATUS
const STEPS: Record<Step, Partial<Record<Status, readonly Status[]>>> = {
  update: { [abierto]: [abierto, enCierre], [enCierre]: [enCierre, abierto] },
  close: { [abierto]: [cerrado], [enCierre]: [cerrado] },
  reopen: { [cerrado]: [enCierre] },
}
export const mayMove = (step: Step, from: Status, to: Status): boolean => STEPS[step][from]?.includes(to) ?? false

export type Found = { codigo: Check['codigo']; cantidad: number; monto: string | null }
const BLOCKING: readonly Check['codigo'][] = ['periodo_anterior', 'cadena']

/** What was found, as the list shows it. */
export const judge = ({ codigo, cantidad, monto }: Found): Check => ({
  codigo,
  cantidad,
  monto,
  resultado: cantidad === 0 ? 'ok' : BLOCKING.includes(codigo) ? 'bloquea' : 'aviso',
})

export const MIN_REASON = 20
/** Warnings are closed over only with a reason. */
export const reasonMissing = (checks: readonly Check[], reason: string | undefined): boolean =>
  checks.some(({ resultado }) => resultado === 'aviso') && (reason?.length ?? 0) < MIN_REASON
