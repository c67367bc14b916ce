import { type RefObject, useLayoutEffect, useState } from 'react'

export type Layout = 'wide' | 'medium' | 'narrow' | 'phone'

/** Three panes from 1280 px with the navigation as a rail; then the evidence, then the list, give way. The room counts, not the window. */
const layoutOf = (width: number): Layout => (width >= 1200 ? 'wide' : width >= 940 ? 'medium' : width >= 640 ? 'narrow' : 'phone')

export function useLayout(root: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>('wide')
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const measure = () => element.clientWidth > 0 && setLayout(layoutOf(element.clientWidth))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])
  return layout
}
