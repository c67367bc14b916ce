import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { type First, type List, listInput, query, useSearchParams } from '@cuadre/shell'
import { tableStateFromParams } from '@cuadre/ui'
import { useTableState } from '@cuadre/ui/data'

type Defaults<E extends List> = { key: string; sort: SortKey<E>; filters: readonly FilterKey<E>[] }

/** A list whose state is in the address: its table with what that asks the server for, and that same question for who looks ahead (`First`). */
export function recordTable<E extends List>(list: E, { key, sort, filters }: Defaults<E>) {
  const queryOf = (state: Parameters<typeof listInput<E>>[1]) => query(list, ...([{ query: listInput(list, state) }] as never))
  const first: First = ({ search }) => [queryOf(tableStateFromParams<SortKey<E>>(search, { sort, filters }))]
  function useTable() {
    const [params, setParams] = useSearchParams()
    const table = useTableState<SortKey<E>, FilterKey<E>>({ key, params, setParams, sort, filters })
    return { table, input: listInput(list, table.state) }
  }
  return { first, useTable }
}
