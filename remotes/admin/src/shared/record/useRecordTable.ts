import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { type List, listInput, useSearchParams } from '@cuadre/shell'
import { useTableState } from '@cuadre/ui/data'

/** The table of a list, whose state is in the address, and what it asks the server for. */
export function useRecordTable<E extends List>(list: E, key: string, sort: SortKey<E>, filters: readonly FilterKey<E>[]) {
  const [params, setParams] = useSearchParams()
  const table = useTableState<SortKey<E>, FilterKey<E>>({ key, params, setParams, sort, filters })
  return { table, input: listInput(list, table.state) }
}
