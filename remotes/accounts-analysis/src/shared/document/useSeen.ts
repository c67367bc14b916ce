import { type RefObject, useEffect, useRef } from 'react'
import { type Document, isAnnex, markSeen } from './documents.ts'

/** Milliseconds in view after which a document counts as seen. */
const IN_VIEW_MS = 2_000
/** It is looked at this often: what passes by in between has not been in view all the time. */
const LOOKS = 4

/**
 * Tells the server that a document was seen: when it has been in view for two seconds, was scrolled, or is shown large (decisions §13).
 * `ready`: there is something to see of it.
 */
export function useSeen(element: RefObject<HTMLElement | null>, document: Document | undefined, ready: boolean, large: boolean) {
  const told = useRef(new Set<string>())
  const key = document && `${isAnnex(document) ? 'annex' : 'file'} ${document.ID}`
  useEffect(() => {
    const shown = element.current
    if (!document || !key || !ready || !shown || told.current.has(key)) return
    const tell = () => {
      if (told.current.has(key)) return
      told.current.add(key)
      // What was not recorded is told again the next time that it is in view.
      markSeen(document).catch(() => told.current.delete(key))
    }
    if (large) return tell()
    let seen = 0
    const look = () => {
      const { top, bottom } = shown.getBoundingClientRect()
      const inView = globalThis.document.visibilityState === 'visible' && bottom >= 0 && top <= innerHeight
      seen = inView ? seen + 1 : 0
      if (seen === LOOKS) tell()
    }
    const timer = setInterval(look, IN_VIEW_MS / LOOKS)
    shown.addEventListener('scroll', tell, { capture: true, once: true })
    return () => {
      clearInterval(timer)
      shown.removeEventListener('scroll', tell, { capture: true })
    }
  }, [key, ready, large])
}
