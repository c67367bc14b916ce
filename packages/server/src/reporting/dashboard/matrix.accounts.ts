import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { PeriodRow } from './aggregates/index.ts'
import * as item from './item.ts'
import type { Level } from './matrix.rows.ts'

type Asked = { periods: readonly PeriodRow[]; page?: { page: number; limit: number } }

/** The accounts with items in any of the periods by their code, a page of them or all, and how many there are. One statement. */
export async function accountsOf(db: Db, caller: Caller, view: item.View, place: item.Place, { periods, page }: Asked) {
  if (periods.length === 0) return { names: new Map<number, string>(), total: 0 }
  const where = sql`${item.inPeriods(periods.map(({ id }) => id))} and ${item.placeCondition(caller, place, item.isGroup)}`
  const found = await rows(
    db,
    sql<{
      id: number | null
      name: string | null
      total: number
    }>`with k as materialized (select distinct a.account_id from ${item.itemsWhere(view, where)})
      select c.id, c.code || ' ' || c.name as name, t.total from (select count(*)::int as total from k) t
      left join (select c.id, c.code, c.name from account c join k on k.account_id = c.id order by c.code, c.name, c.id
        ${page ? sql`limit ${page.limit} offset ${(page.page - 1) * page.limit}` : sql``}) c on true order by c.code, c.name, c.id`,
  )
  const names = new Map(found.flatMap(({ id, name }) => (id === null ? [] : [[id, name!] as const])))
  return { names, total: found[0]!.total }
}

const LEVELS = ['pais', 'negocio', 'subgerencia', 'departamento', 'rubro', 'cuenta'] as const
/** How many rows there are from a level down to the account: each level has one for every path to it. One statement. */
export async function rowCount(
  db: Db,
  caller: Caller,
  view: item.View,
  place: item.Place,
  { periods, nivel }: { periods: readonly PeriodRow[]; nivel: Level },
): Promise<number> {
  if (periods.length === 0) return 0
  const where = sql`${item.inPeriods(periods.map(({ id }) => id))} and ${item.placeCondition(caller, place, item.isGroup)}`
  const [found] = await rows(
    db,
    sql<Record<Level, number>>`with k as materialized (
        select distinct a.country_id, a.business_id, a.sub_management_id, a.department_id, a.heading_id, a.account_id from ${item.itemsWhere(view, where)}),
      h as (select distinct business_id, sub_management_id, department_id, heading_id from k)
      select (select count(distinct country_id) from k)::int as pais, (select count(distinct business_id) from k)::int as negocio,
        (select count(*) from (select distinct business_id, sub_management_id from h) x)::int as subgerencia,
        (select count(*) from (select distinct business_id, sub_management_id, department_id from h) x)::int as departamento,
        (select count(*) from h)::int as rubro, (select count(*) from k)::int as cuenta`,
  )
  return LEVELS.slice(LEVELS.indexOf(nivel)).reduce((sum, level) => sum + found![level], 0)
}
