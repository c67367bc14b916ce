import { randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync } from 'node:fs'
import { access, chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NotFound } from '../errors.ts'
import { flushFile, flushFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'
import { chunksInFolder } from './folder.chunks.ts'
import type { Contents, Marks, Store } from './store.ts'
import { matches } from './verified.ts'

/** The path of a content's file. */
export const contentPath = (folder: string, sha256: string) => join(folder, 'files', sha256.slice(0, 2), sha256)

export function folderStore(folder: string): Store {
  const pathOf = (sha256: string) => contentPath(folder, sha256)
  return {
    contents: contentsIn(pathOf),
    chunks: chunksInFolder(join(folder, 'uploads')),
    marks: marksIn(join(folder, 'discarded'), pathOf),
    async check() {
      // There before the first file is: a backup asks for it.
      const files = join(folder, 'files')
      await mkdir(files, { recursive: true, mode: PRIVATE_FOLDER })
      for (const each of [folder, files]) await access(each, constants.R_OK | constants.W_OK)
    },
  }
}

const contentsIn = (pathOf: (sha256: string) => string): Contents => ({
  pathOf,
  // A file that a crash has damaged does not count.
  isWhole: ({ sha256 }) => matches(createReadStream(pathOf(sha256)), sha256),
  async write({ path, sha256 }) {
    const target = pathOf(sha256)
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
  async read(sha256) {
    if (!existsSync(pathOf(sha256))) throw NotFound()
    return createReadStream(pathOf(sha256))
  },
})

const ASIDE = '.aside'

function marksIn(folder: string, pathOf: (sha256: string) => string): Marks {
  const markOf = (sha256: string) => join(folder, sha256)
  const asideOf = (sha256: string) => join(folder, sha256 + ASIDE)
  const names = () => readdir(folder).catch(() => [])
  return {
    async set(sha256) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      await writeFile(markOf(sha256), '', { mode: PRIVATE_FILE })
    },
    remove: (sha256) => rm(markOf(sha256), { force: true }),
    async all() {
      const found = (await names()).filter((name) => /^[0-9a-f]{64}$/.test(name))
      const marks = found.map(async (sha256) => ({ sha256, at: (await stat(markOf(sha256))).mtimeMs, tag: '' }))
      return (await Promise.all(marks.map((mark) => mark.catch(() => undefined)))).filter((mark) => mark !== undefined)
    },
    take: ({ sha256 }) => done(rm(markOf(sha256))),
    setAside: (sha256) => done(rename(pathOf(sha256), asideOf(sha256))),
    aside: async () => (await names()).filter((name) => name.endsWith(ASIDE)).map((name) => name.slice(0, -ASIDE.length)),
    putBack: (sha256) => rename(asideOf(sha256), pathOf(sha256)),
    destroy: (sha256) => rm(asideOf(sha256)),
  }
}

/** Whether the file existed. */
const done = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
