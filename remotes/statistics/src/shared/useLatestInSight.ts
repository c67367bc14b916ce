import { useLayoutEffect, useRef } from 'react'

/** Where the months of a year do not fit beside each other, the latest is what is looked for: it is in sight when the table comes (`data-latest`). */
export function useLatestInSight(ready: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const latest = ready && frame.current?.querySelector('[data-latest]')
    if (latest && frame.current!.scrollWidth > frame.current!.clientWidth) latest.scrollIntoView({ block: 'nearest', inline: 'end' })
  }, [ready])
  return frame
}
