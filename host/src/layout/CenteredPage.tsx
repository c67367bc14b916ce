import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from './Brand.tsx'

type Props = { title: string; className?: string; mark?: ReactNode; children: ReactNode }

/** A page without the frame. Sets the document's title and focuses the page. */
export function CenteredPage({ title, className = '', mark = <Brand large />, children }: Props) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · Cuadre`
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <main ref={main} tabIndex={-1} className={`centered-page ${className}`} aria-label={title}>
      {mark}
      <h1 className="h1">{title}</h1>
      {children}
    </main>
  )
}
