import type { Args } from '@cuadre/api/client'
import type { Endpoint } from '@cuadre/api/endpoint'
import { baseClient, Failure, saveAs } from './http.ts'
import { DOWNLOADS } from './session/drafts.ts'

/** Where the browser has it (Chromium's, on a secure page); TypeScript does not know it yet. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>
/** Milliseconds after which the browser has long copied to its downloads what was put aside. */
const COPIED = 15 * 60_000

export async function saveLarge<E extends Endpoint & { bytes: true }>(
  endpoint: E,
  input: Args<E>[0],
  name: string,
  onWritten?: (bytes: number) => void,
): Promise<boolean> {
  const args = [input] as Args<E>
  const choose = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker
  // First of all: it opens only just after a click.
  const chosen = await choose?.({ suggestedName: name }).catch((error: DOMException) => {
    if (error.name === 'AbortError') return undefined
    throw error
  })
  if (choose && !chosen) return false
  const aside = chosen ? undefined : await putAside()
  const file = chosen ?? aside?.file
  if (!file) {
    saveAs((await baseClient.call(endpoint, ...args)) as Blob, name)
    return true
  }
  const writable = await file.createWritable()
  try {
    const bytes = await baseClient.stream(endpoint, ...args)
    let written = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        written += chunk.length
        out.enqueue(chunk)
        onWritten?.(written)
      },
    })
    await bytes.pipeThrough(counted).pipeTo(writable)
  } catch (error) {
    await writable.abort().catch(() => undefined)
    // A file by that name that was there before is as it was; one that was made for this is not left behind empty.
    if ((await chosen?.getFile().catch(() => undefined))?.size === 0) await chosen?.remove?.().catch(() => undefined)
    await aside?.remove()
    throw error instanceof TypeError ? new Failure(0, { code: 'offline', message: '' }) : error
  }
  if (aside) {
    saveAs(await file.getFile(), name)
    setTimeout(aside.remove, COPIED)
  }
  return true
}

/**
 * A file in the part of the disk that browsers keep for this origin (Firefox, Safari 26): written as it comes, and copied from there to the downloads,
 * never held in memory. Where there is none, or none to write to in pieces, undefined. What was put aside before and nobody took away goes.
 */
async function putAside() {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(DOWNLOADS, { create: true })
    const remove = (name: string) => folder.removeEntry(name).catch(() => undefined)
    // One that is still being written in another tab does not let itself be removed.
    for await (const name of folder.keys()) if (Number.parseInt(name, 10) < Date.now() - COPIED) await remove(name)
    const name = `${Date.now()}-${crypto.randomUUID()}`
    const file = await folder.getFileHandle(name, { create: true })
    return 'createWritable' in file ? { file, remove: () => remove(name) } : undefined
  } catch {
    return undefined
  }
}
