import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export type Locale = 'es' | 'en'
const KEY = 'cuadre:idioma'
type Loader = (locale: Locale) => Promise<{ default: Record<string, unknown> }>

const loaders = new Map<string, Loader>()
export const i18n = i18next.createInstance()

/** Starts with the language kept on this device; the default is Spanish (specification §1). */
export async function startLanguage(host: Loader) {
  const kept = localStorage.getItem(KEY)
  loaders.set('host', host)
  await i18n.use(initReactI18next).init({
    lng: kept === 'en' ? 'en' : 'es',
    fallbackLng: false,
    ns: [],
    defaultNS: 'host',
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await setLanguage(currentLocale())
}

export const currentLocale = (): Locale => (i18n.language === 'en' ? 'en' : 'es')

/** Loads the language for the host and every area that is in use, then switches at once. */
export async function setLanguage(locale: Locale) {
  await Promise.all([...loaders].map(([space, load]) => ensure(space, load, locale)))
  localStorage.setItem(KEY, locale)
  document.documentElement.lang = locale
  await i18n.changeLanguage(locale)
}

/** An area's texts, in its own namespace, loaded with its first page. */
export async function addMessages(area: string, load: Loader) {
  loaders.set(area, load)
  await ensure(area, load, currentLocale())
}

async function ensure(space: string, load: Loader, locale: Locale) {
  if (i18n.hasResourceBundle(locale, space)) return
  const { default: texts } = await load(locale)
  i18n.addResourceBundle(locale, space, texts)
}
