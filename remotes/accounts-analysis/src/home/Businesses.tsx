import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const Tiles = lazy(() => import('./BusinessTiles.tsx').then((module) => ({ default: module.BusinessTiles })))

/** Under every home of somebody who may see several businesses; nothing is asked for before it comes into view. */
export default function Businesses() {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !place.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [seen])
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
