import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { runScheduledAlerts } from './desk/alert/alert.scheduled.ts'
import { remindOfReviews } from './desk/faq/faq.review.ts'
import { checkStale, type Probe } from './desk/resource/link.check.ts'
import { followCalendars } from './desk/ticket/ticket.due.ts'
import { endExpired } from './ledger/closing/closing.reopening.ts'
import { settleLost } from './ledger/delivery/delivery.lost.ts'
import { endExceptions } from './organisation/role/access.service.ts'
import { type Db, row } from './platform/database/index.ts'
import { deleteExpiredRateLimits } from './platform/http/rate-limit.ts'
import { runEach, runOncePerDay, startScheduler } from './platform/jobs/scheduler.ts'
import type { Storage } from './platform/storage/index.ts'
import { referencedContents } from './platform/storage/referenced.ts'
import { forgetOld } from './platform/webhook/webhook.send.ts'
import { storeClosedAggregates, storeMoments, storeOpenAggregates } from './reporting/dashboard/aggregates/index.ts'

const DAY = 86_400_000
/** For so long the businesses of an open period in which somebody works are counted instead of read. */
const SUMS_MS = 10_000

type Options = {
  db: Db
  storage: Storage
  zone: string
  now?: () => Date
  everyMs?: number
  probe?: Probe
  ran?: () => void
  log?: (error: unknown) => void
}

/**
 * Runs the scheduled jobs, in every process; each job is run by one of them.
 * @returns the function that stops, after the running job is done
 */
export function startScheduledJobs({ db, storage, zone, now, probe, ran, ...timing }: Options): () => Promise<void> {
  const stopSums = startScheduler({
    log: timing.log,
    everyMs: Math.min(SUMS_MS, timing.everyMs ?? SUMS_MS),
    tick: () => storeOpenAggregates(db, zone),
  })
  const stopMoments = startScheduler({ ...timing, tick: () => storeMoments(db, zone) })
  const stopJobs = startScheduler({
    ...timing,
    tick: async () => {
      const at = now?.() ?? (await timeOf(db))
      const today = at.toISOString().slice(0, 10)
      // A review is due on a day of the place.
      const day = DateTime.fromJSDate(at, { zone }).toISODate()!
      const jobs: (() => Promise<unknown>)[] = [
        () => endExpired(db, at),
        () => endExceptions(db, at),
        () => settleLost(db, at),
        () => followCalendars(db, zone, at),
        () => runOncePerDay(db, 'preguntas', day, (tx) => remindOfReviews(tx, day)),
        () => storeClosedAggregates(db, zone),
        () => runScheduledAlerts({ db, zone, now: at }),
        () => runOncePerDay(db, 'limites', today, (tx) => deleteExpiredRateLimits(tx).then(() => null)),
        () => runOncePerDay(db, 'avisos_a_sistemas', today, (tx) => forgetOld(tx, new Date(at.getTime() - 90 * DAY))),
        () => runOncePerDay(db, 'subidas', today, () => storage.uploads.forget(new Date(at.getTime() - DAY))),
        () =>
          runOncePerDay(db, 'descartes', today, (tx) =>
            storage.sweep(new Date(at.getTime() - DAY), (contents) => referencedContents(tx, contents)),
          ),
        // The answers of other servers are awaited outside of a transaction; the job only says that today it was this process's turn.
        async () => {
          if ((await runOncePerDay(db, 'enlaces', today, async () => true)) === true) await checkStale(db, at, probe)
        },
      ]
      // Deadlines end and people are told also while the files are away.
      await runEach(jobs, (job) => job())
      ran?.()
    },
  })
  return async () => {
    await Promise.all([stopSums(), stopMoments(), stopJobs()])
  }
}

/** A difference beyond this is a clock that is wrong. */
const APART_MS = 5 * 60_000

/** The time of the database, which all processes share. @throws while this machine's clock says another: no job ends or deletes anything too early */
async function timeOf(db: Db): Promise<Date> {
  const { ms } = (await row(db, sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`))!
  const apart = ms - Date.now()
  if (Math.abs(apart) > APART_MS) throw new Error(`the clocks of the database and of this machine are ${Math.round(apart / 1000)} s apart`)
  return new Date(ms)
}
