import type { Args } from '@cuadre/api/client'
import type { Endpoint } from '@cuadre/api/endpoint'
import { call, Failure, plain, saveAs } from './http.ts'

/** Where the browser has it (Chromium's, on a secure page); TypeScript does not know it yet. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>

export async function saveLarge<E extends Endpoint & { bytes: true }>(
  endpoint: E,
  input: Args<E>[0],
  name: string,
  onWritten?: (bytes: number) => void,
): Promise<boolean> {
  const choose = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker
  if (!choose) {
    saveAs((await call(endpoint, ...([input] as Args<E>))) as Blob, name)
    return true
  }
  // First of all: it opens only just after a click.
  const file = await choose({ suggestedName: name }).catch((error: DOMException) => {
    if (error.name === 'AbortError') return undefined
    throw error
  })
  if (!file) return false
  const writable = await file.createWritable()
  try {
    const bytes = await plain.stream(endpoint, ...([input] as Args<E>))
    let written = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        written += chunk.length
        out.enqueue(chunk)
        onWritten?.(written)
      },
    })
    await bytes.pipeThrough(counted).pipeTo(writable)
    return true
  } catch (error) {
    await writable.abort().catch(() => undefined)
    // A file by that name that was there before is as it was; one that was made for this is not left behind empty.
    if ((await file.getFile().catch(() => undefined))?.size === 0) await file.remove?.().catch(() => undefined)
    throw error instanceof TypeError ? new Failure(0, { code: 'offline', message: '' }) : error
  }
}
