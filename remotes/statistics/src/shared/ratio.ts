/** A ratio of the contract (0 to 1) as percent to one decimal: what is shown is what the light judges. Nothing to divide by is null. */
export const percentOf = (ratio: number | null) => (ratio === null ? null : Math.round(ratio * 1000) / 10)

/** Percentage points between two ratios, to two decimals. */
export const pointsBetween = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 10_000) / 100
