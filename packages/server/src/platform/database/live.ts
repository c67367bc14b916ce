/**
 * The channel for announcements to every server process: the trigger `notification_live` announces within the transaction of the change,
 * `announce` at once. Payloads are JSON below 8000 bytes.
 */
export const CHANNEL = 'cuadre_live'

export type Live = {
  /** @returns the function that unsubscribes */
  on: (listener: (payload: string) => void) => () => void
  /**
   * Sends to all processes at once; lost where nobody listens. Never call it within a transaction: the embedded database has one
   * connection.
   */
  announce: (payload: string) => void
}

export function live() {
  const listeners = new Set<(payload: string) => void>()
  return {
    emit(payload: string) {
      for (const listener of listeners) listener(payload)
    },
    on(listener: (payload: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
