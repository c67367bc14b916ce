import type { Appearance, Me } from '@cuadre/api/session'
import { getMe, setActiveRole, setAppearance, setContext, setLocale } from '@cuadre/api/session'
import { call } from '../call.ts'
import { type Locale, setLanguage } from '../i18n/i18n.ts'
import { become, currentSession } from './store.ts'
import { say } from './windows.ts'

const CHOSEN = 'cuadre:idioma-elegido'
const changing = new Set<() => void>()

/** Something of the person that the server has taken in. */
function change(part: Partial<Me>) {
  const session = currentSession()
  if (session.status === 'signed-in') become({ status: 'signed-in', me: { ...session.me, ...part } })
}

/** Asks anew who this is: role, permissions, context. */
export async function refreshMe() {
  const me = await call(getMe)
  const session = currentSession()
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

/** Role, country or business have been switched in another window: what is shown was asked for in the old one. */
export const onContextChanged = (listener: () => void) => {
  changing.add(listener)
  return () => changing.delete(listener)
}
export const changedElsewhere = async () => {
  await refreshMe()
  for (const listener of changing) listener()
}

export async function switchLocale(locale: Locale) {
  await setLanguage(locale)
  if (currentSession().status !== 'signed-in') return sessionStorage.setItem(CHOSEN, locale)
  await call(setLocale, { body: { locale } })
  change({ locale })
}
/** A language chosen on the way in is the person's choice from now on; otherwise the one kept for them holds. */
export async function takeChosenLocale(me: Me): Promise<Me> {
  const chosen = sessionStorage.getItem(CHOSEN)
  sessionStorage.removeItem(CHOSEN)
  if ((chosen !== 'es' && chosen !== 'en') || chosen === me.locale) return me
  await call(setLocale, { body: { locale: chosen } })
  return { ...me, locale: chosen }
}

/** On the server, for every machine of the person's. */
export async function keepAppearance(appearance: Appearance) {
  await call(setAppearance, { body: appearance })
  change({ appearance })
}
