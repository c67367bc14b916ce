import { type LoadRow, listLoadRows } from '@cuadre/api/balance'
import type { FilterKey, Input, SortKey } from '@cuadre/api/endpoint'
import { myBusinesses } from '@cuadre/api/session'
import { download, failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { Code, Delta, EmptyState, formatCount, formatMoney, Money, StateBadge, useLocale } from '@cuadre/ui'
import { type Column, DataTable, ExportButton, FilterBar, Pager, type Table, useExport } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Sigma } from 'lucide-react'
import { useMemo, useState } from 'react'
import { differenceOf } from '../shared/cents.ts'
import { useCounted } from '../shared/counted.ts'
import { AliasDialog } from './AliasDialog.tsx'
import type { RowClass } from './classes.tsx'
import { DownloadRefused } from './DownloadRefused.tsx'
import type { Load } from './loads.ts'
import { RowTotals } from './RowTotals.tsx'
import { Thresholds } from './Thresholds.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listLoadRows>

/** Filters of the list of rows, as they stand in the address. */
export const ROW_FILTERS = ['sinAsignar', 'reabre', 'grupo', 'businessId', 'minCambio', 'minPorcentaje'] as const satisfies FilterKey<
  typeof listLoadRows
>[]
export type RowFilter = (typeof ROW_FILTERS)[number]

const keyOf = (row: LoadRow) => `${row.fila ?? ''}/${row.NEGOCIO}/${row.CUENTA}/${row.columna}`

/** The rows of one class; of refused ones, where they fail and why. */
export function ClassRows({ load, table, of }: { load: Load; table: Table<Key, RowFilter>; of: RowClass | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const save = useExport()
  const [same, setSame] = useState<LoadRow>()
  const businesses = useQuery(query(myBusinesses))
  const can = useCan()
  const { page, limit, search, sort, filters } = table.state
  const unassigned = filters.sinAsignar ? 'true' : undefined
  const reopening = filters.reabre ? 'true' : undefined
  const sums = filters.grupo ? 'true' : undefined
  const asked: Input<typeof listLoadRows>['query'] = {
    search: search || undefined,
    // The largest first, where nobody asked for another order.
    sort: sort ?? (of === 'cambia' ? '-CAMBIO' : undefined),
    clase: of,
    sinAsignar: unassigned,
    reabre: reopening,
    grupo: sums,
    businessId: filters.businessId?.[0],
    minCambio: filters.minCambio?.[0],
    minPorcentaje: filters.minPorcentaje?.[0],
  }
  const rows = useQuery({
    ...query(listLoadRows, { params: { id: load.COD_CARGA }, query: { page, limit, ...asked } }),
    placeholderData: keepPreviousData,
  })
  const plain = of === 'rechazada' || of === 'grupo'
  const excel = () =>
    save(
      `${load.ARCHIVO.replace(/\.\w+$/, '')}-${t('balance.move.fileName')}`,
      download(listLoadRows, { params: { id: load.COD_CARGA }, query: asked }),
    )
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
          plain
            ? []
            : [
                {
                  name: 'businessId',
                  label: t('balance.business'),
                  single: true,
                  options: (businesses.data ?? []).map((one) => ({ value: String(one.ID_NEGOCIO), label: one.NEGOCIO })),
                },
                { name: 'sinAsignar', label: t('balance.unassigned'), single: true, options: yes },
                { name: 'reabre', label: t('balance.reopens'), single: true, options: yes },
                { name: 'grupo', label: t('balance.group.filter'), single: true, options: yes },
              ]
        }
        end={<ExportButton onExport={excel} />}
      >
        {!plain && <Thresholds table={table} />}
      </FilterBar>
      {!plain && rows.data && rows.data.totales.length > 0 && <RowTotals totals={rows.data.totales} />}
      <DataTable
        label={name}
        table={table}
        columns={columns}
        rows={rows.data?.data}
        rowKey={keyOf}
        loading={rows.isFetching}
        error={failureOf(rows)}
        actions={
          load.ESTADO === 'revision' && can('accounts.balance.load')
            ? (row) =>
                row.alias && (
                  <button
                    type="button"
                    className="link nowrap"
                    aria-label={`${t('balance.alias.action')} ${row.CUENTA}, ${row.NEGOCIO}`}
                    onClick={() => setSame(row)}
                  >
                    {t('balance.alias.action')}
                  </button>
                )
            : undefined
        }
        empty={<EmptyState title={t('balance.noRows')}>{t('balance.noRowsHint')}</EmptyState>}
      />
      {(rows.data?.total ?? 0) > 0 && <Pager table={table} total={rows.data?.total ?? 0} />}
      <AliasDialog load={load} row={same} onClose={() => setSame(undefined)} />
    </section>
  )
}

/** With its sign, of the size of a cell. */
function Percentage({ value }: { value: string }) {
  const locale = useLocale()
  return <>{`${formatMoney(value, locale)} %`}</>
}

type T = ReturnType<typeof useTranslation>['t']

const refusedColumns = (t: T): Column<LoadRow, Key>[] => [
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

const accountColumns = (t: T): Column<LoadRow, Key>[] => [
  {
    id: 'CUENTA',
    sortable: true,
    header: t('balance.fields.cuenta'),
    phone: 'sub',
    cell: (row) => (row.CUENTA ? <Code>{row.CUENTA}</Code> : '—'),
  },
  {
    id: 'NOMBRE',
    sortable: true,
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
        {row.filas > 1 && <span className="badge badge-sm state-info">{t('balance.move.added', { count: row.filas })}</span>}
      </span>
    ),
  },
  { id: 'NEGOCIO', sortable: true, header: t('balance.business'), cell: (row) => row.NEGOCIO ?? '—' },
  { id: 'VIGENTE', sortable: true, header: t('balance.now'), align: 'number', cell: (row) => <Money value={row.saldoVigente} /> },
  {
    id: 'DESPUES',
    sortable: true,
    header: t('balance.after'),
    align: 'number',
    phone: 'title-end',
    cell: (row) => <Money value={row.saldoDespues} />,
  },
  {
    id: 'PORCENTAJE',
    sortable: true,
    header: t('balance.move.percent'),
    align: 'number',
    cell: ({ cambioPct }) => (cambioPct === null ? '—' : <Percentage value={cambioPct} />),
  },
  {
    id: 'CAMBIO',
    sortable: true,
    header: t('balance.change'),
    align: 'number',
    phone: 'sub-end',
    cell: (row) => (row.saldoDespues === null ? '—' : <Delta value={differenceOf(row.saldoDespues, row.saldoVigente ?? '0')} />),
  },
]

/** What is left out has no balance after the load: its amount is the file's. */
const groupColumns = (t: T): Column<LoadRow, Key>[] => [
  ...accountColumns(t).filter(({ id }) => id !== 'CAMBIO' && id !== 'DESPUES' && id !== 'PORCENTAJE'),
  {
    id: 'archivo',
    header: t('balance.group.inFile'),
    align: 'number',
    phone: 'title-end',
    cell: (row) => <Money value={row.saldoDespues} />,
  },
]

const columnsOf = (of: RowClass | undefined) => (of === 'rechazada' ? refusedColumns : of === 'grupo' ? groupColumns : accountColumns)
