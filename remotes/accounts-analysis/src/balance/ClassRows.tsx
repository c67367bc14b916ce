import { type LoadRow, listLoadRows } from '@cuadre/api/balance'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Code, Delta, EmptyState, formatCount, Money, StateBadge, useLocale } from '@cuadre/ui'
import { type Column, DataTable, FilterBar, Pager, type Table } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Sigma } from 'lucide-react'
import { useMemo } from 'react'
import { differenceOf } from '../shared/cents.ts'
import { useCounted } from '../shared/counted.ts'
import type { RowClass } from './classes.tsx'
import { DownloadRefused } from './DownloadRefused.tsx'
import type { Load } from './loads.ts'

const keyOf = (row: LoadRow) => `${row.fila ?? ''}/${row.NEGOCIO}/${row.CUENTA}/${row.columna}`

/** The rows of one class; of refused ones, where they fail and why. */
export function ClassRows({ load, table, of }: { load: Load; table: Table; of: RowClass | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { page, limit, search, filters } = table.state
  const unassigned = filters.sinAsignar ? 'true' : undefined
  const reopening = filters.reabre ? 'true' : undefined
  const sums = filters.grupo ? 'true' : undefined
  const rows = useQuery({
    ...query(listLoadRows, {
      params: { id: load.COD_CARGA },
      query: { page, limit, search: search || undefined, clase: of, sinAsignar: unassigned, reabre: reopening, grupo: sums },
    }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(of)(t), [of, t])
  const yes = [{ value: 'true', label: t('balance.yes') }]
  const name = of ? t(`balance.rowsOf.${of}`) : t('balance.rowsOf.all')
  return (
    <section className="load-rows" aria-label={name} style={{ marginBlockStart: 20 }}>
      {/* In sight, with some rows under it and above the fixed bar, when something else asks for these rows. */}
      <div className="section-head" id="filas" style={{ scrollMarginBlockEnd: 220 }}>
        <h2 className="h2">{name}</h2>
        {rows.data && <span className="faint num small">{formatCount(rows.data.total, locale)}</span>}
        {of === 'rechazada' && (
          <div className="page-actions">
            <DownloadRefused load={load} />
          </div>
        )}
      </div>
      <FilterBar
        table={table}
        search={t(of === 'rechazada' ? 'balance.searchRefused' : 'balance.searchRows')}
        filters={
          of === 'rechazada' || of === 'grupo'
            ? []
            : [
                { name: 'sinAsignar', label: t('balance.unassigned'), single: true, options: yes },
                { name: 'reabre', label: t('balance.reopens'), single: true, options: yes },
                { name: 'grupo', label: t('balance.group.filter'), single: true, options: yes },
              ]
        }
      />
      <DataTable
        label={name}
        table={table}
        columns={columns}
        rows={rows.data?.data}
        rowKey={keyOf}
        loading={rows.isFetching}
        error={failureOf(rows)}
        empty={<EmptyState title={t('balance.noRows')}>{t('balance.noRowsHint')}</EmptyState>}
      />
      {(rows.data?.total ?? 0) > 0 && <Pager table={table} total={rows.data?.total ?? 0} />}
    </section>
  )
}

type T = ReturnType<typeof useTranslation>['t']

const refusedColumns = (t: T): Column<LoadRow>[] => [
  {
    id: 'fila',
    header: t('balance.row'),
    phone: 'title',
    width: 64,
    cell: (row) => (
      <>
        <span className="on-phone">{t('balance.row')} </span>
        <span className="num">{row.fila ?? '—'}</span>
        <span className="on-phone muted"> {row.columna}</span>
      </>
    ),
  },
  { id: 'cuenta', header: t('balance.fields.cuenta'), cell: (row) => (row.CUENTA ? <Code>{row.CUENTA}</Code> : '—') },
  { id: 'negocio', header: t('balance.business'), hidden: true, cell: (row) => row.NEGOCIO ?? '—' },
  { id: 'columna', header: t('balance.column'), cell: (row) => row.columna ?? '—' },
  {
    id: 'valor',
    header: t('balance.valueRead'),
    phone: 'title-end',
    cell: (row) => (row.valor ? <bdi className="read-value">{row.valor}</bdi> : <span className="faint">{t('balance.emptyCell')}</span>),
  },
  {
    id: 'motivo',
    header: t('balance.reason'),
    phone: 'sub',
    cell: (row) => <span style={{ whiteSpace: 'normal' }}>{row.motivo}</span>,
  },
]

function SumOf({ rows }: { rows: number }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  return (
    <span className="badge badge-sm state-info">
      <Sigma aria-hidden />
      {t('balance.group.sumOf', counted(rows))}
    </span>
  )
}

const accountColumns = (t: T): Column<LoadRow>[] => [
  { id: 'cuenta', header: t('balance.fields.cuenta'), phone: 'sub', cell: (row) => (row.CUENTA ? <Code>{row.CUENTA}</Code> : '—') },
  {
    id: 'nombre',
    header: t('balance.fields.nombre'),
    phone: 'title',
    cut: true,
    cell: (row) => <span title={row.NOMBRE ?? undefined}>{row.NOMBRE ?? '—'}</span>,
  },
  {
    id: 'marca',
    header: t('balance.mark'),
    cell: (row) => (
      <span className="row">
        {row.sinAsignar && (
          <StateBadge state="pendiente" small>
            {t('balance.unassigned')}
          </StateBadge>
        )}
        {row.reabre && (
          <StateBadge state="tarde" small>
            {t('balance.reopens')}
          </StateBadge>
        )}
        {row.sumaDe !== null && <SumOf rows={row.sumaDe} />}
      </span>
    ),
  },
  { id: 'negocio', header: t('balance.business'), cell: (row) => row.NEGOCIO ?? '—' },
  { id: 'vigente', header: t('balance.now'), align: 'number', cell: (row) => <Money value={row.saldoVigente} /> },
  { id: 'despues', header: t('balance.after'), align: 'number', phone: 'title-end', cell: (row) => <Money value={row.saldoDespues} /> },
  {
    id: 'cambio',
    header: t('balance.change'),
    align: 'number',
    phone: 'sub-end',
    cell: (row) => (row.saldoDespues === null ? '—' : <Delta value={differenceOf(row.saldoDespues, row.saldoVigente ?? '0')} />),
  },
]

/** What is left out has no balance after the load: its amount is the file's. */
const groupColumns = (t: T): Column<LoadRow>[] => [
  ...accountColumns(t).filter(({ id }) => id !== 'cambio' && id !== 'despues'),
  {
    id: 'archivo',
    header: t('balance.group.inFile'),
    align: 'number',
    phone: 'title-end',
    cell: (row) => <Money value={row.saldoDespues} />,
  },
]

const columnsOf = (of: RowClass | undefined) => (of === 'rechazada' ? refusedColumns : of === 'grupo' ? groupColumns : accountColumns)
