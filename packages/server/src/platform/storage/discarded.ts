import type { Mark, Marks } from './store.ts'

/** Removed content. Another row may still use it, so a mark on it waits until that can be checked. */
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

export function discardedIn(marks: Marks): Discarded {
  /**
   * Moves the file away first: a process that stores the same content meanwhile either removes the mark, and the file is put back, or
   * finds no file and writes a new one.
   */
  async function remove(mark: Mark): Promise<boolean> {
    const there = await marks.setAside(mark.sha256)
    const wanted = !(await marks.take(mark))
    if (!there) return false
    await (wanted ? marks.putBack(mark.sha256) : marks.destroy(mark.sha256))
    return !wanted
  }
  return {
    discard: marks.set,
    rescue: marks.remove,
    async sweep(since, referenced) {
      // Left by a process that was killed.
      for (const sha256 of await marks.aside()) await marks.putBack(sha256)
      const old = (await marks.all()).filter(({ at }) => at < since.getTime())
      if (old.length === 0) return 0
      const used = await referenced(old.map(({ sha256 }) => sha256))
      let gone = 0
      for (const mark of old)
        if (used.has(mark.sha256)) await marks.take(mark)
        else if (await remove(mark)) gone++
      return gone
    },
  }
}
