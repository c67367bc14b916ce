import type { Answer } from '@cuadre/api/endpoint'
import type { resolveAccounts } from '@cuadre/api/transfer'
import type { RefObject } from 'react'
import type { People, Selection } from './order.ts'

export type Found = Answer<typeof resolveAccounts>
/** What was pasted or read, and what became of it: who comes back from the review finds it so. */
export type Codes = { text: string; business: string; found?: Found }
export const NO_CODES: Codes = { text: '', business: '' }

/** What either way of choosing accounts is given. */
export interface WayProps {
  people: People
  /** What was chosen before, by who comes back from the review. */
  chosen: Selection | undefined
  codes: RefObject<Codes>
  onBack: () => void
  onDone: (selection: Selection) => void
}
