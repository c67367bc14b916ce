import type { Role } from '@cuadre/api/role'
import { useMemo } from 'react'
import { type Difference, differenceOf } from './matrix.ts'

/** Keys as they are ticked and not saved, by role. */
export type Drafts = Readonly<Record<number, ReadonlySet<string>>>
export type SetDrafts = (change: (drafts: Drafts) => Drafts) => void

/** The ticks of one role against what is saved. */
export function useDraft(role: Role, drafts: Drafts, setDrafts: SetDrafts) {
  const saved = useMemo(() => new Set(role.enabledKeys), [role])
  const now = drafts[role.id] ?? saved
  const difference: Difference = useMemo(() => differenceOf(saved, now), [saved, now])
  const count = difference.added.length + difference.removed.length
  const put = (keys: ReadonlySet<string> | undefined) =>
    setDrafts(({ [role.id]: _, ...others }) => {
      const { added, removed } = differenceOf(saved, keys ?? saved)
      return keys && added.length + removed.length > 0 ? { ...others, [role.id]: keys } : others
    })
  /** Ticks or clears keys together. */
  const set = (keys: readonly string[], on: boolean) => {
    const next = new Set(now)
    for (const key of keys) on ? next.add(key) : next.delete(key)
    put(next)
  }
  return { saved, now, difference, count, set, put }
}
