import { formatCompact, useLocale } from '@cuadre/ui'
import type { ChartData, ChartOptions, Plugin } from 'chart.js'
import { useMemo } from 'react'
import { axes } from './axes.ts'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { type ChartColor, type ChartTheme, useChartTheme } from './theme.ts'

export interface LineSeries {
  label: string
  /** One by label; a hole is null. */
  values: readonly (number | null)[]
  /** line, then aprobado, then reference, unless told. */
  color?: ChartColor
  /** Lines differ by dash as well as by hue. */
  dash?: 'solid' | 'dashed' | 'dotted'
}

export interface LineChartProps extends ChartBase {
  series: readonly LineSeries[]
  /** How figures are written; compact unless told. */
  format?: (value: number) => string
  /** How the axis is written, when that is not as the figures are. */
  ticks?: (value: number) => string
  min?: number
  max?: number
  /** A level to reach, dashed and pale. */
  target?: number
}

const COLORS: readonly ChartColor[] = ['line', 'aprobado', 'reference', 'revision', 'tarde']
const DASHES = ['solid', 'dashed', 'dotted'] as const
const PATTERN = { solid: [], dashed: [6, 3], dotted: [2, 3] }
const LABEL_GAP = 13

type Ends = { write: (value: number) => string; theme: ChartTheme }
/**
 * Each line carries its name and last figure at its end; no legend.
 * Made once: a chart keeps the plugins it was born with, what they say comes with its options.
 */
const ends: Plugin<'line', Ends> = {
  id: 'ends',
  afterDatasetsDraw: (chart, _, { write, theme }) => {
    const { ctx, data } = chart
    const marks = data.datasets.flatMap((set, i) => {
      if (!set.label) return []
      const last = set.data.findLastIndex((value) => value !== null)
      const point = chart.getDatasetMeta(i).data[last]
      return point ? [{ text: `${set.label} ${write(Number(set.data[last]))}`, x: point.x, y: point.y }] : []
    })
    marks.sort((a, b) => a.y - b.y)
    marks.forEach((mark, i) => {
      const above = marks[i - 1]
      if (above && mark.y - above.y < LABEL_GAP) mark.y = above.y + LABEL_GAP
    })
    ctx.save()
    ctx.font = `500 10.5px ${theme.font}`
    ctx.fillStyle = theme.ink
    ctx.textBaseline = 'middle'
    for (const mark of marks) ctx.fillText(mark.text, mark.x + 8, mark.y)
    ctx.restore()
  },
}
const plugins = [ends as Plugin]
// The library's types know no plugin but its own.
const withEnds = (options: ChartOptions, says: Ends) => ({ ...options, plugins: { ...options.plugins, ends: says } }) as ChartOptions

export const LineChart = ({ title, note, height, labels, of = '', series, format, ticks, min, max, target }: LineChartProps) => {
  const theme = useChartTheme()
  const locale = useLocale()
  const canvas = useMemo(() => {
    const write = format ?? ((value: number) => formatCompact(value, locale))
    const datasets: ChartData<'line'>['datasets'] = series.map((line, i) => {
      const color = theme[line.color ?? COLORS[i % COLORS.length] ?? 'line']
      const last = line.values.findLastIndex((value) => value !== null)
      return {
        label: line.label,
        data: [...line.values],
        borderColor: color,
        backgroundColor: color,
        borderWidth: 1.6,
        borderDash: PATTERN[line.dash ?? DASHES[i % 3] ?? 'solid'],
        pointRadius: line.values.map((_, at) => (at === last ? 2.6 : 0)),
        pointHoverRadius: 3.5,
        // A line at the very top is drawn whole.
        clip: 4,
      }
    })
    if (target !== undefined)
      datasets.push({
        label: '',
        data: labels.map(() => target),
        borderColor: theme.reference,
        borderWidth: 1,
        borderDash: [3, 3],
        pointRadius: 0,
        pointHoverRadius: 0,
      })
    const said = series.map((line) => `${line.label} ${write(line.values.findLast((value) => value !== null) ?? 0)}`)
    const longest = Math.max(0, ...said.map((text) => text.length))
    return {
      type: 'line' as const,
      // The library's union of all charts does not accept one of its members.
      data: { labels: [...labels], datasets } as ChartData,
      options: withEnds(axes(theme, write, { ticks, min, max, end: longest * 6, last: true }), { write, theme }),
      plugins,
    }
  }, [theme, locale, labels, series, format, ticks, min, max, target])
  const write = format ?? ((value: number) => formatCompact(value, locale))
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      twin={{
        head: [of, ...series.map((line) => line.label)],
        rows: labels.map((label, i) => [label, ...series.map((line) => (line.values[i] == null ? '—' : write(line.values[i])))]),
      }}
    />
  )
}
