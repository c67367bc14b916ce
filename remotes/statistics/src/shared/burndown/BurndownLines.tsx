import { useTranslation } from '@cuadre/shell'
import { formatCount, formatDate, type Locale, useLocale } from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { useCallback, useMemo } from 'react'
import { type Burndown, linesOf } from './lines.ts'

type T = ReturnType<typeof useTranslation>['t']
/** When control is done, as the title; under five items the chart is only named (undefined). */
export function burndownFinding({ items, pronostico }: Burndown, { t, locale }: { t: T; locale: Locale }) {
  const control = pronostico.find(({ rol }) => rol === 'control')
  if (items < 5 || !control) return undefined
  if (control.abiertos === 0) return t('findings.burndownDone')
  if (!control.fecha) return undefined
  const late = control.semaforo !== 'verde'
  return t(late ? 'findings.burndownLate' : 'findings.burndown', {
    day: formatDate(control.fecha, locale),
    due: formatDate(control.vence, locale),
  })
}

/** What is open, the plan, the deadlines, and the forecast with the days between which it lies. */
type Props = {
  of: Burndown
  /** The list of what was open at the end of a day. */
  toDay: (day: string) => string
  onOpen: (to: string) => void
  onExcel?: () => void
}
export function BurndownLines({ of, toDay, onOpen, onExcel }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const control = of.pronostico.find(({ rol }) => rol === 'control')
  const short = useCallback((day: string) => formatDate(day, locale).slice(0, 5), [locale])
  const { labels, series, verticals } = useMemo(() => {
    const { days, open, plan, forecast, due } = linesOf(of)
    return {
      labels: days.map(short),
      series: [
        { label: t('burndown.open'), values: open, to: days.map((day, at) => (open[at] ? toDay(day) : undefined)) },
        { label: t('burndown.plan'), color: 'reference' as const, dash: 'dashed' as const, values: plan, end: t('burndown.plan') },
        ...(forecast.length > 0
          ? [
              {
                label: t('burndown.forecast'),
                color: 'line' as const,
                dash: 'dotted' as const,
                values: forecast,
                end: t('burndown.ends', { day: short(control!.fecha!) }),
              },
            ]
          : []),
      ],
      verticals: due.map(({ rol, at }) => ({ at, label: t(`burndown.due.${rol}`) })),
    }
  }, [of, t, short, control, toDay])
  const between = control?.desde && control.hasta && control.desde !== control.hasta && control.abiertos > 0
  return (
    <LineChart
      title={burndownFinding(of, { t, locale }) ?? t('charts.burndown')}
      note={
        between
          ? `${t('charts.burndownNote')}; ${t('burndown.between', { from: short(control.desde!), to: short(control.hasta!) })}`
          : t('charts.burndownNote')
      }
      of={t('burndown.day')}
      labels={labels}
      series={series}
      verticals={verticals}
      format={useCallback((value: number) => formatCount(value, locale), [locale])}
      min={0}
      height={220}
      onOpen={onOpen}
      onExcel={onExcel}
    />
  )
}
