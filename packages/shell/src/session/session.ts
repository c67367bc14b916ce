import type { Permission } from '@cuadre/api/permissions'
import type { Me } from '@cuadre/api/session'
import { authConfig, getMe, login, setActiveRole, setContext, setLocale } from '@cuadre/api/session'
import { useSyncExternalStore } from 'react'
import { call, connect, Failure } from '../http.ts'
import { currentLocale, type Locale, setLanguage } from '../i18n/i18n.ts'
import { rememberDestination } from './deepLink.ts'
import { createIdentity, type Identity } from './identity.ts'

/**
 * The session: signed out, starting, signed in, or signed in at the provider without being a user of Cuadre.
 * Someone counts as signed in only with an identity token and an access token (specification §4).
 */
export type Session =
  | { status: 'starting' }
  | { status: 'signed-out'; expired?: boolean }
  | { status: 'signed-in'; me: Me }
  | { status: 'refused'; message: string }

const CHOSEN = 'cuadre:idioma-elegido'

let session: Session = { status: 'starting' }
let identity: Identity | undefined
const listeners = new Set<() => void>()
const leaving = new Set<() => void>()

function become(next: Session) {
  const wasIn = session.status === 'signed-in'
  session = next
  if (wasIn && next.status !== 'signed-in') for (const listener of leaving) listener()
  for (const listener of listeners) listener()
}

/** Looks for a session without showing anything. Called once by the host. */
export async function startSession() {
  connect({
    token: async () => identity?.token(),
    locale: currentLocale,
    onUnauthorized: () => expire(),
  })
  try {
    identity = createIdentity(await call(authConfig))
    identity.onSignedOut(() => become({ status: 'signed-out' }))
    const found = await identity.start()
    if (!found || !identity.idToken() || !(await identity.token())) return become({ status: 'signed-out' })
    await open()
  } catch (error) {
    become(error instanceof Failure && error.status === 403 ? { status: 'refused', message: error.message } : { status: 'signed-out' })
  }
}

async function open() {
  const { user } = await call(login, { body: {} })
  // A language chosen on the way in is the person's choice from now on; otherwise the one kept for them holds.
  const chosen = sessionStorage.getItem(CHOSEN)
  sessionStorage.removeItem(CHOSEN)
  if ((chosen === 'es' || chosen === 'en') && chosen !== user.locale) {
    await call(setLocale, { body: { locale: chosen } })
    user.locale = chosen
  }
  await setLanguage(user.locale)
  become({ status: 'signed-in', me: user })
}

/** A 401, or a session that ended elsewhere: signed out here, without a question. */
function expire() {
  if (session.status !== 'signed-in') return
  rememberDestination(location.pathname + location.search)
  become({ status: 'signed-out', expired: true })
  identity?.clear()
}

export const signIn = async (destination?: string) => {
  if (destination) rememberDestination(destination)
  await identity?.signIn({ locale: currentLocale() })
}
/** Ends the session at the provider, which sends the browser to /gracias. */
export const signOut = async () => {
  await identity?.signOut()
}
/** What must be forgotten when somebody leaves: the query cache of one person is not the next one's. */
export const onSignedOut = (listener: () => void) => leaving.add(listener)

export const refreshMe = async () => become({ status: 'signed-in', me: await call(getMe) })
export const switchRole = async (rolId: number) => become({ status: 'signed-in', me: await call(setActiveRole, { body: { rolId } }) })
export const switchContext = async (context: { ID_PAIS: number | null; ID_NEGOCIO: number | null }) =>
  become({ status: 'signed-in', me: await call(setContext, { body: context }) })
export async function switchLocale(locale: Locale) {
  await setLanguage(locale)
  if (session.status === 'signed-in') await call(setLocale, { body: { locale } })
  else sessionStorage.setItem(CHOSEN, locale)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = () => useSyncExternalStore(subscribe, () => session)

/** The signed-in user. Only below a page that needs one. */
export function useMe(): Me {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('Not authenticated')
  return now.me
}

/** Whether the user has a key (or all of several, or any of them). What is hidden the server also refuses. */
export function useCan() {
  const { permissions } = useMe()
  const has = (key: Permission) => permissions.includes(key)
  return Object.assign(has, { all: (...keys: Permission[]) => keys.every(has), any: (...keys: Permission[]) => keys.some(has) })
}

/** Whether a page is open to the user: role and key must both allow (decisions §12). */
export const mayOpen = (me: Me, page: { roles?: readonly number[]; permission?: string }) =>
  (!page.roles || page.roles.length === 0 || page.roles.some((role) => String(role) === String(me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO))) &&
  (!page.permission || me.permissions.includes(page.permission))
