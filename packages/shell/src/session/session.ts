import type { Answer } from '@cuadre/api/endpoint'
import type { Me } from '@cuadre/api/session'
import { authConfig, login } from '@cuadre/api/session'
import { call } from '../call.ts'
import { connect, Failure } from '../http.ts'
import { currentLocale, setLanguage } from '../i18n/i18n.ts'
import { type LiveEvent, listen } from '../live.ts'
import { createSnapshot, OPENED } from '../snapshot.ts'
import { broadcast, onBroadcast } from './broadcast.ts'
import { AFTER_SIGN_OUT, forgetDestination, rememberDestination } from './deepLink.ts'
import { claimDrafts, saveDrafts } from './drafts.ts'
import { refreshSessionLimit, reportActivityElsewhere, reportTransfer, startWatching } from './ending.ts'
import type { Identity } from './identity.ts'
import { applyChosenLocale, currentContext, refreshMe, reloadPermissions } from './person.ts'
import { currentSession, onSignedIn, onSignedOut, openSignUp, setExpectedUser, setFirstLogin, setSession } from './store.ts'

/** A stored session is valid for 30 minutes (specification §4); an open window refreshes it every five minutes (rules §2.4). */
const SNAPSHOT_MAX_AGE_MS = 30 * 60_000
const REFRESH_MS = 5 * 60_000
/** The first page has priority on the network; the session's end is only needed one minute before it. */
const FIRST_LOOK_MS = 30_000

let identity: Identity | undefined
let firstLook: ReturnType<typeof setTimeout> | undefined
let refreshTimer: ReturnType<typeof setInterval> | undefined
/** The server did not take the token that a sign-in has just given: the provider's session may go on, and only with a password does it give another. */
let tokenRefused = false
const snapshot = createSnapshot<{ sub: string; me: Me }>('sesion', SNAPSHOT_MAX_AGE_MS)

/** The next person at this machine reads neither who was here nor what they opened. */
function forget() {
  snapshot.remove()
  for (const key of Object.keys(localStorage)) if (key.startsWith(OPENED)) localStorage.removeItem(key)
}

onSignedIn((me) => snapshot.save({ sub: subject() ?? '', me }, Date.now()))
/** Deletes the user's data from this device, except drafts, which wait for them in this tab. */
onSignedOut(() => {
  saveDrafts()
  clearTimeout(firstLook)
  clearInterval(refreshTimer)
  forget()
})

/** The identity client, and the server's settings for signing in. */
export type IdentityClient = { config: Answer<typeof authConfig>; identity: Identity }

/** For pages without preboot. */
async function createIdentityClient(): Promise<IdentityClient> {
  const [config, { createIdentity }] = await Promise.all([call(authConfig), import('./identity.ts')])
  return { config, identity: createIdentity(config) }
}

/**
 * Looks for a session silently. Called once by the host.
 * @param begun the client, if preboot has already created it
 */
export async function startSession(begun?: Promise<IdentityClient>) {
  connect({
    token: async () => identity?.token(),
    locale: currentLocale,
    onUnauthorized: () => expire(),
    onForbidden: withoutOverlap(reloadPermissions),
    onSecondFactor: demandSecondFactor,
    onShutOut: (message) => currentSession().status === 'signed-in' && setSession({ status: 'refused', message }),
    onTransfer: reportTransfer,
    context: currentContext,
    onOtherContext: withoutOverlap(reloadPermissions),
  })
  onBroadcast((message) => {
    if (message.type === 'active') reportActivityElsewhere(message.at)
    else if (message.type === 'signed-out') expire()
    else void reloadPermissions()
  })
  try {
    const stored = await snapshot.restore()
    if (stored) setExpectedUser(stored.me)
    const ready = await (begun?.catch(createIdentityClient) ?? createIdentityClient())
    openSignUp(ready.config.signUp)
    identity = ready.identity
    // The provider gives no more tokens: the session ended there, or was ended from elsewhere.
    identity.onSignedOut(() => {
      const { status } = currentSession()
      if (status === 'starting' || status === 'refused') setSession({ status: 'signed-out' })
      else expire()
    })
    const outcome: { why?: 'refused' } = {}
    identity.onError((error) => {
      console.warn('sign-in refused', error)
      outcome.why = 'refused'
    })
    const found = await identity.start()
    if (!found || !identity.idToken() || !(await identity.token())) {
      snapshot.remove()
      // After signing out, the other windows are told at once.
      if (location.pathname === AFTER_SIGN_OUT) broadcast({ type: 'signed-out' })
      return setSession({ status: 'signed-out', ...outcome })
    }
    claimDrafts(subject() ?? '')
    const asked = call(login, { body: {} })
    // The stored user is shown while the server is asked; the answer's failure is handled below.
    asked.catch(() => {})
    if (stored && stored.sub === subject()) await enter(stored.me)
    await open(asked)
  } catch (error) {
    tokenRefused = error instanceof Failure && error.status === 401
    if (error instanceof Failure && error.status === 403) setSession({ status: 'refused', message: error.message })
    // A user shown from the snapshot may go on; anybody else learns why not.
    else if (currentSession().status === 'starting') setSession({ status: 'signed-out', ...reasonOf(error) })
  }
}

