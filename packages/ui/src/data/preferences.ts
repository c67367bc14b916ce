import { useCallback, useState } from 'react'

export type Density = 'compact' | 'normal' | 'roomy'
/** Column choice and density, kept on this device under the table's own key. */
export interface TablePreferences {
  density: Density
  /** Ids in the order chosen; absent means the order of the columns. */
  order?: readonly string[]
  hidden?: readonly string[]
}

const INITIAL: TablePreferences = { density: 'normal' }
const place = (key: string) => `cuadre.table.${key}`

const read = (key?: string): TablePreferences => {
  try {
    const kept = key && localStorage.getItem(place(key))
    return kept ? { ...INITIAL, ...JSON.parse(kept) } : INITIAL
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
          if (key) localStorage.setItem(place(key), JSON.stringify(next))
        } catch {
          // A full or forbidden store only means that the choice is not remembered.
        }
        return next
      }),
    [key],
  )
  return [preferences, update] as const
}
