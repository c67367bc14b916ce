import { type First, failureOf, useMe, useSearchParams, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, TableSkeleton, useKeys, withoutAccents } from '@cuadre/ui'
import { Drawer, Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWide } from '../shared/useWide.ts'
import { Aside } from './Aside.tsx'
import { Conversation } from './Conversation.tsx'
import { QueueList } from './QueueList.tsx'
import { queueQuery, ticketQuery } from './queries.ts'
import type { ReplyHandle } from './Reply.tsx'
import { useChange } from './useChange.ts'
import { usePresence } from './useLine.ts'
import { queueOf } from './words.ts'
import './ticket.css'

const TABS = ['mine', 'free', 'all'] as const

export const first: First = () => [queueQuery()]

/** The queue of those who answer: what is due first, the conversation, and what helps to answer it. */
export default function ReceivedPage() {
  const { t } = useTranslation('helpdesk')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const queue = useQuery(queueQuery())
  const failure = failureOf(queue)
  const all = queue.data?.data ?? []
  const mine = all.filter(({ asignado }) => asignado?.id === me.id)
  const lists = { mine, free: all.filter(({ asignado }) => asignado === null), all }
  // Who has none of their own begins with what nobody has.
  const tab = TABS.find((name) => name === params.get('cola')) ?? (queue.data && mine.length === 0 ? 'all' : 'mine')
  const [typed, setTyped] = useState('')
  const found = lists[tab].filter(({ asunto, autor, id }) =>
    withoutAccents(`${asunto} ${autor.nombre} ${id}`).includes(withoutAccents(typed.trim())),
  )
  const bands = queueOf(found, new Date())
  const order = bands.flatMap(({ rows }) => rows.map(({ id }) => id))

  const asked = Number(params.get('ticket'))
  const opened = Number.isInteger(asked) && asked > 0 ? asked : undefined
  const wide = useWide()
  // What stands there without having been chosen stays when something more urgent comes in: somebody may be reading or writing.
  const stays = useRef<number>(undefined)
  const selected = opened ?? (wide ? (order.find((id) => id === stays.current) ?? order[0]) : undefined)
  stays.current = selected
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: name === 'ticket' && opened !== undefined })
  }
  const select = (id: number | undefined) => change('ticket', id === undefined ? undefined : String(id))
  const ticket = useQuery({ ...ticketQuery(selected ?? 0), enabled: selected !== undefined }).data
  const { people, setWriting } = usePresence(ticket?.recibe ? selected : undefined)
  const reply = useRef<ReplyHandle>(null)
  const [aside, setAside] = useState(false)
  const { take } = useChange(ticket)
  const step = (by: number) => {
    const at = selected === undefined ? -1 : order.indexOf(selected)
    const next = order[Math.min(order.length - 1, Math.max(0, at + by))]
    if (next !== undefined) select(next)
  }
  const shortcuts = useKeys({ j: () => step(1), k: () => step(-1), a: () => void take(), n: () => reply.current?.note() })
  useEffect(() => {
    document.title = `${t('queue.title')} · Cuadre`
  }, [t])
  const insert = (text: string) => {
    setAside(false)
    reply.current?.insert(text)
  }
  return (
    <div className="desk" data-open={opened !== undefined || undefined} data-panes="3">
      <div className="desk-side">
        <div className="desk-side-head">
          <h1 className="desk-title">{t('queue.title')}</h1>
          <Tabs
            label={t('queue.lists')}
            value={tab}
            onChange={(value) => change('cola', value)}
            tabs={TABS.map((value) => ({ value, label: t(`queue.tab.${value}`), count: queue.data ? lists[value].length : undefined }))}
          />
          <input
            className="input desk-search"
            type="search"
            aria-label={t('queue.search')}
            placeholder={t('queue.search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        {failure && <ErrorState {...failure} />}
        {queue.isPending && !failure && <TableSkeleton />}
        {queue.data && order.length === 0 && (
          <EmptyState title={t(typed ? 'queue.nothingFound' : `queue.empty.${tab}`)}>{t('queue.emptyHint')}</EmptyState>
        )}
        {queue.data && <QueueList bands={bands} selected={selected} onSelect={select} people={people} />}
        {queue.data && shortcuts && <p className="desk-keys xsmall muted">{t('queue.keys')}</p>}
      </div>
      {selected === undefined ? (
        <div className="desk-main desk-none">
          <EmptyState title={t('queue.none')}>{t('queue.noneHint')}</EmptyState>
        </div>
      ) : (
        <Conversation
          key={selected}
          id={selected}
          onBack={() => select(undefined)}
          onAside={() => setAside(true)}
          others={people.get(selected)}
          onWriting={setWriting}
          reply={reply}
          place={order.includes(selected) ? { at: order.indexOf(selected) + 1, of: order.length, step } : undefined}
        />
      )}
      {ticket && <Aside ticket={ticket} onInsert={insert} />}
      {ticket && (
        <Drawer open={aside} onClose={() => setAside(false)} title={t('aside.title')}>
          <div className="desk-drawer">
            <Aside ticket={ticket} onInsert={insert} />
          </div>
        </Drawer>
      )}
    </div>
  )
}
