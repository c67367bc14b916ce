import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import { CHANNEL, type Live } from '../database/live.ts'

type Present = { ticketId: number; person: { id: number; nombre: string }; present: boolean; writing: boolean }
/** The payloads on the channel, sent from here and by the trigger `notification_live`. */
export type Announcement =
  | ({ userId: number } & (
      | { kind: 'notification'; id: number }
      | { kind: 'read' }
      | { kind: 'progress'; job: string; done: number; total: number | null }
    ))
  | ({ to: readonly number[] } & ({ kind: 'ticket'; ticketId: number } | ({ kind: 'presence' } & Present)))

/** Whether a payload concerns this person. */
export const isFor = (announced: Announcement, userId: number) =>
  'to' in announced ? announced.to.includes(userId) : announced.userId === userId

/** A payload holds at most 8000 bytes. */
const MAX_PEOPLE = 700

/** Tells people that a ticket has changed, when the transaction is committed. */
export const announceTicket = (tx: Db, ticketId: number, people: readonly number[]) =>
  sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ kind: 'ticket', to: people.slice(0, MAX_PEOPLE), ticketId } satisfies Announcement)})`.execute(
    tx,
  )

/** Tells people that somebody looks at a ticket, or has left it. */
export const announcePresence = (live: Live, people: readonly number[], present: Present) =>
  live.announce(JSON.stringify({ kind: 'presence', to: people.slice(0, MAX_PEOPLE), ...present } satisfies Announcement))

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
