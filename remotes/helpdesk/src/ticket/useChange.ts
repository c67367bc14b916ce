import type { Input } from '@cuadre/api/endpoint'
import { TICKET_STATE, type Ticket, updateTicket } from '@cuadre/api/ticket'
import { call, Failure, useMe, useTranslation, whatBecame } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useSentence } from '../shared/useSentence.ts'
import { ticketNow } from './lost.ts'
import { keyOfTicket } from './queries.ts'
import { refreshTickets } from './useLine.ts'

const { abierto, enProceso } = TICKET_STATE

/** Being changed now: a second click or key of the same hand would find that somebody, oneself, has changed it. */
const changing = new Set<number>()

type Change = Input<typeof updateTicket>['body']
/** Changes a ticket as it was seen; one that moved meanwhile is shown as it is now. `change` says whether it was made. */
export function useChange(ticket: Ticket | undefined) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const sentence = useSentence()
  const me = useMe()
  const change = async (body: Omit<Change, 'revision'>) => {
    if (!ticket || changing.has(ticket.id)) return false
    changing.add(ticket.id)
    try {
      const { id, revision } = ticket
      const answer = await call(updateTicket, { params: { id }, body: { ...body, revision } }).catch((error: unknown) =>
        whatBecame(error, ticketNow(id), (now) => now.revision > revision && isAs(now, body)),
      )
      client.setQueryData(keyOfTicket(ticket.id), answer)
      return true
    } catch (error) {
      if (error instanceof Failure && error.status === 409 && error.current) client.setQueryData(keyOfTicket(ticket.id), error.current)
      notify.danger(sentence(error))
      return false
    } finally {
      changing.delete(ticket.id)
      void refreshTickets(client)
    }
  }
  const take = async () => {
    if (!ticket?.recibe || ticket.asignado?.id === me.id) return
    const taken = await change({ asignadoId: me.id, ...(ticket.estadoId === abierto ? { estadoId: enProceso } : {}) })
    if (taken) notify.success(t('ticket.taken', { id: ticket.id }))
  }
  return { change, take }
}

/** Whether a ticket stands as a change wanted it. */
const isAs = ({ estadoId, categoriaId, tipoId, asignado }: Ticket, body: Omit<Change, 'revision'>) => {
  const now: Record<string, number | null> = { estadoId, categoriaId, tipoId, asignadoId: asignado?.id ?? null }
  return Object.entries(body).every(([field, value]) => !(field in now) || now[field] === value)
}
