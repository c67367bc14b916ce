import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { plain } from '../plain.ts'
import { folderStore } from './folder.ts'
import type { Bucket } from './s3.client.ts'
import { contentKey, s3Store } from './s3.ts'
import { matches } from './verified.ts'

export type Moved = {
  /** Copied now, and those that the bucket had already. */
  copied: number
  there: number
  bytes: number
  /** Files in the folder that are not what their name says; they are not copied. */
  damaged: string[]
  /** Whether it was stopped before the end. */
  stopped: boolean
}

/** Files that are copied at the same time. */
const AT_ONCE = 4

/**
 * Copies the files of a folder to a bucket, each checked against its SHA-256. It may be stopped at any moment and begun again: what is in the
 * bucket as a whole is not sent again. Of the folder nothing is deleted.
 * @throws one sentence where the folder has no files
 */
export async function copyToBucket(
  folder: string,
  bucket: Bucket,
  { signal, onFile = () => {} }: { signal?: AbortSignal; onFile?: (so: Moved) => void } = {},
): Promise<Moved> {
  const [from, to] = [folderStore(folder), s3Store(bucket, join(folder, 'incoming'))]
  const so: Moved = { copied: 0, there: 0, bytes: 0, damaged: [], stopped: false }
  // Left by a process that was killed while it deleted.
  for (const sha256 of await from.marks.aside()) await from.marks.putBack(sha256)
  async function copy(sha256: string, path: string) {
    const { size } = await stat(path)
    if (await to.contents.isWhole({ sha256, size })) so.there++
    else if (await matches(createReadStream(path), sha256)) {
      await to.contents.write({ sha256, size, path })
      so.copied++
      so.bytes += size
    } else so.damaged.push(contentKey(sha256))
    onFile(so)
  }
  const files = contentsOf(join(folder, 'files'))
  const work = async () => {
    for await (const { sha256, path } of files) {
      if (signal?.aborted) {
        so.stopped = true
        return
      }
      await copy(sha256, path)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (!so.stopped) for (const { sha256 } of await from.marks.all()) await to.marks.set(sha256)
  return so
}

async function* contentsOf(folder: string) {
  const parts = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? plain(`DATA_DIR: no hay archivos en esa carpeta (falta ${folder}).`) : error
  })
  for (const part of parts.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort())
    for (const sha256 of (await readdir(join(folder, part))).sort())
      if (/^[0-9a-f]{64}$/.test(sha256)) yield { sha256, path: join(folder, part, sha256) }
}
