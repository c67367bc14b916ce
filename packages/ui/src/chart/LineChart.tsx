import { formatCompact, useLocale } from '@cuadre/ui'
import type { ChartData, ChartOptions, Plugin } from 'chart.js'
import { useMemo } from 'react'
import { axes } from './axes.ts'
import { type ChartBase, ChartFrame } from './ChartFrame.tsx'
import { openOnClick } from './openOnClick.ts'
import { type ChartColor, type ChartTheme, useChartTheme } from './theme.ts'

export interface LineSeries {
  label: string
  /** One per label; null where there is no value. */
  values: readonly (number | null)[]
  /** By default the colours of the theme in turn. */
  color?: ChartColor
  /** Lines differ by dash as well as by colour. */
  dash?: 'solid' | 'dashed' | 'dotted'
  /** Written at its end instead of its name and last value. */
  end?: string
  /** Links to the lists behind the values, one per label. */
  to?: readonly (string | undefined)[]
}
/** A moment on the axis of labels that a line across the chart stands for: a deadline. */
export type Vertical = { at: number; label: string }

export interface LineChartProps extends ChartBase {
  series: readonly LineSeries[]
  /** Formats values; compact by default. */
  format?: (value: number) => string
  /** Formats the axis, if other than `format`. */
  ticks?: (value: number) => string
  min?: number
  max?: number
  /** A target, drawn as a pale dashed line. */
  target?: number
  /** Counts that stand as triangles on the axis, where there are any. */
  marks?: { label: string; values: readonly number[] } | undefined
  verticals?: readonly Vertical[]
}

const COLORS: readonly ChartColor[] = ['line', 'aprobado', 'reference', 'revision', 'tarde']
const DASHES = ['solid', 'dashed', 'dotted'] as const
const PATTERN = { solid: [], dashed: [6, 3], dotted: [2, 3] }
const LABEL_GAP = 13
const VERTICAL = [2, 3]

/** Keeps texts apart, and above the axis. */
function spread(marks: { y: number }[], bottom: number) {
  marks.sort((a, b) => a.y - b.y)
  marks.forEach((mark, i) => {
    const above = marks[i - 1]
    if (above && mark.y - above.y < LABEL_GAP) mark.y = above.y + LABEL_GAP
  })
  let limit = bottom
  for (const mark of marks.toReversed()) {
    mark.y = Math.min(mark.y, limit)
    limit = mark.y - LABEL_GAP
  }
}

type Ends = {
  write: (value: number) => string
  theme: ChartTheme
  marks: readonly number[]
  said: readonly string[]
  verticals: readonly Vertical[]
}
/**
 * Writes name and last value at the end of each line, instead of a legend, and draws what stands across the chart.
 * Chart.js plugins cannot be exchanged later, so the plugin is a constant and gets its texts as options.
 */
