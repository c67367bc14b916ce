import { useEffect, useState } from 'react'

const WIDE = '(min-width: 1024px)'
/** Whether a list and what is opened from it stand side by side, as in the style sheets. */
export function useWide() {
  const [wide, setWide] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? true)
  useEffect(() => {
    const query = globalThis.matchMedia?.(WIDE)
    const look = () => setWide(query.matches)
    query?.addEventListener('change', look)
    return () => query?.removeEventListener('change', look)
  }, [])
  return wide
}
