import { mayOpen, useMe } from '@cuadre/shell'
import { TextLink } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { review } from '../area.ts'

/** Whether the review opens for whoever looks: not for somebody who may decide nothing. */
export const useReviews = () => mayOpen(useMe(), review)

/** The name of what the review is narrowed to; a mere name for whoever may not open it. */
export function ReviewLink({ of, children }: { of: Record<string, string | number | undefined>; children: ReactNode }) {
  return useReviews() ? (
    <TextLink href={review.link(of)} className="figure-link">
      {children}
    </TextLink>
  ) : (
    children
  )
}
