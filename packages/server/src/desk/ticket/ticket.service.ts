import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import {
  type commentTicket,
  type createTicket,
  type listTickets,
  TICKET_CATEGORIES,
  TICKET_STATE,
  TICKET_STATE_NAME,
  TICKET_TYPES,
  type Ticket,
  type updateTicket,
} from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { type WorkCalendars, workCalendars } from '../../ledger/calendar/work-calendars.ts'
import type { AppOptions } from '../../options.ts'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { listOrExport } from '../../platform/http/export.ts'
import { notify } from '../../platform/mail/notify.ts'
import type { Template, TemplateParams } from '../../platform/mail/templates.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { COLUMNS } from './ticket.export.ts'
import { mediaTypeOf } from './ticket.files.ts'
import { clockAfter, nextStates, slaOf } from './ticket.flow.ts'
import * as repository from './ticket.repository.ts'

type Options = Pick<AppOptions, 'db' | 'storage' | 'zone'> & { now: Date }
const MAX_FILES = 20
const { enProceso, enEspera, cerrado, abierto } = TICKET_STATE

const forReader = ({ spent_minutes, running_since, due_at, ...ticket }: repository.Found, calendars: WorkCalendars, now: Date) => ({
  ...ticket,
  estado: TICKET_STATE_NAME[ticket.estadoId]!,
  sla: slaOf({ spent_minutes, running_since, due_at }, ticket.estadoId, ticket.tipoId, now, calendars.of(ticket.paisId)),
})

export async function list(options: Options, caller: Caller, query: Parsed<typeof listTickets>['query']) {
  if (query.vista === 'recibidas' && !repository.receives(caller)) throw Forbidden()
  const calendars = await workCalendars(options.db, options.zone)
  return listOrExport(caller.locale, query, { es: 'Solicitudes', en: 'Requests' }, COLUMNS, async (query) => {
    const found = await repository.list(options.db, caller, query, options.now)
    return { ...found, data: found.data.map((row) => forReader(row, calendars, options.now)) }
  })
}

export async function metadata({ db, now }: Options, caller: Caller) {
  const { locale } = caller
  const who = { receives: repository.receives(caller), writes: true }
  return {
    estados: Object.entries(TICKET_STATE_NAME).map(([id, nombre]) => ({ id: Number(id), nombre, siguientes: nextStates(Number(id), who) })),
    categorias: TICKET_CATEGORIES.map(({ id, codigo, ...name }) => ({ id, codigo, nombre: name[locale] })),
    tipos: TICKET_TYPES.map(({ id, codigo, horas, ...name }) => ({ id, codigo, nombre: name[locale], horas })),
    receptores: who.receives ? await repository.receivers(db, null, null) : [],
    cuentas: await repository.counts(db, caller, now),
  }
}

/** @throws 404 for a ticket that the caller neither wrote nor receives */
export async function get(options: Options, caller: Caller, id: number): Promise<Ticket> {
  const ticket = await repository.find(options.db, caller, id)
  if (!ticket) throw NotFound()
  const { receives, ...whole } = ticket
  const [comments, files, cambios] = [
    await repository.comments(options.db, caller, id),
    await repository.files(options.db, caller, id),
    await repository.changes(options.db, id),
  ]
  return {
    ...forReader(whole, await workCalendars(options.db, options.zone), options.now),
    descripcion: ticket.descripcion,
    revision: ticket.revision,
    recibe: receives,
    siguientes: nextStates(ticket.estadoId, { receives, writes: ticket.autor.id === caller.userId }),
    hilo: comments.map((comment) => ({ ...comment, archivos: files.filter(({ comentarioId }) => comentarioId === comment.id) })),
    archivos: files.filter(({ comentarioId }) => comentarioId === null),
    cambios,
  }
}

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
    await repository.keepChange(tx, id, caller, { field: 'creado', before: null, after: null }, now)
    const whole = (await repository.find(tx, caller, id))!
    await notifyReceivers(tx, caller, whole, 'ticket_nuevo', { who: caller.name })
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
    const { now, zone } = options
    const before = await repository.find(tx, caller, id, true)
    if (!before) throw NotFound()
    const moved = async (code: MessageKey) =>
      Conflict(code, { state: TICKET_STATE_NAME[before.estadoId]! }, await get({ ...options, db: tx }, caller, id))
    if (body.revision !== before.revision) throw await moved('ticket_moved')
    const writes = before.autor.id === caller.userId
    const state = body.estadoId ?? before.estadoId
    if (state !== before.estadoId && !nextStates(before.estadoId, { receives: before.receives, writes }).includes(state))
      throw await moved('ticket_wrong_state')

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
    if (before.estadoId === cerrado && changed.length > 0) throw await moved('ticket_closed')
    if (assignee !== null && assignee !== before.asignado?.id) {
      const able = await repository.receivers(tx, before.paisId, before.negocioId)
      if (!able.some((person) => person.id === assignee)) throw Invalid('asignadoId', 'ticket_assignee')
    }
    if (changed.length === 0) return get({ ...options, db: tx }, caller, id)

    const calendar = (await workCalendars(tx, zone)).of(before.paisId)
    await repository.save(tx, id, { state, assignee, category, type }, clockAfter(before, state, type, now, calendar), now)
    for (const { field, before, after } of changed)
      await repository.keepChange(tx, id, caller, { field, before: text(before), after: text(after), reason: body.motivo }, now)
    const after = { ...before, estadoId: state, asignado: assignee === null ? null : { id: assignee, nombre: '' } }
    if (assignee !== null && assignee !== before.asignado?.id)
      await notifyPeople(tx, caller, after, [assignee], 'ticket_asignado', { who: caller.name })
    if (state !== before.estadoId) await notifyOther(tx, caller, after, 'ticket_estado', { who: caller.name, state })
    return get({ ...options, db: tx }, caller, id)
  })
