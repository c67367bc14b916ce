import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

type Props = {
  label: string
  icon: ReactNode
  /** Shows the label beside the icon. */
  named?: boolean
  badge?: ReactNode
  className?: string
  children: (close: () => void) => ReactNode
}

/** A button with a panel below it: closes by Escape, a click outside, or the panel itself; focus returns to the button. */
export function Popover({ label, icon, named, badge, className = 'btn btn-ghost btn-icon', children }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false)
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape from anywhere inside closes the panel
    <div className="pop" ref={box} onKeyDown={(event) => event.key === 'Escape' && open && close()}>
      <button
        ref={button}
        type="button"
        className={className}
        title={named ? undefined : label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className={named ? undefined : 'sr-only'}>{label}</span>
        {badge}
      </button>
      {open && (
        <div className="pop-panel" id={id} role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
