import type { QueryClient } from '@tanstack/react-query'
import { kits } from './kits.ts'
import { firsts } from './load.ts'

/** Nothing has been asked of the server for this long, in milliseconds. */
const REST_MS = 1500
const LOOK_MS = 250

/**
 * Fetches the kits that the first page did without once it is at rest, and what other pages of its area ask first, so that the first page of another kind
 * waits for its own code only. Not for whoever asks their browser to save data. @returns the function that stops it
 */
export function fetchKitsAtRest(client: QueryClient): () => void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return () => {}
  let quiet = 0
  const timer = setInterval(() => {
    quiet = client.isFetching() + client.isMutating() > 0 ? 0 : quiet + LOOK_MS
    if (quiet < REST_MS) return
    clearInterval(timer)
    // What does not arrive is asked for again by whoever needs it.
    for (const fetchPart of [...Object.values(kits), ...firsts()]) fetchPart().catch(() => {})
  }, LOOK_MS)
  return () => clearInterval(timer)
}
