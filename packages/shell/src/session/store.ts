import type { Me } from '@cuadre/api/session'
import { useSyncExternalStore } from 'react'

/**
 * The session: starting, signed out, signed in, signed in at the provider without being a user of Cuadre, or lacking a required second
 * factor. A user counts as signed in only with an identity token and an access token (specification §4).
 */
export type Session =
  | { status: 'starting' }
  /** Reasons other than the user's: it expired or ended elsewhere, the provider refused the sign-in, or the server was not reached. */
  | { status: 'signed-out'; why?: 'expired' | 'refused' | 'unreached' }
  | { status: 'signed-in'; me: Me }
  /** With a QR code for enrolment; null if one is enrolled and the provider asks for it. */
  | { status: 'second-factor'; qrCodeUrl: string | null }
  | { status: 'refused'; message: string }

let session: Session = { status: 'starting' }
let expected: Me | undefined
let signUp = false
let first = false
const listeners = new Set<() => void>()
const signOutListeners = new Set<() => void>()
const signInListeners = new Set<(me: Me) => void>()

export function setSession(next: Session) {
  // Called while the pages are still rendered, so that their forms can save drafts.
  if (session.status === 'signed-in' && next.status !== 'signed-in') for (const listener of signOutListeners) listener()
  const starts = session.status === 'starting' && next.status === 'signed-in'
  const isAsBefore = session.status === 'signed-in' && next.status === 'signed-in' && JSON.stringify(session.me) === JSON.stringify(next.me)
  if (!isAsBefore) session = next
  if (next.status === 'signed-in') for (const listener of signInListeners) listener(next.me)
  if (isAsBefore) return
  // What the first page asks leaves before that page is drawn, which keeps a slow processor busy.
  if (starts) setTimeout(tellPages)
  else tellPages()
}
function tellPages() {
  for (const listener of listeners) listener()
}
/** For clearing what belongs to the user, such as the query cache. */
export const onSignedOut = (listener: () => void) => signOutListeners.add(listener)
/** Called with the user after signing in and each time the server says who it is. @returns the function that unsubscribes */
export const onSignedIn = (listener: (me: Me) => void) => {
  signInListeners.add(listener)
  return () => void signInListeners.delete(listener)
}

/** Whether people may request an account themselves; known once the session has started. */
export const isSignUpOpen = () => signUp
export const openSignUp = (open: boolean) => {
  signUp = open
}

/** Whether nobody has signed in as this user before. */
export const isFirstLogin = () => first
export const setFirstLogin = (is: boolean) => {
  first = is
}

export const currentSession = () => session
/** While the session starts, who was signed in on this device last, if lately: whose page is probably shown next. Nothing is asked in their name. */
export const expectedUser = () => (session.status === 'starting' ? expected : undefined)
export const setExpectedUser = (me: Me) => {
  expected = me
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = () => useSyncExternalStore(subscribe, currentSession)

const viewer = () => (session.status === 'signed-in' ? session.me : expectedUser())
/** The signed-in user; only below pages that require one. In what the host draws ahead, hidden, while the session starts: the expected one. */
export function useMe(): Me {
  const me = useSyncExternalStore(subscribe, viewer)
  if (!me) throw new Error('Not authenticated')
  return me
}
