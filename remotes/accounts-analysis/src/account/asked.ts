import { listAccounts } from '@cuadre/api/account'
import type { SortKey } from '@cuadre/api/endpoint'
import { type First, query } from '@cuadre/shell'
import { tableStateFromParams } from '@cuadre/ui'
import type { TableState } from '@cuadre/ui/data'
import { type AccountFilter, FILTERS, filterOf, tabOf } from '../shared/account/filters.ts'
import { filterQueries } from '../shared/account/useAccountFilters.ts'

/** By what the server orders them. */
export type Key = SortKey<typeof listAccounts>

/** How the list begins, and how it stands in the address. */
export const LIST = {
  sort: 'CUENTA',
  filters: FILTERS,
  usable: (state: Parameters<typeof filterOf>[1]) => filterOf('todas', state),
} as const

export const accountsQuery = ({ page, limit, sort }: Pick<TableState<Key>, 'page' | 'limit' | 'sort'>, filter: AccountFilter) =>
  query(listAccounts, { query: { page, limit, sort, ...filter } })

export const first: First = ({ search, can }) => {
  const state = tableStateFromParams<Key>(search, LIST)
  const filter = filterOf(tabOf(search), state)
  return [accountsQuery(state, filter), ...filterQueries(filter, can)]
}
