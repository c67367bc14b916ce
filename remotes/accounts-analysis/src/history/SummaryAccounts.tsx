import { MATERIALITY } from '@cuadre/api/analysis'
import type { FilterKey, Input, SortKey } from '@cuadre/api/endpoint'
import { listSummaryAccounts, type SummaryAccount } from '@cuadre/api/summary'
import { download, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Delta, EmptyState, formatMonth, Money, Percent, tableStateFromParams, useLocale, useTexts } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, type TableState, unitOf, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { WalletCards } from 'lucide-react'
import { useMemo } from 'react'
import { codeColumn } from '../shared/account/columns.tsx'
import { Cut } from '../shared/Cut.tsx'
import { idOf, known } from '../shared/urlFilters.ts'
import { organisationQueries, useOrganisation } from '../shared/useOrganisation.ts'
import { AccountDrawer } from './AccountDrawer.tsx'
import { Difference } from './Difference.tsx'
import { PeriodMarks, PeriodState } from './PeriodState.tsx'
import { hasValue } from './periods.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listSummaryAccounts>

/** The states as a reader knows them; the first two are one state of the analysis, parted by whether anything was submitted. */
const STATES = {
  'por-preparar': { estadoPrincipalId: 1, enviado: false },
  pendiente: { estadoPrincipalId: 1, enviado: true },
  revision: { estadoPrincipalId: 2 },
  rechazado: { estadoPrincipalId: 3 },
  aprobado: { estadoPrincipalId: 4 },
} as const
const STATE_NAMES = ['por-preparar', 'pendiente', 'revision', 'rechazado', 'aprobado'] as const
const FILTERS = ['periodId', 'businessId', 'departmentId', 'estado', 'materialidad', 'conDiferencia'] as const
/** How the list begins, and how it stands in the address. */
const LIST = { sort: 'CUENTA', filters: FILTERS } as const
type State = TableState<Key, FilterKey<typeof listSummaryAccounts> | 'estado'>
function askedOf({ sort, search, filters }: State) {
  const state = known(filters.estado, STATE_NAMES)?.[0]
  return {
    sort,
    search: search || undefined,
    periodId: idOf(filters.periodId?.[0]),
    businessId: idOf(filters.businessId?.[0]),
    departmentId: idOf(filters.departmentId?.[0]),
    materialidad: known(filters.materialidad, MATERIALITY),
    conDiferencia: filters.conDiferencia?.[0] === 'true' || undefined,
    ...(state ? STATES[state] : {}),
  } satisfies Input<typeof listSummaryAccounts>['query']
}
const accountsQuery = (state: State) => query(listSummaryAccounts, { query: { page: state.page, limit: state.limit, ...askedOf(state) } })
/** What the list asks first, as its address says. */
export const accountsFirst = (search: URLSearchParams) => [accountsQuery(tableStateFromParams(search, LIST)), ...organisationQueries]

const keyOf = (row: SummaryAccount) => String(row.COD_CUENTA)

