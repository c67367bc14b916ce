import type { Db } from '../../platform/database/index.ts'
import { returnDue } from './transfer.service.ts'

/** Returns temporary transfers when their last day is over, every `everyMs`, until `stop()`. Any number of processes may run it. */
export function startTransferReturns({
  db,
  zone,
  everyMs,
  log = () => {},
}: {
  db: Db
  zone: string
  everyMs: number
  log?: (error: unknown) => void
}): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let pass = Promise.resolve()
  const run = async () => {
    await returnDue(db, zone).catch(log)
    if (!stopped) timer = setTimeout(start, everyMs).unref()
  }
  const start = () => {
    pass = run()
  }
  start()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await pass
  }
}
