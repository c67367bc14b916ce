import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Upload } from '@cuadre/api/endpoint'
import { type Received, UploadId } from '@cuadre/api/upload'
import { Conflict, Invalid, NotFound, Refused } from '../errors.ts'
import { MAX_FILE, syncedFolder } from './disk.ts'

/** Files that go ahead of their form (`packages/api/src/upload.ts`), by their owner and id. */
export type Uploads = {
  /** Bytes that are there, from the first on. */
  received: (owner: number, id: string) => Promise<number>
  /**
   * Adds what comes, and what came when it breaks off. @returns what is there, on the disk
   * @throws 409 with what is there, when that is not `from` or another call was first; 422 for more bytes than the id says, or over 50 MB
   */
  append: (owner: number, id: string, from: number, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** The file, as if it had just been received; it can be taken again. @throws 404 when nothing is there, 409 when it is not all */
  take: (owner: number | undefined, id: string, name: string) => Promise<Upload>
  /** Removes those to which nothing has been added since, and what requests have left behind that never ended. */
  forget: (since: Date) => Promise<void>
}

/** How a file is taken in that comes with its form. */
type Incoming = {
  receive: (name: string, stream: NodeJS.ReadableStream) => Promise<Upload>
  drop: (upload: Upload) => Promise<void>
}

/** So many of one person are kept; one more takes the place of the one to which nothing has been added for longest. */
const MOST = 20
const BYTES = 'bytes'
const sizeOf = (id: string) => Number(id.split('-')[1])

/**
 * An upload is a folder, and a piece of it a folder in there that is named by its first byte. A piece is written aside and takes its name once it is
 * on the disk; a name that is taken cannot be taken again, by whatever process. So nothing is locked, and nothing is there by half.
 */
export function uploadsIn(folder: string, { receive, drop }: Incoming): Uploads {
  const placeOf = (owner: number, id: string) => join(folder, String(owner), id)

  /** The pieces that join, from the first byte on. */
  async function piecesOf(place: string) {
    const names = (await namesIn(place)).filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b))
    const pieces: string[] = []
    let end = 0
    for (const name of names) {
      if (Number(name) !== end) break
      const path = join(place, name, BYTES)
      const size = await stat(path).then(
        ({ size }) => size,
        () => 0,
      )
      end += size
      pieces.push(path)
    }
    return { pieces, end }
  }
  const received = async (owner: number, id: string) => (await piecesOf(placeOf(owner, id))).end
  const elsewhere = async (owner: number, id: string) =>
    Conflict('upload_elsewhere', {}, { RECIBIDO: await received(owner, id) } satisfies Received)

  async function makeRoom(owner: number) {
    const uploads = await byAge(join(folder, String(owner)))
    await Promise.all(uploads.slice(0, Math.max(0, uploads.length - MOST)).map(({ path }) => remove(path)))
  }

  return {
    received,
    async append(owner, id, from, bytes) {
      const size = sizeOf(id)
      if (size > MAX_FILE) throw Refused('file_too_large')
      const place = placeOf(owner, id)
      if (from !== (await received(owner, id))) throw await elsewhere(owner, id)
      const draft = join(place, randomUUID())
      await mkdir(draft, { recursive: true })
      if (from === 0) await makeRoom(owner)
      try {
        const { written, cut } = await write(join(draft, BYTES), bytes, size - from)
        if (written > 0) await publish(draft, join(place, String(from)))
        if (cut) throw isGone(cut) ? Invalid('body', 'form_malformed') : cut
        return from + written
      } catch (error) {
        throw isTaken(error) ? await elsewhere(owner, id) : error
      } finally {
        await remove(draft)
      }
    },
    async take(owner, id, name) {
      if (owner === undefined || !UploadId.safeParse(id).success) throw NotFound('upload_gone')
      const place = placeOf(owner, id)
      const { pieces, end } = await piecesOf(place)
      if (end === 0) throw NotFound('upload_gone')
      if (end < sizeOf(id)) throw Conflict('upload_incomplete', {}, { RECIBIDO: end } satisfies Received)
      const upload = await receive(name, Readable.from(joined(pieces)))
      if (id.startsWith(upload.sha256)) return upload
      // Not what it was said to be: it has to come again.
      await Promise.all([drop(upload), remove(place)])
      throw NotFound('upload_gone')
    },
    async forget(since) {
      const owners = (await namesIn(folder)).map((owner) => join(folder, owner))
      for (const place of [...owners, join(folder, '../incoming')])
        for (const { path, at } of await byAge(place)) if (at < since.getTime()) await remove(path)
    },
  }
}

/** Writes to the disk what comes, also when it is `cut` off. @throws 422 for more than `most` bytes */
async function write(path: string, bytes: AsyncIterable<Uint8Array>, most: number) {
  let written = 0
  let over = false
  let cut: unknown
  const file = await open(path, 'wx')
  try {
    // All is read, also what is too much: whoever is still sending hears no answer.
    for await (const chunk of bytes) {
      over ||= written + chunk.length > most
      if (over) continue
      await file.appendFile(chunk)
      written += chunk.length
    }
  } catch (error) {
    cut = error
  } finally {
    await file.datasync().finally(() => file.close())
  }
  if (over) throw Invalid('desde', 'upload_too_long')
  return { written, cut }
}

async function publish(draft: string, name: string) {
  await rename(draft, name)
  await syncedFolder(join(name, '..'))
}

async function* joined(paths: readonly string[]) {
  for (const path of paths) yield* createReadStream(path)
}

const namesIn = (place: string) => readdir(place).catch(() => [])
const remove = (path: string) => rm(path, { recursive: true, force: true })
/** What is in a folder, the one that has not changed for longest first. */
async function byAge(place: string) {
  const found = await Promise.all(
    (await namesIn(place)).map(async (name) => {
      const path = join(place, name)
      const { mtimeMs: at } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      return { path, at }
    }),
  )
  return found.sort((a, b) => a.at - b.at)
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code)
const isGone = (error: unknown) => /^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE)$/.test(codeOf(error))
/** The piece's name was taken by another call, or all of the upload was forgotten meanwhile. */
const isTaken = (error: unknown) => /^(ENOTEMPTY|EEXIST|EPERM|ENOENT)$/.test(codeOf(error))
