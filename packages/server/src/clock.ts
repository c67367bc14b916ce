import { runClock } from './desk/alert/run.ts'
import type { Db } from './platform/database/index.ts'
import { deleteExpiredRateLimits } from './platform/http/rate-limit.ts'
import { once, startScheduler } from './platform/jobs/scheduler.ts'
import type { Storage } from './platform/storage/index.ts'
import { pointedTo } from './platform/storage/pointed-to.ts'
import { rollClosed } from './reporting/dashboard/rolled.ts'

const DAY = 86_400_000

type Options = { db: Db; storage: Storage; zone: string; now?: () => Date; everyMs?: number; log?: (error: unknown) => void }

/** What happens by the clock, in every process: each job is done by one of them. @returns how to stop, when what runs is done */
export const startClock = ({ db, storage, zone, now = () => new Date(), ...timing }: Options) =>
  startScheduler({
    ...timing,
    tick: async () => {
      const at = now()
      const today = at.toISOString().slice(0, 10)
      await once(db, 'limites', today, (tx) => deleteExpiredRateLimits(tx).then(() => null))
      await once(db, 'subidas', today, () => storage.uploads.forget(new Date(at.getTime() - DAY)))
      await once(db, 'descartes', today, (tx) => storage.sweep(new Date(at.getTime() - DAY), (contents) => pointedTo(tx, contents)))
      await rollClosed(db, zone)
      await runClock({ db, zone, now: at })
    },
  })
