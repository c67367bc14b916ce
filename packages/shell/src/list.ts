import type { Endpoint, FilterKey, Input, SortKey } from '@cuadre/api/endpoint'
import { Failure } from './http.ts'

export type List = Endpoint & { query: NonNullable<Endpoint['query']> }
type Filters<Name extends string> = Partial<Record<Name, readonly string[]>>
type State<Key extends string, Name extends string> = {
  page: number
  limit: number
  sort?: Key | `-${Key}` | undefined
  search: string
  filters: Filters<Name>
}

/**
 * The query of a list from the state of its table, whose filters have the list's own names; an empty search is not sent (specification §5).
 * `list` is there for the compiler.
 */
export const listInput = <E extends List>(_list: E, { page, limit, sort, search, filters }: State<SortKey<E>, FilterKey<E>>) =>
  ({
    page,
    limit,
    ...(sort ? { sort } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
    // A single value is sent as a string.
    ...Object.fromEntries(
      Object.entries<readonly string[] | undefined>(filters).flatMap(([name, values]) =>
        values ? [[name, values.length === 1 ? values[0] : [...values]]] : [],
      ),
    ),
    // The names are the list's; which values they may have the server says (422).
  }) as unknown as ListQuery<E>
type ListQuery<E extends List> = Input<E> extends { query?: infer Query } ? NonNullable<Query> : never

type Query = { error: Error | null; refetch: () => unknown; data: unknown }
/** The error state of a failed query; undefined data only, because old data stays on screen. */
export const failureOf = ({ error, refetch, data }: Query) =>
  error && data === undefined
    ? {
        children: error instanceof Failure && error.message ? error.message : undefined,
        onRetry: () => void refetch(),
        reference: error instanceof Failure ? error.reference : undefined,
      }
    : null

type Paged<R> = Query & { data: { data: readonly R[]; total: number } | undefined; isFetching: boolean }
/** The table props for a paged query. */
export const pageOf = <R>(found: Paged<R>) => ({
  rows: found.data?.data,
  total: found.data?.total ?? 0,
  loading: found.isFetching,
  error: failureOf(found),
})
