import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Elsewhere, Upload } from '@cuadre/api/endpoint'
import { Refused } from '../errors.ts'
import { type Discarded, discardedIn } from './discarded.ts'
import { MAX_FILE, PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'
import { removeOld } from './folder.chunks.ts'
import { folderStore } from './folder.ts'
import type { Store } from './store.ts'
import { type Uploads, uploadsIn } from './uploads.ts'
import { matches, verified } from './verified.ts'

/** Files by content: a file is named by its SHA-256, written once and never changed. Discarded files are deleted by `sweep`. */
export type Storage = {
  /** Stores an upload in a temporary folder that is emptied after the request. @throws 422 over 50 MB */
  receive: (name: string, stream: NodeJS.ReadableStream) => Promise<Upload>
  /** Stores it permanently. */
  keep: (upload: Upload) => Promise<void>
  drop: (upload: Upload) => Promise<void>
  /** The file on this machine, checked, to be read only; to be dropped after use. @throws 404 */
  copy: (sha256: string) => Promise<Copy>
  /** Fails at the end of the stream if the file is damaged. @throws 404 */
  open: (sha256: string) => Promise<Readable>
  /** The file for whoever asked, after their right to it was checked. @throws 404 */
  download: (sha256: string) => Promise<Readable | Elsewhere>
  uploads: Uploads
  check: Store['check']
} & Pick<Discarded, 'discard' | 'sweep'>

export type Copy = { path: string; drop: () => Promise<void> }

/** What `work` makes of a file on this machine. @throws 404 */
export async function withCopy<T>(storage: Pick<Storage, 'copy'>, sha256: string, work: (path: string) => Promise<T>): Promise<T> {
  const { path, drop } = await storage.copy(sha256)
  return work(path).finally(drop)
}

export const folderStorage = (folder: string) => storageOn(folderStore(folder), join(folder, 'incoming'))

/** @param incoming folder on this machine, for files on their way in and out */
export function storageOn({ contents, chunks, marks, check }: Store, incoming: string): Storage {
  const { rescue, discard, sweep } = discardedIn(marks)
  const storage: Omit<Storage, 'uploads'> = {
    check,
    discard,
    sweep,
    async receive(name, stream) {
      await mkdir(incoming, { recursive: true, mode: PRIVATE_FOLDER })
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
        await pipeline(stream, count, createWriteStream(path, { mode: PRIVATE_FILE }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { path, name, size, sha256: hash.digest('hex') }
    },
    async keep(upload) {
      await rescue(upload.sha256)
      if (!(await contents.isWhole(upload))) await contents.write(upload)
    },
    drop: ({ path }) => rm(path, { force: true }),
    async copy(sha256) {
      const own = contents.pathOf?.(sha256)
      if (own) {
        if (!(await matches(await contents.read(sha256), sha256))) throw new Error(`The file ${sha256} is damaged`)
        return { path: own, drop: async () => {} }
      }
      const { path } = await storage.receive(sha256, verified(await contents.read(sha256), sha256))
      return { path, drop: () => rm(path, { force: true }) }
    },
    download: (sha256) => contents.elsewhere?.(sha256) ?? storage.open(sha256),
    open: async (sha256) => verified(await contents.read(sha256), sha256),
  }
  const uploads = uploadsIn(chunks, storage)
  return {
    ...storage,
    uploads: {
      ...uploads,
      async forget(since) {
        await uploads.forget(since)
        // Leftovers of requests that were aborted.
        await removeOld(incoming, since)
      },
    },
  }
}
