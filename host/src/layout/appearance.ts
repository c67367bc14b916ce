import { type Appearance, applyAppearance, defaultAppearance } from '@cuadre/ui'
import { useSyncExternalStore } from 'react'

/** As public/appearance.js reads it before the first paint: what this device showed last. */
const KEY = 'cuadre:apariencia'
const listeners = new Set<() => void>()
let owner: number | undefined
let now: Appearance = { ...defaultAppearance, ...read(KEY) }

function read(key: string): Partial<Appearance> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Appearance>
  } catch {
    return {}
  }
}

function show(next: Appearance) {
  now = next
  applyAppearance(now)
  localStorage.setItem(KEY, JSON.stringify(now))
  for (const listener of listeners) listener()
}

/** Everyone has their own; whoever has chosen nothing yet gets what was chosen on the way in, if anything. */
export function adoptAppearance(userId: number) {
  if (owner === userId) return
  const before = read(`${KEY}:de`) as { id?: number }
  owner = userId
  const own = read(`${KEY}:${userId}`)
  const start = before.id === undefined || before.id === userId ? read(KEY) : {}
  localStorage.setItem(`${KEY}:de`, JSON.stringify({ id: userId }))
  show({ ...defaultAppearance, ...start, ...own })
}

/** At once, as attributes of <html> and the place of the navigation: the page is not drawn again. */
export function changeAppearance(part: Partial<Appearance>) {
  show({ ...now, ...part })
  if (owner !== undefined) localStorage.setItem(`${KEY}:${owner}`, JSON.stringify(now))
}
export const resetAppearance = () => changeAppearance(defaultAppearance)

export const currentAppearance = () => now
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useAppearance = () => useSyncExternalStore(subscribe, currentAppearance)