const ends: Plugin<'line', Ends> = {
  id: 'ends',
  afterDatasetsDraw: (chart, _, { write: format, theme, marks: counts, said, verticals }) => {
    const { ctx, data } = chart
    const marks = data.datasets.flatMap((set, i) => {
      const text = set.label && said[i]
      const last = set.data.findLastIndex((value) => value !== null)
      const point = chart.getDatasetMeta(i).data[last]
      return text && point ? [{ text, x: point.x, y: point.y }] : []
    })
    spread(marks, chart.chartArea.bottom)
    ctx.save()
    ctx.font = `500 10.5px ${theme.font}`
    ctx.fillStyle = theme.ink
    ctx.textBaseline = 'middle'
    const { x, y } = chart.scales
    const lines = x && y ? verticals.map(({ at, label }) => ({ label, middle: x.getPixelForValue(at) })) : []
    if (y)
      for (const { middle } of lines) {
        ctx.strokeStyle = theme.reference
        ctx.setLineDash(VERTICAL)
        ctx.beginPath()
        ctx.moveTo(middle, y.top)
        ctx.lineTo(middle, y.bottom)
        ctx.stroke()
      }
    ctx.setLineDash([])
    /** On a ground of its own, since lines run behind it. */
    const write = (text: string, at: number, height: number) => {
      ctx.strokeStyle = theme.surface
      ctx.lineWidth = 4
      ctx.strokeText(text, at, height)
      ctx.fillText(text, at, height)
    }
    for (const mark of marks) write(mark.text, mark.x + 8, mark.y)
    lines.forEach(({ label, middle }, i) => {
      if (!x || !y) return
      ctx.fillStyle = theme.muted
      ctx.font = `10.5px ${theme.font}`
      // On the side with more room, one under the other: deadlines follow each other closely.
      const before = middle > (x.left + x.right) / 2
      ctx.textAlign = before ? 'right' : 'left'
      write(label, middle + (before ? -4 : 4), y.top + 5 + i * LABEL_GAP)
    })
    counts.forEach((count, at) => {
      if (count === 0 || !x || !y) return
      const [middle, foot] = [x.getPixelForValue(at), y.bottom]
      ctx.fillStyle = theme.rechazado
      ctx.beginPath()
      ctx.moveTo(middle, foot - 9)
      ctx.lineTo(middle + 5, foot)
      ctx.lineTo(middle - 5, foot)
      ctx.fill()
      ctx.fillStyle = theme.ink
      ctx.textAlign = 'center'
      ctx.fillText(format(count), middle, foot - 17)
    })
    ctx.restore()
  },
}
const plugins = [ends as Plugin]
// The types of Chart.js only know its own plugins.
const withEnds = (options: ChartOptions, says: Ends) => ({ ...options, plugins: { ...options.plugins, ends: says } }) as ChartOptions

const endOf = ({ label, values, end }: LineSeries, write: (value: number) => string) =>
  end ?? `${label} ${write(values.findLast((value) => value !== null) ?? 0)}`

export const LineChart = ({
  title,
  note,
  height,
  labels,
  of = '',
  series,
  format,
  ticks,
  min,
  max,
  target,
  marks,
  verticals,
  onOpen,
  onExcel,
}: LineChartProps) => {
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
        // A point that opens its list is easy to hit.
        pointHitRadius: line.to && onOpen ? 9 : 1,
        // Otherwise a line at the upper edge would be cut in half.
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
    const said = series.map((line) => endOf(line, write))
    const longest = Math.max(0, ...said.map((text) => text.length))
    return {
      type: 'line' as const,
      // Chart.js does not accept the data of one chart type where it expects the union of all.
      data: { labels: [...labels], datasets } as ChartData,
      options: withEnds(
        {
          ...axes(theme, write, { ticks, min, max, end: longest * 6 + 12, last: true }),
          ...openOnClick(onOpen, (at, index) => series[at]?.to?.[index]),
        },
        { write, theme, marks: marks?.values ?? [], said, verticals: verticals ?? [] },
      ),
      plugins,
    }
  }, [theme, locale, labels, series, format, ticks, min, max, target, marks, verticals, onOpen])
  const write = format ?? ((value: number) => formatCompact(value, locale))
  return (
    <ChartFrame
      title={title}
      note={note}
      height={height}
      canvas={canvas}
      drawing={{
        kind: 'line',
        labels,
        series: series.map((line, i) => ({
          label: line.label,
          values: line.values,
          color: line.color ?? COLORS[i % COLORS.length] ?? 'line',
          dash: PATTERN[line.dash ?? DASHES[i % 3] ?? 'solid'],
          end: endOf(line, write),
        })),
        verticals,
        min,
        max,
        target,
        marks,
        write: ticks ?? write,
      }}
      onExcel={onExcel}
      table={{
        head: [of, ...series.map((line) => line.label), ...(marks ? [marks.label] : [])],
        rows: labels.map((label, i) => [
          label,
          ...series.map((line) => (line.values[i] == null ? '—' : { text: write(line.values[i]), to: line.to?.[i] })),
          ...(marks ? [write(marks.values[i] ?? 0)] : []),
        ]),
      }}
    />
  )
}
