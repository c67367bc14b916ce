import { useEffect, useRef } from 'react'

/** A new step of a page is read from its heading on. */
export function HeadingFocus({ step }: { step: string }) {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    document.querySelector<HTMLElement>('h1')?.focus()
    document.querySelector('main')?.scrollTo?.({ top: 0 })
  }, [step])
  return null
}
