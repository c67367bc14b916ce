import { Dialog as Parts, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../UiProvider.tsx'

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
  children: ReactNode
}

export const Drawer = ({ open, onClose, title, size, side = 'end', footer, modeless, children }: DrawerProps) => {
  const texts = useTexts()
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
              <Parts.Title>{title}</Parts.Title>
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
