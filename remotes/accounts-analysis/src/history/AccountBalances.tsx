import { type Balance, currentBalance, listBalances } from '@cuadre/api/balance'
import type { SortKey } from '@cuadre/api/endpoint'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, Money, useLocale } from '@cuadre/ui'
import { type Column, DataTable, KpiLine, Pager, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BalanceDrawer } from './BalanceDrawer.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listBalances>

const keyOf = ({ COD_BALANCE }: Balance) => String(COD_BALANCE)
const LIMIT = 24

/** What an account held in each period and which file said so; a row opens what it was before. */
export function AccountBalances({ id, inset }: { id: number; inset?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const table = useTableState<Key>({ key: 'saldos-cuenta', limit: LIMIT, sort: '-PERIODO' })
  const { page, limit, sort } = table.state
  const [opened, setOpened] = useState<number>()
  const balances = useQuery({
    ...query(listBalances, { query: { accountId: id, page, limit, sort } }),
    placeholderData: keepPreviousData,
  })
  const newest = useQuery(query(currentBalance, { params: { id } })).data
  const total = balances.data?.total ?? 0
  const columns = useMemo(() => columnsOf(t, newest?.MONEDA, inset), [t, newest?.MONEDA, inset])
  return (
    <div style={{ marginBlockStart: 12 }}>
      {newest && (
        <KpiLine
          kpis={[
            {
              label: t('history.newest'),
              value: <Money value={newest.SALDO} currency={newest.MONEDA} />,
              note: <DateText value={newest.PERIODO} as="month" />,
            },
            { label: t('history.periods'), value: formatCount(total, locale), note: t('history.withOrigin') },
          ]}
        />
      )}
      <DataTable
        label={t('history.balances')}
        table={table}
        columns={columns}
        rows={balances.data?.data}
        rowKey={keyOf}
        loading={balances.isFetching}
        error={failureOf(balances)}
        inset={inset}
        onOpen={({ COD_BALANCE }) => setOpened(COD_BALANCE)}
        empty={
          <EmptyState icon={<CalendarOff aria-hidden />} title={t('history.nothing')}>
            {t('history.nothingHint')}
          </EmptyState>
        }
      />
      {total > limit && <Pager table={table} total={total} />}
      {opened !== undefined && <BalanceDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

const columnsOf = (t: (key: string) => string, currency: string | undefined, inset: boolean | undefined): Column<Balance, Key>[] => [
  {
    id: 'PERIODO',
    header: t('account.period'),
    sortable: true,
    phone: 'title',
    cell: ({ PERIODO }) => (
      <span className="medium">
        <DateText value={PERIODO} as="month" />
      </span>
    ),
  },
  {
    id: 'SALDO',
    header: t('history.balance'),
    unit: currency,
    align: 'number',
    sortable: true,
    phone: 'title-end',
    cell: ({ SALDO }) => <Money value={SALDO} />,
  },
  {
    id: 'ARCHIVO',
    header: t('history.origin'),
    cut: true,
    width: '40%',
    phone: 'sub',
    cell: ({ ARCHIVO }) => <span title={ARCHIVO}>{ARCHIVO}</span>,
  },
  ...(inset ? [] : [{ id: 'CARGADO_POR', header: t('history.broughtBy'), cell: ({ CARGADO_POR }: Balance) => CARGADO_POR }]),
  {
    id: 'CARGADO_EN',
    header: t('history.broughtAt'),
    phone: 'sub-end',
    cell: ({ CARGADO_EN }) => <DateText value={CARGADO_EN} as="datetime" />,
  },
]
