import type { Auditor } from '@cuadre/api/auditor'
import type { FilterKey, Narrowing, SortKey } from '@cuadre/api/endpoint'
import { listObservations, OBSERVATION_STATES, type Observation } from '@cuadre/api/observation'
import { download, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Code, DateText, EmptyState } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useMemo } from 'react'
import { ObservationState } from '../shared/observation/ObservationState.tsx'
import { known } from '../shared/urlFilters.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listObservations>

const FILTERS = ['estado'] as const
const keyOf = ({ ID }: Observation) => String(ID)

/** What the auditor asked, or carries on for a colleague, what waits for them first. */
export function ObservationList({ access, onOpen }: { access: Auditor; onOpen: (id: number) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const save = useExport()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listObservations>>({
    key: 'observaciones',
    params,
    setParams,
    limit: 50,
    filters: FILTERS,
  })
  const { page, limit, sort, search, filters } = table.state
  const filter: Narrowing<typeof listObservations> = { search: search || undefined, estado: known(filters.estado, OBSERVATION_STATES) }
  const found = useQuery({ ...query(listObservations, { query: { page, limit, sort, ...filter } }), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Observation, Key>[]>(
    () => [
      {
        id: 'ASUNTO',
        header: t('audit.subject'),
        sortable: true,
        hideable: false,
        cut: true,
        phone: 'title',
        cell: (row) => (
          <span className="medium" title={row.ASUNTO}>
            {row.ASUNTO}
          </span>
        ),
      },
      {
        id: 'ESTADO',
        header: t('history.state'),
        sortable: true,
        phone: 'title-end',
        cell: (row) => <ObservationState of={row} />,
      },
      { id: 'CUENTA', header: t('account.code'), sortable: true, phone: 'sub', cell: (row) => <Code>{row.CUENTA}</Code> },
      { id: 'NOMBRE_CUENTA', header: t('account.name'), cut: true, cell: (row) => row.NOMBRE_CUENTA },
      { id: 'PERIODO', header: t('account.period'), sortable: true, cell: (row) => <DateText value={row.PERIODO} as="month" /> },
      { id: 'AUDITOR', header: t('audit.askedBy'), sortable: true, cut: true, cell: (row) => row.AUDITOR },
      { id: 'VENCE', header: t('audit.answerBy'), sortable: true, cell: (row) => <DateText value={row.VENCE} /> },
      {
        id: 'ACTUALIZADA_EN',
        header: t('audit.lastStep'),
        sortable: true,
        align: 'end',
        phone: 'sub-end',
        cell: (row) => <DateText value={row.ACTUALIZADA_EN} as="datetime" />,
      },
    ],
    [t],
  )
  return (
    <PagedTable
      table={table}
      search={t('audit.searchObservations')}
      columns={columns}
      end={
        access.permisos.exportar && (
          <ExportButton onExport={() => save(t('audit.observationsName'), download(listObservations, { query: { sort, ...filter } }))} />
        )
      }
      filters={[
        {
          name: 'estado',
          label: t('history.state'),
          options: OBSERVATION_STATES.map((value) => ({ value, label: t(`audit.state.${value}`) })),
        },
      ]}
      label={t('audit.view.observaciones')}
      none={t('none.observation')}
      {...pageOf(found)}
      rowKey={keyOf}
      empty={
        <EmptyState icon={<MessageCircleQuestion aria-hidden />} title={t('audit.noneAsked')}>
          {t('audit.noneAskedHint')}
        </EmptyState>
      }
      onOpen={(row) => onOpen(row.ID)}
    />
  )
}