const text = (value: number | null) => (value === null ? null : String(value))

export const comment = (options: Options, caller: Caller, id: number, { texto, interno, file }: Parsed<typeof commentTicket>['body']) =>
  transaction(options.db, async (tx) => {
    const { now, zone } = options
    const ticket = await writable(tx, options, caller, id)
    if (interno && !ticket.receives) throw Forbidden('ticket_not_received')
    const commentId = await repository.insertComment(tx, id, texto, interno, caller.userId, now)
    if (file?.path) await keep(tx, options, caller, { ticketId: id, commentId }, file)
    const answered = ticket.autor.id === caller.userId && ticket.estadoId === enEspera && !interno
    if (answered) {
      const { asignado, categoriaId: category, tipoId: type } = ticket
      const fields = { state: enProceso, assignee: asignado?.id ?? null, category, type }
      const calendar = (await workCalendars(tx, zone)).of(ticket.paisId)
      await repository.save(tx, id, fields, clockAfter(ticket, enProceso, type, now, calendar), now)
      await repository.keepChange(tx, id, caller, { field: 'estadoId', before: String(enEspera), after: String(enProceso) }, now)
    } else await repository.touch(tx, id, now)
    const params = { who: caller.name, comment: texto.length > 300 ? `${texto.slice(0, 300)}…` : texto }
    if (!interno) await notifyOther(tx, caller, ticket, 'ticket_comentario', params)
    else if (ticket.asignado) await notifyPeople(tx, caller, ticket, [ticket.asignado.id], 'ticket_comentario', params)
    return get({ ...options, db: tx }, caller, id)
  })

export const addFile = (options: Options, caller: Caller, id: number, file: Upload, commentId: number | undefined) =>
  transaction(options.db, async (tx) => {
    if (!file?.path) throw Invalid('file', 'file_required')
    await writable(tx, options, caller, id)
    if (commentId !== undefined && !(await repository.ownComment(tx, id, commentId, caller.userId)))
      throw Invalid('comentarioId', 'ticket_comment_other')
    await keep(tx, options, caller, { ticketId: id, commentId: commentId ?? null }, file)
    await repository.touch(tx, id, options.now)
    return get({ ...options, db: tx }, caller, id)
  })

/** Images are shown inline, everything else is downloaded. */
export async function download({ db, storage }: Options, caller: Caller, id: number): Promise<Bytes> {
  const file = await repository.file(db, caller, id)
  if (!file) throw NotFound()
  return { name: file.name, type: file.type, body: storage.open(file.sha256), inline: file.type.startsWith('image/') }
}

async function writable(tx: Db, options: Options, caller: Caller, id: number): Promise<repository.Whole> {
  const ticket = await repository.find(tx, caller, id, true)
  if (!ticket) throw NotFound()
  if (ticket.estadoId === cerrado) throw Conflict('ticket_closed', {}, await get({ ...options, db: tx }, caller, id))
  return ticket
}

async function keep(tx: Db, { storage, now }: Options, caller: Caller, of: { ticketId: number; commentId: number | null }, file: Upload) {
  if ((await repository.files(tx, caller, of.ticketId)).length >= MAX_FILES) throw Invalid('file', 'ticket_files_many', { max: MAX_FILES })
  const type = await mediaTypeOf(file)
  await repository.insertFile(tx, { ...of, name: file.name.slice(0, 200), size: file.size, sha256: file.sha256, type }, caller.userId, now)
  await storage.keep(file)
}

/** Notifies the author if somebody else acts, and the receivers if the author does. */
const notifyOther = (tx: Db, caller: Caller, ticket: repository.Whole, template: Template, params: TemplateParams) =>
  ticket.autor.id !== caller.userId
    ? notifyPeople(tx, caller, ticket, [ticket.autor.id], template, params)
    : ticket.asignado && ticket.asignado.id !== caller.userId
      ? notifyPeople(tx, caller, ticket, [ticket.asignado.id], template, params)
      : notifyReceivers(tx, caller, ticket, template, params)

async function notifyReceivers(tx: Db, caller: Caller, ticket: repository.Whole, template: Template, params: TemplateParams) {
  const people = await repository.receivers(tx, ticket.paisId, ticket.negocioId)
  await notifyPeople(
    tx,
    caller,
    ticket,
    people.map(({ id }) => id),
    template,
    params,
  )
}

function notifyPeople(
  tx: Db,
  caller: Caller,
  ticket: repository.Whole,
  people: readonly number[],
  template: Template,
  params: TemplateParams,
) {
  const author = people.length === 1 && people[0] === ticket.autor.id
  return notify(
    tx,
    people.filter((person) => person !== caller.userId),
    template,
    { id: ticket.id, subject: ticket.asunto, ...params },
    pageLink(author ? '/ayuda/solicitudes' : '/ayuda/solicitudes-recibidas', { ticket: ticket.id }),
    { businessId: ticket.negocioId, countryId: ticket.paisId },
  )
}
