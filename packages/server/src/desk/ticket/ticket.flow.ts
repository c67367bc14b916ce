import { TICKET_STATE, TICKET_TYPES, type Ticket } from '@cuadre/api/ticket'
import { addWorkingMinutes, type WorkCalendar, workingMinutes } from '../../platform/jobs/working-time.ts'

/** Rules of tickets without a database (decisions §10). */

const { abierto, enProceso, enEspera, resuelto, cerrado } = TICKET_STATE

/** Receivers work on it; the author confirms the solution, withdraws it, or says that it is not solved. */
const NEXT: Record<'receives' | 'writes', Record<number, readonly number[]>> = {
  receives: {
    [abierto]: [enProceso, enEspera, resuelto],
    [enProceso]: [enEspera, resuelto],
    [enEspera]: [enProceso, resuelto],
    [resuelto]: [enProceso, cerrado],
  },
  writes: { [abierto]: [cerrado], [enProceso]: [cerrado], [enEspera]: [enProceso, cerrado], [resuelto]: [enProceso, cerrado] },
}

/** The states that may follow, for a receiver, the author, or somebody who is both. */
export const nextStates = (state: number, who: { receives: boolean; writes: boolean }): number[] =>
  [...new Set((['receives', 'writes'] as const).flatMap((part) => (who[part] ? (NEXT[part][state] ?? []) : [])))].sort()

export type Clock = { spent_minutes: number; running_since: string | null; due_at: string | null }

const runs = (state: number) => state === abierto || state === enProceso
const targetOf = (typeId: number) => TICKET_TYPES.find(({ id }) => id === typeId)!.horas * 60
const usedAt = ({ spent_minutes, running_since }: Clock, now: Date, calendar: WorkCalendar) =>
  spent_minutes + (running_since ? workingMinutes(new Date(running_since), now, calendar) : 0)

/** The clock from now on, with the current state and type. It is paused while the author has to answer, and when it is solved. */
export function clockAfter(clock: Clock, state: number, typeId: number, now: Date, calendar: WorkCalendar): Clock {
  const spent_minutes = usedAt(clock, now, calendar)
  if (!runs(state)) return { spent_minutes, running_since: null, due_at: null }
  // A ticket that is late already keeps its due date.
  const late = clock.due_at !== null && new Date(clock.due_at) < now && spent_minutes >= targetOf(typeId)
  const due_at = late ? clock.due_at : addWorkingMinutes(now, Math.max(0, targetOf(typeId) - spent_minutes), calendar).toISOString()
  return { spent_minutes, running_since: now.toISOString(), due_at }
}

/** The SLA state shown: `por_vencer` if a quarter of the time or less is left. */
export function slaOf(clock: Clock, state: number, typeId: number, now: Date, calendar: WorkCalendar): Ticket['sla'] {
  const target = targetOf(typeId)
  const used = usedAt(clock, now, calendar)
  const estado =
    state === resuelto || state === cerrado
      ? used > target
        ? 'incumplido'
        : 'cumplido'
      : used > target
        ? 'vencido'
        : state === enEspera
          ? 'en_pausa'
          : target - used <= target / 4
            ? 'por_vencer'
            : 'en_plazo'
  return { horas: target / 60, minutosUsados: used, venceEn: clock.due_at, estado }
}
