import { formatCompact, useLocale, useTexts } from '@cuadre/ui'
import { useMemo } from 'react'
import { axes } from './axes.ts'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { type Fill, paint } from './fill.ts'
import { openOnClick } from './openOnClick.ts'
import { type ChartColor, type ChartTheme, useChartTheme } from './theme.ts'

export interface BarSeries {
  label: string
  values: readonly number[]
  /** The values as the table shows them, where `values` cannot say them exactly: amounts. */
  exact?: readonly string[]
  color: ChartColor
  fill?: Fill
  /** What the legend says of it beside its colour: its figure, large, and its share. */
  says?: { label: string; figure: string; share: string }
  /** Links to the lists behind the values, one per label. */
  to?: readonly (string | undefined)[]
}

export interface BarChartProps extends ChartBase {
  series: readonly BarSeries[]
  /** Stacks the series, which are parts of a total; the table then has a total column and row. */
  stacked?: boolean
  /** Horizontal bars, for long labels. */
  horizontal?: boolean
  /** Links behind the totals of a stacked chart's table: of each label, of each series, of all. `false`: what is stacked cannot be added, as means. */
  totals?: { each?: readonly (string | undefined)[]; series?: readonly (string | undefined)[]; all?: string } | false
  /** Columns of the table alone: the same bars in another unit. */
  also?: readonly { head: string; cells: readonly { text: string; to: string | undefined }[] }[]
  /** Where the axis ends; without one at a round value. */
  max?: number
  format?: (value: number) => string
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** The same colour on hover, because another colour would mean another state. */
const sameOnHover = (color: string | CanvasPattern) => ({ backgroundColor: color, hoverBackgroundColor: color })

/** Patterned bars get an outline in their colour; solid stacked bars a gap, which separates them without relying on colour. */
const outline = (theme: ChartTheme, { color, fill = 'solid' }: BarSeries, side: 'right' | 'top' | undefined | false) =>
  fill === 'solid'
    ? { borderColor: theme.surface, hoverBorderColor: theme.surface, borderWidth: side ? { [side]: 1.5 } : 0 }
    : { borderColor: theme[color], hoverBorderColor: theme[color], borderWidth: 1, borderSkipped: false as const }

export const BarChart = ({
  title,
  note,
  height,
  labels,
  of = '',
  series,
  stacked,
  horizontal,
  totals: links,
  also = [],
  max,
  format,
  onOpen,
  onExcel,
}: BarChartProps) => {
  const theme = useChartTheme()
  const locale = useLocale()
  const texts = useTexts()
  const write = useMemo(() => format ?? ((value: number) => formatCompact(value, locale)), [format, locale])
  const canvas = useMemo(
    () => ({
      type: 'bar' as const,
      data: {
        labels: [...labels],
        datasets: series.map((bar) => ({
          label: bar.label,
          data: [...bar.values],
          ...sameOnHover(paint(theme[bar.color], theme.surface, bar.fill)),
          ...outline(theme, bar, stacked && (horizontal ? 'right' : 'top')),
          borderRadius: stacked ? 0 : 2,
          maxBarThickness: horizontal ? 16 : 32,
        })),
      },
      options: {
        ...axes(theme, write, { stacked, horizontal, max }),
        ...openOnClick(onOpen, (at, index) => series[at]?.to?.[index]),
      },
    }),
    [theme, labels, series, stacked, horizontal, max, write, onOpen],
  )
  const figure = (value: number, to: string | undefined) => ({ text: write(value), to: value ? to : undefined })
  const open = links || undefined
  const added = stacked && links !== false
  const totals = labels.map((_, i) => sum(series.map((bar) => bar.values[i] ?? 0)))
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      drawing={{ kind: 'bar', labels, series, stacked, horizontal, write }}
      onExcel={onExcel}
      legend={
        series.length > 1
          ? series.map(({ label, color, fill, says, to }) => ({ label, color, fill, ...(says && { ...says, to: to?.[0] }) }))
          : []
      }
      table={{
        head: [of, ...series.map((bar) => bar.label), ...(added ? [texts.total] : []), ...also.map(({ head }) => head)],
        rows: labels.map((label, i) => [
          label,
          ...series.map((bar) => ({ text: bar.exact?.[i] ?? write(bar.values[i] ?? 0), to: bar.values[i] ? bar.to?.[i] : undefined })),
          ...(added ? [figure(totals[i] ?? 0, open?.each?.[i])] : []),
          ...also.map(({ cells }) => cells[i]!),
        ]),
        totals: added
          ? [texts.total, ...series.map((bar, at) => figure(sum(bar.values), open?.series?.[at])), figure(sum(totals), open?.all)]
          : undefined,
      }}
    />
  )
}
