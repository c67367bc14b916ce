import type { Account } from '@cuadre/api/account'
import type { SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { userAccounts } from '@cuadre/api/user'
import { Link, listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, Code, EmptyState, Money } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import { useMemo } from 'react'

/** By what the server orders them. */
type Key = SortKey<typeof userAccounts>

/** The accounts that a person analyses, as far as one sees them oneself. */
export function Accounts({ id }: { id: number }) {
  const { t } = useTranslation('admin')
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key>({ key: 'usuario-cuentas', params, setParams, sort: 'CUENTA' })
  const found = useQuery({
    ...query(userAccounts, { params: { id }, query: listInput(userAccounts, table.state) }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <PagedTable
      table={table}
      search={t('user.account.search')}
      columns={columns}
      end={
        can('accounts.account.transfer') &&
        (found.data?.total ?? 0) > 0 && (
          <Link className={buttonClass()} to={pageLink('/cuentas/traspaso-masivo', { origen: id })}>
            <ArrowRightLeft aria-hidden />
            {t('user.behind.transfer')}
          </Link>
        )
      }
      label={t('user.tabs.cuentas')}
      none={t('none.account')}
      {...pageOf(found)}
      rowKey={(account) => String(account.COD_CUENTA)}
      empty={<EmptyState title={t('user.account.empty')}>{t('user.account.emptyHint')}</EmptyState>}
    />
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t']): Column<Account, Key>[] => [
  {
    id: 'CUENTA',
    header: t('user.account.account'),
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: (a) => (
      <>
        <Code>{a.CUENTA}</Code> <span className="medium">{a.NOMBRE}</span>
      </>
    ),
  },
  { id: 'NEGOCIO', header: t('user.business'), sortable: true, phone: 'sub', cell: (a) => a.NEGOCIO },
  { id: 'DEPARTAMENTO', header: t('user.department'), sortable: true, cut: true, cell: (a) => a.DEPARTAMENTO ?? '—' },
  {
    id: 'SALDO',
    header: t('user.account.balance'),
    align: 'number',
    phone: 'title-end',
    cell: (a) => (a.SALDO === null ? '—' : <Money value={a.SALDO} currency={a.MONEDA} />),
  },
]
