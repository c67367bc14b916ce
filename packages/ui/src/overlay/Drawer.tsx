import { Dialog as Parts, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  title: string
  /** 380 unless told; wide 480, half 960. */
  size?: 'wide' | 'half'
  /** start: navigation on a phone. */
  side?: 'start' | 'end'
  footer?: ReactNode
  /** No backdrop, the page stays usable: preferences are seen at work. */
  modeless?: boolean
  /** What is in it, once it is there: when that becomes another while the drawer is open, the title takes the focus, which had nowhere to stay. */
  shows?: string | undefined
  children: ReactNode
}

export const Drawer = ({ open, onClose, title, size, side = 'end', footer, modeless, shows, children }: DrawerProps) => {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (open && shows && shown.current && shows !== shown.current) heading.current?.focus()
    if (!open || shows) shown.current = open ? shows : undefined
  }, [open, shows])
  return (
    <Parts.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      modal={!modeless}
      trapFocus={!modeless}
      preventScroll={!modeless}
      closeOnInteractOutside={!modeless}
    >
      <Portal>
        {!modeless && <Parts.Backdrop className="backdrop" />}
        <Parts.Positioner className="drawer-place" data-side={side} style={modeless ? { pointerEvents: 'none' } : undefined}>
          <Parts.Content className="drawer" data-size={size} style={{ pointerEvents: 'auto' }}>
            <header className="drawer-head">
              <Parts.Title ref={heading} tabIndex={shows === undefined ? undefined : -1}>
                {title}
              </Parts.Title>
              <IconButton label={texts.close} icon={<X aria-hidden />} onClick={onClose} />
            </header>
            <div className="drawer-body">{children}</div>
            {footer && <footer className="drawer-foot">{footer}</footer>}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}
