import type { Answer } from '@cuadre/api/endpoint'
import type { simulateThreshold } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { formatCount, formatMonth, formatShortMonth, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { useMemo } from 'react'

type Month = Answer<typeof simulateThreshold>['meses'][number]
const materialOf = ({ material, critica }: Month['antes']) => material + critica

/** Material movements by month, as they were judged and as they would have been; a triangle counts those that hid an error and would pass. */
export default function MonthsChart({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const drawn = useMemo(() => {
    const order = months.toReversed()
    return {
      labels: order.map(({ PERIODO }) => formatShortMonth(PERIODO, locale)),
      series: [
        { label: t('threshold.chart.then'), values: order.map(({ antes }) => materialOf(antes)), color: 'reference', dash: 'dashed' },
        { label: t('threshold.chart.proposed'), values: order.map(({ despues }) => materialOf(despues)), color: 'line', dash: 'solid' },
      ] as const,
      marks: { label: t('threshold.chart.errors'), values: order.map(({ errores }) => errores) },
    }
  }, [months, locale, t])
  const last = months[0]
  if (!last) return null
  const [before, after] = [materialOf(last.antes), materialOf(last.despues)]
  const count = (n: number) => formatCount(n, locale)
  return (
    <LineChart
      {...drawn}
      title={t(after === before ? 'threshold.chart.same' : after < before ? 'threshold.chart.fewer' : 'threshold.chart.more', {
        month: formatMonth(last.PERIODO, locale),
        n: count(after),
        apart: count(Math.abs(after - before)),
      })}
      note={t('threshold.chart.note', { n: months.length })}
      of={t('threshold.period')}
      height={220}
      min={0}
      format={count}
    />
  )
}
