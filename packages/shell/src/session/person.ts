import type { Appearance, Me } from '@cuadre/api/session'
import { contextOf, getMe, setActiveRole, setAppearance, setContext, setLocale } from '@cuadre/api/session'
import { call } from '../call.ts'
import { type Locale, setLanguage } from '../i18n/i18n.ts'
import { broadcast } from './broadcast.ts'
import { currentSession, setSession } from './store.ts'

const CHOSEN_LOCALE_KEY = 'cuadre:idioma-elegido'
const contextListeners = new Set<() => void>()
const failureListeners = new Set<() => void>()

/** Applies a change that the server has accepted. */
function change(part: Partial<Me>) {
  const session = currentSession()
  if (session.status === 'signed-in') setSession({ status: 'signed-in', me: { ...session.me, ...part } })
}

const contextOfMe = ({ SPC_TIPO_USUARIOS, ID_PAIS, ID_NEGOCIO }: Me) => contextOf(SPC_TIPO_USUARIOS.COD_TIPO_USUARIO, ID_PAIS, ID_NEGOCIO)
/** Role, country and business of whoever is signed in, as the server says them of its answers. */
export const currentContext = () => {
  const session = currentSession()
  return session.status === 'signed-in' ? contextOfMe(session.me) : undefined
}

/** Reloads the user: role, permissions, context. What is on screen of another role or business is outdated then. */
export async function refreshMe() {
  const me = await call(getMe)
  const session = currentSession()
  // Not if signed out in the meantime.
  if (session.status !== 'signed-in') return
  setSession({ status: 'signed-in', me })
  if (contextOfMe(session.me) !== contextOfMe(me)) for (const listener of contextListeners) listener()
}

/** Permissions could not be loaded: those at hand may not be the ones that hold. */
export const onPermissionsFailed = (listener: () => void) => {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}
/** After a refusal, or a change in another window; a failure is told. */
export const reloadPermissions = () =>
  refreshMe().catch(() => {
    for (const listener of failureListeners) listener()
  })

export const switchRole = async (rolId: number) => switched(await call(setActiveRole, { body: { rolId } }))
export const switchContext = async (context: { ID_PAIS: number | null; ID_NEGOCIO: number | null }) =>
  switched(await call(setContext, { body: context }))
function switched(me: Me) {
  setSession({ status: 'signed-in', me })
  broadcast({ type: 'changed' })
}

/** Role, country or business were switched in another window or on another device, so the data on screen is outdated. */
export const onContextChanged = (listener: () => void) => {
  contextListeners.add(listener)
  return () => contextListeners.delete(listener)
}
export async function switchLocale(locale: Locale) {
  if (currentSession().status !== 'signed-in') {
    await setLanguage(locale)
    return sessionStorage.setItem(CHOSEN_LOCALE_KEY, locale)
  }
  // It is on its way before the pages ask for everything anew: whoever leaves at once has chosen all the same.
  await Promise.all([call(setLocale, { body: { locale } }), setLanguage(locale)])
  change({ locale })
}
/** A language chosen before signing in is saved as the user's; otherwise theirs applies. */
export async function applyChosenLocale(me: Me): Promise<Me> {
  const chosen = sessionStorage.getItem(CHOSEN_LOCALE_KEY)
  sessionStorage.removeItem(CHOSEN_LOCALE_KEY)
  if ((chosen !== 'es' && chosen !== 'en') || chosen === me.locale) return me
  await call(setLocale, { body: { locale: chosen } })
  return { ...me, locale: chosen }
}

/** Saved on the server, for all devices of the user. */
export async function saveAppearance(appearance: Appearance) {
  await call(setAppearance, { body: appearance })
  change({ appearance })
}
