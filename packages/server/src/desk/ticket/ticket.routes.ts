import type { ticketApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as tickets from './ticket.service.ts'

export const ticketRoutes = ({ db, storage, zone, now = () => new Date() }: AppOptions): Handlers<typeof ticketApi> => {
  const options = () => ({ db, storage, zone, now: now() })
  return {
    listTickets: ({ caller, query }) => tickets.list(options(), caller, query),
    getTicketMetadata: ({ caller }) => tickets.metadata(options(), caller),
    createTicket: ({ caller, body }) => tickets.create(options(), caller, body),
    getTicket: ({ caller, params }) => tickets.get(options(), caller, params.id),
    updateTicket: ({ caller, params, body }) => tickets.update(options(), caller, params.id, body),
    commentTicket: ({ caller, params, body }) => tickets.comment(options(), caller, params.id, body),
    uploadTicketFile: ({ caller, params, body }) => tickets.addFile(options(), caller, params.id, body.file, body.comentarioId),
    downloadTicketFile: ({ caller, params }) => tickets.download(options(), caller, params.id),
  }
}
