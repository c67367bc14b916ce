import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Upload } from '@cuadre/api/endpoint'
import { type Received, UploadId } from '@cuadre/api/upload'
import { Conflict, Invalid, NotFound, Refused } from '../errors.ts'
import { MAX_FILE, PRIVATE_FILE } from './disk.ts'
import type { Chunk, Chunks } from './store.ts'

/** Resumable uploads: files that are uploaded before their form is sent (`packages/api/src/upload.ts`), by owner and id. */
export type Uploads = {
  /** The number of bytes received so far, without gaps. */
  received: (owner: number, id: string) => Promise<number>
  /**
   * Appends bytes, also those received before the connection broke.
   * @returns the number of bytes stored and flushed
   * @throws 409 with that number if it is not `from` or another call was first; 422 for more bytes than the id says, or over 50 MB
   */
  append: (owner: number, id: string, from: number, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** The complete file as an upload; may be taken again. @throws 404 if nothing has been received, 409 if it is incomplete */
  take: (owner: number | undefined, id: string, name: string) => Promise<Upload>
  /** Deletes uploads without progress since then. */
  forget: (since: Date) => Promise<void>
}

/** How a file is received that comes with its form. */
type Incoming = {
  receive: (name: string, stream: NodeJS.ReadableStream) => Promise<Upload>
  drop: (upload: Upload) => Promise<void>
}

/** Of one person, finished or not: so many, of so many bytes in all. A new one replaces those without progress for longest. */
const MAX_UPLOADS = 20
const MAX_BYTES = 4 * MAX_FILE
const sizeOf = (id: string) => Number(id.split('-')[1])

export function uploadsIn(chunks: Chunks, { receive, drop }: Incoming): Uploads {
  const received = async (owner: number, id: string) => inSequence(await chunks.of(owner, id)).end
  const conflict = async (owner: number, id: string) =>
    Conflict('upload_elsewhere', {}, { RECIBIDO: await received(owner, id) } satisfies Received)

  async function makeRoom(owner: number, begun: string) {
    // By what each says it will be, so that many begun at once count as much as they may grow to.
    let room = MAX_BYTES
    const others = (await chunks.newest(owner)).filter((id) => id !== begun)
    const tooMuch = [begun, ...others].filter((id, i) => {
      room -= sizeOf(id)
      return i >= MAX_UPLOADS || room < 0
    })
    await Promise.all(tooMuch.map((id) => chunks.remove(owner, id)))
  }

  return {
    received,
    async append(owner, id, from, bytes) {
      const size = sizeOf(id)
      if (size > MAX_FILE) throw Refused('file_too_large')
      if (from !== (await received(owner, id))) throw await conflict(owner, id)
      const draft = await chunks.draft(owner, id)
      try {
        if (from === 0) await makeRoom(owner, id)
        const { written, interrupted } = await write(draft, bytes, size - from)
        if (written > 0) await chunks.publish(owner, id, from, draft)
        if (interrupted) throw isGone(interrupted) ? Invalid('body', 'form_malformed') : interrupted
        return from + written
      } catch (error) {
        throw chunks.isTaken(error) ? await conflict(owner, id) : error
      } finally {
        await chunks.drop(draft)
      }
    },
    async take(owner, id, name) {
      if (owner === undefined || !UploadId.safeParse(id).success) throw NotFound('upload_gone')
      const { parts, end } = inSequence(await chunks.of(owner, id))
      if (end === 0) throw NotFound('upload_gone')
      if (end < sizeOf(id)) throw Conflict('upload_incomplete', {}, { RECIBIDO: end } satisfies Received)
      const upload = await receive(name, Readable.from(joined(parts)))
      if (id.startsWith(upload.sha256)) return upload
      // The content does not match the declared hash: it must be uploaded again.
      await Promise.all([drop(upload), chunks.remove(owner, id)])
      throw NotFound('upload_gone')
    },
    forget: chunks.forget,
  }
}

/** The contiguous chunks, from the first byte on. */
function inSequence(found: Chunk[]) {
  const parts: Chunk[] = []
  let end = 0
  for (const chunk of found.sort((a, b) => a.position - b.position)) {
    if (chunk.position !== end) break
    end += chunk.size
    parts.push(chunk)
  }
  return { parts, end }
}

/** Writes the bytes to the disk, also if the stream is `interrupted`. @throws 422 for more than `max` bytes */
async function write(path: string, bytes: AsyncIterable<Uint8Array>, max: number) {
  let written = 0
  let tooLong = false
  let interrupted: unknown
  const file = await open(path, 'wx', PRIVATE_FILE)
  try {
    // Reads everything, also what is too much: a client that is still sending does not receive the answer.
    for await (const chunk of bytes) {
      tooLong ||= written + chunk.length > max
      if (tooLong) continue
      await file.appendFile(chunk)
      written += chunk.length
    }
  } catch (error) {
    interrupted = error
  } finally {
    await file.datasync().finally(() => file.close())
  }
  if (tooLong) throw Invalid('desde', 'upload_too_long')
  return { written, interrupted }
}

async function* joined(parts: readonly Chunk[]) {
  for (const part of parts) yield* part.read()
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code)
const isGone = (error: unknown) => /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(codeOf(error))
