import { useTranslation } from '@cuadre/shell'
import { formatPercent, formatShortMonth, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { useCallback, useMemo } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { formatTarget, percentOf } from '../shared/ratio.ts'
import type { Management } from './sums.ts'

/** Progress and punctuality of the months that are done, as they stand now. `target`: percent from which the light of progress is green. */
export function Trend({ serie, target, onOpen }: { serie: Management['serie']; target: number; onOpen: (to: string) => void }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const labels = useMemo(() => serie.map(({ PERIODO }) => formatShortMonth(PERIODO, locale)), [serie, locale])
  const series = useMemo(
    () => [
      {
        label: t('trend.progress'),
        values: serie.map(({ avance }) => percentOf(avance)),
        to: serie.map(({ COD_PERIODO }) => link({ periodId: COD_PERIODO })),
      },
      {
        label: t('trend.onTime'),
        values: serie.map(({ aTiempo }) => percentOf(aTiempo)),
        to: serie.map(({ COD_PERIODO }) => link({ periodId: COD_PERIODO, plazo: 'en_plazo' })),
      },
    ],
    [serie, t, link],
  )
  const write = useCallback((value: number) => formatPercent(value, locale), [locale])
  const round = useCallback((value: number) => formatPercent(value, locale, { decimals: 0 }), [locale])
  return (
    <LineChart
      title={t('trend.title')}
      note={t('trend.target', { percent: formatTarget(target, locale) })}
      of={t('trend.month')}
      labels={labels}
      series={series}
      format={write}
      ticks={round}
      target={target}
      max={100}
      onOpen={onOpen}
    />
  )
}
