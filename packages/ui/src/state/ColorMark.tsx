import type { CSSProperties, ReactNode } from 'react'
import { onDark } from '../format/contrast.ts'

/** A word in a colour that somebody has chosen, with a dot of it; lighter on a dark page. */
export const ColorMark = ({ color, pill, children }: { color: string; pill?: boolean; children: ReactNode }) => (
  <span
    className="color-mark"
    data-pill={pill || undefined}
    // Custom properties are not part of React's type of a style.
    style={{ '--mark': color, '--mark-dark': onDark(color) } as CSSProperties}
  >
    <i aria-hidden />
    {children}
  </span>
)
