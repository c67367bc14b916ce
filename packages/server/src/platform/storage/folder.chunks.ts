import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder, PRIVATE_FOLDER } from './disk.ts'
import type { Chunks } from './store.ts'

const BYTES = 'bytes'

/**
 * An upload is a folder, and each chunk in it is a folder named by the position of its first byte. A chunk is written under a temporary
 * name and renamed once flushed; an existing name cannot be taken again by any process. So no locks are needed, and no chunk is ever
 * incomplete.
 */
export function chunksInFolder(folder: string): Chunks {
  const folderOf = (owner: number, id: string) => join(folder, String(owner), id)
  return {
    async of(owner, id) {
      const names = (await namesIn(folderOf(owner, id))).filter((name) => /^\d+$/.test(name))
      return Promise.all(
        names.map(async (name) => {
          const path = join(folderOf(owner, id), name, BYTES)
          const size = await stat(path).then(
            ({ size }) => size,
            () => 0,
          )
          return { position: Number(name), size, read: () => createReadStream(path) }
        }),
      )
    },
    async draft(owner, id) {
      const draft = join(folderOf(owner, id), randomUUID())
      await mkdir(draft, { recursive: true, mode: PRIVATE_FOLDER })
      return join(draft, BYTES)
    },
    async publish(owner, id, position, draft) {
      await rename(dirname(draft), join(folderOf(owner, id), String(position)))
      await flushFolder(folderOf(owner, id))
    },
    drop: (draft) => remove(dirname(draft)),
    isTaken: (error) => /^(ENOTEMPTY|EEXIST|EPERM|ENOENT)$/.test(String((error as NodeJS.ErrnoException | null)?.code)),
    newest: async (owner) => (await byAge(join(folder, String(owner)))).map(({ name }) => name).reverse(),
    remove: (owner, id) => remove(folderOf(owner, id)),
    async forget(since) {
      for (const owner of await namesIn(folder)) await removeOld(join(folder, owner), since)
    },
  }
}

/** Deletes what has not changed since then from a folder. */
export async function removeOld(folder: string, since: Date) {
  for (const { name, at } of await byAge(folder)) if (at < since.getTime()) await remove(join(folder, name))
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])
const remove = (path: string) => rm(path, { recursive: true, force: true })
/** The entries of a folder, least recently changed first. */
async function byAge(folder: string) {
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const { mtimeMs: at } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      return { name, at }
    }),
  )
  return found.sort((a, b) => a.at - b.at)
}
