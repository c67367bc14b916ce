import { saveAppearance } from '@cuadre/shell'
import { type Appearance, applyAppearance, defaultAppearance } from '@cuadre/ui'
import { useSyncExternalStore } from 'react'

/** Read by preboot.ts before the first paint: the last appearance on this device. */
const KEY = 'cuadre:apariencia'
/** What the user has chosen and the server has not saved yet. */
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
 * The appearance is stored per user on the server; a choice made here and not saved yet has priority. Users who have chosen
 * nothing get what was chosen before signing in, if anything.
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

/** Applies the appearance as attributes of <html>, without rendering. */
export function changeAppearance(part: Partial<Appearance>) {
  show({ ...now, ...part })
  if (owner === undefined) return
  localStorage.setItem(waitingOf(owner), JSON.stringify(now))
  keepSoon(owner)
}
export const resetAppearance = () => changeAppearance(defaultAppearance)

/** Saves after a pause; what fails is sent at the next start. */
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
