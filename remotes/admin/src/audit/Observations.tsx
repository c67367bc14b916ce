import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listObservations, OBSERVATION_STATES, type Observation } from '@cuadre/api/observation'
import { download, listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Code, DateText, EmptyState, formatShortMonth, type Locale, useLocale } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useMemo } from 'react'
import { ObservationState } from './ObservationState.tsx'
import { ObservationThread } from './ObservationThread.tsx'
import { useAuditFilters } from './useAuditFilters.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listObservations>

const FILTERS = ['estado', 'vencida', 'periodId', 'businessId', 'auditorId'] as const

/** Every observation on analyses that one sees: whose turn it is, by when, the answer, and the closing by the auditor. */
export function Observations() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listObservations>>({ key: 'observaciones', params, setParams, filters: FILTERS })
  const input = listInput(listObservations, table.state)
  const found = useQuery({ ...query(listObservations, { query: input }), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const filters = useAuditFilters()
  const opened = Number(params.get('observacion'))
  const open = (id: number | undefined) => {
    const next = new URLSearchParams(params)
    id ? next.set('observacion', String(id)) : next.delete('observacion')
    setParams(next)
  }
  const save = useExport()
  return (
    <>
      <PagedTable
        table={table}
        search={t('audit.searchObservation')}
        columns={columns}
        end={<ExportButton onExport={() => save(t('audit.observations'), download(listObservations, { query: input }))} />}
        filters={[
          {
            name: 'estado',
            label: t('user.status'),
            options: OBSERVATION_STATES.map((value) => ({ value, label: t(`audit.state.${value}`) })),
          },
          { name: 'vencida', label: t('audit.due'), single: true, options: [{ value: 'true', label: t('audit.overdue') }] },
          ...filters,
        ]}
        label={t('audit.observations')}
        none={t('none.observation')}
        {...pageOf(found)}
        rowKey={({ ID }) => String(ID)}
        onOpen={({ ID }) => open(ID)}
        empty={
          <EmptyState icon={<MessageCircleQuestion aria-hidden />} title={t('audit.noObservation')}>
            {t('audit.noObservationHint')}
          </EmptyState>
        }
      />
      {opened > 0 && <ObservationThread id={opened} onClose={() => open(undefined)} />}
    </>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<Observation, Key>[] => [
  {
    id: 'ASUNTO',
    header: t('audit.subject'),
    sortable: true,
    hideable: false,
    cut: true,
    width: '24%',
    phone: 'title',
    cell: (o) => (
      <span className="medium" translate="no">
        {o.ASUNTO}
      </span>
    ),
  },
  { id: 'ESTADO', header: t('user.status'), sortable: true, phone: 'title-end', cell: (o) => <ObservationState of={o} /> },
  { id: 'VENCE', header: t('audit.answerBy'), sortable: true, phone: 'sub-end', cell: (o) => <DateText value={o.VENCE} /> },
  {
    id: 'CUENTA',
    header: t('user.account.account'),
    sortable: true,
    cut: true,
    width: '30%',
    phone: 'sub',
    cell: (o) => (
      <>
        <Code>{o.CUENTA}</Code> {o.NOMBRE_CUENTA} <span className="muted">{o.NEGOCIO}</span>
      </>
    ),
  },
  { id: 'PERIODO', header: t('audit.period'), sortable: true, cell: (o) => formatShortMonth(o.PERIODO, locale) },
  { id: 'ANALISTA', header: t('role.1'), sortable: true, cell: (o) => o.ANALISTA },
  // One auditor asks most of them; the filter says whose.
  { id: 'AUDITOR', header: t('auditor.one'), sortable: true, hidden: true, cell: (o) => o.AUDITOR },
  {
    id: 'RESPUESTA',
    header: t('audit.answer'),
    cut: true,
    width: '16%',
    cell: (o) =>
      o.RESPONDIDA_EN ? (
        <span title={o.RESPUESTA ?? ''}>
          {o.RESPONDIDA_POR} <DateText value={o.RESPONDIDA_EN} />
        </span>
      ) : (
        '—'
      ),
  },
  {
    id: 'CERRADA_EN',
    header: t('audit.closedByAuditor'),
    cell: (o) => (o.CERRADA_EN ? <DateText value={o.CERRADA_EN} as="datetime" /> : '—'),
  },
]
