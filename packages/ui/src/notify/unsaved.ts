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

/** For the shell's navigation guard: true while a form of the page has unsaved changes. */
export const useUnsavedWork = () => useSyncExternalStore(subscribe, hasUnsavedWork, hasUnsavedWork)

/** While `dirty`, the browser warns before the tab is closed and the shell's guard asks before leaving. */
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
