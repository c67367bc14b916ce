import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import type { Group } from '../layout/menu.ts'
import { lazyPart, Unreached } from '../routes/lazyPart.tsx'
import { KeysAhead } from './KeysAhead.tsx'

const Palette = lazyPart(() => import('./Palette.tsx'), Unreached)
const OPEN = 'cuadre:paleta'

/** For a button that opens the palette. */
export const openPalette = () => dispatchEvent(new Event(OPEN))

/** Ctrl-K, from anywhere; it loads when it is first asked for. */
export function PaletteKey({ areas, groups }: { areas: Area[]; groups: Group[] }) {
  const [open, setOpen] = useState(false)
  const typed = useRef('')
  const close = useCallback(() => {
    typed.current = ''
    setOpen(false)
  }, [])
  useEffect(() => {
    const show = () => setOpen(true)
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      typed.current = ''
      setOpen((before) => !before)
    }
    addEventListener('keydown', key)
    addEventListener(OPEN, show)
    return () => {
      removeEventListener('keydown', key)
      removeEventListener(OPEN, show)
    }
  }, [])
  if (!open) return null
  return (
    <Suspense fallback={<KeysAhead typed={typed} onClose={close} />}>
      <Palette areas={areas} groups={groups} typedAhead={typed} onClose={close} />
    </Suspense>
  )
}
