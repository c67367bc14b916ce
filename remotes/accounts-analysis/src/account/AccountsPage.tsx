import { type Account, listAccounts } from '@cuadre/api/account'
import type { FilterKey } from '@cuadre/api/endpoint'
import { download, failureOf, mayOpen, useCan, useMe, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, formatCount, Page, TextLink, useLocale } from '@cuadre/ui'
import { BulkBar, DataTable, ExportButton, FilterBar, hasFilters, Pager, unitOf, useExport, useTableState } from '@cuadre/ui/data'
import { RowMenu, Tabs } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, History, Pencil, UserRoundPlus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { accountCreate, accountHistory, accounts as accountsPage, accountUpdate, load, summary, transfer } from '../area.ts'
import { accountColumns } from '../shared/account/columns.tsx'
import { filterOf, tabOf, tabs } from '../shared/account/filters.ts'
import { useAccountFilters } from '../shared/account/useAccountFilters.ts'
import { keyOf, useSelection } from '../shared/account/useSelection.ts'
import { useCounted } from '../shared/counted.ts'
import type { Chosen } from './AssignDrawer.tsx'
import { accountsQuery, type Key, LIST } from './asked.ts'

export { first } from './asked.ts'

/** With the forms, which the list is drawn without. */
const AssignDrawer = lazy(() => import('./AssignDrawer.tsx').then((module) => ({ default: module.AssignDrawer })))

/** Accounts in scope, by assignment; those who may write assign them, one or thousands at a time. */
export default function AccountsPage() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const can = useCan()
  const me = useMe()
  const navigate = useNavigate()
  const save = useExport()
  const mayAssign = can('accounts.account.write')
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listAccounts>>({ key: 'cuentas', params, setParams, ...LIST })
  const tab = tabOf(params)
  const filter = filterOf(tab, table.state)
  const { sort } = table.state

  const accounts = useQuery({ ...accountsQuery(table.state, filter), placeholderData: keepPreviousData })
  const { about, known, filters } = useAccountFilters(filter)

  const rows = accounts.data?.data
  const total = accounts.data?.total ?? 0
  const selection = useSelection(table, rows, JSON.stringify(filter))
  const [chosen, setChosen] = useState<Chosen>()

  const currency = unitOf(rows?.map((account) => account.MONEDA))
  const columns = useMemo(() => accountColumns(t, locale, currency, tab === 'todas'), [t, locale, currency, tab])

  const counts = { todas: about?.total, '2': about?.asignadas, '1': about?.noAsignadas }
  const tabLink = (value: string) => {
    const next = new URLSearchParams(params)
    next.delete('pagina')
    value === '2' ? next.delete('statusId') : next.set('statusId', value)
    return accountsPage.link(next)
  }
  const picked = selection.whole ? total : table.selection.size
  const assignPicked = () =>
    setChosen(selection.whole ? { count: total, filter, accounts: selection.accounts } : { count: picked, accounts: selection.accounts })

  // Who comes back from an account finds the list as it was.
  const go = (to: string) => navigate(to, { state: { list: params.toString() } })
  // Roles without the page of an account see the same periods in the summary.
  const whole = mayOpen(me, accountHistory)
  const opens = whole || mayOpen(me, summary)
  const open = ({ COD_CUENTA }: Account) =>
    go(whole ? accountHistory.link({ accountId: COD_CUENTA }) : summary.link({ ver: 'cuentas', cuenta: COD_CUENTA }))

  return (
    <Page
      fill
      ready={known}
      title={t('account.title')}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('account.title') }]}
      actions={
        <>
          {can('accounts.account.transfer') && (
            <TextLink className="btn" href={transfer.link({ origen: filter.analystId })}>
              <ArrowLeftRight aria-hidden />
              {t('account.transfer')}
            </TextLink>
          )}
          {can('accounts.balance.load') && (
            <TextLink className="btn" href={load.link()}>
              {t('account.load')}
            </TextLink>
          )}
          {mayAssign && (
            <TextLink className="btn btn-solid" href={accountCreate.link()}>
              {t('account.create')}
            </TextLink>
          )}
        </>
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
      <FilterBar
        table={table}
        search={t('account.search')}
        filters={filters}
        columns={columns}
        end={<ExportButton onExport={() => save(t('account.title'), download(listAccounts, { query: { sort, ...filter } }))} />}
      />
      <DataTable
        label={t('account.title')}
        none={t('none.account')}
        table={table}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={accounts.isFetching}
        error={failureOf(accounts)}
        empty={<Nothing everyone={tab === '1' && (about?.total ?? 0) > 0} mayLoad={can('accounts.balance.load')} />}
        selectable={mayAssign}
        onOpen={opens ? open : undefined}
        actions={
          mayAssign
            ? (account) => (
                <span className="row" style={{ justifyContent: 'flex-end', gap: 4 }}>
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
                  <RowMenu
                    label={t('account.actionsOf', { account: account.NOMBRE })}
                    entries={[
                      {
                        label: t('account.update'),
                        icon: <Pencil aria-hidden />,
                        onSelect: () => go(accountUpdate.link({ accountId: account.COD_CUENTA })),
                      },
                      ...(opens ? [{ label: t('account.history'), icon: <History aria-hidden />, onSelect: () => open(account) }] : []),
                    ]}
                  />
                </span>
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
      <Pager table={table} total={total} of={hasFilters(table.state) ? counts[tab] : undefined} waiting={!rows} />
      {chosen && about && (
        <Suspense fallback={null}>
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
        </Suspense>
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
          <TextLink className="btn" href={load.link()}>
            {t('account.load')}
          </TextLink>
        )
      }
    >
      {t('account.noneHint')}
    </EmptyState>
  )
}
