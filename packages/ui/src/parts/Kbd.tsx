import type { ReactNode } from 'react'

/** A key, beside what it does; never in place of it. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd aria-hidden>{children}</kbd>
