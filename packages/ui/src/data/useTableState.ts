import { useCallback, useMemo, useRef, useState } from 'react'
import { type TablePreferences, usePreferences } from './preferences.ts'
import { nextSort, type TableDefaults, type TableState, tableStateFromParams, toParams } from './tableState.ts'

interface TableSource<Key extends string = string, Name extends string = string> extends TableDefaults<Key, Name> {
  /** Under which preferences are stored on this device: 'usuarios'. */
  key: string
  /** From the router's useSearchParams. Without it the state lives in the component. */
  params?: URLSearchParams
  setParams?: (next: URLSearchParams, options?: { replace?: boolean }) => void
}

/** Shared by filter bar, table, bulk bar and pager. */
export interface Table<Key extends string = string, Name extends string = string> {
  state: TableState<Key, Name>
  preferences: TablePreferences
  selection: ReadonlySet<string>
  /** `replace`: the page before is none to come back to. */
  goTo: (page: number, replace?: boolean) => void
  setLimit: (limit: number) => void
  sortBy: (column: string) => void
  search: (text: string) => void
  // A method: a table of certain filters is also one of any.
  filter(name: Name, values: readonly string[]): void
  clearFilters: () => void
  select: (keys: Iterable<string>, on?: boolean) => void
  selectOnly: (keys: Iterable<string>) => void
  clearSelection: () => void
  prefer: (patch: Partial<TablePreferences>) => void
}

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Page, limit, sort, search and filters are in the URL (whose sort the list refuses if it has no such key), columns and density on this device,
 * the selection in memory. `Key`: the keys that the list is ordered by, none unless said; `Name`: those of its filters.
 */
export const useTableState = <Key extends string = never, Name extends string = never>(
  source: TableSource<NoInfer<Key>, Name>,
): Table<Key, Name> => {
  const [own, setOwn] = useState(() => new URLSearchParams())
  const params = source.params ?? own
  const setParams = source.setParams ?? setOwn
  const [preferences, prefer] = usePreferences(source.key)
  const [selection, setSelection] = useState(NOTHING)

  const written = params.toString()
  const state = useMemo(() => tableStateFromParams<Key>(params, source), [written])
  const now = useRef({ state, params, setParams, source })
  now.current = { state, params, setParams, source }

  const change = useCallback((patch: Partial<TableState>, replace = false) => {
    const { state, params, setParams, source } = now.current
    setParams(toParams({ ...state, ...patch }, source, params), { replace })
  }, [])

  const actions = useMemo(() => {
    const filter = (name: string, values: readonly string[]) => {
      const { [name]: _, ...others } = now.current.state.filters
      change({ page: 1, filters: values.length > 0 ? { ...others, [name]: values } : others })
    }
    return {
      goTo: (page: number, replace = false) => change({ page }, replace),
      setLimit: (limit: number) => change({ limit, page: 1 }),
      sortBy: (column: string) => change({ sort: nextSort(now.current.state.sort, column), page: 1 }),
      // Replaces the history entry, so that typing does not fill the history.
      search: (text: string) => change({ search: text, page: 1 }, true),
      filter,
      clearFilters: () => change({ page: 1, search: '', filters: {} }),
      select: (keys: Iterable<string>, on = true) =>
        setSelection((before) => {
          const next = new Set(before)
          for (const key of keys) on ? next.add(key) : next.delete(key)
          return next
        }),
      selectOnly: (keys: Iterable<string>) => setSelection(new Set(keys)),
      clearSelection: () => setSelection(NOTHING),
    }
  }, [change])

  return useMemo(
    // Of the URL only the filters named are read, and the list refuses an order that is none of its own.
    () => ({ state: state as TableState<Key, Name>, preferences, selection, prefer, ...actions }),
    [state, preferences, selection, prefer, actions],
  )
}
