import { Failure } from '@cuadre/shell'

/** Milliseconds after which the server is tried again though the browser believes to have a network. */
const PAUSE = 4_000

/**
 * Does it again whenever the server was not reached, as soon as the network is back, until it was or `signal` says to stop. A large file goes on
 * from where it was. What was on its way may have arrived though its answer did not: whoever asks twice has to know their own work in a refusal.
 */
export async function untilReached<T>(work: () => Promise<T>, onWait: (waiting: boolean) => void, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 0 || signal.aborted) throw error
      onWait(true)
      await networkBack(signal)
      onWait(false)
      if (signal.aborted) throw error
    }
  }
}

const networkBack = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearInterval(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setInterval(() => navigator.onLine && done(), PAUSE)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
