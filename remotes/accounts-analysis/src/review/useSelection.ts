import { useEffect, useRef, useState } from 'react'

/** Milliseconds: who goes on sooner has not stayed at an item that an address should lead to. */
const STAYED_FOR = 50

/**
 * The item in view. A key counts at once, however fast the next one follows; the address is written in a step of its own after it, and leads
 * again when it changes by itself (a link, the browser's back).
 */
export function useSelection(inAddress: number | undefined, write: (id: number | undefined) => void) {
  const [chosen, setChosen] = useState(inAddress)
  const written = useRef(inAddress)
  const latest = useRef(write)
  latest.current = write
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setChosen(inAddress)
  }, [inAddress])
  useEffect(() => {
    if (chosen === written.current) return
    const timer = setTimeout(() => {
      written.current = chosen
      latest.current(chosen)
    }, STAYED_FOR)
    return () => clearTimeout(timer)
  }, [chosen])
  return [chosen, setChosen] as const
}
