import { listMySessions } from '@cuadre/api/identity'
import type { Me } from '@cuadre/api/session'
import { authConfig, getMe, login, setActiveRole, setContext, setLocale } from '@cuadre/api/session'
import { useSyncExternalStore } from 'react'
import { byThisClock, call, connect, Failure } from '../http.ts'
import { currentLocale, type Locale, setLanguage } from '../i18n/i18n.ts'
import { type LiveEvent, listen } from '../live.ts'
import { createSnapshot } from '../snapshot.ts'
import { rememberDestination } from './deepLink.ts'
import { claimDrafts, keepDrafts } from './drafts.ts'
import { createIdentity, type Identity } from './identity.ts'
import { type Ending, type Watch, watchSession } from './watch.ts'

/**
 * The session: signed out, starting, signed in, signed in at the provider without being a user of Cuadre, or without the second factor
 * that the person needs. Someone counts as signed in only with an identity token and an access token (specification §4).
 */
export type Session =
  | { status: 'starting' }
  | { status: 'signed-out'; expired?: boolean }
  | { status: 'signed-in'; me: Me }
  /** With a QR to enrol it; without, there is one, and the provider asks for it. */
  | { status: 'second-factor'; qrCodeUrl: string | null }
  | { status: 'refused'; message: string }

const CHOSEN = 'cuadre:idioma-elegido'
/** Persisted permissions hold for half an hour (specification §4); a window that is open looks again every five minutes (rules §2.4). */
const PERMISSIONS_MS = 30 * 60_000
const LOOK_AGAIN_MS = 5 * 60_000

type Word = { say: 'active'; at: number } | { say: 'signed-out' } | { say: 'changed' }

let session: Session = { status: 'starting' }
let warned: Ending | null = null
let ending: Ending | null = null
/** When the session ends whatever happens, as the provider says; milliseconds since 1970. */
let endsAt: number | undefined
let identity: Identity | undefined
let watch: Watch | undefined
let lookAgain: ReturnType<typeof setInterval> | undefined
/** The other windows of this browser. */
let windows: BroadcastChannel | undefined
const listeners = new Set<() => void>()
const leaving = new Set<() => void>()
const changing = new Set<() => void>()
const kept = createSnapshot<{ sub: string; me: Me }>('sesion', PERMISSIONS_MS)

function publish() {
  for (const listener of listeners) listener()
}

function become(next: Session) {
  const wasIn = session.status === 'signed-in'
  if (wasIn && next.status !== 'signed-in') leave()
  session = next
  if (next.status === 'signed-in') {
    kept.keep({ sub: subject() ?? '', me: next.me }, Date.now())
    watch?.limit({ minutes: next.me.inactivityMinutes, endsAt })
  }
  publish()
}

/** Whatever of the person is on this device goes, but for what they were typing, which waits for them in this tab. */
function leave() {
  keepDrafts()
  watch?.stop()
  watch = undefined
  clearInterval(lookAgain)
  warned = null
  ending = null
  endsAt = undefined
  kept.forget()
  for (const listener of leaving) listener()
}

/** Looks for a session without showing anything. Called once by the host. */
export async function startSession() {
  connect({
    token: async () => identity?.token(),
    locale: currentLocale,
    onUnauthorized: () => expire(),
  })
  windows = new BroadcastChannel('cuadre:sesion')
  windows.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.say === 'active') watch?.active(data.at)
    else if (data.say === 'signed-out') expire()
    else void refreshMe().then(tellChanged, () => undefined)
  }
  try {
    const [config, snapshot] = await Promise.all([call(authConfig), kept.restore()])
    identity = createIdentity(config)
    identity.onSignedOut(() => session.status !== 'signed-out' && become({ status: 'signed-out' }))
    const found = await identity.start()
    if (!found || !identity.idToken() || !(await identity.token())) {
      kept.forget()
      // Back from signing out: the other windows need not find it out by themselves.
      if (location.pathname === '/gracias') say({ say: 'signed-out' })
      return become({ status: 'signed-out' })
    }
    claimDrafts(subject() ?? '')
    // What was known a moment ago is shown while it is asked for anew.
    if (snapshot && snapshot.sub === subject()) await enter(snapshot.me)
    await open()
  } catch (error) {
    if (error instanceof Failure && error.status === 403) become({ status: 'refused', message: error.message })
    else if (session.status === 'starting') become({ status: 'signed-out' })
  }
}

async function open() {
  const { user, qrCodeUrl, '2FAEnabled': asked } = await call(login, { body: {} })
  if (asked || qrCodeUrl) return become({ status: 'second-factor', qrCodeUrl })
  // A language chosen on the way in is the person's choice from now on; otherwise the one kept for them holds.
  const chosen = sessionStorage.getItem(CHOSEN)
  sessionStorage.removeItem(CHOSEN)
  if ((chosen === 'es' || chosen === 'en') && chosen !== user.locale) {
    await call(setLocale, { body: { locale: chosen } })
    user.locale = chosen
  }
  await enter(user)
  void lookAtLength()
}

