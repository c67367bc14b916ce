import type { Args } from '@cuadre/api/client'
import type { Endpoint } from '@cuadre/api/endpoint'
import { isCancel } from 'axios'
import { baseClient, Failure, saveAs } from './http.ts'
import { DOWNLOADS } from './session/drafts.ts'

/** The file picker of Chromium on secure pages, which TypeScript's types lack. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>
/** How long the browser may take to copy a temporary file to its downloads. */
const COPY_TIMEOUT_MS = 15 * 60_000

export async function saveLarge<E extends Endpoint & { bytes: true }>(
  endpoint: E,
  input: Args<E>[0],
  name: string,
  onWritten?: (bytes: number) => void,
): Promise<boolean> {
  const args = [input] as Args<E>
  const choose = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker
  // Before anything else, because the picker only opens right after a click.
  const chosenFile = await choose?.({ suggestedName: name }).catch((error: DOMException) => {
    if (error.name === 'AbortError') return undefined
    throw error
  })
  if (choose && !chosenFile) return false
  const temporary = chosenFile ? undefined : await createTemporaryFile()
  const file = chosenFile ?? temporary?.file
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
    // On failure an existing file stays unchanged, and a new empty one is removed.
    if ((await chosenFile?.getFile().catch(() => undefined))?.size === 0) await chosenFile?.remove?.().catch(() => undefined)
    await temporary?.remove()
    // Nobody but the time-out cancels.
    throw error instanceof TypeError || isCancel(error) ? new Failure(0, { code: 'offline', message: '' }) : error
  }
  if (temporary) {
    saveAs(await file.getFile(), name)
    setTimeout(temporary.remove, COPY_TIMEOUT_MS)
  }
  return true
}

/**
 * A file in the browser's private file system (Firefox, Safari 26): it is streamed there and copied to the downloads, never held in memory.
 * Undefined where that is not supported. Deletes old files that were left behind.
 */
async function createTemporaryFile() {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(DOWNLOADS, { create: true })
    const remove = (name: string) => folder.removeEntry(name).catch(() => undefined)
    // A file that another tab is writing cannot be removed.
    for await (const name of folder.keys()) if (Number.parseInt(name, 10) < Date.now() - COPY_TIMEOUT_MS) await remove(name)
    const name = `${Date.now()}-${crypto.randomUUID()}`
    const file = await folder.getFileHandle(name, { create: true })
    return 'createWritable' in file ? { file, remove: () => remove(name) } : undefined
  } catch {
    return undefined
  }
}
