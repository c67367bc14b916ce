import { readJson } from '@cuadre/shell/json'
import type { Preboot } from './handover.ts'

/** A value stored on this device; null if it is missing or cannot be parsed. */
export const readStored = (name: string) => {
  try {
    return JSON.parse(localStorage.getItem(`cuadre:${name}`) ?? 'null')
  } catch {
    return null
  }
}

/** The role of the last user on this device, who may no longer be signed in. */
export const role: number | undefined = readStored('sesion')?.value?.me?.SPC_TIPO_USUARIOS?.COD_TIPO_USUARIO

/** A user who was signed in, or who returns from the provider, is about to see a page, not the sign-in. */
export const isUserExpected = role !== undefined || /[#&]state=/.test(location.hash)

export const isAt = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(location.pathname)

/** The host's files, by the name of what needs them (FirstLoadPlugin). */
export const filesByName: Record<string, string[]> = JSON.parse(document.currentScript?.dataset.files ?? '{}')

/** @returns when it has arrived, or failed */
export function preload(href: string, more: Record<string, string> = {}) {
  const link = document.createElement('link')
  const as = href.endsWith('.css') ? 'style' : 'script'
  for (const [name, value] of Object.entries({ rel: 'preload', as, href, ...more })) link.setAttribute(name, value)
  document.head.append(link)
  return new Promise<unknown>((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, resolve, { once: true })
  })
}
export const preloadByName = (names: readonly string[]) =>
  Promise.all([...new Set(names.flatMap((name) => filesByName[name] ?? []))].map((file) => preload(file)))

/** The document is parsed, and the deferred script of the application has not run yet. */
export const parsed = new Promise<void>((resolve) => {
  if (document.readyState !== 'loading') return resolve()
  document.addEventListener('readystatechange', () => resolve(), { once: true })
})
/** A file of the page has arrived, or failed: its events may have been before. */
const arrived = (element: HTMLScriptElement | HTMLLinkElement) =>
  new Promise<unknown>((resolve) => {
    if (performance.getEntriesByName('src' in element ? element.src : element.href).length > 0) return resolve(undefined)
    for (const event of ['load', 'error']) element.addEventListener(event, resolve, { once: true })
  })
/**
 * The application's first files have arrived, which ask who is signed in: earlier preloads would compete with them on a slow connection. They are
 * those of the head, before anything is added to it.
 */
export const applicationLoaded = Promise.all(
  [...document.head.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[defer], link[rel=preload][as=script]')].map(arrived),
)

export const responses: Preboot['responses'] = {}
/** Requests a small file and leaves the answer for the application. @throws as readJson does */
export const request = <T>(url: string): Promise<T> => {
  const answer = readJson<T>(url)
  responses[url] = answer
  return answer
}
