import { type Begun, readJson } from '@cuadre/shell'

/** What `early.ts` has begun, ahead of the application. */
export type Early = {
  /** Answers by address; the first who asks takes one. */
  asked: Record<string, Promise<unknown>>
  identity?: Promise<Begun>
}
declare global {
  interface Window {
    early?: Early
  }
}

/** A small file beside the application: as asked for ahead of it, or asked for now. @throws as readJson does */
export function readEarly<T>(url: string): Promise<T> {
  const answer = window.early?.asked[url] as Promise<T> | undefined
  delete window.early?.asked[url]
  return answer ?? readJson<T>(url)
}

/** Whether somebody is expected who will see pages of areas. */
export const areasAskedEarly = () => window.early?.asked['/areas.json'] !== undefined

/** The identity client is the application's alone: it is taken before any area's code runs. */
export function takeIdentity() {
  const identity = window.early?.identity
  delete window.early?.identity
  return identity
}
