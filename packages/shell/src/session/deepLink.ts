import type { PagePath } from '@cuadre/api/pages'

const DESTINATION_KEY = 'cuadre:destino'
/** Where the provider sends the browser once the session has ended. */
export const AFTER_SIGN_OUT: PagePath = '/gracias'

/** Remembers where to go after signing in. */
export const rememberDestination = (path: string) => sessionStorage.setItem(DESTINATION_KEY, path)

/** Whether there is a page to come back to: whoever signs out on purpose has none. */
export const hasDestination = () => sessionStorage.getItem(DESTINATION_KEY) !== null
export const forgetDestination = () => sessionStorage.removeItem(DESTINATION_KEY)

/** The remembered page, once; only a path of this origin other than the root, to which the provider redirects. */
export function takeDestination(): string | null {
  const path = sessionStorage.getItem(DESTINATION_KEY)
  sessionStorage.removeItem(DESTINATION_KEY)
  return path && isLocal(path) && !/^\/($|[?#])/.test(path) ? path : null
}

/** A path that starts with one slash and stays on this origin. */
export const isLocal = (path: string) => /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin
