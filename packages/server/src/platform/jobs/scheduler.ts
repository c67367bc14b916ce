import { sql } from 'kysely'
import { type Db, row, transaction } from '../database/index.ts'

/**
 * Runs a job once per key and day, whichever process asks and however often: the row that marks it as done is written in the job's
 * transaction. One process at a time runs it; the others return at once.
 * @returns the result of the job, or undefined if this call did not run it
 */
export const runOncePerDay = <Result>(db: Db, job: string, day: string, work: (tx: Db) => Promise<Result>): Promise<Result | undefined> =>
  transaction(db, async (tx) => {
    const leads = await row(tx, sql<{ leads: boolean }>`select pg_try_advisory_xact_lock(hashtext(${`cuadre ${job}`})) as leads`)
    if (!leads!.leads || (await row(tx, sql`select from job_run where job = ${job} and day = ${day}::date`))) return undefined
    const result = await work(tx)
    await sql`insert into job_run (job, day, result) values (${job}, ${day}::date, ${JSON.stringify(result ?? null)}::jsonb)`.execute(tx)
    return result
  })

/** Runs each in turn, also after one that failed, which the next tick tries again: none keeps another waiting. @throws in the end what failed */
export async function runEach<Item>(items: Iterable<Item>, run: (item: Item) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = []
  for (const item of items) await run(item).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, failed.map(String).join('; '))
}

/** Calls `tick` now and every `everyMs`, one at a time, until `stop()`, which waits for the running one. */
export function startScheduler({
  tick,
  everyMs = 60_000,
  log = () => {},
}: {
  tick: () => Promise<unknown>
  everyMs?: number
  log?: (error: unknown) => void
}): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let pass = Promise.resolve()
  const start = () => {
    pass = tick()
      .catch(log)
      .then(() => {
        if (!stopped) timer = setTimeout(start, everyMs).unref()
      })
  }
  start()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await pass
  }
}
