import { listMySessions } from '@cuadre/api/identity'
import { useSyncExternalStore } from 'react'
import { call } from '../call.ts'
import { toLocalTime } from '../http.ts'
import { broadcast } from './broadcast.ts'
import { currentSession, onSignedIn, onSignedOut } from './store.ts'
import { type Ending, type Watch, watchSession } from './watch.ts'

let warned: Ending | null = null
let ending: Ending | null = null
/** The provider's end of the session, in milliseconds since 1970. */
let endsAt: number | undefined
let watch: Watch | undefined
const listeners = new Set<() => void>()

/** Watches the session of the signed-in user; calls `signOut` when its time is up. */
export function startWatching(minutes: number, signOut: () => Promise<void>) {
  watch ??= watchSession({
    minutes,
    onWarn(next) {
      warned = next
      if (next?.reason !== 'length') return publish()
      // The provider's idle time is extended with every new token, so the end may have moved.
      void refreshSessionLimit().then(publish)
    },
    onEnd: (reason) => void end(reason, signOut),
    onActive: (at) => broadcast({ type: 'active', at }),
  })
}
onSignedIn(({ inactivityMinutes }) => watch?.limit({ minutes: inactivityMinutes, endsAt }))
onSignedOut(() => {
  watch?.stop()
  watch = undefined
  warned = null
  endsAt = undefined
  publish()
})

function publish() {
  ending = warned
  for (const listener of listeners) listener()
}

/** Asks the provider for the end of the session; if that fails, the previous answer remains. */
export async function refreshSessionLimit() {
  try {
    const mine = (await call(listMySessions)).find(({ actual }) => actual)
    const session = currentSession()
    if (session.status !== 'signed-in') return
    endsAt = mine?.VENCE ? toLocalTime(Date.parse(mine.VENCE)) : undefined
    watch?.limit({ minutes: session.me.inactivityMinutes, endsAt })
  } catch {
    // The server enforces the end anyway.
  }
}

/** A hidden window may have missed that others extended the session, so it asks before ending it. */
async function end(reason: Ending['reason'], signOut: () => Promise<void>) {
  if (reason === 'length') {
    watch = undefined
    await refreshSessionLimit()
    const session = currentSession()
    if (session.status !== 'signed-in') return
    if (endsAt === undefined || endsAt > Date.now()) {
      startWatching(session.me.inactivityMinutes, signOut)
      return watch!.limit({ minutes: session.me.inactivityMinutes, endsAt })
    }
  }
  await signOut()
}

/** The user was active in another window at that moment. */
export const reportActivityElsewhere = (at: number) => watch?.active(at)
/** The user chose to stay signed in. */
export function stay() {
  watch?.active()
  broadcast({ type: 'active', at: Date.now() })
}

let lastReported = 0
/** A file transfer counts as activity, because the user is waiting for it. At most once a second. */
export function reportTransfer() {
  const now = Date.now()
  if (now - lastReported < 1000) return
  lastReported = now
  stay()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Why and when the session is about to end; null while it is not. */
export const useEnding = () => useSyncExternalStore(subscribe, () => ending)
