import type { Options } from '@cuadre/api/client'
import { appendUpload, getUpload, type Received, UPLOADED } from '@cuadre/api/upload'
import { baseClient, Failure } from './http.ts'

/** Bytes of a piece: it follows the network so that one takes about a second, and an answer tells how far it got. */
const MIN_BYTES = 256 * 1024
const MAX_BYTES = 8 * 1024 * 1024
const between = (bytes: number) => Math.round(Math.min(MAX_BYTES, Math.max(MIN_BYTES, bytes)))
let piece = 2 * MIN_BYTES

/** What the server calls it. A file is read once for it. */
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
 * Brings a file to the server in pieces, from the byte on that it has: whoever calls again after a failure, also on a page that was loaded
 * anew, sends nothing twice. `onUpload` tells what the server has. @returns what the form brings in its place
 * @throws what the call throws when a piece does not arrive
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
      // Another page brings the same file.
      if (there === from) throw error
      from = there
    }
  }
  onUpload?.(file.size, file.size)
  return new File([id], file instanceof File ? file.name : 'blob', { type: UPLOADED })
}
