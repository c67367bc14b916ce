import { Failure, toLocalTime } from './http.ts'

/** How long is asked what became of a step whose answer was lost. */
const ASK_MS = 20_000

/** The server's clock is known to the second, and half a second more or less. */
const CLOCK_MS = 2_000
/** Whether a moment of the server is not before one of here, in milliseconds since 1970: what was there before a step is not its work. */
export const isSince = (moment: string, since: number) => toLocalTime(Date.parse(moment)) >= since - CLOCK_MS

/** A step that was sent, of which nobody could be asked whether it arrived. */
export class Unknown extends Error {
  /** As of a call without an answer: it may have arrived. */
  status = 0
}

/**
 * An answer that was lost leaves open whether the step was taken: what it was taken on tells. @returns that, as the step left it.
 * @throws why it was not taken, or `Unknown`
 */
export async function whatBecame<Now>(
  error: unknown,
  ask: (signal: AbortSignal) => Promise<Now>,
  isDone: (now: Now) => boolean,
): Promise<Now> {
  if (!(error instanceof Failure && error.status === 0)) throw error
  const now = await ask(AbortSignal.timeout(ASK_MS)).catch(() => {
    throw new Unknown()
  })
  if (!isDone(now)) throw error
  return now
}
