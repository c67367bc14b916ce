import { listHistory, MATERIALITY, STATE_NAMES, stateOf } from '@cuadre/api/analysis'
import type { Answer, FilterKey, Narrowing, SortKey } from '@cuadre/api/endpoint'
import { download, type First, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, type Locale, Marks, Page, StateBadge, tableStateFromParams, useLocale, useTexts } from '@cuadre/ui'
import { type Column, ExportButton, hasFilters, PagedTable, type TableState, unitOf, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { BinderButton } from '../shared/BinderButton.tsx'
import { BinderCheck } from '../shared/binder/BinderCheck.tsx'
import { analysisColumns } from '../shared/columns.tsx'
import { marksOf } from '../shared/state.ts'
import { idOf, known } from '../shared/urlFilters.ts'
import { organisationQueries, useOrganisation } from '../shared/useOrganisation.ts'
import { ChainDrawer } from './ChainDrawer.tsx'
import { Difference } from './Difference.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listHistory>

type Row = Answer<typeof listHistory>['data'][number]
const FILTERS = ['periodId', 'businessId', 'departmentId', 'estadoPrincipalId', 'materialidad', 'type'] as const
const TYPES = ['individual', 'agrupado'] as const
const STATES = ['1', '2', '3', '4'] as const
const keyOf = (row: Row) => String(row.COD_ANALISIS)
type State = TableState<Key, FilterKey<typeof listHistory>>
const filterOf = ({ search, filters }: Pick<State, 'search' | 'filters'>) =>
  ({
    search: search || undefined,
    periodId: idOf(filters.periodId?.[0]),
    businessId: idOf(filters.businessId?.[0]),
    departmentId: idOf(filters.departmentId?.[0]),
    estadoPrincipalId: known(filters.estadoPrincipalId, STATES),
    materialidad: known(filters.materialidad, MATERIALITY),
    type: known(filters.type, TYPES)?.[0],
  }) satisfies Narrowing<typeof listHistory>
/** How the list begins (pages of 5: specification §9), and how it stands in the address. */
const LIST = { limit: 50, filters: FILTERS, usable: filterOf } as const

const historyQuery = (state: State) =>
  query(listHistory, { query: { page: state.page, limit: state.limit, sort: state.sort, ...filterOf(state) } })

export const first: First = ({ search }) => [historyQuery(tableStateFromParams(search, LIST)), ...organisationQueries]

/** What was submitted, newest period first; a row opens the chain of its steps, which stands in the address. */
export default function HistoricalPage() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const texts = useTexts()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listHistory>>({ key: 'historicos', params, setParams, ...LIST })
  const { sort } = table.state
  const filter = filterOf(table.state)
  const found = useQuery({ ...historyQuery(table.state), placeholderData: keepPreviousData })
  const { period, business, department } = useOrganisation(filter.businessId)
  const currency = unitOf(found.data?.data.map(({ MONEDA }) => MONEDA))
  const columns = useMemo(() => columnsOf(t, locale, currency), [t, locale, currency])
  const can = useCan()
  const save = useExport()
  // Of everything there is none.
  const mayBind = can('analysis.binder.make') && hasFilters(table.state) && (found.data?.total ?? 0) > 0
  const month = period.options.find(({ value }) => value === String(filter.periodId))?.label
  const opened = idOf(params.get('analisis'))
  const open = useCallback(
    (id: number | undefined) => {
      const next = new URLSearchParams(params)
      id === undefined ? next.delete('analisis') : next.set('analisis', String(id))
      setParams(next, { replace: id === undefined })
    },
    [params, setParams],
  )
  return (
    <Page
      fill
      title={t('historical.title')}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('historical.title') }]}
      note={t('historical.note')}
      actions={<BinderCheck />}
    >
      <PagedTable
        table={table}
        search={t('account.search')}
        columns={columns}
        end={
          <>
            {mayBind && <BinderButton name={[t('historical.binder'), month].filter(Boolean).join(' ')} query={filter} />}
            <ExportButton onExport={() => save(t('historical.title'), download(listHistory, { query: { sort, ...filter } }))} />
          </>
        }
        // Two buttons with words stand in the same row.
        room={mayBind ? 2 : undefined}
        filters={[
          period,
          business,
          department,
          {
            name: 'estadoPrincipalId',
            label: t('history.state'),
            options: STATE_NAMES.map((name, i) => ({ value: String(i + 1), label: texts.states[name] })),
          },
          {
            name: 'materialidad',
            label: t('review.materiality'),
            options: MATERIALITY.map((value) => ({ value, label: t(`review.materialities.${value}`) })),
          },
          {
            name: 'type',
            label: t('historical.type'),
            single: true,
            options: TYPES.map((value) => ({ value, label: t(`historical.types.${value}`) })),
          },
        ]}
        label={t('historical.title')}
        none={t('none.analysis')}
        {...pageOf(found)}
        rowKey={keyOf}
        empty={
          <EmptyState icon={<History aria-hidden />} title={t('historical.none')}>
            {t('historical.noneHint')}
          </EmptyState>
        }
        onOpen={(row) => open(row.COD_ANALISIS)}
        sizes={[10, 25, 50]}
      />
      {opened !== undefined && <ChainDrawer id={opened} onClose={() => open(undefined)} />}
    </Page>
  )
}

type T = ReturnType<typeof useTranslation>['t']
const columnsOf = (t: T, locale: Locale, currency: string | undefined): Column<Row, Key>[] => {
  const { about, balance, supported } = analysisColumns(t, locale, currency)
  return [
    ...about,
    { id: 'ANALISTA', header: t('account.analyst'), hidden: true, cell: (row) => row.ANALISTA },
    {
      id: 'ESTADO',
      header: t('history.state'),
      phone: 'sub-end',
      cell: (row) => (
        <span className="row" style={{ gap: 10 }}>
          <StateBadge state={stateOf(row)} />
          <Marks {...marksOf(row)} automatico={row.AUTO} />
        </span>
      ),
    },
    balance,
    supported,
    {
      id: 'VARIACION',
      header: t('history.difference'),
      align: 'number',
      cell: (row) => <Difference of={row} />,
    },
    {
      id: 'PASO',
      wide: true,
      header: t('historical.lastStep'),
      cell: (row) => {
        const last = lastStep(row)
        return last ? (
          <span className="muted">
            {t(`shared.event.${last.TIPO}`)}, <DateText value={last.FECHA} />
          </span>
        ) : (
          <span className="faint">—</span>
        )
      },
    },
    { id: 'PASOS', header: t('historical.steps'), align: 'number', hidden: true, cell: (row) => row.EVENTOS.length },
  ]
}

/** Who looked at a file took no step. */
const lastStep = ({ EVENTOS }: Row) => EVENTOS.findLast(({ TIPO }) => TIPO !== 'visto' && TIPO !== 'plantilla' && TIPO !== 'aviso')
