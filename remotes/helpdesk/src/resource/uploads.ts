import { createFile, listFiles, nameOfFile, replaceFile } from '@cuadre/api/resource'
import { call, Failure, whatBecame } from '@cuadre/shell'
import { useSyncExternalStore } from 'react'

/** As the server takes them, without macros. */
export const ACCEPT = '.xlsx,.docx,.pptx,.pdf,.csv,.txt,.png,.jpg,.jpeg,.webp'
export const MAX_BYTES = 50 * 1024 * 1024

type State = 'waiting' | 'sending' | 'done' | 'exists' | 'failed'
export interface Sending {
  id: string
  folderId: number
  file: File
  /** The file that it is a new version of. */
  replaces?: number
  name?: string
  sent: number
  state: State
  error?: string
}
type Order = Pick<Sending, 'folderId' | 'file' | 'replaces' | 'name'>
type Done = (folderId: number) => void

/** What is on its way goes on when the page is left; it is one for the whole area, one file after the other. */
let list: readonly Sending[] = []
let busy = false
const watchers = new Set<() => void>()
const change = (next: readonly Sending[]) => {
  list = next
  for (const tell of watchers) tell()
}
const patch = (id: string, more: Partial<Sending>) => change(list.map((one) => (one.id === id ? { ...one, ...more } : one)))

export const useUploads = () =>
  useSyncExternalStore(
    (tell) => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    () => list,
  )
export const forgetUpload = (id: string) => change(list.filter((one) => one.id !== id || one.state === 'sending'))

/** @param say the sentence of an error */
export function startUploads(orders: readonly Order[], say: (error: unknown) => string, done: Done) {
  change([...list, ...orders.map((order) => ({ ...order, id: crypto.randomUUID(), sent: 0, state: 'waiting' as const }))])
  void work(say, done)
}
/** Once more: as a new version, under another name, or as it was. */
export function again(id: string, more: Pick<Sending, 'replaces' | 'name'>, say: (error: unknown) => string, done: Done) {
  patch(id, { ...more, state: 'waiting', error: undefined, sent: 0 })
  void work(say, done)
}

async function work(say: (error: unknown) => string, done: Done) {
  if (busy) return
  busy = true
  // Another page may be opened meanwhile; a closed tab would end it.
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  for (let next = waiting(); next; next = waiting()) await send(next, say, done)
  removeEventListener('beforeunload', warn)
  busy = false
}
const waiting = () => list.find(({ state }) => state === 'waiting')

async function send({ id, folderId, file, replaces, name }: Sending, say: (error: unknown) => string, done: Done) {
  patch(id, { state: 'sending' })
  const onUpload = (sent: number) => patch(id, { sent: Math.min(sent, file.size) })
  try {
    if (replaces === undefined)
      await call(createFile, { body: { folderId, file, ...(name && { name }) } }, { onUpload }).catch((error: unknown) =>
        whatBecame(
          error,
          (signal) => call(listFiles, { query: { folderId, sort: '-FECHA', limit: NEWEST } }, { signal }),
          ({ data }) => data.some((one) => one.name === (name ?? nameOfFile(file.name)) && one.file?.bytes === file.size && isNew(one)),
        ),
      )
    else await call(replaceFile, { params: { id: replaces }, body: { file } }, { onUpload })
    patch(id, { state: 'done', sent: file.size })
  } catch (error) {
    const exists = error instanceof Failure && error.code === 'resource_exists'
    patch(id, { state: exists ? 'exists' : 'failed', error: say(error) })
  }
  done(folderId)
}

const NEWEST = 20
const NEW_MS = 5 * 60_000
/** Not one of the same name and size that lay there before. */
const isNew = ({ version, actualizadoEn }: { version: number; actualizadoEn: string }) =>
  version === 1 && Date.now() - Date.parse(actualizadoEn) < NEW_MS

/** "Guía.pdf" → "Guía (2).pdf" → "Guía (3).pdf". */
export function nextName(name: string) {
  const [, stem = name, n, end = ''] = /^(.*?)(?: \((\d+)\))?(\.[^.]+)?$/.exec(name) ?? []
  return nameOfFile(stem + end, ` (${n === undefined ? 2 : Number(n) + 1})`)
}