async function open(answer = call(login, { body: {} })) {
  const { user, qrCodeUrl, '2FAEnabled': asked, firstLogin } = await answer
  if (asked || qrCodeUrl) return setSession({ status: 'second-factor', qrCodeUrl })
  setFirstLogin(firstLogin)
  await enter(await applyChosenLocale(user))
  clearTimeout(firstLook)
  firstLook = setTimeout(() => void refreshSessionLimit(), FIRST_LOOK_MS)
}

function reasonOf(error: unknown) {
  if (!(error instanceof Failure)) return {}
  if (error.status === 0 || error.status >= 500) return { why: 'unreached' } as const
  return { why: error.status === 401 ? 'expired' : 'refused' } as const
}

/** Runs `work` once for simultaneous calls. */
function withoutOverlap(work: () => Promise<unknown>) {
  let busy = false
  return async () => {
    if (busy) return
    busy = true
    await work().catch(() => undefined)
    busy = false
  }
}
/** A second factor is required from now on: opening the session again tells how to show it or set it up. */
const demandSecondFactor = withoutOverlap(async () => {
  if (currentSession().status === 'signed-in') await open()
})

async function enter(me: Me) {
  await setLanguage(me.locale)
  startWatching(me.inactivityMinutes, signOutUnattended)
  clearInterval(refreshTimer)
  refreshTimer = setInterval(() => {
    if (document.visibilityState === 'visible') void Promise.all([refreshMe(), refreshSessionLimit()]).catch(() => undefined)
  }, REFRESH_MS)
  setSession({ status: 'signed-in', me })
}

/** The subject of the identity token. Its signature was checked by the client. */
function subject(): string | undefined {
  try {
    const [, payload = ''] = identity?.idToken()?.split('.') ?? []
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

/** After a 401, or when the session ended elsewhere: signs out here without asking. */
function expire() {
  const { status } = currentSession()
  if (status !== 'signed-in' && status !== 'second-factor') return
  // Whoever was led to the second factor wants the page from where, which is remembered already.
  if (status === 'signed-in') rememberDestination(location.pathname + location.search)
  setSession({ status: 'signed-out', why: 'expired' })
  identity?.clear()
}

/** Signs out all windows when the time is up; one of them ends the session at the provider. */
async function signOutUnattended() {
  rememberDestination(location.pathname + location.search)
  setSession({ status: 'signed-out', why: 'expired' })
  const end = async () => {
    broadcast({ type: 'signed-out' })
    await identity?.signOut()
  }
  if (!navigator.locks) return end()
  await navigator.locks.request('cuadre:salida', { ifAvailable: true }, async (first) => {
    if (!first) return identity?.clear()
    await end()
    // Holds the lock until the browser has left this page.
    await new Promise((resolve) => setTimeout(resolve, 10_000))
  })
}

/** Redirects to the provider and back to `destination`. If the server was not reached at the start, the provider is unknown and the page reloads. */
export const signIn = async (destination?: string) => {
  if (destination) rememberDestination(destination)
  if (!identity) return location.reload()
  await identity.signIn({ locale: currentLocale(), ...(tokenRefused && { prompt: 'login' }) })
}
/** Redirects to the provider, which asks for the second factor unless it was just shown. */
export const showSecondFactor = async (destination?: string) => {
  if (destination) rememberDestination(destination)
  await identity?.signIn({ locale: currentLocale(), acr: { values: ['2'], essential: true } })
}
/**
 * Redirects to the provider, which asks again who this is, and back to this page, where forms find what was typed: for what a session left
 * open on a desk must not be enough for.
 */
export const signInAgain = async () => {
  saveDrafts()
  rememberDestination(location.pathname + location.search)
  // Whoever has a second factor shows it too: without it the session would have less than before.
  await identity?.signIn({ locale: currentLocale(), prompt: 'login', acrValues: '2' })
}
/** Redirects to a page of the provider (`CONFIGURE_TOTP`, `UPDATE_PASSWORD`) and back to this page. */
export const doAtProvider = async (action: string) => {
  rememberDestination(location.pathname + location.search)
  await identity?.signIn({ locale: currentLocale(), action })
}
/** Ends the session at the provider, which sends the browser to a page of thanks. */
export const signOut = async () => {
  forget()
  forgetDestination()
  // The session that ends before this page is left has not ended unasked.
  identity?.onSignedOut(() => {})
  await identity?.signOut()
}

/** Receives notifications and job progress until the signal is aborted. */
export const listenLive = (onEvent: (event: LiveEvent) => void, signal: AbortSignal) =>
  listen({ token: async () => identity?.token(), locale: currentLocale, onEvent, signal })
