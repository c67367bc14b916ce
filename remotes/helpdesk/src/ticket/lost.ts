import type { Input } from '@cuadre/api/endpoint'
import { commentTicket, createTicket, getTicket, listTickets, TICKET_STATE, type Ticket, uploadTicketFile } from '@cuadre/api/ticket'
import { call, whatBecame } from '@cuadre/shell'

/** Steps whose answer may get lost: what the server holds then tells whether they were taken, so that nobody takes them twice. */

export const ticketNow = (id: number) => (signal: AbortSignal) => call(getTicket, { params: { id } }, { signal })
/** A form's lines end as the network has them. */
const words = (text: string) => text.replaceAll('\r\n', '\n').trim()

/** How many of the newest are looked through; somebody may follow others’ requests that are newer. */
const NEWEST = 5
type New = Input<typeof createTicket>['body']
/** Writes a ticket; one in the same words that nobody has touched yet is this one. */
export const create = (body: New): Promise<Ticket> =>
  call(createTicket, { body }).catch((error: unknown) =>
    whatBecame(
      error,
      async (signal) => {
        const { data } = await call(listTickets, { query: { vista: 'mias', sort: '-ID', limit: NEWEST } }, { signal })
        const alike = data.find((one) => one.estadoId === TICKET_STATE.abierto && words(one.asunto) === words(body.asunto))
        return alike && (await ticketNow(alike.id)(signal))
      },
      (now) => now !== undefined && words(now.descripcion) === words(body.descripcion),
    ).then((now) => now!),
  )

type Comment = Input<typeof commentTicket>['body']
/** Writes in a ticket as `userId`, which was seen as it is given. */
export function comment({ id, hilo }: Ticket, userId: number, body: Comment) {
  const seen = hilo.at(-1)?.id ?? 0
  return call(commentTicket, { params: { id }, body }).catch((error: unknown) =>
    whatBecame(error, ticketNow(id), (now) =>
      now.hilo.some((one) => one.id > seen && one.autor.id === userId && words(one.texto) === words(body.texto)),
    ),
  )
}

/** Adds a file to a ticket, or to a message of one's own, which was seen as it is given. */
export function addFile(ticket: Ticket, file: File, comentarioId?: number) {
  const filesOf = ({ archivos, hilo }: Ticket) =>
    comentarioId === undefined ? archivos : (hilo.find(({ id }) => id === comentarioId)?.archivos ?? [])
  const seen = new Set(filesOf(ticket).map(({ id }) => id))
  const body = { file, ...(comentarioId !== undefined && { comentarioId }) }
  return call(uploadTicketFile, { params: { id: ticket.id }, body }).catch((error: unknown) =>
    whatBecame(error, ticketNow(ticket.id), (now) =>
      filesOf(now).some(({ id, nombre, tamano }) => !seen.has(id) && nombre === file.name && tamano === file.size),
    ),
  )
}
