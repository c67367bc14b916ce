import type { Role } from '@cuadre/api/role'
import { useMemo } from 'react'
import { type Difference, differenceOf, rebased } from './matrix.ts'

/** What is ticked and cleared and not saved, by role: whatever somebody else saves meanwhile stays. */
export type Drafts = Readonly<Record<number, Difference>>
export type SetDrafts = (change: (drafts: Drafts) => Drafts) => void

/** The ticks of one role against what is saved. */
export function useDraft(role: Role, drafts: Drafts, setDrafts: SetDrafts) {
  const saved = useMemo(() => new Set(role.enabledKeys), [role])
  const draft = drafts[role.id]
  const now = useMemo(() => (draft ? rebased(draft, role.enabledKeys) : saved), [draft, role, saved])
  const difference: Difference = useMemo(() => differenceOf(saved, now), [saved, now])
  const count = difference.added.length + difference.removed.length
  const put = (keys: ReadonlySet<string> | undefined) =>
    setDrafts(({ [role.id]: _, ...others }) => {
      const change = differenceOf(saved, keys ?? saved)
      return change.added.length + change.removed.length > 0 ? { ...others, [role.id]: change } : others
    })
  /** Ticks or clears keys together. */
  const set = (keys: readonly string[], on: boolean) => {
    const next = new Set(now)
    for (const key of keys) on ? next.add(key) : next.delete(key)
    put(next)
  }
  return { saved, now, difference, count, set, put }
}
