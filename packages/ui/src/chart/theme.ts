import { useSyncExternalStore } from 'react'

/** Colours and font of the style sheet; read again when an attribute of <html> or the system's own colours change them. */
const NAMES = {
  line: '--chart-line',
  aprobado: '--chart-aprobado',
  revision: '--chart-revision',
  pendiente: '--chart-pendiente',
  rechazado: '--chart-rechazado',
  tarde: '--chart-tarde',
  reference: '--chart-reference',
  ink: '--fg-2',
  muted: '--muted',
  grid: '--line',
  surface: '--surface',
  font: '--font',
} as const

export type ChartColor = 'line' | 'aprobado' | 'revision' | 'pendiente' | 'rechazado' | 'tarde' | 'reference'
export type ChartTheme = Record<keyof typeof NAMES, string>

/** A canvas cannot resolve var() or color-mix(), so the browser resolves them on a temporary element. */
const read = (): ChartTheme => {
  const probe = document.createElement('span')
  // Under the system's own colours every colour of a text is one and the same, and a chart would be one area.
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  const values = Object.entries(NAMES).map(([name, variable]) => {
    if (name === 'font') return [name, getComputedStyle(document.documentElement).getPropertyValue(variable).trim()]
    probe.style.color = `var(${variable})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(values)
}

let current: ChartTheme | undefined
const subscribe = (tell: () => void) => {
  const again = () => {
    current = undefined
    tell()
  }
  const watch = new MutationObserver(again)
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', again)
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'data-accent', 'data-level'] })
  return () => {
    watch.disconnect()
    forced.removeEventListener('change', again)
  }
}
const snapshot = () => {
  current ??= read()
  return current
}

export const useChartTheme = () => useSyncExternalStore(subscribe, snapshot)
