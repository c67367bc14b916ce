import { type RawBuilder, sql } from 'kysely'
import { DateTime } from 'luxon'

type Fragment = RawBuilder<unknown>

/**
 * The local day of a moment, found among the midnights of the zone (003-ledger.sql): asking the zone of every moment costs three times as much. What
 * lies before or after them is asked of the zone.
 */
export const dayIn = (zone: string) => (moment: Fragment) =>
  sql`(case when ${moment} >= '2024-01-01Z' and ${moment} < (select now() + interval '400 days') then date '2023-12-01' + width_bucket(${moment}, (select midnights(${zone}::text)))
    else (${moment} at time zone ${zone}::text)::date end)`

/** The same for few moments: the zone is asked of each, since making its midnights takes as long as to ask of some hundred. */
export const dayOfEach = (zone: string) => (moment: Fragment) => sql`(${moment} at time zone ${zone}::text)::date`

/**
 * A moment of the same local day, to group many rows by before the day of few is asked for: while the clocks of the zone stay as they are, days are a
 * division. Elsewhere it is the moment itself.
 */
export function sameDayIn(zone: string, asOf?: string) {
  const { from, to } = steadyAround(asOf ? DateTime.fromISO(asOf) : DateTime.now(), zone)
  return (moment: Fragment) =>
    sql`(case when ${moment} >= ${from}::timestamptz and ${moment} < ${to}::timestamptz then date_bin('1 day', ${moment}, ${from}::timestamptz) else ${moment} end)`
}

const DAYS = 400
const known = new Map<string, { from: string; to: string }>()
/** The midnights around a moment between which the offset of the zone stays the same, at most 400 days each way. */
export function steadyAround(moment: DateTime, zone: string): { from: string; to: string } {
  const today = moment.setZone(zone).startOf('day')
  const key = `${zone} ${today.toISODate()}`
  const found = known.get(key)
  if (found) return found
  const last = (step: 1 | -1) => {
    let day = today
    for (let passed = 0; passed < DAYS; passed++) {
      const next = today.plus({ days: step * (passed + 1) }).startOf('day')
      if (next.offset !== today.offset) break
      day = next
    }
    return day.toUTC().toISO()!
  }
  const run = { from: last(-1), to: last(1) }
  if (known.size > 100) known.clear()
  known.set(key, run)
  return run
}
