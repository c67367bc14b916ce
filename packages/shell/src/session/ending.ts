import { listMySessions } from '@cuadre/api/identity'
import { useSyncExternalStore } from 'react'
import { call } from '../call.ts'
import { byThisClock } from '../http.ts'
import { currentSession, onSignedIn, onSignedOut } from './store.ts'
import { type Ending, type Watch, watchSession } from './watch.ts'
import { say } from './windows.ts'

let warned: Ending | null = null
let ending: Ending | null = null
/** When the session ends whatever happens, as the provider says; milliseconds since 1970. */
let endsAt: number | undefined
let watch: Watch | undefined
const listeners = new Set<() => void>()

/** Watches over the session of whoever has entered; `signOut` is for when its time is up. */
export function watchOver(minutes: number, signOut: () => Promise<void>) {
  watch ??= watchSession({
    minutes,
    onWarn(next) {
      warned = next
      if (next?.reason !== 'length') return tell()
      // It may have moved on since it was last asked for: the provider's idle time does, with every new token.
      void lookAtLength().then(tell)
    },
    onEnd: (reason) => void end(reason, signOut),
    onActive: (at) => say({ say: 'active', at }),
  })
}
onSignedIn(({ inactivityMinutes }) => watch?.limit({ minutes: inactivityMinutes, endsAt }))
onSignedOut(() => {
  watch?.stop()
  watch = undefined
  warned = null
  endsAt = undefined
  tell()
})

function tell() {
  ending = warned
  for (const listener of listeners) listener()
}

/** Asks the provider until when the session may last; what was known holds where it cannot say. */
export async function lookAtLength() {
  try {
    const mine = (await call(listMySessions)).find(({ actual }) => actual)
    const session = currentSession()
    if (session.status !== 'signed-in') return
    endsAt = mine?.VENCE ? byThisClock(Date.parse(mine.VENCE)) : undefined
    watch?.limit({ minutes: session.me.inactivityMinutes, endsAt })
  } catch {
    // The server ends it in any case.
  }
}

/** A window that was hidden may have missed that the others have kept the session going. */
async function end(reason: Ending['reason'], signOut: () => Promise<void>) {
  if (reason === 'length') {
    watch = undefined
    await lookAtLength()
    const session = currentSession()
    if (session.status !== 'signed-in') return
    if (endsAt === undefined || endsAt > Date.now()) {
      watchOver(session.me.inactivityMinutes, signOut)
      return watch!.limit({ minutes: session.me.inactivityMinutes, endsAt })
    }
  }
  await signOut()
}

/** Somebody was at work in another window, at that moment. */
export const activeElsewhere = (at: number) => watch?.active(at)
/** The answer to “are you still there?”. */
export function stay() {
  watch?.active()
  say({ say: 'active', at: Date.now() })
}

let told = 0
/** A file on its way is awaited by somebody, who need not touch anything meanwhile. Heard at most once a second. */
export function transferring() {
  const now = Date.now()
  if (now - told < 1000) return
  told = now
  stay()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** That the session is about to end, and why; null while it is not. */
export const useEnding = () => useSyncExternalStore(subscribe, () => ending)
