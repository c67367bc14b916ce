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

/** Where the rows of a frame lie in what scrolls, the frame or the page: all of one height, from `margin` on. Pixels. */
const placeOf = (frame: HTMLElement, parent: HTMLElement) => ({
  height: Number.parseFloat(getComputedStyle(frame).getPropertyValue('--row')) || 36,
  margin: parent === frame ? 0 : frame.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop,
})

/** Scrolls as far as it takes to see the row. */
export const revealRow = (frame: HTMLElement | null, index: number) => {
  if (!frame) return
  const parent = scrollParent(frame)
  const { height, margin } = placeOf(frame, parent)
  const above = margin + index * height
  const below = above + height - parent.clientHeight
  if (parent.scrollTop > above) parent.scrollTop = above
  else if (parent.scrollTop < below) parent.scrollTop = below
}

interface View {
  first: number
  end: number
  height: number
}

/** Rows in view of `count`: from `first` up to `end`. */
export const useWindow = (frame: RefObject<HTMLElement | null>, count: number): View => {
  const [view, setView] = useState<View>({ first: 0, end: 0, height: 36 })
  useLayoutEffect(() => {
    const element = frame.current
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
  }, [frame, count])
  // Fewer rows than before, and not looked at again yet.
  return { ...view, first: Math.min(view.first, count), end: Math.min(view.end, count) }
}
