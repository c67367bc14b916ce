import { useEffect, useId, useSyncExternalStore } from 'react'

const open = new Set<string>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const hasUnsavedWork = () => open.size > 0

/** For the shell's one navigation guard: true while any form of the page holds unsaved work. */
export const useUnsavedWork = () => useSyncExternalStore(subscribe, hasUnsavedWork, hasUnsavedWork)

/** Warns before the tab is closed, and tells the shell's guard, while `dirty`. */
export const useUnsavedWarning = (dirty: boolean) => {
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    open.add(id)
    tell()
    addEventListener('beforeunload', warn)
    return () => {
      open.delete(id)
      tell()
      removeEventListener('beforeunload', warn)
    }
  }, [dirty, id])
}
