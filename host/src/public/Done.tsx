import { Note } from '@cuadre/ui'
import { type ReactNode, useEffect, useRef } from 'react'

/** In the place of a form that has been sent: what comes of it, where the focus goes on. */
export function Done({ children }: { children: ReactNode }) {
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <div ref={said} tabIndex={-1}>
      <Note kind="success">{children}</Note>
    </div>
  )
}
