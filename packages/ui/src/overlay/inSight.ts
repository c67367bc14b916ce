import type { FocusEvent } from 'react'

/** For what scrolls as a whole in a low window: from the last control to the first the focus goes round without scrolling. */
export const keepInSight = ({ target }: FocusEvent) => {
  if (target.matches(':focus-visible')) target.scrollIntoView?.({ block: 'nearest' })
}
