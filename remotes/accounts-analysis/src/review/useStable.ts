import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every render, which does what the newest one says; for what is drawn again only when it changes. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
