import type { ticketApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as answers from './ticket.answers.ts'
import { contextOf } from './ticket.context.ts'
import { figures } from './ticket.figures.ts'
import * as tickets from './ticket.service.ts'
import { similar } from './ticket.similar.ts'

export const ticketRoutes = ({ db, live, storage, zone, now = () => new Date() }: AppOptions): Handlers<typeof ticketApi> => {
  const options = () => ({ db, live, storage, zone, now: now() })
  return {
    listTickets: ({ caller, query }) => tickets.list(options(), caller, query),
    getTicketMetadata: ({ caller }) => tickets.metadata(options(), caller),
    ticketContext: ({ caller, query }) => contextOf(db, caller, query.pagina),
    createTicket: ({ caller, body }) => tickets.create(options(), caller, body),
    getTicket: ({ caller, params }) => tickets.get(options(), caller, params.id),
    updateTicket: ({ caller, params, body }) => tickets.update(options(), caller, params.id, body),
    commentTicket: ({ caller, params, body }) => tickets.comment(options(), caller, params.id, body),
    uploadTicketFile: ({ caller, params, body }) => tickets.addFile(options(), caller, params.id, body.file, body.comentarioId),
    downloadTicketFile: ({ caller, params }) => tickets.download(options(), caller, params.id),
    mergeTicket: ({ caller, params, body }) => tickets.merge(options(), caller, params.id, body),
    similarTickets: ({ caller, params }) => similar(db, caller, params.id),
    attendTicket: ({ caller, params, body }) => tickets.attend(options(), live, caller, params.id, body),
    ticketFigures: ({ caller, query }) => figures(db, caller, query.dias, now()),
    listTicketAnswers: () => answers.list(db),
    createTicketAnswer: ({ caller, body }) => answers.create(db, caller, body),
    updateTicketAnswer: ({ caller, params, body }) => answers.update(db, caller, params.id, body),
    deleteTicketAnswer: ({ params }) => answers.remove(db, params.id),
  }
}
