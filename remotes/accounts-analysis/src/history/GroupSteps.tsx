import type { AnalysisEvent } from '@cuadre/api/analysis'
import { groupHistory } from '@cuadre/api/group'
import { call, failureOf, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, Loader, Section } from '@cuadre/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Steps } from '../shared/History.tsx'

const PAGE = 5
/** The groups that an analysis was in, newest first. */
export const groupsOf = (events: readonly AnalysisEvent[]): number[] => [
  ...new Set(
    events.toReversed().flatMap(({ DETALLE }) => {
      const group = DETALLE?.grupo
      return typeof group === 'object' && group !== null && 'id' in group && typeof group.id === 'number' ? [group.id] : []
    }),
  ),
]

/** What was done with a group that the analysis is or was in, dissolved ones too; read when it is asked for, five steps at a time. */
export function GroupSteps({ id }: { id: number }) {
  const { t } = useTranslation('accounts-analysis')
  const [open, setOpen] = useState(false)
  const found = useInfiniteQuery({
    queryKey: ['analysis', 'history', 'group', id],
    queryFn: ({ pageParam, signal }) => call(groupHistory, { params: { id }, query: { page: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    enabled: open,
  })
  if (!open)
    return (
      <p>
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('history.groupSteps')}
        </Button>
      </p>
    )
  const failure = failureOf(found)
  const steps = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title={t('history.groupSteps')} count={found.data?.pages[0]?.total}>
      {failure ? <ErrorState {...failure} /> : found.isPending ? <Loader /> : <Steps events={steps} />}
      {found.hasNextPage && (
        <Button size="sm" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('history.moreSteps')}
        </Button>
      )}
    </Section>
  )
}
