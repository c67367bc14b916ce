import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * `wide`: the table is wider than its frame, which then scrolls horizontally (and the header no longer sticks to the
 * page). `scrolls`: some content is out of view, so the frame must be focusable if nothing inside it is.
 */
export const useFit = (frame: RefObject<HTMLElement | null>) => {
  const [fit, setFit] = useState({ wide: false, scrolls: false })
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.firstElementChild as HTMLElement | null
    if (!element || !table || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const wide = table.offsetWidth > element.clientWidth + 1
      const tall = getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight
      setFit((before) => (before.wide === wide && before.scrolls === (wide || tall) ? before : { wide, scrolls: wide || tall }))
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    watch.observe(table)
    return () => watch.disconnect()
  }, [frame])
  return fit
}
