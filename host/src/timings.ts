import { type PAGE_TIMINGS, sendTimings } from '@cuadre/api/session'
import { call } from '@cuadre/shell'
import { onCLS, onINP, onLCP } from 'web-vitals'

type Timing = { nombre: (typeof PAGE_TIMINGS)[number]; seccion: string; valor: number }
const MAX_SENT = 50
const waiting: Timing[] = []

/** Where the window began: the main content is that of this page, wherever its person has gone since. */
const begun = () => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname

const keep = ({ name, value }: { name: string; value: number }) => {
  const [section] = /^\/[a-z-]{1,40}/.exec(name === 'LCP' ? begun() : location.pathname) ?? []
  const metric = name as Timing['nombre']
  if (section) waiting.push({ nombre: metric, seccion: section, valor: metric === 'CLS' ? value : value / 1000 })
}

/** Measures how quick the pages are that this window opens, and tells the server whenever the window is put aside. Nobody is told if that fails. */
export function measurePages() {
  onLCP(keep)
  onINP(keep)
  onCLS(keep)
  // Asked for after the library's own listeners, which measure at the same moment.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || waiting.length === 0) return
    const medidas = waiting.splice(0).slice(-MAX_SENT)
    void call(sendTimings, { body: { medidas } }).catch(() => {})
  })
}