async function enter(me: Me) {
  await setLanguage(me.locale)
  watch ??= watchSession({
    minutes: me.inactivityMinutes,
    onWarn(next) {
      warned = next
      if (next?.reason !== 'length') return tellEnding()
      // It may have moved on since it was last asked for: the provider's idle time does, with every new token.
      void lookAtLength().then(tellEnding)
    },
    onEnd: (reason) => void end(reason),
    onActive: (at) => say({ say: 'active', at }),
  })
  clearInterval(lookAgain)
  lookAgain = setInterval(() => {
    if (document.visibilityState === 'visible') void Promise.all([refreshMe(), lookAtLength()]).catch(() => undefined)
  }, LOOK_AGAIN_MS)
  become({ status: 'signed-in', me })
}

/** Asks the provider until when the session may last; what was known holds where it cannot say. */
async function lookAtLength() {
  try {
    const mine = (await call(listMySessions)).find(({ actual }) => actual)
    if (session.status !== 'signed-in') return
    endsAt = mine?.VENCE ? byThisClock(Date.parse(mine.VENCE)) : undefined
    watch?.limit({ minutes: session.me.inactivityMinutes, endsAt })
  } catch {
    // The server ends it in any case.
  }
}

function tellEnding() {
  ending = warned
  publish()
}

/** A window that was hidden may have missed that the others have kept the session going. */
async function end(reason: Ending['reason']) {
  if (reason === 'length' && session.status === 'signed-in') {
    watch = undefined
    await lookAtLength()
    if (session.status !== 'signed-in') return
    if (endsAt === undefined || endsAt > Date.now()) return enter(session.me)
  }
  await signOutUnattended()
}

const say = (word: Word) => windows?.postMessage(word)

/** The subject of the identity token; the provider has checked it. */
function subject(): string | undefined {
  try {
    const [, payload = ''] = identity?.idToken()?.split('.') ?? []
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

/** A 401, or a session that ended elsewhere: signed out here, without a question. */
function expire() {
  if (session.status !== 'signed-in' && session.status !== 'second-factor') return
  rememberDestination(location.pathname + location.search)
  become({ status: 'signed-out', expired: true })
  identity?.clear()
}

/** The time is up: nothing of the person stays on the screen, here and in the other windows, and one of them ends it at the provider. */
async function signOutUnattended() {
  rememberDestination(location.pathname + location.search)
  become({ status: 'signed-out', expired: true })
  const end = async () => {
    say({ say: 'signed-out' })
    await identity?.signOut()
  }
  if (!navigator.locks) return end()
  await navigator.locks.request('cuadre:salida', { ifAvailable: true }, async (first) => {
    if (!first) return identity?.clear()
    await end()
    // Held until the browser has left this page.
    await new Promise((resolve) => setTimeout(resolve, 10_000))
  })
}

export const signIn = async (destination?: string) => {
  if (destination) rememberDestination(destination)
  await identity?.signIn({ locale: currentLocale() })
}
/** To the provider, which asks for the second factor and comes back. */
export const showSecondFactor = async () => {
  await identity?.signIn({ locale: currentLocale(), acr: { values: ['2'], essential: true } })
}
/** To the page of the provider that does it (`CONFIGURE_TOTP`, `UPDATE_PASSWORD`), and back to this one. */
export const doAtProvider = async (action: string) => {
  rememberDestination(location.pathname + location.search)
  await identity?.signIn({ locale: currentLocale(), action })
}
/** Ends the session at the provider, which sends the browser to /gracias. */
export const signOut = async () => {
  kept.forget()
  await identity?.signOut()
}
/** The answer to “are you still there?”. */
export function stay() {
  watch?.active()
  say({ say: 'active', at: Date.now() })
}
/** What must be forgotten when somebody leaves: the query cache of one person is not the next one's. */
export const onSignedOut = (listener: () => void) => leaving.add(listener)
/** Role, country or business have been switched in another window: what is shown was asked for in the old one. */
export const onContextChanged = (listener: () => void) => {
  changing.add(listener)
  return () => changing.delete(listener)
}
const tellChanged = () => {
  for (const listener of changing) listener()
}

/** Asks anew who this is: role, permissions, context. */
export async function refreshMe() {
  const me = await call(getMe)
  // Signed out meanwhile, or nothing new.
  if (session.status === 'signed-in' && JSON.stringify(me) !== JSON.stringify(session.me)) become({ status: 'signed-in', me })
}
export const switchRole = async (rolId: number) => switched(await call(setActiveRole, { body: { rolId } }))
export const switchContext = async (context: { ID_PAIS: number | null; ID_NEGOCIO: number | null }) =>
  switched(await call(setContext, { body: context }))
function switched(me: Me) {
  become({ status: 'signed-in', me })
  say({ say: 'changed' })
}
export async function switchLocale(locale: Locale) {
  await setLanguage(locale)
  if (session.status !== 'signed-in') return sessionStorage.setItem(CHOSEN, locale)
  await call(setLocale, { body: { locale } })
  if (session.status === 'signed-in') become({ status: 'signed-in', me: { ...session.me, locale } })
}

/** Notifications and the progress of jobs as they happen, until the signal says enough. */
export const listenLive = (onEvent: (event: LiveEvent) => void, signal: AbortSignal) =>
  listen({ token: async () => identity?.token(), locale: currentLocale, onEvent, signal })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentSession = () => session
export const useSession = () => useSyncExternalStore(subscribe, currentSession)
/** That the session is about to end, and why; null while it is not. */
export const useEnding = () => useSyncExternalStore(subscribe, () => ending)

/** The signed-in user. Only below a page that needs one. */
export function useMe(): Me {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('Not authenticated')
  return now.me
}
