import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** The value once typing has paused; values are compared by content. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const content = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(content) as T), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [content])
  return settled
}
