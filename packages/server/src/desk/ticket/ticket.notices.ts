import { pageLink } from '@cuadre/api/pages'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify, notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import type { Template, TemplateParams } from '../../platform/mail/templates.ts'
import { announceTicket } from '../../platform/notification/announce.ts'
import * as repository from './ticket.repository.ts'

type About = Pick<repository.Whole, 'id' | 'asunto' | 'autor' | 'asignado' | 'negocioId' | 'paisId' | 'followers'>

/** If somebody else acts: the author and followers; if one of these does: whoever has it, or all who receive it, as where whoever has it no longer answers. */
export async function notifyOther(tx: Db, caller: Caller, ticket: About, template: Template, params: TemplateParams) {
  const readers = [ticket.autor.id, ...ticket.followers]
  if (!readers.includes(caller.userId)) return notifyPeople(tx, caller, ticket, readers, template, params)
  const has = ticket.asignado?.id
  const answers = has !== caller.userId && (await repository.receivers(tx, null, null)).some(({ id }) => id === has)
  if (has !== undefined && answers) await notifyPeople(tx, caller, ticket, [has], template, params)
  else await notifyReceivers(tx, caller, ticket, template, params)
}

export async function notifyReceivers(tx: Db, caller: Caller, ticket: About, template: Template, params: TemplateParams) {
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

export async function notifyPeople(
  tx: Db,
  caller: Caller,
  ticket: About,
  people: readonly number[],
  template: Template,
  params: TemplateParams,
) {
  const readers = new Set([ticket.autor.id, ...ticket.followers])
  const isReader = people.every((person) => readers.has(person))
  await notify(
    tx,
    people.filter((person) => person !== caller.userId),
    template,
    { id: ticket.id, subject: ticket.asunto, ...params },
    pageLink(isReader ? '/ayuda/solicitudes' : '/ayuda/solicitudes-recibidas', { ticket: ticket.id }),
    { businessId: ticket.negocioId, countryId: ticket.paisId },
  )
}

/** Of what is internal, whoever has it alone: recipients that alerts add may be the author or people who never see it. */
export async function notifyInside(tx: Db, caller: Caller, { id, asunto }: About, holder: number, params: TemplateParams) {
  if (holder === caller.userId) return
  const route = pageLink('/ayuda/solicitudes-recibidas', { ticket: id })
  await notifyOnly(tx, [holder], 'ticket_comentario', { id, subject: asunto, ...params }, route)
}

/** Whoever has it now; recipients that alerts add are told who that is. */
export async function notifyAssigned(tx: Db, caller: Caller, ticket: About, assignee: { id: number; nombre: string }) {
  const params = { id: ticket.id, subject: ticket.asunto, who: caller.name }
  const route = pageLink('/ayuda/solicitudes-recibidas', { ticket: ticket.id })
  if (assignee.id !== caller.userId) await notifyOnly(tx, [assignee.id], 'ticket_asignado', params, route)
  await notifyAddedByAlerts(tx, [assignee.id, caller.userId], 'ticket_asignado_a', route, [
    { about: { businessId: ticket.negocioId, countryId: ticket.paisId }, params: { ...params, name: assignee.nombre } },
  ])
}

/** Tells the open pages of all who see it; of what is internal, of those who receive it only. */
export async function announce(tx: Db, ticket: About, internal = false) {
  const receivers = (await repository.receivers(tx, ticket.paisId, ticket.negocioId)).map(({ id }) => id)
  const people = internal ? receivers : [ticket.autor.id, ...ticket.followers, ...receivers]
  await announceTicket(tx, ticket.id, [...new Set(people)])
}
