import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, pipeline as through } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Upload } from '@cuadre/api/endpoint'
import { NotFound, Refused } from '../errors.ts'
import { type Discarded, discardedIn } from './discarded.ts'
import { flushFile, flushFolder, MAX_FILE, PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'
import { type Uploads, uploadsIn } from './uploads.ts'

/** Files by content: a file is named by its SHA-256, written once and never changed. Discarded files are deleted by `sweep`. */
export type Storage = {
  /** Stores an upload in a temporary folder that is emptied after the request. @throws 422 over 50 MB */
  receive: (name: string, stream: NodeJS.ReadableStream) => Promise<Upload>
  /** Stores it permanently. */
  keep: (upload: Upload) => Promise<void>
  drop: (upload: Upload) => Promise<void>
  path: (sha256: string) => string
  /** Fails at the end of the stream if the file is damaged. @throws 404 */
  open: (sha256: string) => NodeJS.ReadableStream
  uploads: Uploads
} & Pick<Discarded, 'discard' | 'sweep'>

export function folderStorage(folder: string): Storage {
  const pathOf = (sha256: string) => join(folder, 'files', sha256.slice(0, 2), sha256)
  const incoming = join(folder, 'incoming')
  const { rescue, discard, sweep } = discardedIn(join(folder, 'discarded'), pathOf)
  /** A stream that fails at its end if the bytes do not match their SHA-256. */
  const readVerified = (sha256: string) => {
    const hash = createHash('sha256')
    const compare = new Transform({
      transform(chunk, _, done) {
        hash.update(chunk)
        done(null, chunk)
      },
      flush: (done) => done(hash.digest('hex') === sha256 ? null : new Error(`The file ${sha256} is damaged`)),
    })
    return through(createReadStream(pathOf(sha256)), compare, () => {})
  }
  const isWhole = (sha256: string) =>
    finished(readVerified(sha256).resume()).then(
      () => true,
      () => false,
    )
  const storage: Omit<Storage, 'uploads'> = {
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
    async keep({ path, sha256 }) {
      const target = pathOf(sha256)
      await rescue(sha256)
      // A file that a crash has damaged is written again.
      if (await isWhole(sha256)) return
      const made = await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
      // Written under a temporary name and flushed first, so that the database never refers to an incomplete file.
      const draft = `${target}.${randomUUID()}`
      try {
        await copyFile(path, draft)
        await chmod(draft, PRIVATE_FILE)
        await flushFile(draft, 'r+')
        await rename(draft, target)
        await flushFolder(dirname(target))
        if (made) await flushFolder(dirname(made))
      } finally {
        await rm(draft, { force: true })
      }
    },
    drop: ({ path }) => rm(path, { force: true }),
    path: pathOf,
    open(sha256) {
      if (!existsSync(pathOf(sha256))) throw NotFound()
      return readVerified(sha256)
    },
  }
  return { ...storage, uploads: uploadsIn(join(folder, 'uploads'), storage) }
}
