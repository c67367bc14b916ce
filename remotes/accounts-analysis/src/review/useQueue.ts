import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Level } from './level.ts'
import { itemsOf, nextPage, PAGE, type Page } from './queue.ts'
import { queryOf, type UrlFilters } from './urlFilters.ts'

/** Fewer pages than this are read again when the window gets the focus; a long list is not. */
const REREAD = 3

/** What stood before stays while the next comes, of the same kind only: between accounts and groups a number names something else. */
const isOf = (query: { queryKey: readonly unknown[] } | undefined, of: readonly unknown[], more: number) =>
  query?.queryKey.length === of.length + more && of.every((part, i) => query.queryKey[i] === part)

/** The month in view (the newest unless asked), its counts and filter values, and the list, a hundred at a time. */
export function useQueue(level: Level, other: Level, asked: UrlFilters) {
  const client = useQueryClient()
  const offers = useQuery({ ...level.metadata(), staleTime: 60_000 })
  const periods = offers.data?.periodos ?? []
  const period = asked.period ?? periods[0]?.id
  const counts = useQuery({
    ...level.metadata(period),
    enabled: period !== undefined,
    placeholderData: (before, query) => (isOf(query, level.metadata().queryKey.slice(0, -1), 1) ? before : undefined),
  })
  // What waits of the other kind is nobody's surprise at the end.
  const others = useQuery({ ...other.metadata(period), enabled: period !== undefined, staleTime: 30_000 })
  const what = queryOf(asked, period)
  const key = useMemo(() => ['analysis', level.name, level.kind, what, 'cola'], [level.name, level.kind, JSON.stringify(what)])
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }): Promise<Page> => level.list({ ...what, page: pageParam, limit: PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: period !== undefined,
    placeholderData: (before, query) => (isOf(query, ['analysis', level.name, level.kind], 2) ? before : undefined),
    staleTime: 30_000,
    gcTime: 600_000,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= REREAD,
  })
  const items = useMemo(() => itemsOf(list.data?.pages), [list.data])
  const { hasNextPage, isFetching, fetchNextPage } = list
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  /** Nothing can be said yet. */
  const waiting = list.isPending && !offers.isError && !list.isError && !(offers.isSuccess && period === undefined)
  const error = (list.isError && items.length === 0 && list.error) || (offers.isError && !offers.data && offers.error) || undefined
  const { data: pages } = list
  const { data: counted } = counts
  const { data: waits } = others
  // The same until one of these changes: the list and its rows are drawn again only then.
  return useMemo(
    () => ({
      key,
      countsKey: level.metadata(period).queryKey,
      /** Everything that the filters let through, as a workbook. */
      excel: () => level.excel(what),
      periods,
      period,
      periodName: periods.find(({ id }) => id === period)?.nombre,
      counts: counted,
      /** What waits for a decision, of each kind. */
      toDecide: { [level.kind]: counted?.porDecidir, [other.kind]: waits?.porDecidir } as Record<UrlFilters['kind'], number | undefined>,
      items,
      total: pages?.pages.at(-1)?.total ?? 0,
      more,
      hasMore: hasNextPage,
      waiting,
      error,
      retry: () => client.invalidateQueries({ queryKey: ['analysis-metadata'] }).then(() => client.invalidateQueries({ queryKey: key })),
    }),
    [client, level, other, key, period, offers.data, counted, waits, items, pages, more, hasNextPage, waiting, error],
  )
}
export type Queue = ReturnType<typeof useQueue>
