import type { ReactNode } from 'react'

/** A keyboard shortcut beside the label of its action. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd aria-hidden>{children}</kbd>
