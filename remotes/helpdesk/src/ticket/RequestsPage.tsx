import { failureOf, Link, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, DateText, EmptyState, ErrorState, TableSkeleton } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { requests } from '../area.ts'
import { useWide } from '../shared/useWide.ts'
import { Conversation } from './Conversation.tsx'
import { RowButton } from './QueueList.tsx'
import { ownQuery } from './queries.ts'
import { StateMark } from './StateMark.tsx'
import { CreateTicket } from './TicketCreatePage.tsx'
import { useTicketLine } from './useLine.ts'
import './ticket.css'

/** One's own requests as conversations; here everybody may write one. */
export default function RequestsPage() {
  const [params] = useSearchParams()
  return params.has('crear') ? <CreateTicket back={requests} /> : <Conversations />
}

function Conversations() {
  const { t } = useTranslation('helpdesk')
  const writes = useCan()('helpdesk.ticket.write')
  const [params, setParams] = useSearchParams()
  const own = useQuery(ownQuery())
  const failure = failureOf(own)
  useTicketLine()
  const all = own.data?.data ?? []
  const open = all.filter(({ estadoId }) => estadoId <= 3)
  const tab = params.get('ver') === 'todas' || (own.data && open.length === 0) ? 'todas' : 'abiertas'
  const shown = tab === 'todas' ? all : open
  const asked = Number(params.get('ticket'))
  const opened = Number.isInteger(asked) && asked > 0 ? asked : undefined
  const wide = useWide()
  const selected = opened ?? (wide ? shown[0]?.id : undefined)
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setParams(next)
  }
  useEffect(() => {
    document.title = `${t('requests.title')} · Cuadre`
  }, [t])
  const create = writes && (
    <Link className={buttonClass('solid')} to={requests.link({ crear: 1 })}>
      <Plus aria-hidden />
      {t('requests.create')}
    </Link>
  )
  return (
    <div className="desk" data-open={opened !== undefined || undefined} data-panes="2">
      <div className="desk-side">
        <div className="desk-side-head">
          <div className="row">
            <h1 className="desk-title grow">{t('requests.title')}</h1>
            {all.length > 0 && create}
          </div>
          <Tabs
            label={t('requests.lists')}
            value={tab}
            onChange={(value) => change('ver', value)}
            tabs={[
              { value: 'abiertas', label: t('requests.open'), count: own.data ? open.length : undefined },
              { value: 'todas', label: t('requests.all'), count: own.data ? all.length : undefined },
            ]}
          />
        </div>
        {failure && <ErrorState {...failure} />}
        {own.isPending && !failure && <TableSkeleton />}
        {own.data && shown.length === 0 && (
          <EmptyState title={t('requests.empty')} actions={create}>
            {t('requests.emptyHint')}
          </EmptyState>
        )}
        {own.data && (
          <ul className="desk-rows">
            {shown.map((row) => (
              <li key={row.id}>
                <RowButton
                  row={row}
                  current={row.id === selected}
                  onSelect={(id) => change('ticket', String(id))}
                  end={<StateMark id={row.estadoId} />}
                  detail={[row.id, row.asignado?.nombre ?? t('ticket.unassigned')]}
                  fresh={!row.porResponder && row.estadoId < 4}
                />
                <span className="sr-only">
                  <DateText value={row.actualizadoEn} as="datetime" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {selected === undefined ? (
        <div className="desk-main desk-none">
          <EmptyState title={t('requests.none')}>{t('requests.noneHint')}</EmptyState>
        </div>
      ) : (
        <Conversation key={selected} id={selected} onBack={() => change('ticket', undefined)} />
      )}
    </div>
  )
}
