import { type Db, transaction } from './index.ts'

class DryRunDone extends Error {
  result: unknown
  constructor(result: unknown) {
    super('dry run')
    this.result = result
  }
}

/** Runs `work` and rolls it back, to find out what a change would do by the code that makes it. */
export async function dryRun<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      throw new DryRunDone(await work(tx))
    })
  } catch (error) {
    // Only our own error carries a result of `work`.
    if (error instanceof DryRunDone) return error.result as T
    throw error
  }
}
