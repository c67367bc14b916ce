import { listInput, useSearchParams } from '@cuadre/shell'
import { useTableState } from '@cuadre/ui/data'

/** The table of a list, whose state is in the address, and what it asks the server for. */
export function useRecordTable<Key extends string>(key: string, sort: NoInfer<Key>, filters: string[]) {
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key>({ key, params, setParams, sort, filters: [...filters, 'activo'] })
  return { table, input: listInput(table.state) }
}
