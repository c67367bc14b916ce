import { type IdentityClient, readJson } from '@cuadre/shell'

/** What `preboot.ts` has started before the application. */
export type Preboot = {
  /** Answers by URL, each for one reader. */
  responses: Record<string, Promise<unknown>>
  identity?: Promise<IdentityClient>
}
declare global {
  interface Window {
    preboot?: Preboot
  }
}

/** A small JSON file: the answer that was requested before, or a new request. @throws as readJson does */
export function readPreloaded<T>(url: string): Promise<T> {
  const answer = window.preboot?.responses[url] as Promise<T> | undefined
  delete window.preboot?.responses[url]
  return answer ?? readJson<T>(url)
}

/** Whether the areas were requested, because a user is expected who will see their pages. */
export const areAreasRequested = () => window.preboot?.responses['/areas.json'] !== undefined

/** Taken once, before any area's code runs, so that areas cannot reach the identity client. */
export function takeIdentity() {
  const identity = window.preboot?.identity
  delete window.preboot?.identity
  return identity
}
