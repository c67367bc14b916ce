import { useTranslation } from '@cuadre/shell'
import { formatPercent, formatShortMonth, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { useCallback, useMemo } from 'react'
import { percentOf } from '../shared/ratio.ts'
import type { Management } from './sums.ts'

/** The level from which the light says "En meta". */
const TARGET = 95

/** Progress and punctuality over the months before, as they stand now; of a month in course (`running`) punctuality alone: its progress is no fall. */
export function Trend({ serie, running }: { serie: Management['serie']; running: boolean }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const labels = useMemo(() => serie.map(({ PERIODO }) => formatShortMonth(PERIODO, locale)), [serie, locale])
  const series = useMemo(
    () => [
      {
        label: t('trend.progress'),
        values: serie.map(({ avance }, at) => (running && at === serie.length - 1 ? null : percentOf(avance))),
      },
      { label: t('trend.onTime'), values: serie.map(({ aTiempo }) => percentOf(aTiempo)) },
    ],
    [serie, running, t],
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
