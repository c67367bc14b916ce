import { Failure } from './http.ts'

type State<Sort> = { page: number; limit: number; sort?: Sort | undefined; search: string; filters: Record<string, readonly string[]> }

/** The input of a list call from the table's state; an empty search is not sent (specification §5). */
export const listInput = <Sort>({ page, limit, sort, search, filters }: State<Sort>) => ({
  page,
  limit,
  ...(sort ? { sort } : {}),
  ...(search.trim() ? { search: search.trim() } : {}),
  // A single value is sent as a string.
  ...Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : [...values]])),
})

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
