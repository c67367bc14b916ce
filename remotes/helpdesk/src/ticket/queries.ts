import { getTicket, getTicketMetadata, listTickets } from '@cuadre/api/ticket'
import { query } from '@cuadre/shell'
import { keepPreviousData } from '@tanstack/react-query'

/** More than a queue that people can still work through. */
const MOST = 500

export const ticketQuery = (id: number) => query(getTicket, { params: { id } })
export const keyOfTicket = (id: number) => ticketQuery(id).queryKey
export const metadataQuery = () => ({ ...query(getTicketMetadata), placeholderData: keepPreviousData })
export const ownQuery = () => query(listTickets, { query: { vista: 'mias', limit: MOST, sort: '-ACTUALIZADO' } })
export const queueQuery = () => ({
  ...query(listTickets, { query: { vista: 'recibidas', abiertas: true, limit: MOST } }),
  // What is left of the time runs on.
  refetchInterval: 60_000,
})
