import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { statisticsAsOf } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import { row } from '../../platform/database/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'

/** What a moment can be told from (200-reporting-past.sql). One statement. */
export async function asOf({ db }: Deps, { asOf }: Parsed<typeof statisticsAsOf>['query']): Promise<Output<typeof statisticsAsOf>> {
  const found = await row(
    db,
    sql<{ desde: string; exacto: boolean }>`select at as desde, past_kept(${asOf}::timestamptz) as exacto from past_since`,
  )
  return { asOf, ...found! }
}
