import { Tooltip as Parts, Portal } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Chakra } from './Chakra.tsx'

/** Additional information only: a tooltip is not reachable on touch screens. */
export const Tooltip = ({ content, children }: { content: ReactNode; children: ReactElement }) => (
  <Chakra>
    <Parts.Root openDelay={400} closeDelay={50} positioning={{ placement: 'top', gutter: 6 }} lazyMount unmountOnExit>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Portal>
        <Parts.Positioner className="float-place">
          <Parts.Content className="tooltip">{content}</Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  </Chakra>
)
