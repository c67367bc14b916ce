import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const mediaOf = (width: number) => matchMedia(`(min-width: ${width}px)`)
/** Pixels that a sheet of paper has. */
const PAPER_PX = 718
let printing = false
globalThis.addEventListener?.('beforeprint', () => {
  printing = true
})
globalThis.addEventListener?.('afterprint', () => {
  printing = false
})
/**
 * Whether a table has room for more than the figures and what they are of. Paper is laid out before it is known to be narrower than the window; what no
 * longer stands on it then would leave blank pages at the end.
 */
export const useRoomy = (width = 1280) =>
  useSyncExternalStore(
    (tell) => {
      const media = mediaOf(width)
      const begin = () => flushSync(tell)
      media.addEventListener('change', tell)
      addEventListener('beforeprint', begin)
      addEventListener('afterprint', tell)
      return () => {
        media.removeEventListener('change', tell)
        removeEventListener('beforeprint', begin)
        removeEventListener('afterprint', tell)
      }
    },
    () => (printing ? width <= PAPER_PX : mediaOf(width).matches),
  )
