import type { AnalysisFile } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, formatCount, Loader, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSentence } from '../useSentence.ts'
import { addressOf } from './cell.ts'
import { evidenceOf } from './documents.ts'
import { type Change, changesBetween, isWhole, marked, sheetsGone } from './sheet.ts'
import { Workbook } from './Workbook.tsx'

type File = Pick<AnalysisFile, 'ID' | 'NOMBRE' | 'VERSION'>
/** More are marked in the sheets all the same. */
const NAMED = 12

/** Two versions of a workbook beside each other; what one says differently is marked in both, named, and found from its name. */
export function Compare({ older, newer }: { older: File; newer: File }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const [one, two] = [useQuery(evidenceOf(older)), useQuery(evidenceOf(newer))]
  const changes = useMemo(() => (one.data && two.data ? changesBetween(one.data, two.data) : []), [one.data, two.data])
  const marks = useMemo(() => ({ older: marked(changes, 'before'), newer: marked(changes, 'sheet') }), [changes])
  const [found, setFound] = useState<Change>()
  const go = useMemo(
    () =>
      found && {
        older: found.before === undefined ? undefined : { sheet: found.before, place: found.place },
        newer: { sheet: found.sheet, place: found.place },
      },
    [found],
  )
  const failed = one.isError ? one : two.isError ? two : undefined
  if (failed)
    return (
      <ErrorState title={t('review.fileFailed')} onRetry={() => void failed.refetch()}>
        {sentence(failed.error)}
      </ErrorState>
    )
  if (!one.data || !two.data) return <Loader />
  if (one.data.tipo !== 'libro' || two.data.tipo !== 'libro')
    return <EmptyState title={t('review.otherFile')}>{t('review.otherFileHint')}</EmptyState>
  const several = two.data.hojas.length > 1
  const gone = sheetsGone(one.data, two.data)
  const whole = isWhole(one.data) && isWhole(two.data)
  return (
    <>
      <div className="review-changes" role="status">
        <b className="medium">
          {changes.length > 0
            ? t('review.changed', { count: changes.length, n: formatCount(changes.length, locale) })
            : gone.length === 0 && t(whole ? 'review.changedNone' : 'review.changedNoneShown')}
          {changes.length > 0 && gone.length > 0 && ' · '}
          {gone.length > 0 && t('review.sheetsGone', { count: gone.length, names: gone.join(', ') })}
        </b>
        {!whole && <span className="muted">{t('review.comparedInPart')}</span>}
        {changes.slice(0, NAMED).map((change) => {
          const cell = addressOf(change.place)
          return (
            <button
              key={`${change.sheet} ${cell}`}
              type="button"
              className="link"
              aria-pressed={change === found}
              onClick={() => setFound(change)}
            >
              {several ? t('review.cellOf', { sheet: change.name, cell }) : cell}{' '}
              <span className="muted" translate="no">
                {change.was || t('review.wasEmpty')} → {change.is || t('review.wasEmpty')}
              </span>
            </button>
          )
        })}
      </div>
      <div className="review-compare">
        <section aria-label={t('review.version', { n: older.VERSION })}>
          <h3 className="xsmall muted">{t('review.version', { n: older.VERSION })}</h3>
          <Workbook evidence={one.data} beside={false} changed={marks.older} go={go?.older} />
        </section>
        <section aria-label={t('review.version', { n: newer.VERSION })}>
          <h3 className="xsmall muted">{t('review.version', { n: newer.VERSION })}</h3>
          <Workbook evidence={two.data} beside={false} changed={marks.newer} go={go?.newer} />
        </section>
      </div>
    </>
  )
}
