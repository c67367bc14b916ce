import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import {
  type attendTicket,
  type commentTicket,
  type createTicket,
  type mergeTicket,
  TICKET_STATE,
  type updateTicket,
} from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { Live } from '../../platform/database/live.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type WorkCalendar, workingMinutes } from '../../platform/jobs/working-time.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { announcePresence } from '../../platform/notification/announce.ts'
import { mediaTypeOf } from './ticket.files.ts'
import { clockAfter } from './ticket.flow.ts'
import { announce, notifyAssigned, notifyInside, notifyOther, notifyPeople, notifyReceivers } from './ticket.notices.ts'
import { calendarOf, conflict, found, get, nextOf, type Options, writable } from './ticket.reading.ts'
import * as repository from './ticket.repository.ts'
import * as thread from './ticket.thread.ts'

export { get, list, metadata } from './ticket.reading.ts'

const MAX_FILES = 20
const { enProceso, enEspera, resuelto, cerrado, abierto } = TICKET_STATE

export const create = (options: Options, caller: Caller, body: Parsed<typeof createTicket>['body']) =>
  transaction(options.db, async (tx) => {
    const { now, zone } = options
    const ticket = { ...body, paisId: await countryOf(tx, caller, body) }
    const calendars = await workCalendars(tx, zone)
    const clock = clockAfter(
      { spent_minutes: 0, running_since: null, due_at: null },
      abierto,
      ticket.tipoId,
      now,
      calendars.of(ticket.paisId),
    )
    const id = await repository.insert(tx, ticket, clock, caller.userId, now)
    await thread.keepChange(tx, id, caller, { field: 'creado', before: null, after: null }, now)
    const whole = await found(tx, caller, id)
    await notifyReceivers(tx, caller, whole, 'ticket_nuevo', { who: caller.name })
    await announce(tx, whole)
    return get({ ...options, db: tx }, caller, id)
  })

/** The business must be in the caller's scope and in the given country. */
async function countryOf(tx: Db, caller: Caller, { paisId, negocioId }: Parsed<typeof createTicket>['body']): Promise<number | null> {
  if (paisId === null && negocioId === null) return null
  const place = await repository.placeOf(tx, paisId, negocioId, businessScope(caller, sql`b.id`))
  if (!place) throw negocioId === null ? Invalid('paisId', 'country_unknown') : Invalid('negocioId', 'business_unknown')
  if (paisId !== null && place.country !== paisId) throw Invalid('negocioId', 'ticket_business_elsewhere')
  return place.country
}

export const update = (options: Options, caller: Caller, id: number, body: Parsed<typeof updateTicket>['body']) =>
  transaction(options.db, async (tx) => {
    const { now } = options
    const before = await found(tx, caller, id, true)
    const moved = (code: MessageKey) => conflict({ ...options, db: tx }, caller, before, code)
    if (body.revision !== before.revision) throw await moved('ticket_moved')
    const state = body.estadoId ?? before.estadoId
    const reopens = before.estadoId === cerrado && state !== cerrado
    const calendar = await calendarOf({ ...options, db: tx }, before)
    if (state !== before.estadoId && !nextOf(before, caller, now, calendar).includes(state))
      throw await moved(reopens ? 'ticket_closed' : 'ticket_wrong_state')

    const assignee = body.asignadoId === undefined ? (before.asignado?.id ?? null) : body.asignadoId
    const category = body.categoriaId ?? before.categoriaId
    const type = body.tipoId ?? before.tipoId
    const changed = [
      { field: 'estadoId' as const, before: before.estadoId, after: state },
      { field: 'asignadoId' as const, before: before.asignado?.id ?? null, after: assignee },
      { field: 'categoriaId' as const, before: before.categoriaId, after: category },
      { field: 'tipoId' as const, before: before.tipoId, after: type },
    ].filter((one) => one.before !== one.after)
    // The author may only change the state; everything else is for receivers.
    if (!before.receives && changed.some(({ field }) => field !== 'estadoId')) throw Forbidden('ticket_not_received')
    if (before.estadoId === cerrado && !reopens && changed.length > 0) throw await moved('ticket_closed')
    const moves = assignee !== null && assignee !== before.asignado?.id
    const takes = moves ? (await repository.receivers(tx, before.paisId, before.negocioId)).find(({ id }) => id === assignee) : undefined
    if (moves && !takes) throw Invalid('asignadoId', 'ticket_assignee')
    if (changed.length === 0) return get({ ...options, db: tx }, caller, id)

    await repository.save(tx, id, { state, assignee, category, type }, clockAfter(before, state, type, now, calendar), now)
    if (state === resuelto && before.autor.id !== caller.userId) await keepFirstAnswer(tx, before, now, calendar)
    for (const { field, before, after } of changed)
      await thread.keepChange(tx, id, caller, { field, before: text(before), after: text(after), reason: body.motivo }, now)
    const after = { ...before, estadoId: state, asignado: assignee === null ? null : { id: assignee, nombre: '' } }
    if (takes) await notifyAssigned(tx, caller, after, takes)
    if (state !== before.estadoId) await notifyOther(tx, caller, after, 'ticket_estado', { who: caller.name, state })
    await announce(tx, after)
    return get({ ...options, db: tx }, caller, id)
  })
