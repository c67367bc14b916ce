import { type RefObject, useEffect, useRef, useState } from 'react'

/** Rows drawn beyond what is in sight, at either end: as far as a held arrow key goes while the next ones come. */
const BEYOND = 60
/** Rows by which the window moves, so that not every turn of the wheel draws. */
const STEP = 20
/** Until a row is drawn its height is not known. */
const ROW = 29
export const MANY = 250

/**
 * Which of many rows are drawn: those in sight and some beyond. The rows before and behind are one empty row each, as tall as all of them.
 * `first`: the empty row before them.
 */
export function useWindow(count: number): { first: RefObject<HTMLTableRowElement | null>; from: number; to: number; height: number } {
  const first = useRef<HTMLTableRowElement>(null)
  const [shown, setShown] = useState({ from: 0, to: 0, height: ROW })
  const narrow = count > MANY
  useEffect(() => {
    if (!narrow) return
    let asked = 0
    const look = () => {
      asked = 0
      const row = first.current
      if (!row) return
      const height = row.nextElementSibling?.getBoundingClientRect().height || ROW
      const above = -row.getBoundingClientRect().top
      const at = (pixels: number) => Math.floor(pixels / height / STEP) * STEP
      const from = Math.max(0, Math.min(at(above) - BEYOND, count))
      const to = Math.max(0, Math.min(at(above + window.innerHeight) + STEP + BEYOND, count))
      setShown((was) => (was.from === from && was.to === to && was.height === height ? was : { from, to, height }))
    }
    const later = () => {
      asked ||= requestAnimationFrame(look)
    }
    look()
    // Whatever it is that scrolls.
    document.addEventListener('scroll', later, { capture: true, passive: true })
    window.addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(asked)
      document.removeEventListener('scroll', later, { capture: true })
      window.removeEventListener('resize', later)
    }
  }, [narrow, count])
  return narrow ? { first, ...shown } : { first, from: 0, to: count, height: ROW }
}
