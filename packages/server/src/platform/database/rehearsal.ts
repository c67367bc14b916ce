import { type Db, transaction } from './index.ts'

class Over extends Error {
  result: unknown
  constructor(result: unknown) {
    super('rehearsal')
    this.result = result
  }
}

/** Does the work and undoes it: what a change would do, found by the steps that make it. */
export async function rehearse<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      throw new Over(await work(tx))
    })
  } catch (error) {
    // Only our own carries a result of `work`.
    if (error instanceof Over) return error.result as T
    throw error
  }
}
