import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, pipeline as through } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Upload } from '@cuadre/api/endpoint'
import { NotFound, Refused } from '../errors.ts'
import { type Discarded, discardedIn } from './discarded.ts'
import { MAX_FILE, syncedFile, syncedFolder } from './disk.ts'
import { type Uploads, uploadsIn } from './uploads.ts'

/** Files by their content: a file is named by its SHA-256, written once and never changed. What is discarded goes with a `sweep`. */
export type Storage = {
  /** Takes an upload in, in a folder that is emptied after the request. @throws 422 over 50 MB */
  receive: (name: string, stream: NodeJS.ReadableStream) => Promise<Upload>
  /** Keeps it for good. */
  keep: (upload: Upload) => Promise<void>
  drop: (upload: Upload) => Promise<void>
  path: (sha256: string) => string
  /** Breaks off at the end when it is damaged. @throws 404 */
  open: (sha256: string) => NodeJS.ReadableStream
  uploads: Uploads
} & Pick<Discarded, 'discard' | 'sweep'>

export function folderStorage(folder: string): Storage {
  const kept = (sha256: string) => join(folder, 'files', sha256.slice(0, 2), sha256)
  const incoming = join(folder, 'incoming')
  const { rescue, discard, sweep } = discardedIn(join(folder, 'discarded'), kept)
  /** Its bytes; they break off at their end when they are not those that it is named by. */
  const checked = (sha256: string) => {
    const hash = createHash('sha256')
    const compare = new Transform({
      transform(chunk, _, done) {
        hash.update(chunk)
        done(null, chunk)
      },
      flush: (done) => done(hash.digest('hex') === sha256 ? null : new Error(`The file ${sha256} is damaged`)),
    })
    return through(createReadStream(kept(sha256)), compare, () => {})
  }
  const isWhole = (sha256: string) =>
    finished(checked(sha256).resume()).then(
      () => true,
      () => false,
    )
  const storage: Omit<Storage, 'uploads'> = {
    discard,
    sweep,
    async receive(name, stream) {
      await mkdir(incoming, { recursive: true })
      const path = join(incoming, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      const count = new Transform({
        transform(chunk, _, done) {
          size += chunk.length
          hash.update(chunk)
          done(size > MAX_FILE ? Refused('file_too_large') : null, chunk)
        },
      })
      try {
        await pipeline(stream, count, createWriteStream(path))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { path, name, size, sha256: hash.digest('hex') }
    },
    async keep({ path, sha256 }) {
      const target = kept(sha256)
      await rescue(sha256)
      // What a lost machine left damaged is written again.
      if (await isWhole(sha256)) return
      const made = await mkdir(dirname(target), { recursive: true })
      // Never half-written under its final name, and on the disk before the database says that it is there.
      const draft = `${target}.${randomUUID()}`
      try {
        await copyFile(path, draft)
        await syncedFile(draft, 'r+')
        await rename(draft, target)
        await syncedFolder(dirname(target))
        if (made) await syncedFolder(dirname(made))
      } finally {
        await rm(draft, { force: true })
      }
    },
    drop: ({ path }) => rm(path, { force: true }),
    path: kept,
    open(sha256) {
      if (!existsSync(kept(sha256))) throw NotFound()
      return checked(sha256)
    },
  }
  return { ...storage, uploads: uploadsIn(join(folder, 'uploads'), storage) }
}
