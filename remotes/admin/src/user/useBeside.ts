import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { besideUser, listUsers } from '@cuadre/api/user'
import { listInput, query, useSearchParams } from '@cuadre/shell'
import { useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { USER_FILTERS, USER_ORDER } from './list.ts'

const nothing = () => undefined

/** Who comes before and after a person in the list that one came from (`lista` in the address), or in that of everybody. */
export function useBeside(id: number) {
  const [params] = useSearchParams()
  const lista = params.get('lista') ?? ''
  const { state } = useTableState<SortKey<typeof listUsers>, FilterKey<typeof listUsers>>({
    key: 'usuarios',
    params: new URLSearchParams(lista),
    setParams: nothing,
    sort: USER_ORDER,
    filters: USER_FILTERS,
  })
  const { page: _page, limit: _limit, ...asked } = listInput(listUsers, state)
  const found = useQuery({ ...query(besideUser, { params: { id }, query: asked }), placeholderData: keepPreviousData })
  return { lista, beside: found.data }
}
