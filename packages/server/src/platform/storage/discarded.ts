import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'

/** Removed content. Another row may still use it, so a marker with its name waits until that can be checked. */
export type Discarded = {
  discard: (sha256: string) => Promise<void>
  /** The content is needed again; to be called before its file is looked for. */
  rescue: (sha256: string) => Promise<void>
  /**
   * Deletes for good what was discarded before `since`, except what `referenced` still finds in use.
   * @returns the number of deleted files
   */
  sweep: (since: Date, referenced: (contents: readonly string[]) => Promise<ReadonlySet<string>>) => Promise<number>
}

const ASIDE = '.aside'

/** `pathOf`: the path of a content's file. */
export function discardedIn(folder: string, pathOf: (sha256: string) => string): Discarded {
  const markerOf = (sha256: string) => join(folder, sha256)
  const asideOf = (sha256: string) => join(folder, sha256 + ASIDE)
  /**
   * Renames the file first: a process that stores the same content meanwhile either removes the marker, and the file is moved back, or
   * finds no file and writes a new one.
   */
  async function remove(sha256: string): Promise<boolean> {
    const there = await done(rename(pathOf(sha256), asideOf(sha256)))
    const wanted = !(await done(rm(markerOf(sha256))))
    if (!there) return false
    await (wanted ? rename(asideOf(sha256), pathOf(sha256)) : rm(asideOf(sha256)))
    return !wanted
  }
  return {
    async discard(sha256) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      await writeFile(markerOf(sha256), '', { mode: PRIVATE_FILE })
    },
    rescue: (sha256) => rm(markerOf(sha256), { force: true }),
    async sweep(since, referenced) {
      const old: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        // Left by a process that was killed.
        if (name.endsWith(ASIDE)) await rename(join(folder, name), pathOf(name.slice(0, -ASIDE.length)))
        const marker = await stat(markerOf(name)).catch(() => undefined)
        if (/^[0-9a-f]{64}$/.test(name) && marker && marker.mtimeMs < since.getTime()) old.push(name)
      }
      if (old.length === 0) return 0
      const used = await referenced(old)
      let gone = 0
      for (const sha256 of old)
        if (used.has(sha256)) await rm(markerOf(sha256), { force: true })
        else if (await remove(sha256)) gone++
      return gone
    },
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
