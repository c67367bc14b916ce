import type { Plugin } from 'chart.js'
import { useMemo } from 'react'
import { formatCount, formatPercent } from '../format/money.ts'
import { useLocale } from '../UiProvider.tsx'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { Legend } from './Legend.tsx'
import { type ChartColor, type ChartTheme, useChartTheme } from './theme.ts'

export interface DonutPart {
  label: string
  value: number
  color: ChartColor
}

export interface DonutChartProps extends Omit<ChartBase, 'labels'> {
  parts: readonly DonutPart[]
  /** In the middle; the sum unless told. */
  center?: string
}

const middle = (theme: ChartTheme, text: string): Plugin => ({
  id: 'middle',
  afterDatasetsDraw: ({ ctx, chartArea: { left, right, top, bottom } }) => {
    ctx.save()
    ctx.font = `600 20px ${theme.font}`
    ctx.fillStyle = theme.ink
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.fillText(text, (left + right) / 2, (top + bottom) / 2)
    ctx.restore()
  },
})

export const DonutChart = ({ title, note, height = 180, parts, center }: DonutChartProps) => {
  const theme = useChartTheme()
  const locale = useLocale()
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  const canvas = useMemo(
    () => ({
      type: 'doughnut' as const,
      data: {
        labels: parts.map((part) => part.label),
        datasets: [
          {
            data: parts.map((part) => part.value),
            backgroundColor: parts.map((part) => theme[part.color]),
            borderColor: theme.surface,
            borderWidth: 2,
          },
        ],
      },
      // The type of one chart's options does not cover cutout.
      options: { animation: false as const, responsive: true, maintainAspectRatio: false, cutout: '72%' } as object,
      plugins: [middle(theme, center ?? formatCount(total, locale))],
    }),
    [theme, locale, parts, center, total],
  )
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      legend={<Legend entries={parts.map((part) => ({ ...part, figure: formatCount(part.value, locale) }))} />}
      twin={{
        head: ['', 'n', '%'],
        rows: parts.map((part) => [
          part.label,
          formatCount(part.value, locale),
          formatPercent(total ? (part.value / total) * 100 : 0, locale),
        ]),
      }}
    />
  )
}
