import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Whether a table has turned out wider than its frame with all its columns, as with long names or amounts in several currencies; until the frame is
 * wider again those are left out that only a roomy table has.
 * @param full whether all are shown
 * @param rows what is in it: others may be wider
 */
export const useCrowded = (frame: RefObject<HTMLElement | null>, full: boolean, rows: unknown) => {
  /** The width that was not enough, in pixels; 0: none yet. */
  const [width, setWidth] = useState(0)
  // Before painting: no column comes and goes.
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.firstElementChild as HTMLElement | null
    if (full && element && table && table.offsetWidth > element.clientWidth + 1) setWidth(element.clientWidth)
  }, [frame, full, rows])
  useEffect(() => {
    const element = frame.current
    if (!element || width === 0 || typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(() => element.clientWidth > width && setWidth(0))
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame, width])
  return width > 0
}
