import { useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatCount, formatMonth, Skeleton, useLocale } from '@cuadre/ui'
import { useSentence } from '../shared/useSentence.ts'
import type { Level } from './level.ts'
import { filterCount, NO_FILTERS, type UrlFilters } from './urlFilters.ts'
import type { Queue } from './useQueue.ts'

interface Props {
  level: Level
  asked: UrlFilters
  queue: Queue
  /** An item was asked for and could not be read. */
  missing: Error | undefined
  onAsk: (change: Partial<UrlFilters>) => void
  onList?: () => void
}

/** In the item's place: that nothing waits, with what there is instead; or what went wrong. */
export function NothingHere({ level, asked, queue, missing, onAsk, onList }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const { counts, error } = queue
  const count = (n: number) => formatCount(n, locale)
  const all = <Button onClick={() => onAsk({ ...NO_FILTERS, search: '' })}>{t('review.clearFilters')}</Button>
  const body = () => {
    if (error)
      return (
        <ErrorState title={t('review.listFailed')} onRetry={() => void queue.retry()}>
          {sentence(error)}
        </ErrorState>
      )
    if (missing)
      return (
        <ErrorState
          title={t('review.itemMissing')}
          actions={<Button onClick={() => onAsk({ item: undefined })}>{t('review.toFirst')}</Button>}
        >
          {sentence(missing)}
        </ErrorState>
      )
    if (queue.waiting || queue.items.length > 0) return <Waiting />
    if (queue.period === undefined && level.kind === 'agrupado')
      return (
        <EmptyState
          title={t('review.noGroups')}
          actions={<Button onClick={() => onAsk({ kind: 'individual' })}>{t('review.toAccounts')}</Button>}
        >
          {t('review.noGroupsHint')}
        </EmptyState>
      )
    if (queue.period === undefined) return <EmptyState title={t('review.noPeriod')}>{t('review.noPeriodHint')}</EmptyState>
    if (filterCount(asked) > 0 || asked.search)
      return (
        <EmptyState title={t('review.noneMatches')} actions={all}>
          {t('review.noneMatchesHint', { month: formatMonth(queue.periodName, locale) })}
        </EmptyState>
      )
    if (asked.box !== 'por_decidir' || !counts)
      return (
        <EmptyState
          title={t('review.emptyBox')}
          actions={<Button onClick={() => onAsk({ box: 'por_decidir' })}>{t('review.box.por_decidir')}</Button>}
        />
      )
    return (
      <EmptyState
        title={t('review.nothingToDecide')}
        actions={
          <>
            {counts.sinEnviar > 0 && <Button onClick={() => onAsk({ box: 'sin_enviar' })}>{t('review.seeMissing')}</Button>}
            {counts.decididos > 0 && <Button onClick={() => onAsk({ box: 'decididos' })}>{t('review.seeDecided')}</Button>}
          </>
        }
      >
        {level.name === 'control'
          ? t('review.nothingControl', { decided: count(counts.decididos), missing: count(counts.sinEnviar) })
          : t('review.nothingJefatura', { decided: count(counts.decididos), missing: count(counts.sinEnviar) })}
      </EmptyState>
    )
  }
  return (
    <section className="review-item" aria-label={t('review.item')}>
      {onList && (
        <div className="review-pager">
          <Button size="sm" onClick={onList}>
            {t('review.list')}
          </Button>
        </div>
      )}
      {body()}
    </section>
  )
}

/** The shape of an item, still. */
const Waiting = () => (
  <div className="review-body" aria-busy="true">
    <div className="review-head">
      <Skeleton width="44%" height={20} />
      <Skeleton width="62%" />
    </div>
    <div className="review-figures">
      {[0, 1, 2, 3].map((n) => (
        <div key={n} className="grow">
          <Skeleton width="60%" />
          <Skeleton width="90%" height={20} />
        </div>
      ))}
    </div>
  </div>
)
