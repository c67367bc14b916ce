import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'danger'

export interface ToastOptions {
  title: ReactNode
  description?: ReactNode
  /** success unless told */
  kind?: ToastKind
  /** Milliseconds; 2500 for toasts, 3000 for notifications, 0 stays. An action waits longer. */
  duration?: number
  action?: { label: string; onClick: () => void }
}
export interface ToastEntry extends ToastOptions {
  id: number
  kind: ToastKind
  duration: number
  leaving?: boolean
}

/** Time of the leaving transition plus the delay after it. */
const REMOVAL = 150 + 50
const WITH_ACTION = 6000

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
  setTimeout(() => publish(entries.filter((entry) => entry.id !== id)), REMOVAL)
}

const show = (options: ToastOptions) => {
  const id = ++last
  const duration = options.duration ?? (options.action ? WITH_ACTION : 2500)
  // Four at a time: the oldest gives way.
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
