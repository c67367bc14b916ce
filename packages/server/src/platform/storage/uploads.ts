import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Upload } from '@cuadre/api/endpoint'
import { type Received, UploadId } from '@cuadre/api/upload'
import { Conflict, Invalid, NotFound, Refused } from '../errors.ts'
import { flushFolder, MAX_FILE, PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'

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
  /** Deletes uploads without progress since then, and leftovers of aborted requests. */
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
const BYTES = 'bytes'
const sizeOf = (id: string) => Number(id.split('-')[1])

/**
 * An upload is a folder, and each chunk in it is a folder named by the position of its first byte. A chunk is written under a temporary
 * name and renamed once flushed; an existing name cannot be taken again by any process. So no locks are needed, and no chunk is ever
 * incomplete.
 */
export function uploadsIn(folder: string, { receive, drop }: Incoming): Uploads {
  const folderOf = (owner: number, id: string) => join(folder, String(owner), id)

  /** The contiguous chunks, from the first byte on. */
  async function chunksOf(folderPath: string) {
    const names = (await namesIn(folderPath)).filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b))
    const chunks: string[] = []
    let end = 0
    for (const name of names) {
      if (Number(name) !== end) break
      const path = join(folderPath, name, BYTES)
      const size = await stat(path).then(
        ({ size }) => size,
        () => 0,
      )
      end += size
      chunks.push(path)
    }
    return { chunks, end }
  }
  const received = async (owner: number, id: string) => (await chunksOf(folderOf(owner, id))).end
  const conflict = async (owner: number, id: string) =>
    Conflict('upload_elsewhere', {}, { RECIBIDO: await received(owner, id) } satisfies Received)

  async function makeRoom(owner: number) {
    // By what each says it will be, so that many begun at once count as much as they may grow to.
    let room = MAX_BYTES
    const newestFirst = (await byAge(join(folder, String(owner)))).reverse()
    const tooMuch = newestFirst.filter(({ path }, i) => {
      room -= sizeOf(basename(path))
      return i >= MAX_UPLOADS || room < 0
    })
    await Promise.all(tooMuch.map(({ path }) => remove(path)))
  }

  return {
    received,
    async append(owner, id, from, bytes) {
      const size = sizeOf(id)
      if (size > MAX_FILE) throw Refused('file_too_large')
      const folderPath = folderOf(owner, id)
      if (from !== (await received(owner, id))) throw await conflict(owner, id)
      const draft = join(folderPath, randomUUID())
      await mkdir(draft, { recursive: true, mode: PRIVATE_FOLDER })
      if (from === 0) await makeRoom(owner)
      try {
        const { written, interrupted } = await write(join(draft, BYTES), bytes, size - from)
        if (written > 0) await publish(draft, join(folderPath, String(from)))
        if (interrupted) throw isGone(interrupted) ? Invalid('body', 'form_malformed') : interrupted
        return from + written
      } catch (error) {
        throw isTaken(error) ? await conflict(owner, id) : error
      } finally {
        await remove(draft)
      }
    },
    async take(owner, id, name) {
      if (owner === undefined || !UploadId.safeParse(id).success) throw NotFound('upload_gone')
      const folderPath = folderOf(owner, id)
      const { chunks, end } = await chunksOf(folderPath)
      if (end === 0) throw NotFound('upload_gone')
      if (end < sizeOf(id)) throw Conflict('upload_incomplete', {}, { RECIBIDO: end } satisfies Received)
      const upload = await receive(name, Readable.from(joined(chunks)))
      if (id.startsWith(upload.sha256)) return upload
      // The content does not match the declared hash: it must be uploaded again.
      await Promise.all([drop(upload), remove(folderPath)])
      throw NotFound('upload_gone')
    },
    async forget(since) {
      const owners = (await namesIn(folder)).map((owner) => join(folder, owner))
      for (const folderPath of [...owners, join(folder, '../incoming')])
        for (const { path, at } of await byAge(folderPath)) if (at < since.getTime()) await remove(path)
    },
  }
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

async function publish(draft: string, name: string) {
  await rename(draft, name)
  await flushFolder(join(name, '..'))
}

async function* joined(paths: readonly string[]) {
  for (const path of paths) yield* createReadStream(path)
}

const namesIn = (folderPath: string) => readdir(folderPath).catch(() => [])
const remove = (path: string) => rm(path, { recursive: true, force: true })
/** The entries of a folder, least recently changed first. */
async function byAge(folderPath: string) {
  const found = await Promise.all(
    (await namesIn(folderPath)).map(async (name) => {
      const path = join(folderPath, name)
      const { mtimeMs: at } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      return { path, at }
    }),
  )
  return found.sort((a, b) => a.at - b.at)
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code)
const isGone = (error: unknown) => /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(codeOf(error))
/** Another call has taken the chunk's name, or the upload was deleted meanwhile. */
const isTaken = (error: unknown) => /^(ENOTEMPTY|EEXIST|EPERM|ENOENT)$/.test(codeOf(error))
