import { listAccounts } from '@cuadre/api/account'
import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { failureOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, useLocale } from '@cuadre/ui'
import { DataTable, FilterBar, hasFilters, Pager, unitOf, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { accountColumns } from '../shared/account/columns.tsx'
import { FILTERS, filterOf } from '../shared/account/filters.ts'
import { useAccountFilters } from '../shared/account/useAccountFilters.ts'
import { keyOf, useSelection } from '../shared/account/useSelection.ts'
import { useCounted } from '../shared/counted.ts'
import { heldBy } from './order.ts'
import type { WayProps } from './way.ts'

/** By what the server orders them. */
type Key = SortKey<typeof listAccounts>

/** What the origin holds: some of it ticked, or all that the filters let through. */
export function FromList({ people, chosen, onBack, onDone }: WayProps) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listAccounts>>({ key: 'traspaso', params, setParams, sort: 'CUENTA', filters: FILTERS })
  const { page, limit, sort } = table.state
  const filter = { ...filterOf('todas', table.state), ...heldBy(people) }
  const accounts = useQuery({ ...query(listAccounts, { query: { page, limit, sort, ...filter } }), placeholderData: keepPreviousData })
  const { filters } = useAccountFilters(filter)
  const rows = accounts.data?.data
  const total = accounts.data?.total ?? 0
  const selection = useSelection(table, rows, JSON.stringify(filter))
  const { select } = table
  useEffect(() => {
    if (chosen && 'ids' in chosen) select(chosen.ids.map(String))
  }, [chosen, select])
  const currency = unitOf(rows?.map(({ MONEDA }) => MONEDA))
  const columns = useMemo(() => accountColumns(t, locale, currency, false), [t, locale, currency])

  const picked = selection.whole ? total : table.selection.size
  const review = () => onDone(selection.whole ? { count: total, filter } : { count: picked, ids: [...table.selection].map(Number) })
  return (
    <>
      <FilterBar
        table={table}
        search={t('account.search')}
        // Whose they are is chosen already.
        filters={filters.filter(({ name }) => name !== 'analystId' || people.rol !== 'ANALISTA')}
        columns={columns}
      />
      <DataTable
        label={t('transfer.accountsOfOrigin')}
        none={t('none.account')}
        table={table}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={accounts.isFetching}
        error={failureOf(accounts)}
        empty={
          <EmptyState title={t('transfer.noAccounts')} actions={<Button onClick={onBack}>{t('transfer.otherPeople')}</Button>}>
            {t('transfer.noAccountsHint')}
          </EmptyState>
        }
        selectable
      />
      {total > limit && <Pager table={table} total={total} />}
      <footer className="form-actions">
        <span className="unsaved" role="status">
          {picked > 0 ? (
            <b className="strong fg">{t('transfer.chosen', counted(picked))}</b>
          ) : (
            total > 0 && t('transfer.chooseSome', counted(total))
          )}
          {!selection.whole && total > 0 && picked < total && (
            <>
              {' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  table.select((rows ?? []).map(keyOf))
                  selection.chooseWhole()
                }}
              >
                {hasFilters(table.state) ? t('account.chooseFiltered', counted(total)) : t('account.chooseAll', counted(total))}
              </button>
            </>
          )}
        </span>
        <Button onClick={onBack}>{t('transfer.back')}</Button>
        <Button variant="solid" disabled={picked === 0} onClick={review}>
          {picked === 0 ? t('transfer.review') : t('transfer.reviewN', counted(picked))}
        </Button>
      </footer>
    </>
  )
}
