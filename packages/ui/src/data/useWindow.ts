import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** From this number of rows on, only those in view are rendered. */
export const MIN_ROWS_FOR_WINDOWING = 300
/** Rows rendered beyond the view: more in the direction of scrolling, few after a jump, which should be quick. */
const OVERSCAN_AHEAD = 10
const OVERSCAN_BEHIND = 2
/** A second jump within this time counts as fast scrolling, which ends after the same time without a jump. */
const SETTLE_MS = 100

const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
const scrollParent = (from: HTMLElement) => {
  let element: HTMLElement | null = from
  while (element && !scrolls(element)) element = element.parentElement
  return element ?? document.documentElement
}

/** In pixels: the height of a row, and the offset of the first row inside the scrolled element. */
const measureRows = (start: HTMLElement, parent: HTMLElement) => {
  // The root element scrolls with its content, so its top is not the edge of the view.
  const edge = parent === document.documentElement ? 0 : parent.getBoundingClientRect().top
  // Measured on a rendered row, which has two lines on a phone; without one, the height of the style sheet.
  const row = start.nextElementSibling?.hasAttribute('aria-rowindex') ? start.nextElementSibling.getBoundingClientRect().height : 0
  return {
    height: row || Number.parseFloat(getComputedStyle(start).getPropertyValue('--row')) || 36,
    margin: start.getBoundingClientRect().top - edge + parent.scrollTop,
  }
}

/** Scrolls until the row is in view, below the sticky header. */
export const revealRow = (start: HTMLElement | null, index: number) => {
  const table = start?.closest('table')
  if (!start || !table) return
  const parent = scrollParent(start)
  const { height, margin } = measureRows(start, parent)
  const header = start.getBoundingClientRect().top - table.getBoundingClientRect().top
  const top = margin + index * height
  if (parent.scrollTop > top - header) parent.scrollTop = top - header
  else if (parent.scrollTop < top + height - parent.clientHeight) parent.scrollTop = top + height - parent.clientHeight
}

interface View {
  first: number
  end: number
  height: number
  /** True while the user jumps from screen to screen, for example by dragging the scroll bar: rows are then rendered as text only. */
  scrollingFast: boolean
}

/** Fixes the current column widths, so that other cell contents do not change them. @returns the function that releases them */
const freezeColumnWidths = (table: HTMLTableElement) => {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])]
  const widths = cells.map((cell) => cell.getBoundingClientRect().width)
  // `width` overrides their `inline-size`, which can stay.
  for (const [at, cell] of cells.entries()) cell.style.width = `${widths[at]}px`
  table.style.tableLayout = 'fixed'
  return () => {
    for (const cell of cells) cell.style.width = ''
    table.style.tableLayout = ''
  }
}

/**
 * Which of `count` rows are in view: from `first` to before `end`, each `height` pixels high. `start` is the element before the first row.
 * `scrollingFast` is never true without `textOnlyWhileScrolling`, nor on a phone, where rows have two lines.
 */
export const useWindow = (start: RefObject<HTMLElement | null>, count: number, textOnlyWhileScrolling: boolean): View => {
  const [view, setView] = useState<View>({ first: 0, end: 0, height: 36, scrollingFast: false })
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
    const update = () => {
      const { height, margin } = measureRows(element, parent)
      const up = parent.scrollTop < last
      last = parent.scrollTop
      const top = Math.floor((last - margin) / height)
      const bottom = Math.ceil((last - margin + (parent.clientHeight || 800)) / height)
      const leap = now !== undefined && (bottom < now.first || top > now.end)
      if (leap && textOnlyWhileScrolling) startFastScroll()
      const first = Math.min(Math.max(0, top - (up && !leap ? OVERSCAN_AHEAD : OVERSCAN_BEHIND)), Math.max(0, count - 1))
      const end = Math.min(count, Math.max(first, bottom + (up || leap ? OVERSCAN_BEHIND : OVERSCAN_AHEAD)))
      const scrollingFast = releaseWidths !== undefined
      if (now?.first === first && now.end === end && now.height === height && now.scrollingFast === scrollingFast) return
      now = { first, end, height, scrollingFast }
      setView(now)
    }
    const cancelPendingEnd = () => {
      clearTimeout(pause)
      cancelAnimationFrame(frame)
    }
    // A single jump, as by the End key, is not fast scrolling yet.
    const startFastScroll = () => {
      if (pause !== undefined && getComputedStyle(table).display === 'table') releaseWidths ??= freezeColumnWidths(table)
      cancelPendingEnd()
      // In an animation frame, because pending scroll events come before it: with slow frames the pause alone could end between two jumps.
      pause = setTimeout(() => {
        frame = requestAnimationFrame(endFastScroll)
      }, SETTLE_MS)
    }
    const endFastScroll = () => {
      pause = undefined
      releaseWidths?.()
      releaseWidths = undefined
      flushSync(update)
    }
    update()
    // Rendered within the frame of the scroll event; one frame later an empty area would be visible.
    const onScroll = () => flushSync(update)
    const source = parent === document.documentElement ? window : parent
    source.addEventListener('scroll', onScroll, { passive: true })
    const resized = new ResizeObserver(update)
    resized.observe(parent)
    return () => {
      source.removeEventListener('scroll', onScroll)
      resized.disconnect()
      cancelPendingEnd()
      releaseWidths?.()
    }
  }, [start, count, textOnlyWhileScrolling])
  // The number of rows may have shrunk since the view was computed.
  return { ...view, first: Math.min(view.first, count), end: Math.min(view.end, count) }
}
