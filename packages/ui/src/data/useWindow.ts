import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** From here on only the rows in view are in the page. */
export const WINDOW_FROM = 300
/** Rows drawn beyond the view, so that none is missing while it is scrolled. */
const BEYOND = 12

const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
const scrollParent = (from: HTMLElement | null) => {
  let element: HTMLElement | null = from
  while (element && !scrolls(element)) element = element.parentElement
  return element ?? document.documentElement
}

type Place = { parent: HTMLElement | null; height: number; margin: number; first: number; end: number }
const NOWHERE: Place = { parent: null, height: 36, margin: 0, first: 0, end: 0 }
const same = (a: Place, b: Place) => (Object.keys(a) as (keyof Place)[]).every((name) => a[name] === b[name])

/** Rows in view, all of one height, with the space above and below them, measured against whatever scrolls: the frame or the page. */
export const useWindow = (frame: RefObject<HTMLElement | null>, count: number) => {
  const on = count > WINDOW_FROM
  const [place, setPlace] = useState(NOWHERE)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || !on) return
    const parent = scrollParent(element)
    const look = () => {
      const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 36
      const margin = parent === element ? 0 : element.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop
      const top = parent.scrollTop - margin
      const first = Math.min(Math.max(0, Math.floor(top / height) - BEYOND), Math.max(0, count - 1))
      const end = Math.min(count, Math.max(first, Math.ceil((top + (parent.clientHeight || 800)) / height) + BEYOND))
      const now = { parent, height, margin, first, end }
      setPlace((before) => (same(before, now) ? before : now))
    }
    look()
    const page = parent === document.documentElement
    const source = page ? window : parent
    source.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(parent)
    return () => {
      source.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [frame, on, count])

  const { parent, height, margin, first, end } = place
  const reveal = useCallback(
    (index: number) => {
      if (!parent) return
      const above = margin + index * height
      const below = above + height - parent.clientHeight
      if (parent.scrollTop > above) parent.scrollTop = above
      else if (parent.scrollTop < below) parent.scrollTop = below
    },
    [parent, height, margin],
  )
  const last = Math.min(end, count)
  return {
    on,
    indexes: on ? Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i) : [],
    before: first * height,
    after: Math.max(0, count - last) * height,
    reveal,
  }
}
