import { formatPercent, type Locale } from '@cuadre/ui'

/** A ratio of the contract (0 to 1) as percent to one decimal. Nothing to divide by is null. */
export const percentOf = (ratio: number | null) => (ratio === null ? null : Math.round(ratio * 1000) / 10)

/** Percentage points between two ratios, to four decimals: they are shown to one, and of two roundings the second may go the wrong way. */
export const pointsBetween = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 1_000_000) / 10_000

/** The decimals that a number was given. */
export const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0
/** A target in percent, with the decimals that it was given. */
export const formatTarget = (percent: number, locale: Locale) => formatPercent(percent, locale, { decimals: decimalsOf(percent) })
