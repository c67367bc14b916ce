import { createContext, use, useEffect, useId } from 'react'

const open = new Set<string>()
/** For the shell's navigation guard: whether a form of the page has unsaved changes. */
export const hasUnsavedWork = () => open.size > 0

/** The unsaved forms in a drawer or dialog, which would be lost with it. */
export const UnsavedInside = createContext<Set<string> | undefined>(undefined)

/** While `dirty`, the browser warns before the tab is closed and the shell's guard asks before leaving, as a drawer or dialog does before it closes. */
export const useUnsavedWarning = (dirty: boolean) => {
  const id = useId()
  const inside = use(UnsavedInside)
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    open.add(id)
    inside?.add(id)
    addEventListener('beforeunload', warn)
    return () => {
      open.delete(id)
      inside?.delete(id)
      removeEventListener('beforeunload', warn)
    }
  }, [dirty, id, inside])
}
