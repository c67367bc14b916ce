import type { Chart, ChartOptions, Scale, ScaleOptions } from 'chart.js'
import type { ChartTheme } from './theme.ts'

type Axes = ChartOptions<'line' | 'bar'>

interface AxisOptions {
  ticks?: (value: number) => string
  stacked?: boolean
  min?: number
  max?: number
  /** Pixels on the right for the labels at the lines' ends. */
  end?: number
  /** Always writes the last label, and of the others as many as fit. */
  last?: boolean
  /** Horizontal bars: the labels are on the left. */
  horizontal?: boolean
}

type FontContext = { chart: Chart }
const narrow = (chart: Chart) => chart.width < 640
/** In a narrow chart, or where it would take more than half of it, "Tesorería · Safra" is written in two lines. */
function wrappedLabel(this: Scale, _: string | number, index: number) {
  const label = String(this.chart.data.labels?.[index] ?? '')
  // Its letters are larger than those of a narrow one.
  const fits = !narrow(this.chart) && shortened(label, this.chart.width * (10.5 / 12)) === label
  return fits ? label : label.split(' · ').map((line) => shortened(line, this.chart.width))
}
/** Pixels of a character of the labels, about. */
const CHARACTER = 5.6
/** Labels take half of a chart at most: what is longer ends in dots, as its beginning tells more than its end. */
export function shortened(line: string, chartWidth: number): string {
  const room = Math.floor(chartWidth / 2 / CHARACTER)
  return line.length > room ? `${line.slice(0, room - 1).trimEnd()}…` : line
}

const LABEL_WIDTH = 56
function everyNthFromTheEnd(this: Scale, _: string | number, index: number, all: unknown[]) {
  // The width is 0 before the first layout.
  const room = this.width || this.chart.width
  const step = Math.max(1, Math.ceil((all.length * LABEL_WIDTH) / room))
  return (all.length - 1 - index) % step === 0 ? String(this.chart.data.labels?.[index] ?? '') : ''
}

/** Three grid lines, small labels, no border, no animation. */
export const axes = (
  theme: ChartTheme,
  write: (value: number) => string,
  { ticks = write, stacked, min, max, end, last, horizontal }: AxisOptions,
): Axes => {
  const font = { family: theme.font, size: 10.5 }
  const categoryAxis = {
    stacked,
    grid: { display: false },
    border: { display: false },
    ticks: horizontal
      ? {
          color: theme.ink,
          font: (context: FontContext) => ({ family: theme.font, size: narrow(context.chart) ? 10.5 : 12 }),
          autoSkip: false,
          callback: wrappedLabel,
        }
      : {
          color: theme.muted,
          font,
          maxRotation: 0,
          ...(last ? { autoSkip: false, callback: everyNthFromTheEnd } : { autoSkipPadding: 16 }),
        },
  }
  const valueAxis = {
    stacked,
    min,
    max,
    border: { display: false },
    grid: { color: theme.grid },
    ticks: { color: theme.muted, font, maxTicksLimit: horizontal ? 5 : 3, callback: (value: string | number) => ticks(Number(value)) },
  }
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    indexAxis: horizontal ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: horizontal ? 'y' : 'x' },
    layout: { padding: { top: horizontal ? 0 : 8, right: end ?? 4 } },
    // Chart.js types scales per chart type; this options object serves two.
    scales: (horizontal ? { x: valueAxis, y: categoryAxis } : { x: categoryAxis, y: valueAxis }) as Record<
      'x' | 'y',
      ScaleOptions<'linear'>
    > as Axes['scales'],
    plugins: {
      tooltip: {
        ...tooltip(theme),
        callbacks: { label: (item) => ` ${item.dataset.label}: ${write((horizontal ? item.parsed.x : item.parsed.y) ?? 0)}` },
      },
    },
  }
}

export const tooltip = (theme: ChartTheme) => ({
  backgroundColor: theme.ink,
  titleColor: theme.surface,
  bodyColor: theme.surface,
  titleFont: { family: theme.font, size: 12 },
  bodyFont: { family: theme.font, size: 12 },
  cornerRadius: 6,
  boxPadding: 4,
})
