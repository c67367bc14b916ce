import { formatCount, formatPercent, useLocale, useTexts } from '@cuadre/ui'
import type { Plugin, TooltipItem } from 'chart.js'
import { useMemo } from 'react'
import { tooltip } from './axes.ts'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { type Fill, paint } from './fill.ts'
import { openOnClick } from './openOnClick.ts'
import { type ChartColor, type ChartTheme, useChartTheme } from './theme.ts'

export interface DonutPart {
  label: string
  value: number
  color: ChartColor
  fill?: Fill
  /** Link to the list behind the figure. */
  to?: string
}

export interface DonutChartProps extends Omit<ChartBase, 'labels'> {
  parts: readonly DonutPart[]
  /** Header of the table's second column: "Análisis". */
  counted?: string
  /** Text in the centre; the total by default. */
  center?: string
}

type Middle = { text: string; under: string; theme: ChartTheme }
/** Chart.js plugins cannot be exchanged later, so the plugin is a constant and gets its texts as options. */
const middle: Plugin<'doughnut', Middle> = {
  id: 'middle',
  afterDatasetsDraw: ({ ctx, chartArea: { left, right, top, bottom } }, _, { text, under, theme }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    ctx.save()
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    ctx.font = `600 ${right - left < 140 ? 16 : 20}px ${theme.font}`
    ctx.fillStyle = theme.ink
    ctx.fillText(text, x, under ? y - 8 : y)
    ctx.font = `12px ${theme.font}`
    ctx.fillStyle = theme.muted
    ctx.fillText(under, x, y + 12)
    ctx.restore()
  },
}
const plugins = [middle as Plugin]

export const DonutChart = ({ title, note, height = 180, of = '', parts, counted = '', center, onOpen, onExcel }: DonutChartProps) => {
  const theme = useChartTheme()
  const locale = useLocale()
  const texts = useTexts()
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  // Without a total there is no percentage.
  const share = (value: number) => formatPercent(total ? (value / total) * 100 : null, locale)
  const canvas = useMemo(() => {
    const fills = parts.map((part) => paint(theme[part.color], theme.surface, part.fill))
    return {
      type: 'doughnut' as const,
      data: {
        labels: parts.map((part) => part.label),
        datasets: [
          {
            data: parts.map((part) => part.value),
            backgroundColor: fills,
            hoverBackgroundColor: fills,
            // An outline in full colour around patterned parts.
            borderColor: parts.map((part) => theme[part.color]),
            hoverBorderColor: parts.map((part) => theme[part.color]),
            borderWidth: 1,
            spacing: 2,
          },
        ],
      },
      options: {
        animation: false as const,
        responsive: true,
        maintainAspectRatio: false,
        cutout: '70%',
        plugins: {
          middle: { text: center ?? formatCount(total, locale), under: counted.toLocaleLowerCase(locale), theme } satisfies Middle,
          tooltip: {
            ...tooltip(theme),
            callbacks: {
              label: ({ parsed }: TooltipItem<'doughnut'>) =>
                ` ${formatCount(parsed, locale)} · ${formatPercent((parsed / total) * 100, locale)}`,
            },
          },
        },
        ...openOnClick(onOpen, (_, index) => parts[index]?.to),
        // The types of Chart.js do not cover `cutout` together with a custom plugin.
      } as object,
      plugins,
    }
  }, [theme, locale, parts, center, counted, total, onOpen])
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      drawing={{
        kind: 'donut',
        parts: parts.map(({ label, value, color, fill }) => ({
          label,
          value,
          color,
          fill,
          says: `${formatCount(value, locale)} (${share(value)})`,
        })),
        center: center ?? formatCount(total, locale),
        under: counted.toLocaleLowerCase(locale),
      }}
      onExcel={onExcel}
      beside
      legend={parts.map(({ label, color, fill, value, to }) => ({
        label,
        color,
        fill,
        figure: formatCount(value, locale),
        share: share(value),
        to: value ? to : undefined,
      }))}
      table={{
        head: [of, counted || 'n', '%'],
        rows: parts.map(({ label, value, to }) => [label, { text: formatCount(value, locale), to: value ? to : undefined }, share(value)]),
        totals: [texts.total, formatCount(total, locale), share(total)],
      }}
    />
  )
}
