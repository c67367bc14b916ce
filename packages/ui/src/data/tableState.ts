/** The state of a list and its form as URL parameters. */
export interface TableState<Key extends string = string, Name extends string = string> {
  page: number
  limit: number
  /** 'nombre' or '-nombre' (descending) */
  sort?: Key | `-${Key}`
  search: string
  /** Values by filter name; a filter without values is absent. */
  filters: Partial<Record<Name, readonly string[]>>
}

export interface TableDefaults<Key extends string = string, Name extends string = string> {
  limit?: number
  sort?: Key | `-${Key}`
  /** Filter names, which are also their URL parameters. */
  filters?: readonly Name[]
  /** What the filters of an address come to, by name: a value that comes to nothing is none, and is not shown as if it narrowed the list. */
  usable?: (state: { search: string; filters: Partial<Record<Name, readonly string[]>> }) => Partial<Record<Name, unknown>>
}

/** The longest text that a list searches for. */
export const MAX_SEARCH = 200

const positive = (text: string | null, otherwise: number) => (text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise)

/** The server refuses a sort in the address that its list has no key for. */
export const tableStateFromParams = <Key extends string = string>(
  params: URLSearchParams,
  { limit = 100, sort, filters: names = [], usable }: TableDefaults<Key> = {},
): TableState<Key> => {
  const search = (params.get('buscar') ?? '').slice(0, MAX_SEARCH)
  const given = (of: (name: string) => readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, of(name)] as const).filter(([, values]) => values.length > 0))
  const filters = given((name) => params.getAll(name))
  const found = usable?.({ search, filters })
  return {
    page: positive(params.get('pagina'), 1),
    limit: positive(params.get('filas'), limit),
    sort: (params.get('orden') as Key | null) ?? sort,
    search,
    filters: found ? given((name) => [found[name] ?? []].flat().map(String)) : filters,
  }
}

/** Writes only what differs from the defaults; parameters of other components (a tab) stay. */
export const toParams = (state: TableState, { limit = 100, sort, filters = [] }: TableDefaults = {}, others?: URLSearchParams) => {
  const params = new URLSearchParams(others)
  const put = (name: string, value: string, differs: boolean) => (differs ? params.set(name, value) : params.delete(name))
  put('pagina', String(state.page), state.page > 1)
  put('filas', String(state.limit), state.limit !== limit)
  put('orden', state.sort ?? '', Boolean(state.sort) && state.sort !== sort)
  put('buscar', state.search, state.search !== '')
  for (const name of new Set([...filters, ...Object.keys(state.filters)])) {
    params.delete(name)
    for (const value of state.filters[name] ?? []) params.append(name, value)
  }
  return params
}

export const hasFilters = (state: TableState) => state.search !== '' || Object.keys(state.filters).length > 0

/** First click ascending, then descending, then ascending again. */
export const nextSort = (current: string | undefined, column: string) => (current === column ? `-${column}` : column)
