import { beforeEach, expect, test } from '@jest/globals'
import { addMessages, i18n, type Locale, setLanguage, startLanguage } from './i18n.ts'

/** Texts that arrive when they are let. */
function late() {
  const waiting: (() => void)[] = []
  return {
    arrive() {
      for (const go of waiting.splice(0)) go()
    },
    texts: (name: string) => async (locale: Locale) => {
      if (locale === 'en') await new Promise<void>((go) => waiting.push(go))
      return { default: { word: `${name} ${locale}` } }
    },
  }
}
const settled = () => new Promise((done) => setTimeout(done))

beforeEach(() => localStorage.clear())

test('the address may ask for a language, which is kept', async () => {
  const texts = async (locale: Locale) => ({ default: { word: locale } })
  history.replaceState(null, '', '/forgot-password?idioma=en')
  await startLanguage(texts)
  history.replaceState(null, '', '/')
  expect([i18n.language, localStorage.getItem('cuadre:idioma'), document.documentElement.lang]).toEqual(['en', 'en', 'en'])
})

test('an area that opens while the language changes has its texts in the new one', async () => {
  const host = late()
  await startLanguage(host.texts('host'))
  const changed = setLanguage('en')
  await addMessages('admin', host.texts('admin'))
  expect(i18n.t('admin:word')).toBe('admin es')
  host.arrive()
  await settled()
  host.arrive()
  await changed
  expect([i18n.t('host:word'), i18n.t('admin:word')]).toEqual(['host en', 'admin en'])
})
