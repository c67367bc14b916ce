import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { MemoryFS, PGlite } from '@electric-sql/pglite'

const DATA = '/pglite/data'
const BLOCK = 512

/**
 * Writes an embedded database to one file, from which many others start. The database must not be used afterwards, because what copies do
 * not need is removed from it.
 */
export async function writeImage(db: PGlite, path: string): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await db.exec(`alter database ${name} is_template false`)
    await db.exec(`drop database ${name}`)
  }
  // Otherwise each copy would start by replaying the log.
  await db.exec('checkpoint')
  const tar = await db.dumpDataDir('none')
  const draft = `${path}.${process.pid}.${Math.random()}`
  writeFileSync(draft, new Uint8Array(await tar.arrayBuffer()))
  renameSync(draft, path)
}

/** Settings of a small short-lived database in memory, whose start would mostly be spent on buffers. */
export const smallDatabase = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB', '-c', 'max_connections=5']

/** An in-memory file system that starts with the files of an image; PGlite's own way copies each of them several times. */
export class ImageFS extends MemoryFS {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override async initialSyncFs() {
    const { FS } = this.pg!.Module
    const tar = readFileSync(this.#path)
    const text = (from: number, length: number) => tar.toString('latin1', from, from + length).split('\0', 1)[0]!
    // An entry is a header block and the blocks of its content; an empty block ends the list.
    for (let at = 0; tar[at]; ) {
      const name = `${DATA}${text(at + 345, 155)}${text(at, 100)}`
      const mode = Number.parseInt(text(at + 100, 8), 8)
      const size = Number.parseInt(text(at + 124, 12), 8)
      const isFolder = text(at + 156, 1) === '5'
      at += BLOCK
      if (isFolder) FS.mkdirTree(name, mode)
      else FS.writeFile(name, tar.subarray(at, at + size), { canOwn: true })
      at += Math.ceil(size / BLOCK) * BLOCK
    }
  }
}
