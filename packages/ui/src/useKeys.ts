import { useEffect, useRef } from 'react'
import { useUi } from './uiContext.ts'

/** Where typing means text, or where another part of the page has the keys. */
const TAKEN = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"]'

interface KeyPress {
  run: () => void
  /** Held down it goes on. */
  repeats?: boolean
}

/** Single keys of the page. They pause in fields, menus and dialogs, and can be switched off (WCAG 2.1.4). */
export function useKeys(keys: Record<string, KeyPress | (() => void) | undefined>) {
  const { shortcuts } = useUi()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!shortcuts) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TAKEN)) return
      if (document.querySelector('[aria-modal="true"]')) return
      const found = latest.current[event.key.toLowerCase()]
      if (!found) return
      const { run, repeats } = typeof found === 'function' ? { run: found, repeats: false } : found
      event.preventDefault()
      if (!event.repeat || repeats) run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [shortcuts])
  return shortcuts
}
