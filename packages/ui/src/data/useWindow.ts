import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** From here on only the rows in view are in the page. */
export const WINDOW_FROM = 300
/** Rows drawn beyond the view, so that none is missing while it is scrolled: more where it goes, and few after a leap, which would wait. */
const AHEAD = 10
const BEHIND = 2
/** Milliseconds within which a second leap makes the rows fly, and without another one until they rest. */
const PAUSE = 100

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
  /** As when the thumb is dragged: frame after frame none of the rows stays. They are drawn as text then, and whole as soon as they rest. */
  flies: boolean
}

/** Columns as wide as they are, whatever their cells hold. @returns what gives them back their own widths */
const holdWidths = (table: HTMLTableElement) => {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])]
  const widths = cells.map((cell) => cell.getBoundingClientRect().width)
  // Over their own `inline-size`, which stays as it is.
  for (const [at, cell] of cells.entries()) cell.style.width = `${widths[at]}px`
  table.style.tableLayout = 'fixed'
  return () => {
    for (const cell of cells) cell.style.width = ''
    table.style.tableLayout = ''
  }
}

/**
 * Rows in view of `count`: from `first` up to `end`, each `height` pixels high. `start` is the element at which they begin. Unless they
 * `mayFly` they never do, and on a phone, in two lines, neither.
 */
export const useWindow = (start: RefObject<HTMLElement | null>, count: number, mayFly: boolean): View => {
  const [view, setView] = useState<View>({ first: 0, end: 0, height: 36, flies: false })
  useLayoutEffect(() => {
    const element = start.current
    const table = element?.closest('table')
    if (!element || !table) return
    const parent = scrollParent(element)
    let last = 0
    let now: View | undefined
    let pause: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    let releaseWidths: (() => void) | undefined
    const look = () => {
      const { height, margin } = placeOf(element, parent)
      const up = parent.scrollTop < last
      last = parent.scrollTop
      const top = Math.floor((last - margin) / height)
      const bottom = Math.ceil((last - margin + (parent.clientHeight || 800)) / height)
      const leap = now !== undefined && (bottom < now.first || top > now.end)
      if (leap && mayFly) fly()
      const first = Math.min(Math.max(0, top - (up && !leap ? AHEAD : BEHIND)), Math.max(0, count - 1))
      const end = Math.min(count, Math.max(first, bottom + (up || leap ? BEHIND : AHEAD)))
      const flies = releaseWidths !== undefined
      if (now?.first === first && now.end === end && now.height === height && now.flies === flies) return
      now = { first, end, height, flies }
      setView(now)
    }
    const stayUp = () => {
      clearTimeout(pause)
      cancelAnimationFrame(frame)
    }
    // The first leap may be the only one, as by the key End.
    const fly = () => {
      if (pause !== undefined && getComputedStyle(table).display === 'table') releaseWidths ??= holdWidths(table)
      stayUp()
      // In a frame, before which a leap that waits is told: where frames take long, the pause may end between two.
      pause = setTimeout(() => {
        frame = requestAnimationFrame(land)
      }, PAUSE)
    }
    const land = () => {
      pause = undefined
      releaseWidths?.()
      releaseWidths = undefined
      flushSync(look)
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
      stayUp()
      releaseWidths?.()
    }
  }, [start, count, mayFly])
  // Fewer rows than before, and not looked at again yet.
  return { ...view, first: Math.min(view.first, count), end: Math.min(view.end, count) }
}
