import { accountMetadata, listAccounts, RISKS } from '@cuadre/api/account'
import { listPeriods } from '@cuadre/api/period'
import { query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, formatCount, formatMonth, Page, TextLink, useLocale } from '@cuadre/ui'
import { BulkBar, DataTable, type Filter, FilterBar, hasFilters, Pager, useTableState } from '@cuadre/ui/data'
import { Tabs } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AssignDrawer, type Chosen } from './AssignDrawer.tsx'
import { accountColumns } from './columns.tsx'
import { useCounted } from './counted.ts'
import { FILTERS, filterOf, tabOf, tabs } from './filters.ts'
import { keyOf, useSelection } from './useSelection.ts'

/** Accounts in scope, by assignment; those who may write assign them, one or thousands at a time. */
export default function AccountsPage() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const can = useCan()
  const mayAssign = can('accounts.account.write')
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'cuentas', params, setParams, sort: 'CUENTA', filters: FILTERS })
  const tab = tabOf(params)
  const filter = filterOf(tab, table.state)
  const { page, limit, sort } = table.state

  const accounts = useQuery({ ...query(listAccounts, { query: { page, limit, sort, ...filter } }), placeholderData: keepPreviousData })
  const metadata = useQuery({
    ...query(accountMetadata, { query: { filterByPeriod: filter.filterByPeriod } }),
    placeholderData: keepPreviousData,
  })
  const periods = useQuery({ ...query(listPeriods, { query: { limit: 999 } }), enabled: can('admin.period.read') })

  const rows = accounts.data?.data
  const total = accounts.data?.total ?? 0
  const selection = useSelection(table, rows, JSON.stringify(filter))
  const [chosen, setChosen] = useState<Chosen>()

  const currencies = new Set(rows?.map((account) => account.MONEDA))
  const currency = currencies.size === 1 ? [...currencies][0] : undefined
  const columns = useMemo(() => accountColumns(t, locale, currency, tab === 'todas'), [t, locale, currency, tab])

  const about = metadata.data
  const departments = about?.departamentos.filter((one) => !filter.businessId || one.ID_NEGOCIO === filter.businessId)
  const named = (list: readonly { id: number; nombre: string }[] = []) => list.map((one) => ({ value: String(one.id), label: one.nombre }))
  const filters: Filter[] = [
    {
      name: 'filterByPeriod',
      label: t('account.period'),
      single: true,
      options: (periods.data?.data ?? []).map((one) => ({ value: String(one.COD_PERIODO), label: formatMonth(one.PERIODO, locale) })),
    },
    { name: 'businessId', label: t('account.business'), single: true, options: named(about?.negocios) },
    { name: 'departmentId', label: t('account.department'), single: true, options: named(departments) },
    { name: 'analystId', label: t('account.analyst'), single: true, options: named(about?.analistas) },
    { name: 'riesgo', label: t('account.risk'), options: RISKS.map((risk) => ({ value: risk, label: t(`account.risks.${risk}`) })) },
  ]
  const counts = { todas: about?.total, '2': about?.asignadas, '1': about?.noAsignadas }
  const tabLink = (value: string) => {
    const next = new URLSearchParams(params)
    next.delete('pagina')
    value === '2' ? next.delete('statusId') : next.set('statusId', value)
    return `/cuentas${next.size > 0 ? `?${next}` : ''}`
  }
  const picked = selection.whole ? total : table.selection.size
  const assignPicked = () =>
    setChosen(selection.whole ? { count: total, filter, accounts: selection.accounts } : { count: picked, accounts: selection.accounts })

  return (
    <Page
      fill
      title={t('account.title')}
      actions={
        can('accounts.balance.load') && (
          <TextLink className="btn" href="/cuentas/carga-balance">
            {t('account.load')}
          </TextLink>
        )
      }
    >
      <Tabs
        label={t('account.byAssignment')}
        value={tab}
        tabs={tabs.map((value) => ({
          value,
          label: t(`account.tab.${value}`),
          count: counts[value] === undefined ? undefined : formatCount(counts[value], locale),
          to: tabLink(value),
        }))}
      />
      <FilterBar table={table} search={t('account.search')} filters={filters} columns={columns} />
      <DataTable
        label={t('account.title')}
        table={table}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={accounts.isFetching}
        error={accounts.error && { onRetry: () => void accounts.refetch() }}
        empty={<Nothing everyone={tab === '1' && (about?.total ?? 0) > 0} mayLoad={can('accounts.balance.load')} />}
        selectable={mayAssign}
        actions={
          mayAssign
            ? (account) => (
                <button
                  type="button"
                  className="link"
                  aria-label={
                    account.ID_ANALISTA === null
                      ? t('account.assignOne', { account: account.NOMBRE })
                      : t('account.reassignOne', { account: account.NOMBRE })
                  }
                  onClick={() => setChosen({ count: 1, accounts: [account] })}
                >
                  {account.ID_ANALISTA === null ? t('account.assign') : t('account.reassign')}
                </button>
              )
            : undefined
        }
      />
      {mayAssign && (
        <BulkBar table={table} count={picked}>
          {!selection.whole && total > table.selection.size && rows?.every((row) => table.selection.has(keyOf(row))) && (
            <Button variant="ghost" onClick={selection.chooseWhole}>
              {hasFilters(table.state) ? t('account.chooseFiltered', counted(total)) : t('account.chooseAll', counted(total))}
            </Button>
          )}
          <Button variant="ghost" icon={<UserRoundPlus aria-hidden />} onClick={assignPicked}>
            {t('account.assignTo', counted(picked))}
          </Button>
        </BulkBar>
      )}
      <Pager table={table} total={total} of={hasFilters(table.state) ? counts[tab] : undefined} />
      {chosen && about && (
        <AssignDrawer
          chosen={chosen}
          metadata={about}
          onNarrow={setChosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            selection.clear()
          }}
        />
      )}
    </Page>
  )
}

function Nothing({ everyone, mayLoad }: { everyone: boolean; mayLoad: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  if (everyone) return <EmptyState title={t('account.allAssigned')}>{t('account.allAssignedHint')}</EmptyState>
  return (
    <EmptyState
      title={t('account.none')}
      actions={
        mayLoad && (
          <TextLink className="btn" href="/cuentas/carga-balance">
            {t('account.load')}
          </TextLink>
        )
      }
    >
      {t('account.noneHint')}
    </EmptyState>
  )
}
