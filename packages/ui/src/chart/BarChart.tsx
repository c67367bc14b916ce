import { useMemo } from 'react'
import { formatCompact } from '../format/money.ts'
import { useLocale } from '../UiProvider.tsx'
import { axes } from './axes.ts'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { Legend } from './Legend.tsx'
import { type ChartColor, useChartTheme } from './theme.ts'

export interface BarSeries {
  label: string
  values: readonly number[]
  color: ChartColor
}

export interface BarChartProps extends ChartBase {
  series: readonly BarSeries[]
  /** One over the other: states of the same total. */
  stacked?: boolean
  format?: (value: number) => string
}

export const BarChart = ({ title, note, height, labels, series, stacked, format }: BarChartProps) => {
  const theme = useChartTheme()
  const locale = useLocale()
  const canvas = useMemo(
    () => ({
      type: 'bar' as const,
      data: {
        labels: [...labels],
        datasets: series.map((bar) => ({
          label: bar.label,
          data: [...bar.values],
          backgroundColor: theme[bar.color],
          // A line of ground between the parts: told apart without hue.
          borderColor: theme.surface,
          borderWidth: stacked ? { top: 1.5 } : 0,
          borderRadius: stacked ? 0 : 2,
          maxBarThickness: 32,
        })),
      },
      options: axes(theme, format ?? ((value) => formatCompact(value, locale)), { stacked }),
    }),
    [theme, locale, labels, series, stacked, format],
  )
  const write = format ?? ((value: number) => formatCompact(value, locale))
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      legend={series.length > 1 && <Legend entries={series} />}
      twin={{
        head: ['', ...series.map((bar) => bar.label)],
        rows: labels.map((label, i) => [label, ...series.map((bar) => write(bar.values[i] ?? 0))]),
      }}
    />
  )
}
