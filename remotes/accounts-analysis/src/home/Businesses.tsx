import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const Tiles = lazy(() => import('./BusinessTiles.tsx').then((module) => ({ default: module.BusinessTiles })))

/** Under every home of somebody who may see several businesses; nothing is asked for before it comes into view. */
export default function Businesses() {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  const busy = useIsFetching() > 0
  useEffect(() => {
    // As long as the home above is not there, the end of the page is in view and says nothing.
    if (seen || busy || !place.current || !document.querySelector('h1')) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [seen, busy])
  return (
    // With a height, so that it can come into view.
    <div ref={place} style={{ minBlockSize: 1 }}>
      {seen && (
        <Suspense fallback={null}>
          <Tiles />
        </Suspense>
      )}
    </div>
  )
}
