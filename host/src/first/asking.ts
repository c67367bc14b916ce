import { readJson } from '@cuadre/shell/json'
import type { Early } from './handover.ts'

/** What is kept on this device under a name; null without it, or where it cannot be read. */
export const kept = (name: string) => {
  try {
    return JSON.parse(localStorage.getItem(`cuadre:${name}`) ?? 'null')
  } catch {
    return null
  }
}

/** Whoever was signed in here a moment ago; that they still are is for the application to find out. */
export const role: number | undefined = kept('sesion')?.value?.me?.SPC_TIPO_USUARIOS?.COD_TIPO_USUARIO

/** Somebody who was signed in, or who comes back from the provider, is about to see a page, not the way in. */
export const isExpected = role !== undefined || /[#&]state=/.test(location.hash)

export const isAt = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(location.pathname)

/** The application's own files, by what asks for them (FirstLoadPlugin). */
export const files: Record<string, string[]> = JSON.parse(document.currentScript?.dataset.files ?? '{}')

export const preload = (href: string, more: Record<string, string> = {}) => {
  const link = document.createElement('link')
  const as = href.endsWith('.css') ? 'style' : 'script'
  for (const [name, value] of Object.entries({ rel: 'preload', as, href, ...more })) link.setAttribute(name, value)
  document.head.append(link)
}

/** Files of these names, each once. */
export const preloadOwn = (names: readonly string[]) => {
  for (const file of new Set(names.flatMap((name) => files[name] ?? []))) preload(file)
}

/** The page stands, and the application's own script is still to run. */
export const parsed = new Promise<void>((resolve) => {
  if (document.readyState !== 'loading') return resolve()
  document.addEventListener('readystatechange', () => resolve(), { once: true })
})
/** The application has begun: what comes sooner than that is in its way on a narrow line. */
export const begun = parsed.then(
  () => new Promise<unknown>((resolve) => document.querySelector('script[defer]')?.addEventListener('load', resolve, { once: true })),
)

export const asked: Early['asked'] = {}
/** Asks for a small file beside the application, and leaves the answer to whoever needs it. @throws as readJson does */
export const ask = <T>(url: string): Promise<T> => {
  const answer = readJson<T>(url)
  asked[url] = answer
  return answer
}
