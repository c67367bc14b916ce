import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** From here on only the rows in view are in the page. */
export const WINDOW_FROM = 300

const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
const scrollParent = (from: HTMLElement | null) => {
  let element: HTMLElement | null = from
  while (element && !scrolls(element)) element = element.parentElement
  return element ?? document.documentElement
}

/** Rows in view, with the space above and below them, measured against whatever scrolls: the frame or the page. */
export const useWindow = (frame: RefObject<HTMLElement | null>, count: number) => {
  const on = count > WINDOW_FROM
  const [place, setPlace] = useState({ height: 36, margin: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || !on) return
    const parent = scrollParent(element)
    const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 36
    const margin = parent === element ? 0 : element.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop
    setPlace((before) => (before.height === height && before.margin === margin ? before : { height, margin }))
  }, [frame, on])

  const virtual = useVirtualizer({
    count: on ? count : 0,
    enabled: on,
    getScrollElement: () => scrollParent(frame.current),
    estimateSize: () => place.height,
    scrollMargin: place.margin,
    overscan: 12,
    initialRect: { width: 0, height: 800 },
  })
  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const reveal = useCallback((index: number) => virtual.scrollToIndex(index), [virtual])
  return {
    on,
    indexes: items.map((item) => item.index),
    before: first ? first.start - place.margin : 0,
    after: last ? virtual.getTotalSize() - (last.end - place.margin) : 0,
    reveal,
  }
}
