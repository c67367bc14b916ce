import type { Me } from '@cuadre/api/session'
import { useSyncExternalStore } from 'react'

/**
 * The session: signed out, starting, signed in, signed in at the provider without being a user of Cuadre, or without the second factor
 * that the person needs. Someone counts as signed in only with an identity token and an access token (specification §4).
 */
export type Session =
  | { status: 'starting' }
  /** Not by the person: the session ended of itself or elsewhere, the provider refused the sign-in, or nobody could be asked who it is. */
  | { status: 'signed-out'; why?: 'expired' | 'refused' | 'unreached' }
  | { status: 'signed-in'; me: Me }
  /** With a QR to enrol it; without, there is one, and the provider asks for it. */
  | { status: 'second-factor'; qrCodeUrl: string | null }
  | { status: 'refused'; message: string }

let session: Session = { status: 'starting' }
let signUp = false
const listeners = new Set<() => void>()
const leaving = new Set<() => void>()
const known = new Set<(me: Me) => void>()

export function become(next: Session) {
  // While the pages still stand: their forms are asked to keep what was typed.
  if (session.status === 'signed-in' && next.status !== 'signed-in') for (const listener of leaving) listener()
  session = next
  if (next.status === 'signed-in') for (const listener of known) listener(next.me)
  for (const listener of listeners) listener()
}
/** What must be forgotten when somebody leaves: the query cache of one person is not the next one's. */
export const onSignedOut = (listener: () => void) => leaving.add(listener)
/** Who is signed in, each time that something of them is new. */
export const onSignedIn = (listener: (me: Me) => void) => known.add(listener)

/** Whether people may ask for an account themselves; known once the session is not starting any more. */
export const isSignUpOpen = () => signUp
export const openSignUp = (open: boolean) => {
  signUp = open
}

export const currentSession = () => session
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = () => useSyncExternalStore(subscribe, currentSession)

/** The signed-in user. Only below a page that needs one. */
export function useMe(): Me {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('Not authenticated')
  return now.me
}
