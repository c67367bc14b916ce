import type { Answer } from '@cuadre/api/endpoint'
import type { listTickets } from '@cuadre/api/ticket'
import { dayAt } from '@cuadre/ui'

export type Row = Answer<typeof listTickets>['data'][number]
type Sla = Row['sla']

/** 72 → '1 h 12 min', -125 → '−2 h 05 min' */
export function workingTime(minutes: number): string {
  const all = Math.abs(Math.round(minutes))
  const [hours, rest] = [Math.floor(all / 60), all % 60]
  const text = hours === 0 ? `${rest} min` : rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')} min`
  return minutes < 0 ? `−${text}` : text
}
/** Working minutes that are left; negative when it is late, and none of one that stays late though a holiday was added since. */
export const minutesLeft = ({ horas, minutosUsados, estado }: Sla) =>
  Math.min(horas * 60 - minutosUsados, estado === 'vencido' ? 0 : Number.POSITIVE_INFINITY)

export const BANDS = ['late', 'today', 'later', 'waiting'] as const
type Band = (typeof BANDS)[number]
/** Where a ticket stands in the queue: what is due first comes first. */
export function bandOf({ estado, venceEn }: Sla, now: Date): Band {
  if (estado === 'vencido') return 'late'
  if (venceEn === null) return 'waiting'
  return dayAt(new Date(venceEn)) === dayAt(now) ? 'today' : 'later'
}
/** By band, then by what is left. */
export const queueOf = <R extends Pick<Row, 'sla' | 'id'>>(rows: readonly R[], now: Date) =>
  BANDS.map((band) => ({
    band,
    rows: rows.filter(({ sla }) => bandOf(sla, now) === band).sort((a, b) => minutesLeft(a.sla) - minutesLeft(b.sla) || a.id - b.id),
  })).filter(({ rows }) => rows.length > 0)
