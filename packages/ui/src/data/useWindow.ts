import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** From here on only the rows in view are in the page. */
export const WINDOW_FROM = 300
/** Rows drawn beyond the view, so that none is missing while it is scrolled: more where it goes, and few after a leap, which would wait. */
const AHEAD = 10
const BEHIND = 2

const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
const scrollParent = (from: HTMLElement) => {
  let element: HTMLElement | null = from
  while (element && !scrolls(element)) element = element.parentElement
  return element ?? document.documentElement
}

/** Pixels: the height that all rows have, and how far down in what scrolls, the frame or the page, they begin. */
const placeOf = (start: HTMLElement, parent: HTMLElement) => {
  // The page's own element moves with what it scrolls.
  const edge = parent === document.documentElement ? 0 : parent.getBoundingClientRect().top
  // As drawn, in two lines on a phone; before any is, as planned.
  const row = start.nextElementSibling?.hasAttribute('aria-rowindex') ? start.nextElementSibling.getBoundingClientRect().height : 0
  return {
    height: row || Number.parseFloat(getComputedStyle(start).getPropertyValue('--row')) || 36,
    margin: start.getBoundingClientRect().top - edge + parent.scrollTop,
  }
}

/** Scrolls as far as it takes to see the row whole, below the header that sticks. */
export const revealRow = (start: HTMLElement | null, index: number) => {
  const table = start?.closest('table')
  if (!start || !table) return
  const parent = scrollParent(start)
  const { height, margin } = placeOf(start, parent)
  const header = start.getBoundingClientRect().top - table.getBoundingClientRect().top
  const top = margin + index * height
  if (parent.scrollTop > top - header) parent.scrollTop = top - header
  else if (parent.scrollTop < top + height - parent.clientHeight) parent.scrollTop = top + height - parent.clientHeight
}

interface View {
  first: number
  end: number
  height: number
}

/** Rows in view of `count`: from `first` up to `end`. `start` is the element at which they begin. */
export const useWindow = (start: RefObject<HTMLElement | null>, count: number): View => {
  const [view, setView] = useState<View>({ first: 0, end: 0, height: 36 })
  useLayoutEffect(() => {
    const element = start.current
    if (!element) return
    const parent = scrollParent(element)
    let last = 0
    const look = () => {
      const { height, margin } = placeOf(element, parent)
      const up = parent.scrollTop < last
      last = parent.scrollTop
      const top = Math.floor((last - margin) / height)
      const bottom = Math.ceil((last - margin + (parent.clientHeight || 800)) / height)
      setView((before) => {
        const leap = bottom < before.first || top > before.end
        const first = Math.min(Math.max(0, top - (up && !leap ? AHEAD : BEHIND)), Math.max(0, count - 1))
        const end = Math.min(count, Math.max(first, bottom + (up || leap ? BEHIND : AHEAD)))
        return before.first === first && before.end === end && before.height === height ? before : { first, end, height }
      })
    }
    look()
    // In the frame that is scrolled, not in the one after it, which would show where rows are missing.
    const follow = () => flushSync(look)
    const source = parent === document.documentElement ? window : parent
    source.addEventListener('scroll', follow, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(parent)
    return () => {
      source.removeEventListener('scroll', follow)
      resized.disconnect()
    }
  }, [start, count])
  // Fewer rows than before, and not looked at again yet.
  return { ...view, first: Math.min(view.first, count), end: Math.min(view.end, count) }
}
