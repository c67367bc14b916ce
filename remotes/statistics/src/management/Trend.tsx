import { useTranslation } from '@cuadre/shell'
import { formatPercent, formatShortMonth, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { useCallback, useMemo } from 'react'
import { percentOf } from '../shared/ratio.ts'
import type { Management } from './sums.ts'

/** The level from which the light says "En meta". */
const TARGET = 95

/** Progress and punctuality of the months that are done, as they stand now. */
export function Trend({ serie }: { serie: Management['serie'] }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const labels = useMemo(() => serie.map(({ PERIODO }) => formatShortMonth(PERIODO, locale)), [serie, locale])
  const series = useMemo(
    () => [
      { label: t('trend.progress'), values: serie.map(({ avance }) => percentOf(avance)) },
      { label: t('trend.onTime'), values: serie.map(({ aTiempo }) => percentOf(aTiempo)) },
    ],
    [serie, t],
  )
  const write = useCallback((value: number) => formatPercent(value, locale), [locale])
  const round = useCallback((value: number) => formatPercent(value, locale, { decimals: 0 }), [locale])
  return (
    <LineChart
      title={t('trend.title')}
      note={t('trend.target', { percent: round(TARGET) })}
      of={t('trend.month')}
      labels={labels}
      series={series}
      format={write}
      ticks={round}
      target={TARGET}
      max={100}
    />
  )
}
