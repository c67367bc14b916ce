import { TICKET_STATE, TICKET_TYPES, type Ticket } from '@cuadre/api/ticket'
import { failureOf, Link, useMe, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, IconButton, InlineSelect, Note, TableSkeleton } from '@cuadre/ui'
import { Menu } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, ChevronUp, PanelRight } from 'lucide-react'
import { type Ref, useEffect, useMemo, useRef } from 'react'
import { requests, requestsReceived } from '../area.ts'
import { categoryOf } from '../shared/words.ts'
import { ClockBar } from './ClockBar.tsx'
import { metadataQuery, ticketQuery } from './queries.ts'
import { Reply, type ReplyHandle } from './Reply.tsx'
import { StateMark } from './StateMark.tsx'
import { Thread } from './Thread.tsx'
import { useChange } from './useChange.ts'
import type { Present } from './useLine.ts'

const NOBODY = '0'
const { enProceso } = TICKET_STATE

interface Props {
  id: number
  onBack: () => void
  onAside?: () => void
  others?: readonly Present[]
  onWriting?: (writing: boolean) => void
  reply?: Ref<ReplyHandle>
  /** Where it stands in the queue, from 1, and the way to the one before or after. */
  place?: { at: number; of: number; step: (by: 1 | -1) => void } | undefined
}

/** A ticket as a conversation: what it is, its clock, its thread, and where one answers. */
export function Conversation({ id, onBack, onAside, others, onWriting, reply, place }: Props) {
  const { t } = useTranslation('helpdesk')
  const found = useQuery(ticketQuery(id))
  const failure = failureOf(found)
  const ticket = found.data
  const scroller = useRef<HTMLDivElement>(null)
  const messages = ticket?.hilo.length
  // The newest message is in view when it is opened, when one comes, and while its pictures arrive; not for who has scrolled up.
  useEffect(() => {
    const frame = scroller.current
    const thread = frame?.querySelector('ol')
    if (!frame || !thread || messages === undefined) return
    const toEnd = () => {
      frame.scrollTop = frame.scrollHeight
    }
    toEnd()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(toEnd)
    observer.observe(thread)
    const leave = () => observer.disconnect()
    frame.addEventListener('wheel', leave, { once: true, passive: true })
    frame.addEventListener('pointerdown', leave, { once: true })
    return leave
  }, [id, messages])
  useEffect(() => {
    if (ticket) document.title = `${ticket.asunto} · Cuadre`
  }, [ticket])
  const people = useMemo(() => peopleOf(ticket), [ticket])
  const metadata = useQuery(metadataQuery())
  for (const { id: one, nombre } of metadata.data?.receptores ?? []) people.set(one, nombre)
  if (failure)
    return (
      <div className="desk-main">
        <ErrorState {...failure} actions={<Button onClick={onBack}>{t('ticket.back')}</Button>} />
      </div>
    )
  if (!ticket)
    return (
      <div className="desk-main" aria-busy="true">
        <TableSkeleton />
      </div>
    )
  return (
    <article className="desk-main" aria-label={ticket.asunto}>
      <header className="desk-head">
        <div className="row">
          <IconButton className="desk-back" label={t('ticket.back')} icon={<ArrowLeft aria-hidden />} onClick={onBack} />
          <h2 className="desk-subject" tabIndex={-1}>
            {ticket.asunto}
          </h2>
          <StateMark id={ticket.estadoId} pill />
          <span className="grow" />
          {place && (
            <span className="desk-place small muted num">
              {t('ticket.place', place)}
              <IconButton
                size="sm"
                label={t('ticket.before')}
                icon={<ChevronUp aria-hidden />}
                disabled={place.at === 1}
                onClick={() => place.step(-1)}
              />
              <IconButton
                size="sm"
                label={t('ticket.after')}
                icon={<ChevronDown aria-hidden />}
                disabled={place.at === place.of}
                onClick={() => place.step(1)}
              />
            </span>
          )}
          <Moves ticket={ticket} />
          {onAside && (
            <IconButton className="desk-aside-open" label={t('aside.title')} icon={<PanelRight aria-hidden />} onClick={onAside} />
          )}
        </div>
        <Facts ticket={ticket} />
      </header>
      <ClockBar ticket={ticket} />
      <div className="desk-scroll" ref={scroller}>
        {ticket.unidaA && (
          <Note>
            {t('ticket.mergedInto')}{' '}
            <Link className="link" to={(ticket.recibe ? requestsReceived : requests).link({ ticket: ticket.unidaA.id })}>
              {t('ticket.number', { id: ticket.unidaA.id })} {ticket.unidaA.asunto}
            </Link>
          </Note>
        )}
        {ticket.unidas.map(({ id, asunto, autor }) => (
          <Note key={id}>
            {t('ticket.mergedHere', { name: autor })}{' '}
            <Link className="link" to={requestsReceived.link({ ticket: id })}>
              {t('ticket.number', { id })} {asunto}
            </Link>
          </Note>
        ))}
        <Thread ticket={ticket} people={people} />
      </div>
      <Reply key={ticket.id} ref={reply} ticket={ticket} others={others} onWriting={onWriting} />
    </article>
  )
}