/** Accounts of one period with balance, supported value and state; a row opens its last 24 periods. */
export function SummaryAccounts() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const texts = useTexts()
  const save = useExport()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listSummaryAccounts> | 'estado'>({
    key: 'resumen-cuentas',
    params,
    setParams,
    ...LIST,
  })
  const asked = askedOf(table.state)
  const { periods, period, business, department } = useOrganisation(asked.businessId)
  const accounts = useQuery({ ...accountsQuery(table.state), placeholderData: keepPreviousData })
  const rows = accounts.data?.data
  const currency = unitOf(rows?.map(({ MONEDA }) => MONEDA))
  const columns = useMemo(() => columnsOf(t, currency), [t, currency])
  const month = rows?.[0]?.PERIODO ?? periods?.find(({ COD_PERIODO }) => COD_PERIODO === asked.periodId)?.PERIODO
  const opened = idOf(params.get('cuenta'))
  const open = (id: number | undefined) => {
    const next = new URLSearchParams(params)
    id === undefined ? next.delete('cuenta') : next.set('cuenta', String(id))
    setParams(next, { replace: id === undefined })
  }
  return (
    <>
      <PagedTable
        table={table}
        search={t('account.search')}
        columns={columns}
        filters={[
          period,
          business,
          department,
          {
            name: 'estado',
            label: t('history.state'),
            single: true,
            options: STATE_NAMES.map((value) => ({ value, label: texts.states[value] })),
          },
          {
            name: 'materialidad',
            label: t('review.materiality'),
            options: MATERIALITY.map((value) => ({ value, label: t(`review.materialities.${value}`) })),
          },
          {
            name: 'conDiferencia',
            label: t('history.difference'),
            single: true,
            options: [{ value: 'true', label: t('summary.withDifference') }],
          },
        ]}
        end={
          <ExportButton
            onExport={() => save(t('summary.file', { month: month ?? '' }).trim(), download(listSummaryAccounts, { query: asked }))}
          />
        }
        label={t('summary.byAccount')}
        none={t('none.account')}
        {...pageOf(accounts)}
        rowKey={keyOf}
        empty={
          <EmptyState icon={<WalletCards aria-hidden />} title={t('summary.noAccounts')}>
            {t('summary.noAccountsHint')}
          </EmptyState>
        }
        onOpen={(row) => open(row.COD_CUENTA)}
      >
        {/* Where none is chosen the newest period is shown: it is said, in a place that is kept for it. */}
        {asked.periodId === undefined && (
          <span className="small muted">{month ? t('summary.newest', { month: formatMonth(month, locale) }) : '\u00a0'}</span>
        )}
      </PagedTable>
      {opened !== undefined && <AccountDrawer id={opened} onClose={() => open(undefined)} />}
    </>
  )
}

type T = ReturnType<typeof useTranslation>['t']
const columnsOf = (t: T, currency: string | undefined): Column<SummaryAccount, Key>[] => [
  codeColumn(t),
  {
    id: 'NOMBRE',
    header: t('account.name'),
    sortable: true,
    phone: 'title',
    cut: true,
    cell: (row) => (
      <span className="medium" title={row.NOMBRE}>
        {row.NOMBRE}
      </span>
    ),
  },
  { id: 'NEGOCIO', header: t('account.business'), sortable: true, cell: (row) => <Cut text={row.NEGOCIO} /> },
  { id: 'DEPARTAMENTO', header: t('account.department'), sortable: true, hidden: true, cell: (row) => <Cut text={row.DEPARTAMENTO} /> },
  { id: 'RUBRO', header: t('account.heading'), hidden: true, cell: (row) => <Cut text={row.RUBRO} /> },
  { id: 'ANALISTA', header: t('account.analyst'), sortable: true, hidden: true, cell: (row) => <Cut text={row.ANALISTA} /> },
  {
    id: 'ESTADO_PRINCIPAL_ID',
    header: t('history.state'),
    sortable: true,
    phone: 'sub-end',
    cell: (row) => (
      <span className="row" style={{ gap: 10 }}>
        <PeriodState {...row} />
        <PeriodMarks {...row} />
      </span>
    ),
  },
  {
    id: 'VALOR_BALANCE',
    header: t('history.balance'),
    unit: currency,
    align: 'number',
    sortable: true,
    phone: 'title-end',
    cell: (row) => <Money value={row.VALOR_BALANCE} currency={currency ? undefined : row.MONEDA} />,
  },
  {
    id: 'VALOR_ANALISIS',
    header: t('history.supported'),
    align: 'number',
    wide: true,
    cell: (row) => <Money value={hasValue(row) ? row.VALOR_ANALISIS : null} />,
  },
  {
    id: 'VARIACION',
    header: t('history.difference'),
    align: 'number',
    sortable: true,
    cell: (row) => <Difference of={row} />,
  },
  {
    id: 'VARIACION_PERIODO',
    header: t('history.movement'),
    align: 'number',
    sortable: true,
    cell: (row) => <Delta value={row.VARIACION_PERIODO} />,
  },
  {
    id: 'VARIACION_PERIODO_PCT',
    header: '%',
    align: 'number',
    hidden: true,
    cell: (row) => <Percent value={row.VARIACION_PERIODO_PCT} signed />,
  },
]
