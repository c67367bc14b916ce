import { Failure } from '@cuadre/shell'

/** Milliseconds after which the server is tried again though the browser believes to have a network. */
const RETRY_MS = 4_000

/**
 * Does it again whenever the server was not reached, as soon as the network is back, until it was or `signal` says to stop. A large file goes on
 * from where it was. `onWait` gets what does it again at once, and nothing when the waiting is over. What was on its way may have arrived though its answer did not: whoever asks twice has to know their own work in a refusal.
 */
export async function untilReached<T>(work: () => Promise<T>, onWait: (again?: () => void) => void, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 0 || signal.aborted) throw error
      await networkBack(signal, onWait)
      onWait()
      if (signal.aborted) throw error
    }
  }
}

const networkBack = (signal: AbortSignal, onWait: (again: () => void) => void) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearInterval(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setInterval(() => navigator.onLine && done(), RETRY_MS)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
    onWait(done)
  })
