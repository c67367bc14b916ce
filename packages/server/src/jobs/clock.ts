import { runClock } from '../alert/run.ts'
import { rollClosed } from '../dashboard/rolled.ts'
import type { Db } from '../database/index.ts'
import { forgetRates } from '../http/rate-limit.ts'
import type { Storage } from '../storage/index.ts'
import { pointedTo } from '../storage/pointed-to.ts'
import { once, startScheduler } from './scheduler.ts'

const DAY = 86_400_000

type Options = { db: Db; storage: Storage; zone: string; now?: () => Date; everyMs?: number; log?: (error: unknown) => void }

/** What happens by the clock, in every process: each job is done by one of them. @returns how to stop, when what runs is done */
export const startClock = ({ db, storage, zone, now = () => new Date(), ...timing }: Options) =>
  startScheduler({
    ...timing,
    tick: async () => {
      const at = now()
      const today = at.toISOString().slice(0, 10)
      await once(db, 'limites', today, (tx) => forgetRates(tx).then(() => null))
      await once(db, 'subidas', today, () => storage.uploads.forget(new Date(at.getTime() - DAY)))
      await once(db, 'descartes', today, (tx) => storage.sweep(new Date(at.getTime() - DAY), (contents) => pointedTo(tx, contents)))
      await rollClosed(db, zone)
      await runClock({ db, zone, now: at })
    },
  })
