/**
 * Aggregates of items over many periods. A closed period cannot change, so its sums are stored in `period_sum` when first needed. Those of open
 * periods are stored by business for as long as nothing changes in it. Other moments and filters that the stored sums lack are computed from the items.
 */
export { type AnalystDay, analystDays } from './analyst-days.ts'
export { type Coverage, counted, coverage, coverages, covered, placedAccount } from './coverage.ts'
export { calendar, type Day, days } from './days.ts'
export { type Amount, type By, type Count, type Figures, type Keys, PROGRESS, STAGES, type Sums } from './figures.ts'
export { rowsOf } from './kept.ts'
export { type Loaded, loadedBalances } from './loaded.ts'
export { storeMoments } from './moments.ts'
export { type Names, names, periodsAndNames } from './names.ts'
export type { PeriodRow } from './periods.ts'
export { periods, storeClosedAggregates, storeOpenAggregates } from './stored.ts'
export { sums, sumsOf } from './sums.ts'
