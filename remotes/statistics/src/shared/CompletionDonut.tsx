import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardManagement } from '@cuadre/api/home'
import { useTranslation } from '@cuadre/shell'
import { DonutChart } from '@cuadre/ui/charts'
import { useMemo } from 'react'

type Completion = Answer<typeof dashboardManagement>['total']['completitud']
type Way = keyof Completion

/** K6: every analysis is in exactly one of the four ways. */
export function CompletionDonut({
  completitud,
  height,
  to,
  onOpen,
}: {
  completitud: Completion
  height?: number
  to?: (way: Way) => string | undefined
  onOpen?: (to: string) => void
}) {
  const { t } = useTranslation('statistics')
  const parts = useMemo(
    () => [
      {
        label: t('completion.done'),
        value: completitud.completado,
        color: 'aprobado' as const,
        to: to?.('completado'),
      },
      {
        label: t('completion.doneLate'),
        value: completitud.completadoTarde,
        color: 'tarde' as const,
        fill: 'hatched' as const,
        to: to?.('completadoTarde'),
      },
      {
        label: t('completion.overdue'),
        value: completitud.vencido,
        color: 'rechazado' as const,
        fill: 'crossed' as const,
        to: to?.('vencido'),
      },
      {
        label: t('completion.pending'),
        value: completitud.pendiente,
        color: 'pendiente' as const,
        fill: 'dotted' as const,
        to: to?.('pendiente'),
      },
    ],
    [t, completitud, to],
  )
  return (
    <DonutChart
      title={t('completion.title')}
      of={t('completion.way')}
      counted={t('completion.counted')}
      parts={parts}
      height={height}
      onOpen={onOpen}
    />
  )
}
