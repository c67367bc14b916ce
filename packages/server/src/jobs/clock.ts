import { runClock } from '../alert/run.ts'
import { rollClosed } from '../dashboard/rolled.ts'
import type { Db } from '../database/index.ts'
import { forgetRates } from '../http/rate-limit.ts'
import { once, startScheduler } from './scheduler.ts'

type Options = { db: Db; zone: string; now?: () => Date; everyMs?: number; log?: (error: unknown) => void }

/** What happens by the clock, in every process: each job is done by one of them. @returns how to stop, when what runs is done */
export const startClock = ({ db, zone, now = () => new Date(), ...timing }: Options) =>
  startScheduler({
    ...timing,
    tick: async () => {
      const at = now()
      await once(db, 'limites', at.toISOString().slice(0, 10), (tx) => forgetRates(tx).then(() => null))
      await rollClosed(db, zone)
      await runClock({ db, zone, now: at })
    },
  })
