import { TICKET_STATE, TICKET_TYPES, type Ticket } from '@cuadre/api/ticket'
import { addWorkingMinutes, type WorkCalendar, workingDaysBetween, workingMinutes } from '../../platform/jobs/working-time.ts'

/** Rules of tickets without a database (decisions §10). */

const { abierto, enProceso, enEspera, resuelto, cerrado } = TICKET_STATE

/** Working days within which a closed ticket may be reopened. */
const REOPEN_DAYS = 5

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

/** The states that may follow, for a receiver, the author, or somebody who is both; a closed one is reopened by either while it may be. */
export const nextStates = (state: number, who: { receives: boolean; writes: boolean }, reopens = false): number[] =>
  state === cerrado
    ? reopens && (who.receives || who.writes)
      ? [enProceso]
      : []
    : [...new Set((['receives', 'writes'] as const).flatMap((part) => (who[part] ? (NEXT[part][state] ?? []) : [])))]

/** A merged ticket is answered elsewhere, and an old one is another matter. */
export const mayReopen = (closedAt: string | null, mergedInto: number | null, now: Date, calendar: WorkCalendar) =>
  closedAt !== null && mergedInto === null && workingDaysBetween(new Date(closedAt), now, calendar) <= REOPEN_DAYS

export type Clock = { spent_minutes: number; running_since: string | null; due_at: string | null }

const runs = (state: number) => state === abierto || state === enProceso
const typeOf = (typeId: number) => TICKET_TYPES.find(({ id }) => id === typeId)!
const targetOf = (typeId: number) => typeOf(typeId).horas * 60
const usedAt = ({ spent_minutes, running_since }: Clock, now: Date, calendar: WorkCalendar) =>
  spent_minutes + (running_since ? workingMinutes(new Date(running_since), now, calendar) : 0)

/** The clock from now on, with the current state and type. It is paused while the author has to answer, and when it is solved. */
export function clockAfter(clock: Clock, state: number, typeId: number, now: Date, calendar: WorkCalendar): Clock {
  const spent_minutes = usedAt(clock, now, calendar)
  if (!runs(state)) return { spent_minutes, running_since: null, due_at: null }
  // A ticket that is late already keeps its due date.
  const late = clock.due_at !== null && new Date(clock.due_at) <= now && spent_minutes >= targetOf(typeId)
  const due_at = late ? clock.due_at : addWorkingMinutes(now, Math.max(0, targetOf(typeId) - spent_minutes), calendar).toISOString()
  return { spent_minutes, running_since: now.toISOString(), due_at }
}

/** When a clock that runs will have used the hours of its type, by this calendar. */
export const dueOf = ({ running_since, spent_minutes }: Clock, typeId: number, calendar: WorkCalendar) =>
  addWorkingMinutes(new Date(running_since!), Math.max(0, targetOf(typeId) - spent_minutes), calendar)

/** The SLA state shown: `por_vencer` if a quarter of the time or less is left. */
export function slaOf(clock: Clock, state: number, typeId: number, now: Date, calendar: WorkCalendar): Ticket['sla'] {
  const target = targetOf(typeId)
  const used = usedAt(clock, now, calendar)
  // Due at the end of a day it is late that evening, as counts and alerts have it, though no minute is worked before the next.
  const late = used > target || (clock.due_at !== null && new Date(clock.due_at) < now)
  const estado =
    state === resuelto || state === cerrado
      ? used > target
        ? 'incumplido'
        : 'cumplido'
      : late
        ? 'vencido'
        : state === enEspera
          ? 'en_pausa'
          : target - used <= target / 4
            ? 'por_vencer'
            : 'en_plazo'
  return { horas: target / 60, minutosUsados: used, venceEn: clock.due_at, estado }
}

/** When a ticket of this type would be due if it were opened now. */
export const dueIf = (typeId: number, now: Date, calendar: WorkCalendar) => addWorkingMinutes(now, targetOf(typeId), calendar).toISOString()

/** The first answer: `minutes` is null until it came. */
export function firstAnswerOf(
  { createdAt, minutes, state }: { createdAt: string; minutes: number | null; state: number },
  typeId: number,
  now: Date,
  calendar: WorkCalendar,
): Ticket['primeraRespuesta'] {
  const { respuesta: horas } = typeOf(typeId)
  if (minutes !== null) return { horas, minutos: minutes, estado: minutes > horas * 60 ? 'incumplida' : 'cumplida' }
  // Withdrawn, or merged: nobody will answer it here.
  if (state === cerrado) return { horas, minutos: 0, estado: 'cumplida' }
  const waited = workingMinutes(new Date(createdAt), now, calendar)
  return { horas, minutos: waited, estado: waited > horas * 60 ? 'vencida' : 'pendiente' }
}

/** What ran and what stood still since it was opened; neighbours of one kind are one, and what took no working time is left out. */
export function segmentsOf(moves: readonly { at: string; state: number }[], now: Date, calendar: WorkCalendar): Ticket['tramos'] {
  const found: Ticket['tramos'] = []
  for (const [i, { at, state }] of moves.entries()) {
    const next = moves[i + 1]
    // The clock of a solved ticket has ended, unless it went on later.
    if (!next && (state === resuelto || state === cerrado)) break
    const until = next?.at ?? now.toISOString()
    const minutos = workingMinutes(new Date(at), new Date(until), calendar)
    const corre = runs(state)
    const last = found.at(-1)
    if (last?.corre === corre) {
      last.hasta = until
      last.minutos += minutos
    } else if (minutos > 0) found.push({ desde: at, hasta: until, minutos, corre })
  }
  return found
}
