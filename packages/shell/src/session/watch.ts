/** Why a session is about to end: inactivity or its maximum length. `at` is in milliseconds since 1970. */
export type Ending = { reason: 'idle' | 'length'; at: number }

type Options = {
  /** Minutes of inactivity; 5 by default (specification §4). */
  minutes?: number | undefined
  /** The end of the session regardless of activity. */
  endsAt?: number | undefined
  /** Called a minute before the end, and with null when the warning no longer applies. */
  onWarn: (ending: Ending | null) => void
  onEnd: (reason: Ending['reason']) => void
  /** Reports activity to the other windows, at most once a second. */
  onActive: (at: number) => void
}
export type Watch = {
  /** The user was active, here or in another window at that moment. */
  active: (at?: number) => void
  /** Changes the limits of the running session. */
  limit: (limits: Pick<Options, 'minutes' | 'endsAt'>) => void
  stop: () => void
}

const DEFAULT_MINUTES = 5
const MINUTE = 60_000
const ACTIVITY_EVENTS = ['mousemove', 'keydown', 'scroll', 'click'] as const

/** Watches a session until it ends. Compares times instead of counting, so that a machine that slept wakes up signed out. */
export function watchSession({ onWarn, onEnd, onActive, ...limits }: Options): Watch {
  let { minutes = DEFAULT_MINUTES, endsAt = Number.POSITIVE_INFINITY } = limits
  let last = Date.now()
  let lastReported = 0
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
  const check = () => {
    clearTimeout(timer)
    const next = ending()
    const left = next.at - Date.now()
    // With a limit of one minute, in its second half.
    const ahead = next.reason === 'idle' ? Math.min(MINUTE, (minutes * MINUTE) / 2) : MINUTE
    if (left <= 0) {
      stop()
      onEnd(next.reason)
      return
    }
    warn(left <= ahead ? next : null)
    timer = setTimeout(check, Math.min(left > ahead ? left - ahead : left, 2 ** 31 - 1))
  }
  const active = (at = Date.now()) => {
    // Activity after the end does not undo it.
    if (Date.now() >= ending().at) return check()
    if (at <= last) return
    last = at
    if (warned) check()
  }
  const onActivity = (event: Event) => {
    if (isAnswer(event)) return
    active()
    const now = Date.now()
    if (now - lastReported < 1000) return
    lastReported = now
    onActive(now)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const name of ACTIVITY_EVENTS) removeEventListener(name, onActivity, true)
    removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }

  for (const name of ACTIVITY_EVENTS) addEventListener(name, onActivity, { capture: true, passive: true })
  // Timers of hidden windows and sleeping machines fire late.
  addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  check()
  return {
    active,
    stop,
    limit(next) {
      minutes = next.minutes ?? DEFAULT_MINUTES
      endsAt = next.endsAt ?? Number.POSITIVE_INFINITY
      check()
    },
  }
}

const ANSWER_KEYS = ['Tab', 'Shift', 'Enter', ' ', 'Escape']
/** Input inside the question is an answer to it, not activity: otherwise it would close before it is answered. */
const isAnswer = (event: Event) =>
  event.target instanceof Element &&
  Boolean(event.target.closest('[role="alertdialog"]')?.querySelector('[data-session-question]')) &&
  !(event instanceof KeyboardEvent && !ANSWER_KEYS.includes(event.key))
