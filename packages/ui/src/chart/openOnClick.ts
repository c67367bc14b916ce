import type { ActiveElement, Chart, ChartEvent } from 'chart.js'

/** Chart options that open the link of a clicked part, with a pointer cursor over it. */
export const openOnClick = (onOpen: ((to: string) => void) | undefined, linkOf: (series: number, index: number) => string | undefined) => {
  if (!onOpen) return {}
  const under = (event: ChartEvent, chart: Chart) => {
    if (!event.native) return undefined
    const [part]: ActiveElement[] = chart.getElementsAtEventForMode(event.native, 'nearest', { intersect: true }, false)
    return part && linkOf(part.datasetIndex, part.index)
  }
  return {
    onHover: (event: ChartEvent, _: ActiveElement[], chart: Chart) => {
      chart.canvas.style.cursor = under(event, chart) ? 'pointer' : ''
    },
    onClick: (event: ChartEvent, _: ActiveElement[], chart: Chart) => {
      const to = under(event, chart)
      if (to) onOpen(to)
    },
  }
}
