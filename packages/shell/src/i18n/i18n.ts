import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export type Locale = 'es' | 'en'
const LOCALE_KEY = 'cuadre:idioma'
type Loader = (locale: Locale) => Promise<{ default: Record<string, unknown> }>

const loaders = new Map<string, { space: string; load: Loader }>()
/** What is loaded: 'es statistics'. */
const loaded = new Set<string>()
export const i18n = i18next.createInstance()

/** Starts with the language that the address asks for, as the provider's page does, or with the one stored on this device; Spanish by default (specification §1). */
export async function startLanguage(host: Loader) {
  const wanted = new URLSearchParams(location.search).get('idioma') ?? localStorage.getItem(LOCALE_KEY)
  loaded.clear()
  loaders.set('host', { space: 'host', load: host })
  await i18n.use(initReactI18next).init({
    lng: wanted === 'en' ? 'en' : 'es',
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

/** Loads the texts of the host and of every area in use, then switches the language. An area that opens meanwhile is waited for too. */
export async function setLanguage(locale: Locale) {
  const missing = () => [...loaders.keys()].filter((key) => !loaded.has(`${locale} ${key}`))
  for (let keys = missing(); keys.length > 0; keys = missing()) await Promise.all(keys.map((key) => ensure(key, locale)))
  localStorage.setItem(LOCALE_KEY, locale)
  document.documentElement.lang = locale
  // Telling it anew would draw every text anew.
  if (i18n.language !== locale) await i18n.changeLanguage(locale)
}

/** Loads an area's texts into its own namespace; `part`: texts that are loaded separately. */
export async function addMessages(area: string, load: Loader, part = '') {
  const key = area + part
  loaders.set(key, { space: area, load })
  await ensure(key, currentLocale())
}

async function ensure(key: string, locale: Locale) {
  if (loaded.has(`${locale} ${key}`)) return
  const { space, load } = loaders.get(key)!
  const { default: texts } = await load(locale)
  i18n.addResourceBundle(locale, space, texts, true)
  loaded.add(`${locale} ${key}`)
}
