import type { Analysis, AnalysisMetadata } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { Failure, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { isDecided, type Level, waitsFor } from './level.ts'
import { type Pages, withBack, withNew, without } from './queue.ts'
import type { ReviewUnit } from './unit.ts'
import type { Queue } from './useQueue.ts'

export type Outcome = 'approve' | 'reject'

/** Counts as they will be once the server has said yes. */
const moved = (counts: AnalysisMetadata | undefined, by: 1 | -1) =>
  counts && { ...counts, porDecidir: counts.porDecidir - by, decididos: counts.decididos + by }

/** The item as the server has it now. */
const nowOf = (level: Level, id: number) => (signal: AbortSignal) => {
  const { queryFn, select } = level.detail(id)
  return queryFn({ signal }).then(select)
}

/**
 * Decides at once and sends in the background: the item leaves the list before the server has answered, and comes back to its place,
 * with what happened, when the server refuses.
 */
export function useDecide(level: Level, queue: Queue, waiting: boolean, onSee: (id: number) => void) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const sending = useRef(new Set<number>())
  const [pending, setPending] = useState(0)

  // A tab that is closed now could take a decision with it.
  useEffect(() => {
    if (pending === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [pending])

  const last = useRef<{ item: ReviewUnit; sent: Promise<boolean> }>(undefined)
  const decide = (item: ReviewUnit, outcome: Outcome, comment: string, motivo?: string) => {
    const { id } = item
    if (sending.current.has(id)) return
    const { key, countsKey } = queue
    const place = queue.items.findIndex((one) => one.id === id)
    const inList = (change: (pages: Pages) => Pages) => client.setQueryData<Pages>(key, (pages) => pages && change(pages))
    // Only the list of what waits loses what was decided; in every other it changes its state.
    const leave = () => waiting && inList((pages) => without(pages, id))
    const count = (by: 1 | -1) => client.setQueryData<AnalysisMetadata>(countsKey, (counts) => moved(counts, by))

    sending.current.add(id)
    setPending(sending.current.size)
    leave()
    count(1)
    const { REVISION } = item
    const detailKey = level.detail(id).queryKey
    const sent = (
      outcome === 'approve'
        ? level.approve(id, comment ? { comentario: comment, REVISION } : { REVISION })
        : level.reject(id, { comentario: comment, REVISION, ...(motivo && { motivo }) })
    )
      .catch((error: unknown) => whatBecame(error, nowOf(level, id), (now) => isDecided(level, now, outcome)))
      .then(
        (after) => {
          // A page that was read meanwhile may have brought it back.
          leave()
          if (!waiting) inList((pages) => withNew(pages, after))
          client.setQueryData<object>(detailKey, (detail) => detail && { ...detail, ...after })
          void client.invalidateQueries({ queryKey: detailKey })
          return true
        },
        (error: unknown) => {
          count(-1)
          if (waiting && place >= 0) inList((pages) => withBack(pages, item, place))
          tell(error, item, outcome)
          if (error instanceof Failure && error.status === 409) void client.invalidateQueries({ queryKey: key })
          void client.invalidateQueries({ queryKey: detailKey })
          return false
        },
      )
      .finally(() => {
        sending.current.delete(id)
        setPending(sending.current.size)
        if (sending.current.size > 0) return
        // Once for a run of decisions: counts, the other tabs, the homes.
        void client.invalidateQueries({ queryKey: ['analysis-metadata'] })
        void client.invalidateQueries({ queryKey: ['dashboard'] })
        void client.invalidateQueries({
          queryKey: ['analysis', level.name],
          refetchType: 'none',
          predicate: ({ queryKey }) => queryKey !== key,
        })
      })
    last.current = { item, sent }
  }

  /** Takes back the last decision that was made here, while the server allows it: the item waits again. */
  const undo = async () => {
    const taken = last.current
    if (!taken) return
    last.current = undefined
    const { item, sent } = taken
    const { id, name } = item
    if (!(await sent)) return
    try {
      await level.recall(id).catch((error: unknown) => whatBecame(error, nowOf(level, id), (now) => waitsFor(level, now)))
      notify.success(t('review.undone', { name }))
      onSee(id)
    } catch (error) {
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('review.notUndone', { name }), { description: sentence(error) })
    }
    for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
  }

  const tell = (error: unknown, item: ReviewUnit, outcome: Outcome) => {
    const { id, name } = item
    const current = error instanceof Failure && error.status === 409 ? (error.current as Analysis | Group | undefined) : undefined
    const gone = current && !waitsFor(level, { ...item, ...current })
    const title = outcome === 'approve' ? t('review.notApproved', { name }) : t('review.notRejected', { name })
    notify.danger(error instanceof Unknown ? t('review.notKnown', { name }) : title, {
      description:
        error instanceof Unknown ? t('review.notKnownHint') : gone ? `${sentence(error)} ${t('review.movedOn')}` : sentence(error),
      duration: 12_000,
      action: { label: t('review.see'), onClick: () => onSee(id) },
    })
  }

  return { decide, undo, isSending: (id: number) => sending.current.has(id), pending }
}
