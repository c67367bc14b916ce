import { useState } from 'react'

export type Draft = { text: string; note: string; files: readonly File[] }
const EMPTY: Draft = { text: '', note: '', files: [] }
/** What was being written in each ticket, while one looks at another. */
const drafts = new Map<number, Draft>()

/** The answer and the note that are being written in a ticket, with their files. */
export function useDraft(ticketId: number) {
  const [draft, show] = useState(() => drafts.get(ticketId) ?? EMPTY)
  /** What is not named stays as it is now, though it was typed since. */
  const keep = (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => {
    const now = drafts.get(ticketId) ?? EMPTY
    const next = { ...now, ...(typeof change === 'function' ? change(now) : change) }
    drafts.set(ticketId, next)
    show(next)
  }
  return [draft, keep] as const
}

/** What is left of a text once its beginning is sent: what was typed while it was on its way. */
export const after = (sent: string, now: string) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now)
