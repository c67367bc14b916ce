import { onSaveDrafts } from '@cuadre/shell'
import { type Ticket as Stashed, stashFile, takeStashedFile } from '@cuadre/ui/forms'
import { useEffect, useState } from 'react'

export type Draft = { text: string; note: string; files: readonly File[] }
const EMPTY: Draft = { text: '', note: '', files: [] }
/** What was being written in each ticket, while one looks at another. */
const drafts = new Map<number, Draft>()

/** In this tab; deleted when another user signs in (`packages/shell`, drafts.ts). */
const DRAFT_KEY = 'cuadre:borrador:respuestas'
type Stored = [ticketId: number, words: Omit<Draft, 'files'>, files: Stashed[]][]
/** Files of what was being written when the session ended, until its ticket is opened (decision 034). */
const stashed = new Map<number, Stashed[]>()

const stored = (): Stored => JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '[]')
function save(stash: (files: readonly File[], id: number) => Stashed[]) {
  const written = [...drafts].filter(([, { text, note, files }]) => text || note || files.length > 0)
  const kept: Stored = written.map(([id, { files, ...words }]) => [id, words, stash(files, id)])
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify(kept))
}
const saveAll = () => save((files) => files.map(stashFile))
/** The words of every ticket outlive a reload: the browser asks for those in view alone. Files that were put aside a moment before stay so. */
addEventListener('pagehide', () => {
  const aside = new Map(stored().map(([id, , files]) => [id, files]))
  save((_, id) => aside.get(id) ?? [])
})
/** Once: from now on this page holds them, and what it holds already is newer. */
function restore() {
  const kept = stored()
  sessionStorage.removeItem(DRAFT_KEY)
  for (const [id, words, files] of kept) {
    if (drafts.has(id)) continue
    drafts.set(id, { ...words, files: [] })
    stashed.set(id, files)
  }
}

/** The answer and the note that are being written in a ticket, with their files: there again after a session that ended meanwhile; `onLost` is told of a file that is not. */
export function useDraft(ticketId: number, onLost: (file: string) => void) {
  const [draft, show] = useState(() => {
    restore()
    return drafts.get(ticketId) ?? EMPTY
  })
  /** What is not named stays as it is now, though it was typed since. */
  const keep = (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => {
    const now = drafts.get(ticketId) ?? EMPTY
    const next = { ...now, ...(typeof change === 'function' ? change(now) : change) }
    drafts.set(ticketId, next)
    show(next)
  }
  useEffect(() => onSaveDrafts(saveAll), [])
  useEffect(() => {
    const waiting = stashed.get(ticketId) ?? []
    stashed.delete(ticketId)
    for (const one of waiting)
      void takeStashedFile(one).then((file) => (file ? keep(({ files }) => ({ files: [...files, file] })) : onLost(one.name)))
  }, [ticketId])
  return [draft, keep] as const
}

/** What is left of a text once its beginning is sent: what was typed while it was on its way. */
export const after = (sent: string, now: string) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now)
