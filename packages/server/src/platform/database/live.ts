/**
 * What the database announces on the one channel of ours, to every process that serves it: the trigger `notification_live` does it in the
 * transaction of the change, `announce` at once. Payloads are JSON under 8000 bytes.
 */
export const CHANNEL = 'cuadre_live'

export type Live = {
  /** @returns how to stop hearing */
  on: (hear: (payload: string) => void) => () => void
  /** To all processes, now; lost where nobody listens. Never within a transaction of the embedded database's one connection. */
  announce: (payload: string) => void
}

export function live() {
  const hearers = new Set<(payload: string) => void>()
  return {
    hear(payload: string) {
      for (const hear of hearers) hear(payload)
    },
    on(hear: (payload: string) => void) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
}
