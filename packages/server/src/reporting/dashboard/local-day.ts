import { type RawBuilder, sql } from 'kysely'
import { DateTime } from 'luxon'

type Fragment = RawBuilder<unknown>

/** So far ahead, and as far back, days are looked at at most. */
const DAYS = 400
const DAY_MS = 86_400_000

/**
 * The local day of a moment, by the zone's offset from UTC at that time: to ask the zone of every moment costs more. What lies before 2024 or more than
 * 400 days ahead is asked of the zone. (`midnights` in the schema is left for servers of the release before, which go on while
 * they are replaced.)
 */
export function dayIn(zone: string) {
  const { from, to, offsets, changes } = offsetsOf(zone)
  return (moment: Fragment) => {
    const offset =
      changes.length === 0
        ? sql`${offsets[0]}::interval`
        : sql`(${offsets}::interval[])[1 + width_bucket(${moment}, ${changes}::timestamptz[])]`
    return sql`(case when ${moment} >= ${from}::timestamptz and ${moment} < ${to}::timestamptz then ${moment} at time zone ${offset}
      else ${moment} at time zone ${zone}::text end)::date`
  }
}

type Offsets = { from: string; to: string; offsets: string[]; changes: string[] }
const FIRST = '2024-01-01T00:00:00.000Z'
const knownOffsets = new Map<string, Offsets>()
/** When the offset of a zone changes between 2024 and 400 days from now, and the offsets before, between and after these moments. */
function offsetsOf(zone: string): Offsets {
  const to = DateTime.utc().startOf('day').plus({ days: DAYS })
  const key = `${zone} ${to.toISODate()}`
  const found = knownOffsets.get(key)
  if (found) return found
  const offsetAt = (ms: number) => DateTime.fromMillis(ms, { zone }).offset
  const [first, last] = [DateTime.fromISO(FIRST).toMillis(), to.toMillis()]
  const result: Offsets = { from: FIRST, to: to.toISO(), offsets: [`${offsetAt(first)} minutes`], changes: [] }
  for (let day = first; day < last; day += DAY_MS) {
    if (offsetAt(day) === offsetAt(day + DAY_MS)) continue
    let [before, after] = [day, day + DAY_MS]
    while (after - before > 1000) {
      const middle = (before + after) / 2
      if (offsetAt(middle) === offsetAt(day)) before = middle
      else after = middle
    }
    // They change at a full second.
    after = Math.round(after / 1000) * 1000
    result.changes.push(DateTime.fromMillis(after).toUTC().toISO()!)
    result.offsets.push(`${offsetAt(after)} minutes`)
  }
  if (knownOffsets.size > 100) knownOffsets.clear()
  knownOffsets.set(key, result)
  return result
}

/**
 * A moment of the same local day, to group many rows by before the day of few is asked for: while the clocks of the zone stay as they are, days are a
 * division. Elsewhere it is the moment itself.
 */
export function sameDayIn(zone: string, asOf?: string) {
  const { from, to } = steadyAround(asOf ? DateTime.fromISO(asOf) : DateTime.now(), zone)
  return (moment: Fragment) =>
    sql`(case when ${moment} >= ${from}::timestamptz and ${moment} < ${to}::timestamptz then date_bin('1 day', ${moment}, ${from}::timestamptz) else ${moment} end)`
}

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
