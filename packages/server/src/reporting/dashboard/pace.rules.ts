type Signed = { nth: number; items: number }

/**
 * Sign-offs a working day. Of a finished month until nine tenths of them were made, so that a straggler does not make it slow; of a month in
 * course (`until`, in working days since its end) up to now. null without any.
 */
export function paceOf(days: readonly Signed[], until?: number): number | null {
  if (days.length === 0) return null
  const sorted = days.toSorted((a, b) => a.nth - b.nth)
  const first = sorted[0]!.nth
  const whole = sorted.reduce((sum, { items }) => sum + items, 0)
  if (until !== undefined) return whole / Math.max(1, until - first + 1)
  let done = 0
  for (const { nth, items } of sorted) {
    done += items
    if (done * 10 >= whole * 9) return done / (nth - first + 1)
  }
  return null
}

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value below which `part` of the values lie, by nearest rank. */
const rank = (sorted: readonly number[], part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!

/** The slowest and the fastest that is to be expected: the middle half of the months before, the pace of this month, and that of the forecast. */
export function paceRange(months: readonly number[], others: readonly (number | null)[]): { slow: number; fast: number } | null {
  const sorted = months.toSorted((a, b) => a - b)
  const all = [...(sorted.length > 0 ? [rank(sorted, 0.25), rank(sorted, 0.75)] : []), ...others].filter(
    (pace): pace is number => pace !== null && pace > 0,
  )
  return all.length > 0 ? { slow: Math.min(...all), fast: Math.max(...all) } : null
}
