import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

interface PopoverProps {
  trigger: ReactElement<{ onClick?: () => void; 'aria-expanded'?: boolean; 'aria-controls'?: string; 'aria-haspopup'?: 'dialog' }>
  /** Accessible name of the panel. */
  label: string
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

const EDGE = 8
/** Between the button and its panel. */
const GAP = 4
/** With less room than this under its button, a panel opens over it, if there is more. */
const MIN_ROOM = 240

/**
 * A panel under its button. Every table has some, so it needs no library: the panel follows the button in the document,
 * so Tab enters it and, leaving it, closes it; so do Escape, with which the focus returns to the button, a click outside
 * and a link that is followed.
 */
export const Popover = ({ trigger, label, align = 'start', open: controlledOpen, onOpenChange, children }: PopoverProps) => {
  const id = useId()
  const [own, setOwn] = useState(false)
  const open = controlledOpen ?? own
  const box = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const close = useRef(() => {})
  close.current = () => change(false)

  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => {
      if (box.current?.contains(event.target as Node)) return
      // Removing a focused field fires no blur event, so a field that saves on blur is blurred first.
      if (panel.current?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur()
      close.current()
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.current?.contains(event.target as Node)) return
      // Otherwise a drawer around it would close too.
      event.stopPropagation()
      close.current()
      box.current.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    // Over the page that the keyboard has gone on to it would hide what has the focus.
    const onTab = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !box.current?.contains(event.target as Node)) return
      setTimeout(() => {
        if (document.activeElement !== document.body && !box.current?.contains(document.activeElement)) close.current()
      })
    }
    const followed = (event: MouseEvent) => {
      const { target } = event
      if (target instanceof Element && panel.current?.contains(target.closest('a[href]'))) close.current()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('click', followed)
    addEventListener('keydown', onEscape, true)
    addEventListener('keydown', onTab)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('click', followed)
      removeEventListener('keydown', onEscape, true)
      removeEventListener('keydown', onTab)
    }
  }, [open])

  // Shifts the panel into the window, and again when a phone is turned.
  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const place = () => placeIn(element, box.current)
    place()
    element.querySelector<HTMLElement>('input, select, button, [tabindex="0"]')?.focus()
    // Once the page around it has its new places too.
    let frame = 0
    const again = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(place)))
    }
    addEventListener('resize', again)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', again)
    }
  }, [open])

  return (
    <span className="popover-box" ref={box}>
      {cloneElement(trigger, { onClick: () => change(!open), 'aria-expanded': open, 'aria-controls': id, 'aria-haspopup': 'dialog' })}
      {open && (
        <div ref={panel} id={id} className={`popover popover-${align}`} role="dialog" aria-label={label} data-state="open">
          {children}
        </div>
      )}
    </span>
  )
}

/** Into the window: moved sideways, over its button where there is more room, scrolling in what there is. */
function placeIn(element: HTMLElement, box: HTMLElement | null) {
  Object.assign(element.style, { translate: '', insetBlockStart: '', insetBlockEnd: '', maxBlockSize: '', overflow: '' })
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const shift = Math.min(0, window.innerWidth - EDGE - right) || Math.max(0, EDGE - left)
  if (shift) element.style.translate = `${shift}px`
  if (bottom <= window.innerHeight - EDGE) return
  const under = window.innerHeight - EDGE - top
  const over = (box?.getBoundingClientRect().top ?? 0) - GAP - EDGE
  const isOver = under < MIN_ROOM && over > under
  if (isOver) Object.assign(element.style, { insetBlockStart: 'auto', insetBlockEnd: `calc(100% + ${GAP}px)` })
  Object.assign(element.style, { maxBlockSize: `${Math.max(isOver ? over : under, 120)}px`, overflow: 'auto' })
}
