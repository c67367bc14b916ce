import type { Live } from '../database/live.ts'

/** What goes over the channel, here and in the trigger `notification_live`. */
export type Announced = { userId: number } & (
  | { kind: 'notification'; id: number }
  | { kind: 'read' }
  | { kind: 'progress'; job: string; done: number; total: number | null }
)

/** Tells the person who waits for a job how far it is: `done` of `total`, which may not be known. Lost where nobody listens. */
export type Progress = (job: string, userId: number, done: number, total: number | null) => void

/** Not more often than every `everyMs` for the same job, except at the end. */
export function progressTo(live: Live, everyMs = 250): Progress {
  const last = new Map<string, number>()
  return (job, userId, done, total) => {
    const key = `${userId} ${job}`
    const finished = done === total
    if (!finished && Date.now() - (last.get(key) ?? 0) < everyMs) return
    if (finished) last.delete(key)
    else last.set(key, Date.now())
    live.announce(JSON.stringify({ kind: 'progress', userId, job, done, total } satisfies Announced))
  }
}

/** Other tabs and processes learn that the number of unread has changed. */
export const announceRead = (live: Live, userId: number) => live.announce(JSON.stringify({ kind: 'read', userId } satisfies Announced))
