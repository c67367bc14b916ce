import type { Live } from '../database/live.ts'

/** The payloads on the channel, sent from here and by the trigger `notification_live`. */
export type Announcement = { userId: number } & (
  | { kind: 'notification'; id: number }
  | { kind: 'read' }
  | { kind: 'progress'; job: string; done: number; total: number | null }
)

/** Tells the person who waits for a job its progress: `done` of `total`, if known. Lost where nobody listens. */
type Progress = (job: string, userId: number, done: number, total: number | null) => void

/** At most every `everyMs` for the same job, except at the end. */
export function progressTo(live: Live, everyMs = 250): Progress {
  const last = new Map<string, number>()
  return (job, userId, done, total) => {
    const key = `${userId} ${job}`
    const finished = done === total
    if (!finished && Date.now() - (last.get(key) ?? 0) < everyMs) return
    if (finished) last.delete(key)
    else last.set(key, Date.now())
    live.announce(JSON.stringify({ kind: 'progress', userId, job, done, total } satisfies Announcement))
  }
}

/** Tells other tabs and processes that the number of unread notifications has changed. */
export const announceRead = (live: Live, userId: number) => live.announce(JSON.stringify({ kind: 'read', userId } satisfies Announcement))
