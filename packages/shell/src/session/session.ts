import type { Answer } from '@cuadre/api/endpoint'
import type { Me } from '@cuadre/api/session'
import { authConfig, login } from '@cuadre/api/session'
import { call } from '../call.ts'
import { connect, Failure } from '../http.ts'
import { currentLocale, setLanguage } from '../i18n/i18n.ts'
import { type LiveEvent, listen } from '../live.ts'
import { createSnapshot } from '../snapshot.ts'
import { rememberDestination } from './deepLink.ts'
import { claimDrafts, saveDrafts } from './drafts.ts'
import { activeElsewhere, lookAtLength, transferring, watchOver } from './ending.ts'
import type { Identity } from './identity.ts'
import { changedElsewhere, refreshMe, takeChosenLocale } from './person.ts'
import { become, currentSession, onSignedIn, onSignedOut, openSignUp } from './store.ts'
import { hearWindows, say } from './windows.ts'

/** Persisted permissions hold for half an hour (specification §4); a window that is open looks again every five minutes (rules §2.4). */
const PERMISSIONS_MS = 30 * 60_000
const LOOK_AGAIN_MS = 5 * 60_000
/** What the page shows first has the line to itself; until when the session may last is needed a minute ahead of that. */
const FIRST_LOOK_MS = 30_000

let identity: Identity | undefined
let firstLook: ReturnType<typeof setTimeout> | undefined
let lookAgain: ReturnType<typeof setInterval> | undefined
const kept = createSnapshot<{ sub: string; me: Me }>('sesion', PERMISSIONS_MS)

onSignedIn((me) => kept.keep({ sub: subject() ?? '', me }, Date.now()))
/** Whatever of the person is on this device goes, but for what they were typing, which waits for them in this tab. */
onSignedOut(() => {
  saveDrafts()
  clearTimeout(firstLook)
  clearInterval(lookAgain)
  kept.forget()
})

/** The identity client, and what the server says of signing in. */
export type Begun = { config: Answer<typeof authConfig>; identity: Identity }

/** Where nobody has begun it ahead of the application. */
async function beginIdentity(): Promise<Begun> {
  const [config, { createIdentity }] = await Promise.all([call(authConfig), import('./identity.ts')])
  return { config, identity: createIdentity(config) }
}

/**
 * Looks for a session without showing anything. Called once by the host.
 * @param begun the client, when the look has been begun with it ahead of the application
 */
export async function startSession(begun?: Promise<Begun>) {
  connect({
    token: async () => identity?.token(),
    locale: currentLocale,
    onUnauthorized: () => expire(),
    onForbidden: alone(refreshMe),
    onSecondFactor: demandSecondFactor,
    onTransfer: transferring,
  })
  hearWindows((word) => {
    if (word.say === 'active') activeElsewhere(word.at)
    else if (word.say === 'signed-out') expire()
    else void changedElsewhere().catch(() => undefined)
  })
  try {
    const [ready, snapshot] = await Promise.all([begun?.catch(beginIdentity) ?? beginIdentity(), kept.restore()])
    openSignUp(ready.config.signUp)
    identity = ready.identity
    identity.onSignedOut(() => currentSession().status !== 'signed-out' && become({ status: 'signed-out' }))
    const outcome: { why?: 'refused' } = {}
    identity.onError((error) => {
      console.warn('sign-in refused', error)
      outcome.why = 'refused'
    })
    const found = await identity.start()
    if (!found || !identity.idToken() || !(await identity.token())) {
      kept.forget()
      // Back from signing out: the other windows need not find it out by themselves.
      if (location.pathname === '/gracias') say({ say: 'signed-out' })
      return become({ status: 'signed-out', ...outcome })
    }
    claimDrafts(subject() ?? '')
    // What was known a moment ago is shown while it is asked for anew.
    if (snapshot && snapshot.sub === subject()) await enter(snapshot.me)
    await open()
  } catch (error) {
    if (error instanceof Failure && error.status === 403) become({ status: 'refused', message: error.message })
    // Whoever was shown from the snapshot goes on; anybody else is told that it was not them.
    else if (currentSession().status === 'starting') become({ status: 'signed-out', ...(isOutage(error) && { why: 'unreached' }) })
  }
}

async function open() {
  const { user, qrCodeUrl, '2FAEnabled': asked } = await call(login, { body: {} })
  if (asked || qrCodeUrl) return become({ status: 'second-factor', qrCodeUrl })
  await enter(await takeChosenLocale(user))
  clearTimeout(firstLook)
  firstLook = setTimeout(() => void lookAtLength(), FIRST_LOOK_MS)
}

const isOutage = (error: unknown) => error instanceof Failure && (error.status === 0 || error.status >= 500)

/** Once for all the calls that are refused at the same time. */
function alone(work: () => Promise<unknown>) {
  let busy = false
  return async () => {
    if (busy) return
    busy = true
    await work().catch(() => undefined)
    busy = false
  }
}
/** It has become a must for whoever is inside already: the session is opened anew, which says how it is shown or set up. */
const demandSecondFactor = alone(async () => {
  if (currentSession().status === 'signed-in') await open()
})

async function enter(me: Me) {
  await setLanguage(me.locale)
  watchOver(me.inactivityMinutes, signOutUnattended)
  clearInterval(lookAgain)
  lookAgain = setInterval(() => {
    if (document.visibilityState === 'visible') void Promise.all([refreshMe(), lookAtLength()]).catch(() => undefined)
  }, LOOK_AGAIN_MS)
  become({ status: 'signed-in', me })
}

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
  const { status } = currentSession()
  if (status !== 'signed-in' && status !== 'second-factor') return
  rememberDestination(location.pathname + location.search)
  become({ status: 'signed-out', why: 'expired' })
  identity?.clear()
}

/** The time is up: nothing of the person stays on the screen, here and in the other windows, and one of them ends it at the provider. */
async function signOutUnattended() {
  rememberDestination(location.pathname + location.search)
  become({ status: 'signed-out', why: 'expired' })
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

/** To the provider and back to `destination`. Where the server was not reached at the start, nothing is known of the provider: the page starts anew. */
export const signIn = async (destination?: string) => {
  if (destination) rememberDestination(destination)
  if (!identity) return location.reload()
  await identity.signIn({ locale: currentLocale() })
}
/** To the provider, which asks for the second factor, unless it was just shown, and comes back. */
export const showSecondFactor = async (destination?: string) => {
  if (destination) rememberDestination(destination)
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

/** Notifications and the progress of jobs as they happen, until the signal says enough. */
export const listenLive = (onEvent: (event: LiveEvent) => void, signal: AbortSignal) =>
  listen({ token: async () => identity?.token(), locale: currentLocale, onEvent, signal })