const peopleOf = (ticket: Ticket | undefined) =>
  new Map<number, string>(
    ticket
      ? [ticket.autor, ...(ticket.asignado ? [ticket.asignado] : []), ...ticket.hilo.map(({ autor }) => autor)].map(({ id, nombre }) => [
          id,
          nombre,
        ])
      : [],
  )

/** Number, type, category, place and who has it; those who receive it change them here. */
function Facts({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('helpdesk')
  const { change } = useChange(ticket)
  const metadata = useQuery(metadataQuery()).data
  const place = [ticket.pais, ticket.negocio].filter(Boolean).join(', ')
  const fixed = !ticket.recibe || ticket.siguientes.length === 0 || ticket.estadoId === TICKET_STATE.cerrado
  return (
    <div className="desk-facts small muted">
      <span>{t('ticket.number', { id: ticket.id })}</span>
      {fixed ? (
        <>
          <span>{t(`type.name.${ticket.tipoId}`)}</span>
          <span>{t(`category.${categoryOf(ticket.categoriaId)}`)}</span>
        </>
      ) : (
        <>
          <InlineSelect
            label={t('ticket.type')}
            value={String(ticket.tipoId)}
            options={TICKET_TYPES.map(({ id }) => ({ value: String(id), label: t(`type.name.${id}`) }))}
            onChange={(value) => void change({ tipoId: Number(value) })}
          />
          <InlineSelect
            label={t('ticket.category')}
            value={String(ticket.categoriaId)}
            options={[1, 2, 3, 4, 5, 6].map((id) => ({ value: String(id), label: t(`category.${categoryOf(id)}`) }))}
            onChange={(value) => void change({ categoriaId: Number(value) })}
          />
        </>
      )}
      {place && <span>{place}</span>}
      {fixed ? (
        <span>{ticket.asignado ? t('ticket.assignedTo', { name: ticket.asignado.nombre }) : t('ticket.unassigned')}</span>
      ) : (
        <InlineSelect
          label={t('ticket.assignee')}
          value={String(ticket.asignado?.id ?? NOBODY)}
          options={[
            { value: NOBODY, label: t('ticket.unassigned') },
            ...withAssignee(metadata?.receptores ?? [], ticket).map(({ id, nombre }) => ({ value: String(id), label: nombre })),
          ]}
          onChange={(value) => void change({ asignadoId: value === NOBODY ? null : Number(value) })}
        />
      )}
    </div>
  )
}
const withAssignee = (people: readonly { id: number; nombre: string }[], { asignado }: Ticket) =>
  asignado && !people.some(({ id }) => id === asignado.id) ? [asignado, ...people] : people

/** The states that may follow. */
function Moves({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('helpdesk')
  const { change, take } = useChange(ticket)
  const me = useMe()
  const reopens = ticket.estadoId === TICKET_STATE.cerrado || ticket.estadoId === TICKET_STATE.resuelto
  const takes = ticket.recibe && ticket.estadoId < TICKET_STATE.resuelto && ticket.asignado?.id !== me.id
  if (ticket.siguientes.length === 0) return null
  return (
    <>
      {takes && (
        <Button size="sm" onClick={() => void take()}>
          {t('ticket.take')}
          <kbd aria-hidden>A</kbd>
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <Button size="sm">
            {t('ticket.move')}
            <ChevronDown aria-hidden />
          </Button>
        }
        entries={ticket.siguientes.map((state) => ({
          label: state === enProceso && reopens ? t('ticket.reopen') : t(`moveTo.${state}`),
          onSelect: () => void change({ estadoId: state }),
        }))}
      />
    </>
  )
}
