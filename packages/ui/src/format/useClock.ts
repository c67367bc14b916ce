import { useSyncExternalStore } from 'react'

/** So much may what a page says of the time be behind. */
const EVERY_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
const tell = () => {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    timer = setInterval(tell, EVERY_MS)
    // Timers of hidden windows and sleeping machines fire late.
    addEventListener('focus', tell)
    document.addEventListener('visibilitychange', tell)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    removeEventListener('focus', tell)
    document.removeEventListener('visibilitychange', tell)
  }
}

/**
 * What depends on the time of now, as text or number, read again while the page stands open: a deadline comes nearer and a day ends though
 * nobody does anything. Draws only when it says something else.
 */
export const useClock = <Read extends string | number>(read: () => Read): Read => useSyncExternalStore(subscribe, read)

/** Now, to the minute. */
export const useNow = () => new Date(useClock(() => Math.floor(Date.now() / 60_000)) * 60_000)
