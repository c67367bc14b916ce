import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { PeriodRow } from './aggregates/index.ts'

const yearIn = ({ name }: PeriodRow) => Number(name.slice(0, 4))

/**
 * The year that is shown where none is asked for: the newest with an analysis in a month that has begun. January is opened while December is
 * still worked on, and of a year without an analysis there is nothing to see.
 */
export async function shownYear(db: Db, periods: readonly PeriodRow[]): Promise<number | null> {
  const worked = await rows(
    db,
    sql<{ id: number }>`select p.id from period p where exists (select from analysis a where a.period_id = p.id)`,
  )
  const ids = new Set(worked.map(({ id }) => id))
  const shown = periods.findLast(({ id, begun }) => begun && ids.has(id)) ?? periods.findLast(({ begun }) => begun) ?? periods.at(-1)
  return shown ? yearIn(shown) : null
}