const text = (value: number | null) => (value === null ? null : String(value))
const keepFirstAnswer = (tx: Db, { id, creadoEn }: repository.Whole, now: Date, calendar: WorkCalendar) =>
  repository.keepAnswer(tx, id, workingMinutes(new Date(creadoEn), now, calendar), now)

type Comment = Parsed<typeof commentTicket>['body']
export const comment = (options: Options, caller: Caller, id: number, { texto, interno, estadoId, ultimo, file }: Comment) =>
  transaction(options.db, async (tx) => {
    const { now } = options
    const inTx = { ...options, db: tx }
    const ticket = await writable(tx, options, caller, id)
    if (interno && !ticket.receives) throw Forbidden('ticket_not_received')
    const answered = ultimo === undefined || interno ? undefined : await thread.answeredAfter(tx, id, caller.userId, ultimo)
    if (answered) throw await conflict(inTx, caller, ticket, 'ticket_answered', answered)
    const calendar = await calendarOf(inTx, ticket)
    const state = estadoId ?? ticket.estadoId
    if (state !== ticket.estadoId && !nextOf(ticket, caller, now, calendar).includes(state))
      throw await conflict(inTx, caller, ticket, 'ticket_wrong_state')
    const commentId = await thread.insertComment(tx, id, texto, interno, caller.userId, now)
    if (file?.path) await keep(tx, options, caller, { ticketId: id, commentId }, file)

    const writes = ticket.autor.id === caller.userId
    // The author's answer sets a ticket that waits for it going again.
    const next = estadoId === undefined && writes && ticket.estadoId === enEspera && !interno ? enProceso : state
    if (next !== ticket.estadoId) {
      const { asignado, categoriaId: category, tipoId: type } = ticket
      const fields = { state: next, assignee: asignado?.id ?? null, category, type }
      await repository.save(tx, id, fields, clockAfter(ticket, next, type, now, calendar), now)
      await thread.keepChange(tx, id, caller, { field: 'estadoId', before: String(ticket.estadoId), after: String(next) }, now)
    } else await repository.touch(tx, id, now)
    if (!interno && ticket.receives && !writes) await keepFirstAnswer(tx, ticket, now, calendar)
    // Half of a sign is none, and no JSON.
    const params = { who: caller.name, comment: texto.length > 300 ? `${texto.slice(0, 300).replace(/\p{Cs}$/u, '')}…` : texto }
    if (!interno) await notifyOther(tx, caller, ticket, 'ticket_comentario', params)
    else if (ticket.asignado) await notifyInside(tx, caller, ticket, ticket.asignado.id, params)
    await announce(tx, ticket, interno)
    return get(inTx, caller, id)
  })

