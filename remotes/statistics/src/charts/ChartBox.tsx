import type { Failure } from '@cuadre/shell'
import { failureOf, useTranslation } from '@cuadre/shell'
import { ErrorState, Skeleton } from '@cuadre/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** A chart's own waiting, failing and being empty: the others do not notice. */
export function ChartBox<D>({
  name,
  found,
  isEmpty,
  height = 220,
  rows = 1,
  children,
}: {
  name: string
  found: UseQueryResult<D, Error | Failure>
  isEmpty: (data: D) => boolean
  /** Of the chart with its key, so that the charts below do not move when it comes. */
  height?: number | string
  /** Beside so many others where charts stand two by two. */
  rows?: 1 | 2 | 3
  children: (data: D) => ReactNode
}) {
  const { t } = useTranslation('statistics')
  const failure = failureOf(found)
  if (!failure && found.data !== undefined && !isEmpty(found.data))
    return (
      <div className="chart-box" data-rows={rows > 1 ? rows : undefined} aria-busy={found.isPlaceholderData || undefined}>
        {children(found.data)}
      </div>
    )
  return (
    <section className="chart-box" aria-label={name}>
      <div className="chart-head">
        <h2 className="h2">{name}</h2>
      </div>
      {failure ? (
        <ErrorState {...failure} />
      ) : found.data === undefined ? (
        <Skeleton height={height} />
      ) : (
        <p className="muted">{t('charts.nothing')}</p>
      )}
    </section>
  )
}
