import { attendTicket } from '@cuadre/api/ticket'
import { call, listenLive } from '@cuadre/shell'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** Everything about tickets but the bytes of files, which never change. */
export const refreshTickets = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['tickets-suport'], predicate: ({ queryKey }) => queryKey[1] !== 'file' })

export type Present = { id: number; nombre: string; escribe: boolean; until: number }
/** A little longer than the time between two signs. */
const SIGN_MS = 20_000
const GONE_MS = 50_000

/** Keeps the tickets on screen up to date over the open line. `onPresence`: who else looks at which. */
export function useTicketLine(onPresence?: (ticketId: number, person: Omit<Present, 'until'>, present: boolean) => void) {
  const client = useQueryClient()
  const tell = useRef(onPresence)
  tell.current = onPresence
  useEffect(() => {
    const line = new AbortController()
    let heard = false
    void listenLive((event) => {
      // Each connection begins with the number of unread: what changed while there was none was told to nobody.
      if (event.tipo === 'ticket' || (event.tipo === 'sin_leer' && heard)) void refreshTickets(client)
      heard = true
      if (event.tipo === 'presencia') tell.current?.(event.ticketId, { ...event.persona, escribe: event.escribe }, event.presente)
    }, line.signal)
    return () => line.abort()
  }, [client])
}

/** Says that the caller looks at a ticket, or writes in it, and knows who else does, in every ticket of the queue. */
export function usePresence(ticketId: number | undefined) {
  const [people, setPeople] = useState<ReadonlyMap<number, readonly Present[]>>(new Map())
  const [writing, setWriting] = useState(false)
  const here = useRef({ ticketId, writing })
  here.current = { ticketId, writing }
  const say = (id: number, presente: boolean, escribe: boolean) =>
    void call(attendTicket, { params: { id }, body: { presente, escribe } }).catch(() => undefined)

  useTicketLine((id, person, present) => {
    setPeople((before) => {
      const others = (before.get(id) ?? []).filter((one) => one.id !== person.id)
      const isNew = present && others.length === (before.get(id) ?? []).length
      // Who comes later has not heard of those who are here.
      if (isNew && id === here.current.ticketId) say(id, true, here.current.writing)
      return new Map(before).set(id, present ? [...others, { ...person, until: Date.now() + GONE_MS }] : others)
    })
  })
  useEffect(() => {
    if (ticketId === undefined) return
    const sign = () => document.visibilityState === 'visible' && say(ticketId, true, writing)
    sign()
    const timer = setInterval(sign, SIGN_MS)
    return () => clearInterval(timer)
  }, [ticketId, writing])
  useEffect(() => {
    if (ticketId === undefined) return
    return () => say(ticketId, false, false)
  }, [ticketId])
  useEffect(() => {
    const timer = setInterval(
      () => setPeople((all) => new Map([...all].map(([id, found]) => [id, found.filter(({ until }) => until > Date.now())]))),
      SIGN_MS,
    )
    return () => clearInterval(timer)
  }, [])
  return { people, setWriting }
}
