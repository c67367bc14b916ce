import { sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { periodStatus } from '../../platform/database/codes.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { PeriodRow } from './aggregates/index.ts'
import { requestedPeriod, type Wanted } from './period.ts'

/** A column of periods (alias `p`) for `ownPeriod`: what is in progress may finish while a period is closing, and in a business that goes on. */
export const withOwn = (caller: Caller) =>
  sql`, (p.status_id <> ${periodStatus.cerrado} and exists (select from analysis a where a.period_id = p.id and ${analysisScope(caller)})
    or exists (select from business_reopening r join analysis a on a.period_id = r.period_id and a.business_id = r.business_id
      where r.period_id = p.id and r.ended_at is null and r.until > now() and ${analysisScope(caller)})) as own`

/**
 * As `requestedPeriod`, for those whose work is analyses: where none is asked for, the newest in which they have some that may go on. The next month
 * is opened before its balances come, while what is due of the one before is still theirs to do.
 */
export function ownPeriod(periods: readonly PeriodRow[], wanted: Wanted): PeriodRow | undefined {
  const isAsked = wanted.periodId !== undefined || wanted.mes !== undefined || wanted.anio !== undefined
  const own = isAsked ? undefined : periods.findLast((period) => period.own)
  return own ?? requestedPeriod(periods, wanted)
}
