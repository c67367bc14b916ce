import { listBalanceLoads } from '@cuadre/api/balance'
import { listPeriods } from '@cuadre/api/period'
import { failureOf, query, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { fromCents, toCents } from '@cuadre/tables/format/cents'
import { DateText, EmptyState, FileName, formatBytes, formatMonth, Money, useLocale } from '@cuadre/ui'
import { type Column, DataTable, FilterBar, Pager, useTableState } from '@cuadre/ui/data'
import { RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, FolderOpen } from 'lucide-react'
import { useMemo } from 'react'
import { load as loadPage } from '../area.ts'
import { LoadState } from './LoadState.tsx'
import { downloadOriginal, type Load } from './loads.ts'
import { useDone } from './useDone.ts'

type Row = Omit<Load, 'layout' | 'mapping' | 'necesita'>
/** The sum of what the file brings; of several currencies there is none. */
const appliedOf = ({ clases }: NonNullable<Load['preview']>) =>
  fromCents(
    clases.reduce((sum, { clase, saldoDespues }) => (clase === 'falta' || clase === 'rechazada' ? sum : sum + toCents(saldoDespues)), 0n),
  )
const keyOf = (load: Row) => String(load.COD_CARGA)

/** Loads, newest first: who, when, what came of it. Opening one goes on with it or shows what it did. */
export function LoadList() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const done = useDone()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'cargas', params, setParams, limit: 10, filters: ['filterByPeriod'] })
  const { page, limit, filters } = table.state
  const filterByPeriod = Number(filters.filterByPeriod?.[0]) || undefined
  const loads = useQuery({ ...query(listBalanceLoads, { query: { page, limit, filterByPeriod } }), placeholderData: keepPreviousData })
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } }))

  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'estado', header: t('balance.loads.state'), phone: 'title-end', cell: (load) => <LoadState state={load.ESTADO} /> },
      { id: 'periodo', header: t('balance.period'), phone: 'sub', cell: (load) => formatMonth(load.PERIODO, locale) },
      {
        id: 'archivo',
        header: t('balance.loads.file'),
        phone: 'title',
        cell: (load) => (
          <>
            <span className="medium two-lines cell-limit" title={load.ARCHIVO}>
              <FileName>{load.ARCHIVO}</FileName>
            </span>{' '}
            <bdi className="faint xsmall load-size">{formatBytes(load.TAMANO, locale)}</bdi>
          </>
        ),
      },
      {
        id: 'hizo',
        header: t('balance.loads.did'),
        cell: (load) => <span className="muted load-did">{done(load)}</span>,
      },
      {
        id: 'total',
        wide: true,
        header: t('balance.loads.total'),
        align: 'number',
        cell: (load) =>
          load.preview && load.preview.monedas.length === 1 ? (
            <Money value={appliedOf(load.preview)} currency={load.preview.monedas[0]} />
          ) : (
            '—'
          ),
      },
      { id: 'quien', wide: true, header: t('balance.loads.by'), cell: (load) => load.CARGADO_POR },
      {
        id: 'cuando',
        header: t('balance.loads.when'),
        align: 'end',
        phone: 'sub-end',
        cell: (load) => (
          <span className="muted">
            <DateText value={load.CARGADO_EN} as="datetime" />
          </span>
        ),
      },
    ],
    [t, locale, done],
  )
  return (
    <>
      <FilterBar
        table={table}
        filters={[
          {
            name: 'filterByPeriod',
            label: t('balance.period'),
            single: true,
            options: (periods.data?.data ?? []).map((period) => ({
              value: String(period.COD_PERIODO),
              label: formatMonth(period.PERIODO, locale),
            })),
          },
        ]}
      />
      <DataTable
        label={t('balance.loads.title')}
        none={t('none.load')}
        table={table}
        columns={columns}
        rows={loads.data?.data}
        rowKey={keyOf}
        loading={loads.isFetching}
        error={failureOf(loads)}
        empty={<EmptyState title={t('balance.loads.none')}>{t('balance.loads.noneHint')}</EmptyState>}
        onOpen={(load) => navigate(loadPage.link({ carga: load.COD_CARGA }))}
        actions={(load) => (
          <RowMenu
            label={t('balance.loads.actions', { file: load.ARCHIVO })}
            entries={[
              {
                label: load.ESTADO === 'columnas' || load.ESTADO === 'revision' ? t('balance.loads.resume') : t('balance.loads.open'),
                icon: <FolderOpen aria-hidden />,
                onSelect: () => navigate(loadPage.link({ carga: load.COD_CARGA })),
              },
              {
                label: t('balance.download'),
                icon: <Download aria-hidden />,
                onSelect: () => void downloadOriginal(load, t('balance.notDownloaded')),
              },
            ]}
          />
        )}
      />
      {(loads.data?.total ?? 0) > 0 && <Pager table={table} total={loads.data?.total ?? 0} />}
    </>
  )
}
