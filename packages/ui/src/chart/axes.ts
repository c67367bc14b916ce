import type { ChartOptions } from 'chart.js'
import type { ChartTheme } from './theme.ts'

type Axes = ChartOptions<'line' | 'bar'>

/** Three grid lines, small labels, no frame, nothing that moves. */
export const axes = (
  theme: ChartTheme,
  write: (value: number) => string,
  more: { stacked?: boolean; min?: number; max?: number; end?: number },
): Axes => {
  const font = { family: theme.font, size: 10.5 }
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    layout: { padding: { top: 8, right: more.end ?? 4 } },
    scales: {
      x: {
        stacked: more.stacked,
        grid: { display: false },
        border: { display: false },
        ticks: { color: theme.muted, font, maxRotation: 0, autoSkipPadding: 16 },
      },
      y: {
        stacked: more.stacked,
        min: more.min,
        max: more.max,
        border: { display: false },
        grid: { color: theme.grid },
        ticks: { color: theme.muted, font, maxTicksLimit: 3, callback: (value) => write(Number(value)) },
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: theme.ink,
        titleColor: theme.surface,
        bodyColor: theme.surface,
        titleFont: { family: theme.font, size: 12 },
        bodyFont: { family: theme.font, size: 12 },
        cornerRadius: 6,
        boxPadding: 4,
        callbacks: { label: (item) => ` ${item.dataset.label}: ${write(item.parsed.y ?? 0)}` },
      },
    },
  }
}
