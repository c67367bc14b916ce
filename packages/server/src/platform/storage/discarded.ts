import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Content that somebody took away. It may still be something else's, so it waits, by a marker of its name, until that can be looked up. */
export type Discarded = {
  discard: (sha256: string) => Promise<void>
  /** It is wanted again. To be called before its file is looked for. */
  rescue: (sha256: string) => Promise<void>
  /**
   * Removes for good what was discarded before `since`, but for what `pointedTo` says is something's still. @returns how many files are gone
   */
  sweep: (since: Date, pointedTo: (contents: readonly string[]) => Promise<ReadonlySet<string>>) => Promise<number>
}

const ASIDE = '.aside'

/** `kept`: where the file of a content is. */
export function discardedIn(folder: string, kept: (sha256: string) => string): Discarded {
  const markerOf = (sha256: string) => join(folder, sha256)
  const asideOf = (sha256: string) => join(folder, sha256 + ASIDE)
  /** Aside first: whoever keeps the same content meanwhile either takes its marker away, and it goes back, or finds no file, and writes one. */
  async function remove(sha256: string): Promise<boolean> {
    const there = await done(rename(kept(sha256), asideOf(sha256)))
    const wanted = !(await done(rm(markerOf(sha256))))
    if (!there) return false
    await (wanted ? rename(asideOf(sha256), kept(sha256)) : rm(asideOf(sha256)))
    return !wanted
  }
  return {
    async discard(sha256) {
      await mkdir(folder, { recursive: true })
      await writeFile(markerOf(sha256), '')
    },
    rescue: (sha256) => rm(markerOf(sha256), { force: true }),
    async sweep(since, pointedTo) {
      const old: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        // Left by a process that was killed.
        if (name.endsWith(ASIDE)) await rename(join(folder, name), kept(name.slice(0, -ASIDE.length)))
        const marker = await stat(markerOf(name)).catch(() => undefined)
        if (/^[0-9a-f]{64}$/.test(name) && marker && marker.mtimeMs < since.getTime()) old.push(name)
      }
      if (old.length === 0) return 0
      const pointed = await pointedTo(old)
      let gone = 0
      for (const sha256 of old)
        if (pointed.has(sha256)) await rm(markerOf(sha256), { force: true })
        else if (await remove(sha256)) gone++
      return gone
    },
  }
}

/** Whether the file was there. */
const done = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
