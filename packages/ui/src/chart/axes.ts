import type { Chart, ChartOptions, Scale, ScaleOptions } from 'chart.js'
import type { ChartTheme } from './theme.ts'

type Axes = ChartOptions<'line' | 'bar'>

interface More {
  ticks?: (value: number) => string
  stacked?: boolean
  min?: number
  max?: number
  /** Room for words at the lines' ends. */
  end?: number
  /** The last label is the one in question: it is written, and from there back as many as fit. */
  last?: boolean
  /** Bars lie: the labels stand at the side. */
  horizontal?: boolean
}

type Place = { chart: Chart }
const narrow = (chart: Chart) => chart.width < 520
/** "Tesorería · Safra" takes two lines where there is little room. */
function inLines(this: Scale, _: string | number, index: number) {
  const label = String(this.chart.data.labels?.[index] ?? '')
  return narrow(this.chart) ? label.split(' · ') : label
}

const LABEL = 56
function fromTheLast(this: Scale, _: string | number, index: number, all: unknown[]) {
  // Not known before the first layout.
  const room = this.width || this.chart.width
  const step = Math.max(1, Math.ceil((all.length * LABEL) / room))
  return (all.length - 1 - index) % step === 0 ? String(this.chart.data.labels?.[index] ?? '') : ''
}

/** Three grid lines, small labels, no frame, nothing that moves. */
export const axes = (
  theme: ChartTheme,
  write: (value: number) => string,
  { ticks = write, stacked, min, max, end, last, horizontal }: More,
): Axes => {
  const font = { family: theme.font, size: 10.5 }
  const along = {
    stacked,
    grid: { display: false },
    border: { display: false },
    ticks: horizontal
      ? {
          color: theme.ink,
          font: (place: Place) => ({ family: theme.font, size: narrow(place.chart) ? 10.5 : 12 }),
          autoSkip: false,
          callback: inLines,
        }
      : { color: theme.muted, font, maxRotation: 0, ...(last ? { autoSkip: false, callback: fromTheLast } : { autoSkipPadding: 16 }) },
  }
  const up = {
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
    // The library types a scale by the chart it is in.
    scales: (horizontal ? { x: up, y: along } : { x: along, y: up }) as Record<'x' | 'y', ScaleOptions<'linear'>> as Axes['scales'],
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
