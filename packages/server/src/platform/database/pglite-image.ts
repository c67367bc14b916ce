import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { MemoryFS, PGlite } from '@electric-sql/pglite'

const DATA = '/pglite/data'
const BLOCK = 512

/**
 * Writes all of an embedded database to one file, for many that begin as copies of it. The database must not be used afterwards: what a copy has no use
 * for is taken out of it.
 */
export async function writeImage(db: PGlite, path: string): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await db.exec(`alter database ${name} is_template false`)
    await db.exec(`drop database ${name}`)
  }
  // Otherwise each copy begins by recovering what the log holds.
  await db.exec('checkpoint')
  const tar = await db.dumpDataDir('none')
  const draft = `${path}.${process.pid}.${Math.random()}`
  writeFileSync(draft, new Uint8Array(await tar.arrayBuffer()))
  renameSync(draft, path)
}

/** Settings of a database in memory that is small and short-lived: most of its start would be spent on its buffers. */
export const smallDatabase = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB', '-c', 'max_connections=5']

/** Files in memory that begin as those of an image: in place of PGlite's own way, which copies each several times. */
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
    // An entry is a block that describes it and the blocks of its content; an empty block ends the list.
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
