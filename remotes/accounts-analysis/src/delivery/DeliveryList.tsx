import { DELIVERY_STATES, type Delivery, listDeliveries } from '@cuadre/api/delivery'
import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listPeriods } from '@cuadre/api/period'
import { download, listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, FileName, formatMonth, useLocale } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryState } from './DeliveryState.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listDeliveries>

const keyOf = ({ id }: Delivery) => String(id)

export function DeliveryList() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<Delivery>()
  const table = useTableState<Key, FilterKey<typeof listDeliveries>>({
    key: 'entregas',
    params,
    setParams,
    sort: '-RECIBIDA_EN',
    filters: ['estado', 'filterByPeriod'],
  })
  const input = listInput(listDeliveries, table.state)
  const found = useQuery({ ...query(listDeliveries, { query: input }), placeholderData: keepPreviousData })
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } }))
  const save = useExport()
  const columns = useMemo<Column<Delivery, Key>[]>(
    () => [
      {
        id: 'ESTADO',
        header: t('delivery.state'),
        cell: (d) => <DeliveryState state={d.ESTADO} />,
        phone: 'title-end',
      },
      {
        id: 'ARCHIVO',
        header: t('delivery.file'),
        cell: (d) => (
          <span className="medium">
            <FileName>{d.ARCHIVO}</FileName>
          </span>
        ),
        sortable: true,
        hideable: false,
        cut: true,
        width: '28%',
        phone: 'title',
      },
      { id: 'REMITENTE', header: t('delivery.sender'), cell: (d) => d.REMITENTE.NOMBRE, sortable: true, phone: 'sub' },
      { id: 'ORIGEN', header: t('delivery.origin'), cell: (d) => t(`delivery.origins.${d.ORIGEN}`) },
      { id: 'PERIODO', header: t('delivery.period'), cell: (d) => (d.PERIODO ? formatMonth(d.PERIODO, locale) : '—'), sortable: true },
      { id: 'POR_QUE', header: t('delivery.why'), cell: (d) => whyOf(d), cut: true },
      {
        id: 'RECIBIDA_EN',
        header: t('delivery.received'),
        cell: (d) => <DateText value={d.RECIBIDA_EN} as="datetime" />,
        sortable: true,
        align: 'end',
        phone: 'sub-end',
      },
    ],
    [t, locale],
  )
  return (
    <>
      <PagedTable
        table={table}
        search={t('delivery.search')}
        columns={columns}
        end={<ExportButton onExport={() => save(t('delivery.title'), download(listDeliveries, { query: input }))} />}
        filters={[
          {
            name: 'estado',
            label: t('delivery.state'),
            single: true,
            options: DELIVERY_STATES.map((value) => ({ value, label: t(`delivery.states.${value}`) })),
          },
          {
            name: 'filterByPeriod',
            label: t('delivery.period'),
            single: true,
            options: (periods.data?.data ?? []).map(({ COD_PERIODO, PERIODO }) => ({
              value: String(COD_PERIODO),
              label: formatMonth(PERIODO, locale),
            })),
          },
        ]}
        label={t('delivery.title')}
        none={t('none.delivery')}
        {...pageOf(found)}
        rowKey={keyOf}
        onOpen={setOpened}
        empty={
          <EmptyState icon={<Inbox aria-hidden />} title={t('delivery.empty')}>
            {t('delivery.emptyHint')}
          </EmptyState>
        }
      />
      {opened && <DeliveryDrawer delivery={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const whyOf = ({ ERROR, MOTIVOS }: Delivery) => ERROR?.message ?? (MOTIVOS.map(({ texto }) => texto).join(' ') || '—')
