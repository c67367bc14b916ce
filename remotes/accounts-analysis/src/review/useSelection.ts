import { useEffect, useRef, useState } from 'react'

/**
 * The item in view. A key counts at once, however fast the next one follows; the address is written after it, and leads again
 * when it changes by itself (a link, the browser's back).
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
    written.current = chosen
    latest.current(chosen)
  }, [chosen])
  return [chosen, setChosen] as const
}
