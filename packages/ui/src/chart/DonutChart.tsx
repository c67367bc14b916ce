import type { Plugin, TooltipItem } from 'chart.js'
import { useMemo } from 'react'
import { formatCount, formatPercent } from '../format/money.ts'
import { useLocale, useTexts } from '../UiProvider.tsx'
import { tooltip } from './axes.ts'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { type Fill, paint } from './fill.ts'
import { pressing } from './pressing.ts'
import { type ChartColor, type ChartTheme, useChartTheme } from './theme.ts'

export interface DonutPart {
  label: string
  value: number
  color: ChartColor
  fill?: Fill
  /** The list that the figure counts. */
  to?: string
}

export interface DonutChartProps extends Omit<ChartBase, 'labels'> {
  parts: readonly DonutPart[]
  /** What is counted, over the table's second column: "Análisis". */
  counted?: string
  /** In the middle; the sum unless told. */
  center?: string
}

const middle = (theme: ChartTheme, text: string, under: string): Plugin => ({
  id: 'middle',
  afterDatasetsDraw: ({ ctx, chartArea: { left, right, top, bottom } }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    ctx.save()
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.font = `600 20px ${theme.font}`
    ctx.fillStyle = theme.ink
    ctx.fillText(text, x, under ? y - 8 : y)
    ctx.font = `12px ${theme.font}`
    ctx.fillStyle = theme.muted
    ctx.fillText(under, x, y + 12)
    ctx.restore()
  },
})

export const DonutChart = ({ title, note, height = 180, of = '', parts, counted = '', center, onOpen }: DonutChartProps) => {
  const theme = useChartTheme()
  const locale = useLocale()
  const texts = useTexts()
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  // A share of nothing is not 0 %.
  const share = (value: number) => formatPercent(total ? (value / total) * 100 : null, locale)
  const canvas = useMemo(
    () => ({
      type: 'doughnut' as const,
      data: {
        labels: parts.map((part) => part.label),
        datasets: [
          {
            data: parts.map((part) => part.value),
            backgroundColor: parts.map((part) => paint(theme[part.color], theme.surface, part.fill)),
            borderColor: parts.map((part) => (part.fill === 'hollow' ? theme[part.color] : theme.surface)),
            borderWidth: parts.map((part) => (part.fill === 'hollow' ? 1 : 2)),
          },
        ],
      },
      options: {
        animation: false as const,
        responsive: true,
        maintainAspectRatio: false,
        cutout: '70%',
        plugins: {
          tooltip: {
            ...tooltip(theme),
            callbacks: {
              label: ({ parsed }: TooltipItem<'doughnut'>) =>
                ` ${formatCount(parsed, locale)} · ${formatPercent((parsed / total) * 100, locale)}`,
            },
          },
        },
        ...pressing(onOpen, (_, index) => parts[index]?.to),
        // The type of one chart's options does not cover cutout.
      } as object,
      plugins: [middle(theme, center ?? formatCount(total, locale), counted.toLocaleLowerCase(locale))],
    }),
    [theme, locale, parts, center, counted, total, onOpen],
  )
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      beside
      legend={parts.map(({ label, color, fill, value, to }) => ({
        label,
        color,
        fill,
        figure: formatCount(value, locale),
        share: share(value),
        to: value ? to : undefined,
      }))}
      twin={{
        head: [of, counted || 'n', '%'],
        rows: parts.map(({ label, value, to }) => [label, { text: formatCount(value, locale), to: value ? to : undefined }, share(value)]),
        totals: [texts.total, formatCount(total, locale), share(total)],
      }}
    />
  )
}
