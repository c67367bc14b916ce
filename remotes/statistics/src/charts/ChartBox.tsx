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
  children,
}: {
  name: string
  found: UseQueryResult<D, Error | Failure>
  isEmpty: (data: D) => boolean
  children: (data: D) => ReactNode
}) {
  const { t } = useTranslation('statistics')
  const failure = failureOf(found)
  if (!failure && found.data !== undefined && !isEmpty(found.data))
    return (
      <div className="chart-box" aria-busy={found.isPlaceholderData || undefined}>
        {children(found.data)}
      </div>
    )
  return (
    <section className="chart-box" aria-label={name}>
      <h2 className="h2">{name}</h2>
      {failure ? (
        <ErrorState {...failure} />
      ) : found.data === undefined ? (
        <Skeleton height={240} />
      ) : (
        <p className="muted">{t('charts.nothing')}</p>
      )}
    </section>
  )
}
