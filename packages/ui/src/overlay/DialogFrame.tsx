import { Dialog as Parts, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import { Chakra } from './Chakra.tsx'
import { firstField } from './firstField.ts'
import { keepInSight } from './inSight.ts'
import { useOpened } from './useOpened.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Buttons; the one without consequences first. */
  footer?: ReactNode
  size?: 'wide' | 'full'
  /** Role alertdialog: confirms an action that cannot be undone. */
  alert?: boolean
  /** Receives the focus; by default the first field of a form, else the first control. */
  focus?: RefObject<HTMLElement | null>
  /** Stays open on Esc and on clicks outside, while a request is pending. */
  locked?: boolean
  children?: ReactNode
}

/** A dialog that closes when it is told to, whatever stands in it: for questions. */
export const DialogFrame = ({ open, onClose, title, description, footer, size, alert, focus, locked, children }: DialogProps) => {
  const texts = useTexts()
  const opened = useOpened(open)
  const content = useRef<HTMLDivElement>(null)
  if (opened === undefined) return null
  return (
    <Chakra>
      <Parts.Root
        open={opened}
        onOpenChange={(change) => !change.open && onClose()}
        role={alert ? 'alertdialog' : 'dialog'}
        closeOnEscape={!locked}
        closeOnInteractOutside={!locked && !alert}
        initialFocusEl={() => focus?.current ?? firstField(content.current)}
      >
        <Portal>
          <Parts.Backdrop className="backdrop" />
          <Parts.Positioner className="dialog-place">
            <Parts.Content ref={content} className="dialog" data-size={size} onFocus={keepInSight}>
              <header className="dialog-head">
                <div className="grow">
                  <Parts.Title>{title}</Parts.Title>
                  {description && (
                    <Parts.Description asChild>
                      <p>{description}</p>
                    </Parts.Description>
                  )}
                </div>
                {!alert && <IconButton size="sm" label={texts.close} icon={<X aria-hidden />} onClick={onClose} disabled={locked} />}
              </header>
              {children && <div className="dialog-body">{children}</div>}
              {footer && <footer className="dialog-foot">{footer}</footer>}
            </Parts.Content>
          </Parts.Positioner>
        </Portal>
      </Parts.Root>
    </Chakra>
  )
}
