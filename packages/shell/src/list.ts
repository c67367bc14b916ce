import { Failure } from './http.ts'

type State = { page: number; limit: number; sort?: string | undefined; search: string; filters: Record<string, readonly string[]> }

/** What a list call takes of the table's state; search is sent only when it is not empty (specification §5). */
export const listInput = ({ page, limit, sort, search, filters }: State) => ({
  page,
  limit,
  ...(sort ? { sort } : {}),
  ...(search.trim() ? { search: search.trim() } : {}),
  // One value is sent as one.
  ...Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : [...values]])),
})

type Query = { error: Error | null; refetch: () => unknown; data: unknown }
/** How a failed query shows where its data would stand; old data that is still there stays. */
export const failureOf = ({ error, refetch, data }: Query) =>
  error && data === undefined
    ? {
        children: error instanceof Failure && error.message ? error.message : undefined,
        onRetry: () => void refetch(),
        reference: error instanceof Failure ? error.code : undefined,
      }
    : null

type Paged<R> = Query & { data: { data: readonly R[]; total: number } | undefined; isFetching: boolean }
/** What a table shows of the page that a query asks for. */
export const pageOf = <R>(found: Paged<R>) => ({
  rows: found.data?.data,
  total: found.data?.total ?? 0,
  loading: found.isFetching,
  error: failureOf(found),
})
