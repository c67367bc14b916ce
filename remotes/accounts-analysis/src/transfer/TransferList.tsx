import { listTransfers, type Transfer } from '@cuadre/api/transfer'
import { failureOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, formatDate, formatMonth, type Locale, useLocale } from '@cuadre/ui'
import { type Column, DataTable, Pager, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { Undo } from './Undo.tsx'

const keyOf = ({ LOTE }: Transfer) => String(LOTE)

/** Transfers, newest first: who, how many, what came of them. The one that the address names is marked. */
export function TransferList() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [params] = useSearchParams()
  const named = params.get('lote')
  const table = useTableState({ key: 'traspasos', limit: 10 })
  const { page, limit } = table.state
  const transfers = useQuery({ ...query(listTransfers, { query: { page, limit } }), placeholderData: keepPreviousData })
  const columns = useMemo(() => columnsOf(t, locale, named), [t, locale, named])
  const total = transfers.data?.total ?? 0
  return (
    <>
      <DataTable
        label={t('transfer.made')}
        columns={columns}
        rows={transfers.data?.data}
        rowKey={keyOf}
        loading={transfers.isFetching}
        error={failureOf(transfers)}
        empty={
          <EmptyState icon={<ArrowLeftRight aria-hidden />} title={t('transfer.none')}>
            {t('transfer.noneHint')}
          </EmptyState>
        }
        actions={(one) => one.PUEDE_DESHACER && <Undo link lote={one.LOTE} accounts={one.CUENTAS} origin={one.ORIGEN} />}
      />
      {total > limit && <Pager table={table} total={total} />}
    </>
  )
}

type T = ReturnType<typeof useTranslation>['t']
function columnsOf(t: T, locale: Locale, named: string | null): Column<Transfer>[] {
  const state = (one: Transfer) =>
    one.DESHECHO_EN
      ? t('transfer.state.undone', { who: one.DESHECHO_POR ?? '', day: formatDate(one.DESHECHO_EN, locale) })
      : one.DEVUELTO_EN
        ? t('transfer.state.returned', { day: formatDate(one.DEVUELTO_EN, locale) })
        : one.HASTA
          ? t('transfer.state.until', { day: formatDate(one.HASTA, locale) })
          : t('transfer.state.made')
  return [
    {
      id: 'LOTE',
      header: t('history.batch'),
      align: 'number',
      cell: (one) => <span className={String(one.LOTE) === named ? 'strong' : 'muted'}>{one.LOTE}</span>,
    },
    {
      id: 'PERSONAS',
      header: t('transfer.people'),
      phone: 'title',
      cell: (one) => (
        <>
          {one.ORIGEN}
          <span className="row" style={{ gap: 4 }}>
            <ArrowRight aria-label={t('history.to')} size={14} className="faint" />
            <span className="medium">{one.DESTINO}</span>
          </span>
        </>
      ),
    },
    { id: 'ROL', wide: true, header: t('history.responsibility'), cell: (one) => t(`history.role.${one.ROL}`) },
    {
      id: 'CUENTAS',
      header: t('transfer.accounts'),
      align: 'number',
      phone: 'title-end',
      cell: (one) => formatCount(one.CUENTAS, locale),
    },
    { id: 'DESDE', header: t('history.since'), cell: (one) => formatMonth(one.DESDE, locale) },
    { id: 'ESTADO', header: t('history.state'), phone: 'sub', cell: (one) => <span className="transfer-state">{state(one)}</span> },
    {
      id: 'MOTIVO',
      header: t('history.reason'),
      wide: true,
      cut: true,
      cell: (one) => (
        <span className="muted" title={one.MOTIVO}>
          {one.MOTIVO}
        </span>
      ),
    },
    {
      id: 'POR',
      header: t('history.by'),
      phone: 'sub-end',
      cell: (one) => (
        <>
          {one.POR}
          <span className="block small muted">
            <DateText value={one.FECHA} as="datetime" />
          </span>
        </>
      ),
    },
  ]
}
