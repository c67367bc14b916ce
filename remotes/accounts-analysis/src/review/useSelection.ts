import { useEffect, useRef, useState } from 'react'

/** Milliseconds: who goes on sooner has not stayed at an item that an address should lead to. */
const STAYED_FOR = 50

/**
 * The item in view. A key counts at once, however fast the next one follows; the address is written in a step of its own after it, and leads
 * again when it changes by itself (a link, the browser's back).
 */
export function useSelection(inAddress: number | undefined, write: (id: number | undefined) => void) {
  const [chosen, setChosen] = useState(inAddress)
  // What the address says, and what was written since: it comes back one after the other, or the last of it alone, when somebody may be further on already.
  const written = useRef([inAddress])
  const latest = useRef(write)
  latest.current = write
  useEffect(() => {
    const own = written.current.lastIndexOf(inAddress)
    if (own < 0) setChosen(inAddress)
    written.current = own < 0 ? [inAddress] : written.current.slice(own)
  }, [inAddress])
  useEffect(() => {
    if (chosen === written.current.at(-1)) return
    const timer = setTimeout(() => {
      written.current.push(chosen)
      latest.current(chosen)
    }, STAYED_FOR)
    return () => clearTimeout(timer)
  }, [chosen])
  return [chosen, setChosen] as const
}
