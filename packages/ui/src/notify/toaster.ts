import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'danger'

interface ToastOptions {
  title: ReactNode
  description?: ReactNode
  /** 'success' by default */
  kind?: ToastKind
  /** Milliseconds: 2500 by default, 3000 for notifications, 6000 with an action; 0 stays until dismissed. */
  duration?: number
  action?: { label: string; onClick: () => void }
}
export interface ToastEntry extends ToastOptions {
  id: number
  kind: ToastKind
  duration: number
  leaving?: boolean
}

/** Duration of the leave transition plus a margin. */
const REMOVAL_MS = 150 + 50
const ACTION_DURATION_MS = 6000

let entries: readonly ToastEntry[] = []
let last = 0
const listeners = new Set<() => void>()
const publish = (next: readonly ToastEntry[]) => {
  entries = next
  for (const tell of listeners) tell()
}

const dismiss = (id: number) => {
  if (!entries.some((entry) => entry.id === id && !entry.leaving)) return
  publish(entries.map((entry) => (entry.id === id ? { ...entry, leaving: true } : entry)))
  setTimeout(() => publish(entries.filter((entry) => entry.id !== id)), REMOVAL_MS)
}

const show = (options: ToastOptions) => {
  const id = ++last
  const duration = options.duration ?? (options.action ? ACTION_DURATION_MS : 2500)
  // At most four are shown: a new one replaces the oldest.
  publish([...entries.slice(-3), { kind: 'success', ...options, id, duration }])
  return id
}

/** One queue for the whole page, callable from outside React. */
export const toaster = {
  show,
  dismiss,
  clear: () => publish([]),
  subscribe: (tell: () => void) => {
    listeners.add(tell)
    return () => {
      listeners.delete(tell)
    }
  },
  read: () => entries,
}

type Rest = Omit<ToastOptions, 'title' | 'kind'>
const of = (kind: ToastKind) => (title: ReactNode, rest?: Rest) => show({ ...rest, title, kind })

/** notify.success('Análisis aprobado', { description, action }) */
export const notify = {
  success: of('success'),
  info: (title: ReactNode, rest?: Rest) => show({ duration: 3000, ...rest, title, kind: 'info' }),
  warning: (title: ReactNode, rest?: Rest) => show({ duration: 3000, ...rest, title, kind: 'warning' }),
  danger: (title: ReactNode, rest?: Rest) => show({ duration: 6000, ...rest, title, kind: 'danger' }),
}
