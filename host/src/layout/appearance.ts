import { saveAppearance } from '@cuadre/shell'
import { type Appearance, applyAppearance, defaultAppearance } from '@cuadre/ui'
import { useSyncExternalStore } from 'react'

/** As public/appearance.js reads it before the first paint: what this device showed last. */
const KEY = 'cuadre:apariencia'
/** What a person chose here and the server does not have yet. */
const waitingOf = (userId: number) => `${KEY}:${userId}`
const QUIET_MS = 500
const listeners = new Set<() => void>()
let owner: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
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

/**
 * Everyone has their own, on every machine: what the server keeps, but for a choice made here that it does not have yet. Whoever has chosen
 * nothing gets what was chosen on the way in, if anything.
 */
export function adoptAppearance(userId: number, kept: Appearance | null) {
  const before = read(`${KEY}:de`) as { id?: number }
  const waiting = read(waitingOf(userId))
  const start = kept ?? (before.id === undefined || before.id === userId ? read(KEY) : {})
  localStorage.setItem(`${KEY}:de`, JSON.stringify({ id: userId }))
  show({ ...defaultAppearance, ...start, ...waiting })
  if (owner === userId) return
  owner = userId
  clearTimeout(timer)
  if (Object.keys(waiting).length > 0) keepSoon(userId)
}

/** At once, as attributes of <html> and the place of the navigation: the page is not drawn again. */
export function changeAppearance(part: Partial<Appearance>) {
  show({ ...now, ...part })
  if (owner === undefined) return
  localStorage.setItem(waitingOf(owner), JSON.stringify(now))
  keepSoon(owner)
}
export const resetAppearance = () => changeAppearance(defaultAppearance)

/** Once the person has stopped choosing. What does not arrive is sent at the next start. */
function keepSoon(userId: number) {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const key = waitingOf(userId)
    const sent = localStorage.getItem(key)
    saveAppearance(now).then(
      () => localStorage.getItem(key) === sent && localStorage.removeItem(key),
      () => undefined,
    )
  }, QUIET_MS)
}

export const currentAppearance = () => now
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useAppearance = () => useSyncExternalStore(subscribe, currentAppearance)
