import { useEffect, useRef } from 'react'

const DRAFT_PREFIX = 'cuadre:borrador:'
/** The database of stashed files (decision 034). */
const FILES_DATABASE = 'cuadre:archivos'
/** The folder of the browser's private file system for downloads in progress (`streamDownload.ts`). */
export const DOWNLOADS = 'descargas'
const OWNER_KEY = 'cuadre:borradores-de'

const drafts = new EventTarget()
/** Asks the forms on the page to store what was typed in this tab, before the session ends or the page reloads. */
export const saveDrafts = () => drafts.dispatchEvent(new Event('save'))
/** @returns the function that unsubscribes */
export function onSaveDrafts(save: () => void): () => void {
  drafts.addEventListener('save', save)
  return () => drafts.removeEventListener('save', save)
}

/**
 * What is written outside a `Form` comes back after a session that ended meanwhile: `keep` answers it (as JSON; undefined where nothing is unsaved), and
 * `giveBack` gets it once, where the page is opened again in this tab.
 */
export function useKept<Value>(name: string, keep: () => Value | undefined, giveBack: (value: Value) => void) {
  const latest = useRef({ keep, giveBack })
  latest.current = { keep, giveBack }
  useEffect(() => {
    const key = `${DRAFT_PREFIX}${location.pathname}:${name}`
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (kept !== null) latest.current.giveBack(JSON.parse(kept))
    return onSaveDrafts(() => {
      const value = latest.current.keep()
      if (value !== undefined) sessionStorage.setItem(key, JSON.stringify(value))
    })
  }, [name])
}

/** Drafts are only restored for the user who typed them: those of another user are deleted. `owner` is the subject at the provider. */
export function claimDrafts(owner: string) {
  const before = sessionStorage.getItem(OWNER_KEY)
  if (before !== null && before !== owner) {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key)
    globalThis.indexedDB?.deleteDatabase(FILES_DATABASE)
    const removed = navigator.storage?.getDirectory?.().then((root) => root.removeEntry(DOWNLOADS, { recursive: true }))
    void removed?.catch(() => undefined)
  }
  sessionStorage.setItem(OWNER_KEY, owner)
}
