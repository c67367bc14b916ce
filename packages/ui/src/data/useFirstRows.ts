import { startTransition, useEffect, useState } from 'react'

/** Of the densest row: more are drawn than are in view rather than fewer. */
const ROW_PX = 28
/** A busy page draws the rest all the same. */
const LATEST_MS = 300
const whenIdle =
  typeof requestIdleCallback === 'function'
    ? (draw: () => void) => {
        const id = requestIdleCallback(draw, { timeout: LATEST_MS })
        return () => cancelIdleCallback(id)
      }
    : (draw: () => void) => {
        const id = setTimeout(draw, LATEST_MS)
        return () => clearTimeout(id)
      }

/** How many of `count` rows are drawn: at first those that the window has room for, so that they are seen at once, and all when there is time. */
export const useFirstRows = (count: number) => {
  const [room] = useState(() => Math.ceil(window.innerHeight / ROW_PX))
  const [whole, setWhole] = useState(false)
  const waits = !whole && count > room
  useEffect(() => (waits ? whenIdle(() => startTransition(() => setWhole(true))) : undefined), [waits])
  return waits ? room : count
}
