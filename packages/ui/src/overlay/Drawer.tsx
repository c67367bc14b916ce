import { Dialog as Parts, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { UnsavedInside } from '../notify/unsaved.ts'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import { Chakra } from './Chakra.tsx'
import { firstField } from './firstField.ts'
import { keepInSight } from './inSight.ts'
import { useOpened } from './useOpened.ts'
import { useUnsavedInside } from './useUnsavedInside.tsx'

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: string
  /** Width: 380 px by default, wide 480, half 960. */
  size?: 'wide' | 'half'
  /** 'start' for the navigation on a phone. */
  side?: 'start' | 'end'
  footer?: ReactNode
  /** No backdrop: the page stays usable, so that the effect of preferences is visible. */
  modeless?: boolean
  /**
   * Identifies the content once it is loaded: when it changes in an open drawer, the title gets the focus, because the focused element was removed;
   * not where something on the page beside a modeless drawer has it.
   */
  shows?: string | undefined
  /** What paper shows while it is open, in place of the page; others are of the screen. */
  printed?: boolean
  /** It holds unsaved work of whoever draws it; forms inside say so themselves. */
  unsaved?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

export const Drawer = ({
  open,
  onClose,
  title,
  size,
  side = 'end',
  footer,
  modeless,
  shows,
  printed,
  unsaved,
  onKeyDown,
  children,
}: DrawerProps) => {
  const texts = useTexts()
  const { inside, close, question } = useUnsavedInside(onClose, unsaved)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const place = heading.current?.closest('[role="dialog"]')
    const isBeside = modeless && document.activeElement !== document.body && !place?.contains(document.activeElement)
    if (open && shows && shown.current && shows !== shown.current && !isBeside) heading.current?.focus()
    if (!open || shows) shown.current = open ? shows : undefined
  }, [open, shows, modeless])
  const opened = useOpened(open)
  if (opened === undefined) return null
  return (
    <Chakra>
      <Parts.Root
        open={opened}
        onOpenChange={(change) => !change.open && close()}
        modal={!modeless}
        trapFocus={!modeless}
        preventScroll={!modeless}
        closeOnInteractOutside={!modeless}
        initialFocusEl={() => firstField(heading.current?.closest('.drawer'))}
      >
        <Portal>
          {!modeless && <Parts.Backdrop className="backdrop" />}
          <Parts.Positioner
            className="drawer-place"
            data-side={side}
            data-printed={printed || undefined}
            style={modeless ? { pointerEvents: 'none' } : undefined}
          >
            <Parts.Content
              className="drawer"
              data-size={size}
              style={{ pointerEvents: 'auto' }}
              onFocus={keepInSight}
              onKeyDown={onKeyDown}
            >
              <header className="drawer-head">
                <Parts.Title ref={heading} tabIndex={shows === undefined ? undefined : -1}>
                  {title}
                </Parts.Title>
                <IconButton label={texts.close} icon={<X aria-hidden />} onClick={close} />
              </header>
              <UnsavedInside value={inside}>
                <div className="drawer-body">{children}</div>
                {footer && <footer className="drawer-foot">{footer}</footer>}
              </UnsavedInside>
            </Parts.Content>
          </Parts.Positioner>
        </Portal>
        {question}
      </Parts.Root>
    </Chakra>
  )
}
