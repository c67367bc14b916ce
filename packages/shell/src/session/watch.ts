/** Why a session is about to end: nobody is there, or it has lasted as long as one may. `at` is in milliseconds since 1970. */
export type Ending = { reason: 'idle' | 'length'; at: number }

type Options = {
  /** Without activity; 5 where none is given (specification §4). */
  minutes?: number | undefined
  /** When the session ends whatever happens. */
  endsAt?: number | undefined
  /** A minute ahead, and with null when the warning no longer holds. */
  onWarn: (ending: Ending | null) => void
  onEnd: (reason: Ending['reason']) => void
  /** Somebody is here: the other windows want to know. At most once a second. */
  onActive: (at: number) => void
}
export type Watch = {
  /** The person is here, or was in another window at that moment. */
  active: (at?: number) => void
  /** New limits for a session that goes on. */
  limit: (limits: Pick<Options, 'minutes' | 'endsAt'>) => void
  stop: () => void
}

export const DEFAULT_MINUTES = 5
const MINUTE = 60_000
const SIGNS = ['mousemove', 'keydown', 'scroll', 'click'] as const

/** Watches over a session until it ends. Goes by the clock, not by counting: a machine that slept wakes up signed out. */
export function watchSession({ onWarn, onEnd, onActive, ...limits }: Options): Watch {
  let { minutes = DEFAULT_MINUTES, endsAt = Number.POSITIVE_INFINITY } = limits
  let last = Date.now()
  let told = 0
  let warned: Ending | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const ending = (): Ending => {
    const idle = last + minutes * MINUTE
    return endsAt <= idle ? { reason: 'length', at: endsAt } : { reason: 'idle', at: idle }
  }
  const warn = (next: Ending | null) => {
    if (next?.at === warned?.at && next?.reason === warned?.reason) return
    warned = next
    onWarn(next)
  }
  const look = () => {
    clearTimeout(timer)
    const next = ending()
    const left = next.at - Date.now()
    // Of a limit of one minute, its second half.
    const ahead = next.reason === 'idle' ? Math.min(MINUTE, (minutes * MINUTE) / 2) : MINUTE
    if (left <= 0) {
      stop()
      onEnd(next.reason)
      return
    }
    warn(left <= ahead ? next : null)
    timer = setTimeout(look, Math.min(left > ahead ? left - ahead : left, 2 ** 31 - 1))
  }
  const active = (at = Date.now()) => {
    // Too late: what comes after the end does not undo it.
    if (Date.now() >= ending().at) return look()
    if (at <= last) return
    last = at
    if (warned) look()
  }
  const seen = (event: Event) => {
    if (isAnswer(event)) return
    active()
    const now = Date.now()
    if (now - told < 1000) return
    told = now
    onActive(now)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const sign of SIGNS) removeEventListener(sign, seen, true)
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }

  for (const sign of SIGNS) addEventListener(sign, seen, { capture: true, passive: true })
  // Timers of a window that is hidden, or of a machine that sleeps, come late.
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  look()
  return {
    active,
    stop,
    limit(next) {
      minutes = next.minutes ?? DEFAULT_MINUTES
      endsAt = next.endsAt ?? Number.POSITIVE_INFINITY
      look()
    },
  }
}

const ANSWERS = ['Tab', 'Shift', 'Enter', ' ', 'Escape']
/** What is done in the question itself is an answer to it, not a sign of work; otherwise it would be gone before it is answered. */
const isAnswer = (event: Event) =>
  event.target instanceof Element &&
  Boolean(event.target.closest('[role="alertdialog"]')?.querySelector('[data-session-question]')) &&
  !(event instanceof KeyboardEvent && !ANSWERS.includes(event.key))
