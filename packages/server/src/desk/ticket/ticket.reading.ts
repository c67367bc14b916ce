import type { Parsed } from '@cuadre/api/endpoint'
import { type listTickets, TICKET_CATEGORIES, TICKET_STATE, TICKET_STATE_NAME, TICKET_TYPES, type Ticket } from '@cuadre/api/ticket'
import { type WorkCalendars, workCalendars } from '../../ledger/calendar/work-calendars.ts'
import type { AppOptions } from '../../options.ts'
import type { Db } from '../../platform/database/index.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { listOrExport } from '../../platform/http/export.ts'
import type { WorkCalendar } from '../../platform/jobs/working-time.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { COLUMNS, STATE_WORDS } from './ticket.export.ts'
import { dueIf, firstAnswerOf, mayReopen, nextStates, segmentsOf, slaOf } from './ticket.flow.ts'
import * as repository from './ticket.repository.ts'
import * as thread from './ticket.thread.ts'

export type Options = Pick<AppOptions, 'db' | 'storage' | 'zone'> & { now: Date }
const YEAR = 365 * 86_400_000
const { cerrado, abierto } = TICKET_STATE

function forReader<Found extends repository.Found>(found: Found, calendars: WorkCalendars, now: Date) {
  const { spent_minutes, running_since, due_at, answer_minutes, ...ticket } = found
  const { estadoId: state, tipoId, creadoEn: createdAt } = found
  const calendar = calendars.of(found.paisId)
  return {
    ...ticket,
    estado: TICKET_STATE_NAME[state] as string,
    sla: slaOf({ spent_minutes, running_since, due_at }, state, tipoId, now, calendar),
    primeraRespuesta: firstAnswerOf({ createdAt, minutes: answer_minutes, state }, tipoId, now, calendar),
  }
}

export async function list(options: Options, caller: Caller, query: Parsed<typeof listTickets>['query']) {
  if (query.vista === 'recibidas' && !repository.receives(caller)) throw Forbidden()
  const calendars = await workCalendars(options.db, options.zone)
  return listOrExport(caller.locale, query, { es: 'Solicitudes', en: 'Requests' }, COLUMNS, async (query) => {
    const found = await repository.list(options.db, caller, query, options.now)
    return { ...found, data: found.data.map((row) => forReader(row, calendars, options.now)) }
  })
}

export async function metadata({ db, now, zone }: Options, caller: Caller) {
  const { locale } = caller
  const who = { receives: repository.receives(caller), writes: true }
  const calendar = (await workCalendars(db, zone)).of(caller.countryId)
  return {
    estados: Object.entries(TICKET_STATE_NAME).map(([id, nombre]) => ({ id: Number(id), nombre, siguientes: nextStates(Number(id), who) })),
    categorias: TICKET_CATEGORIES.map(({ id, codigo, ...name }) => ({ id, codigo, nombre: name[locale] })),
    tipos: TICKET_TYPES.map(({ id, codigo, horas, respuesta, ...name }) => ({
      id,
      codigo,
      nombre: name[locale],
      horas,
      respuesta,
      venceria: dueIf(id, now, calendar),
    })),
    receptores: who.receives ? await repository.receivers(db, null, null) : [],
    cuentas: await repository.counts(db, caller, now),
  }
}

/** @throws 404 */
export async function found(db: Db, caller: Caller, id: number, lock = false): Promise<repository.Whole> {
  const ticket = await repository.find(db, caller, id, lock)
  if (!ticket) throw NotFound()
  return ticket
}
export const calendarOf = async ({ db, zone }: Options, { paisId }: repository.Whole) => (await workCalendars(db, zone)).of(paisId)
/** The states that may follow for the caller. */
export const nextOf = (ticket: repository.Whole, caller: Caller, now: Date, calendar: WorkCalendar) =>
  nextStates(
    ticket.estadoId,
    { receives: ticket.receives, writes: ticket.autor.id === caller.userId },
    mayReopen(ticket.closed_at, ticket.unidaA?.id ?? null, now, calendar),
  )

export async function get(options: Options, caller: Caller, id: number): Promise<Ticket> {
  const { db, now, zone } = options
  const ticket = await found(db, caller, id)
  const { receives, closed_at, followers, ...whole } = ticket
  const calendars = await workCalendars(db, zone)
  const calendar = calendars.of(ticket.paisId)
  const [comments, files, cambios] = [
    await thread.comments(db, caller, id),
    await thread.files(db, caller, id),
    await thread.changes(db, id),
  ]
  const moves = cambios
    .filter(({ campo }) => campo === 'creado' || campo === 'estadoId')
    .map(({ fecha, despues }) => ({ at: fecha, state: despues === null ? abierto : Number(despues) }))
  return {
    ...forReader(whole, calendars, now),
    recibe: receives,
    siguientes: nextOf(ticket, caller, now, calendar),
    tramos: segmentsOf(moves, now, calendar),
    unidas: receives ? await repository.twins(db, id) : [],
    delAutor: receives ? await repository.countOfAuthor(db, ticket.autor.id, new Date(now.getTime() - YEAR)) : null,
    hilo: comments.map((comment) => ({ ...comment, archivos: files.filter(({ comentarioId }) => comentarioId === comment.id) })),
    archivos: files.filter(({ comentarioId }) => comentarioId === null),
    cambios,
  }
}

/** 409 with the ticket as it is now. */
export const conflict = async (options: Options, caller: Caller, ticket: repository.Whole, code: MessageKey, params = {}) =>
  Conflict(code, { state: STATE_WORDS[ticket.estadoId]![caller.locale].toLowerCase(), ...params }, await get(options, caller, ticket.id))

/** @throws 404; 409 once it is closed */
export async function writable(tx: Db, options: Options, caller: Caller, id: number): Promise<repository.Whole> {
  const ticket = await found(tx, caller, id, true)
  if (ticket.estadoId === cerrado) throw await conflict({ ...options, db: tx }, caller, ticket, 'ticket_closed')
  return ticket
}
