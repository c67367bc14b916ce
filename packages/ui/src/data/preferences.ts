import { useCallback, useState } from 'react'

export type Density = 'compact' | 'normal' | 'roomy'
/** Columns and density, stored on this device per table. */
export interface TablePreferences {
  density: Density
  /** Column ids in the user's order; undefined: the default order. */
  order?: readonly string[]
  hidden?: readonly string[]
}

const INITIAL: TablePreferences = { density: 'normal' }
const storageKey = (key: string) => `cuadre.table.${key}`

const read = (key?: string): TablePreferences => {
  try {
    const stored = key && localStorage.getItem(storageKey(key))
    return stored ? { ...INITIAL, ...JSON.parse(stored) } : INITIAL
  } catch {
    return INITIAL
  }
}

export const usePreferences = (key?: string) => {
  const [preferences, setPreferences] = useState(() => read(key))
  const update = useCallback(
    (patch: Partial<TablePreferences>) =>
      setPreferences((before) => {
        const next = { ...before, ...patch }
        try {
          if (key) localStorage.setItem(storageKey(key), JSON.stringify(next))
        } catch {
          // Without storage the choice is just not remembered.
        }
        return next
      }),
    [key],
  )
  return [preferences, update] as const
}
