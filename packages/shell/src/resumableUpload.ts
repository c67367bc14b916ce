import type { Options } from '@cuadre/api/client'
import { appendUpload, getUpload, type Received, UPLOADED } from '@cuadre/api/upload'
import { baseClient, Failure } from './http.ts'

/** Bytes of a chunk: adapted to the network, so that a chunk takes about a second. */
const MIN_BYTES = 256 * 1024
const MAX_BYTES = 8 * 1024 * 1024
const between = (bytes: number) => Math.round(Math.min(MAX_BYTES, Math.max(MIN_BYTES, bytes)))
let piece = 2 * MIN_BYTES

/** The id of an upload on the server: the file's hash and size, computed once per file. */
const ids = new WeakMap<Blob, Promise<string>>()
const idOf = (file: Blob) => {
  const found = ids.get(file) ?? nameOf(file)
  ids.set(file, found)
  return found
}
async function nameOf(file: Blob) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}-${file.size}`
}

/**
 * Uploads a file in chunks, starting at the byte the server already has: after a failure or a reload nothing is sent twice.
 * `onUpload` gets the number of bytes on the server. @returns a placeholder that the form sends instead of the file
 * @throws the error of a failed chunk
 */
export async function uploadResumably(file: Blob, { signal, onUpload }: Options): Promise<File> {
  const id = await idOf(file)
  const { RECIBIDO } = await baseClient.call(getUpload, { params: { id } }, { signal })
  for (let from = RECIBIDO; from < file.size; ) {
    onUpload?.(from, file.size)
    const began = performance.now()
    const body = file.slice(from, from + piece)
    try {
      from = (await baseClient.call(appendUpload, { params: { id }, query: { desde: from }, body }, { signal })).RECIBIDO
      piece = between((body.size * 1000) / (performance.now() - began))
    } catch (error) {
      piece = between(piece / 4)
      const there = error instanceof Failure && error.code === 'upload_elsewhere' ? (error.current as Received).RECIBIDO : from
      // Another window uploads the same file.
      if (there === from) throw error
      from = there
    }
  }
  onUpload?.(file.size, file.size)
  return new File([id], file instanceof File ? file.name : 'blob', { type: UPLOADED })
}
