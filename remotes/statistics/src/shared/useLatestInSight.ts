import { useLayoutEffect, useRef } from 'react'

/** Where the months of a year do not fit beside each other, the latest is what is looked for: it is in sight when the table comes (`data-latest`). */
export function useLatestInSight(ready: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const latest = ready && frame.current?.querySelector('[data-latest]')
    if (!latest || frame.current!.scrollWidth <= frame.current!.clientWidth) return
    latest.scrollIntoView({ block: 'nearest', inline: 'end' })
    wholeColumns(frame.current!)
  }, [ready])
  return frame
}

/** No figure lies half under the names, which stay: the column that would is scrolled past. */
function wholeColumns(frame: HTMLElement) {
  const [names, ...columns] = [...frame.querySelectorAll('thead tr:last-child > th')].map((each) => each.getBoundingClientRect())
  const rtl = getComputedStyle(frame).direction === 'rtl'
  const covered = ({ left, right }: DOMRect) => (rtl ? right - names!.left : names!.right - left)
  const last = columns.findLast((column) => covered(column) > 1)
  if (last && covered(last) < last.width) frame.scrollBy({ left: (rtl ? -1 : 1) * (last.width - covered(last)), behavior: 'instant' })
}
