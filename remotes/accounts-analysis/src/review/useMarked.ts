import { useCallback, useEffect, useState } from 'react'

const NOTHING: ReadonlySet<number> = new Set()

/** What is marked for one decision on many; another list begins with nothing. */
export function useMarked(list: readonly unknown[]) {
  const [marked, setMarked] = useState(NOTHING)
  useEffect(() => setMarked(NOTHING), [list])
  const mark = useCallback(
    (ids: readonly number[], on: boolean) =>
      setMarked((before) => {
        const next = new Set(before)
        for (const id of ids) on ? next.add(id) : next.delete(id)
        return next
      }),
    [],
  )
  return { marked, mark }
}