export const addFile = (options: Options, caller: Caller, id: number, file: Upload, commentId: number | undefined) =>
  transaction(options.db, async (tx) => {
    if (!file?.path) throw Invalid('file', 'file_required')
    const ticket = await writable(tx, options, caller, id)
    const comment = commentId === undefined ? undefined : await thread.ownComment(tx, id, commentId, caller.userId)
    if (commentId !== undefined && !comment) throw Invalid('comentarioId', 'ticket_comment_other')
    await keep(tx, options, caller, { ticketId: id, commentId: commentId ?? null }, file)
    await repository.touch(tx, id, options.now)
    await announce(tx, ticket, comment?.internal)
    return get({ ...options, db: tx }, caller, id)
  })

/** Images are shown inline, everything else is downloaded. */
export async function download({ db, storage }: Options, caller: Caller, id: number): Promise<Bytes> {
  const file = await thread.file(db, caller, id)
  if (!file) throw NotFound()
  return { name: file.name, type: file.type, body: await storage.download(file.sha256), inline: file.type.startsWith('image/') }
}

/** Both are locked, the lower number first, so that two merges of the same pair do not wait for each other. */
export const merge = (options: Options, caller: Caller, id: number, { revision, destinoId }: Parsed<typeof mergeTicket>['body']) =>
  transaction(options.db, async (tx) => {
    const { now } = options
    for (const each of [id, destinoId].sort((a, b) => a - b)) await repository.find(tx, caller, each, true)
    const twin = await found(tx, caller, id)
    const target = await repository.find(tx, caller, destinoId)
    if (!twin.receives) throw Forbidden('ticket_not_received')
    if (destinoId === id) throw Invalid('destinoId', 'ticket_merge_self')
    if (!target?.receives || target.estadoId > enEspera) throw Invalid('destinoId', 'ticket_merge_target')
    const inTx = { ...options, db: tx }
    if (revision !== twin.revision) throw await conflict(inTx, caller, twin, 'ticket_moved')
    if (twin.estadoId === cerrado) throw await conflict(inTx, caller, twin, 'ticket_closed')
    const { asignado, categoriaId: category, tipoId: type } = twin
    const clock = clockAfter(twin, cerrado, type, now, await calendarOf(inTx, twin))
    await repository.save(tx, id, { state: cerrado, assignee: asignado?.id ?? null, category, type }, clock, now)
    await repository.merge(tx, id, destinoId)
    await repository.handOverFollowers(tx, id, destinoId)
    if (twin.autor.id !== target.autor.id) await repository.follow(tx, destinoId, twin.autor.id)
    await thread.keepChange(tx, id, caller, { field: 'unidaA', before: null, after: String(destinoId) }, now)
    await thread.keepChange(tx, destinoId, caller, { field: 'unida', before: null, after: String(id) }, now)
    const joined = await found(tx, caller, destinoId)
    // To the twin, which says where the answer will be.
    await notifyPeople(tx, caller, { ...joined, id, asunto: twin.asunto }, [twin.autor.id], 'ticket_unida', {
      who: caller.name,
      target: destinoId,
    })
    await announce(tx, twin)
    await announce(tx, joined)
    return get(inTx, caller, destinoId)
  })

/** @throws 404; 403 for its author */
export async function attend({ db }: Options, live: Live, caller: Caller, id: number, said: Parsed<typeof attendTicket>['body']) {
  const ticket = await found(db, caller, id)
  if (!ticket.receives) throw Forbidden('ticket_not_received')
  const others = (await repository.receivers(db, ticket.paisId, ticket.negocioId))
    .map((one) => one.id)
    .filter((one) => one !== caller.userId)
  const person = { id: caller.userId, nombre: caller.name }
  announcePresence(live, others, { ticketId: id, person, present: said.presente, writing: said.escribe })
  return { ok: true as const }
}

async function keep(tx: Db, { storage, now }: Options, caller: Caller, of: { ticketId: number; commentId: number | null }, file: Upload) {
  if ((await thread.files(tx, caller, of.ticketId)).length >= MAX_FILES) throw Invalid('file', 'ticket_files_many', { max: MAX_FILES })
  const type = await mediaTypeOf(file)
  await thread.insertFile(tx, { ...of, name: file.name.slice(0, 200), size: file.size, sha256: file.sha256, type }, caller.userId, now)
  await storage.keep(file)
}
