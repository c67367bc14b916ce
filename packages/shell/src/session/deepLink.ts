import type { PagePath } from '@cuadre/api/pages'

const KEY = 'cuadre:destino'
/** Where the provider sends the browser once the session has ended. */
export const AFTER_SIGN_OUT: PagePath = '/gracias'

/** Remembers where to go after signing in. */
export const rememberDestination = (path: string) => sessionStorage.setItem(KEY, path)

/** The remembered page, once; only a path of this origin, and not the root: that is where the provider leads back to, and no page. */
export function takeDestination(): string | null {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path && isLocal(path) && !/^\/($|[?#])/.test(path) ? path : null
}

/** A path that starts with one slash and stays on this origin. */
export const isLocal = (path: string) => /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin
