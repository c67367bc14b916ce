import { Popover as Parts, Portal } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  trigger: ReactElement
  /** Its name when nothing inside names it. */
  label: string
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** What it is placed under, when that is not the trigger. */
  children: ReactNode
}

export const Popover = ({ trigger, label, align = 'start', open, onOpenChange, children }: PopoverProps) => (
  <Parts.Root
    open={open}
    onOpenChange={onOpenChange && ((change) => onOpenChange(change.open))}
    positioning={{ placement: `bottom-${align}`, gutter: 4 }}
    lazyMount
    unmountOnExit
  >
    <Parts.Trigger asChild>{trigger}</Parts.Trigger>
    <Portal>
      <Parts.Positioner className="float-place">
        <Parts.Content className="popover" aria-label={label}>
          {children}
        </Parts.Content>
      </Parts.Positioner>
    </Portal>
  </Parts.Root>
)
