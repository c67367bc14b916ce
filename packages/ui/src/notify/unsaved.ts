import { useEffect, useId } from 'react'

const open = new Set<string>()
/** For the shell's navigation guard: whether a form of the page has unsaved changes. */
export const hasUnsavedWork = () => open.size > 0

/** While `dirty`, the browser warns before the tab is closed and the shell's guard asks before leaving. */
export const useUnsavedWarning = (dirty: boolean) => {
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    open.add(id)
    addEventListener('beforeunload', warn)
    return () => {
      open.delete(id)
      removeEventListener('beforeunload', warn)
    }
  }, [dirty, id])
}
