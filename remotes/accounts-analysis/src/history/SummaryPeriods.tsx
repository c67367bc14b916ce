import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listSummaryPeriods, type SummaryPeriod } from '@cuadre/api/summary'
import { pageOf, query, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { DateText, EmptyState, formatCount, type Locale, Money, TextLink, tableStateFromParams, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, type TableState, unitOf, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { useMemo } from 'react'
import { summary } from '../area.ts'
import { idOf } from '../shared/urlFilters.ts'
import { organisationQueries, useOrganisation } from '../shared/useOrganisation.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listSummaryPeriods>

const FILTERS = ['businessId', 'departmentId'] as const
/** How the list begins, and how it stands in the address. */
const LIST = { limit: 50, filters: FILTERS } as const
type State = TableState<Key, FilterKey<typeof listSummaryPeriods>>
const placeOf = ({ filters }: State) => ({ businessId: idOf(filters.businessId?.[0]), departmentId: idOf(filters.departmentId?.[0]) })
const periodsQuery = (state: State) =>
  query(listSummaryPeriods, { query: { page: state.page, limit: state.limit, sort: state.sort, ...placeOf(state) } })
/** What the list asks first, as its address says. */
export const periodsFirst = (search: URLSearchParams) => [periodsQuery(tableStateFromParams(search, LIST)), ...organisationQueries]

const keyOf = (row: SummaryPeriod) => String(row.COD_PERIODO)

/** The lists that the figures count: the accounts of the period, in the same business and department. */
const FIGURES = {
  CUENTAS: '',
  POR_PREPARAR: '&estado=por-preparar',
  ENVIADOS: '&estado=pendiente',
  EN_REVISION: '&estado=revision',
  RECHAZADOS: '&estado=rechazado',
  APROBADOS: '&estado=aprobado',
  CON_DIFERENCIA: '&conDiferencia=true',
  MATERIALES: '&materialidad=material&materialidad=critica',
} as const
type Figure = keyof typeof FIGURES

/** Each period with its accounts by state; every figure opens the accounts it counts. */
export function SummaryPeriods() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listSummaryPeriods>>({
    key: 'resumen-periodos',
    params,
    setParams,
    ...LIST,
  })
  const { businessId, departmentId } = placeOf(table.state)
  const periods = useQuery({ ...periodsQuery(table.state), placeholderData: keepPreviousData })
  const { business, department } = useOrganisation(businessId)
  const where = `${businessId ? `&businessId=${businessId}` : ''}${departmentId ? `&departmentId=${departmentId}` : ''}`
  const currency = unitOf(periods.data?.data.flatMap(({ MONEDAS }) => MONEDAS.map(({ MONEDA }) => MONEDA)))
  const columns = useMemo(() => columnsOf(t, locale, where, currency), [t, locale, where, currency])
  return (
    <PagedTable
      table={table}
      filters={[business, department]}
      columns={columns}
      label={t('summary.byPeriod')}
      none={t('none.period')}
      {...pageOf(periods)}
      rowKey={keyOf}
      empty={
        <EmptyState icon={<CalendarOff aria-hidden />} title={t('summary.noPeriods')}>
          {t('summary.noPeriodsHint')}
        </EmptyState>
      }
      onOpen={(row) => navigate(listOf(row, 'CUENTAS', where))}
      sizes={[10, 25, 50]}
    />
  )
}

/** Those that come to nothing share a line. */
const Zeros = ({ of }: { of: SummaryPeriod['MONEDAS'] }) =>
  of.length > 0 && <Money value="0" currency={of.map(({ MONEDA }) => MONEDA).join(' ')} />

const listOf = ({ COD_PERIODO }: SummaryPeriod, figure: Figure, where: string) =>
  summary.link(new URLSearchParams(`ver=cuentas&periodId=${COD_PERIODO}${where}${FIGURES[figure]}`))

type T = ReturnType<typeof useTranslation>['t']
function columnsOf(t: T, locale: Locale, where: string, currency: string | undefined): Column<SummaryPeriod, Key>[] {
  const figure = (id: Figure, more: Partial<Pick<Column<SummaryPeriod>, 'phone' | 'hidden'>> = {}): Column<SummaryPeriod, Key> => ({
    id,
    header: t(`summary.figure.${id}`),
    align: 'number',
    cell: (row) =>
      row[id] === 0 ? (
        <span className="faint">0</span>
      ) : (
        <>
          <TextLink href={listOf(row, id, where)} className="figure-link">
            {formatCount(row[id], locale)}
          </TextLink>
          <span className="line-word"> {t(`summary.figure.${id}`).toLocaleLowerCase()}</span>
        </>
      ),
    ...more,
  })
  const amounts = (
    of: 'SALDO' | 'SIN_SUSTENTAR' | 'DIFERENCIA',
    more: Partial<Pick<Column<SummaryPeriod>, 'phone' | 'hidden'>> = {},
  ): Column<SummaryPeriod, Key> => ({
    id: of,
    header: t(`summary.figure.${of}`),
    unit: currency,
    align: 'number',
    // Of several currencies nothing is added: one under the other.
    cell: (row) =>
      row.MONEDAS.length === 0 ? (
        <span className="faint">—</span>
      ) : (
        <span className="amounts">
          <span className="line-word">{t(`summary.figure.${of}`)}</span>
          {row.MONEDAS.filter((one) => currency || !isZero(one[of])).map((one) => (
            <Money key={one.MONEDA} value={one[of]} currency={currency ? undefined : one.MONEDA} />
          ))}
          <Zeros of={currency ? [] : row.MONEDAS.filter((one) => isZero(one[of]))} />
        </span>
      ),
    ...more,
  })
  return [
    {
      id: 'PERIODO',
      header: t('account.period'),
      sortable: true,
      hideable: false,
      phone: 'title',
      cell: (row) => (
        <span className="medium">
          <DateText value={row.PERIODO} as="month" />
        </span>
      ),
    },
    { id: 'ESTADO', header: t('history.state'), phone: 'sub', cell: (row) => t(`summary.status.${row.ESTADO.ID}`) },
    figure('CUENTAS', { phone: 'title-end' }),
    figure('POR_PREPARAR'),
    figure('ENVIADOS'),
    figure('EN_REVISION'),
    figure('RECHAZADOS'),
    figure('APROBADOS'),
    figure('CON_DIFERENCIA'),
    figure('MATERIALES', { hidden: true }),
    amounts('SALDO'),
    amounts('SIN_SUSTENTAR', { hidden: true }),
    amounts('DIFERENCIA', { phone: 'sub-end' }),
  ]
}
