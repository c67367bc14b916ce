import type { Balance, BalanceDetail, listBalances } from '@cuadre/api/balance'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accountScope, seesWholeBusinesses } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Caller } from '../../platform/http/context.ts'

/** Balances as they are kept, each with the load that brought it. */

const balanceColumns = sql`s.id as "COD_BALANCE", c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", b.id as "ID_NEGOCIO", b.name as "NEGOCIO",
  p.id as "COD_PERIODO", p.name as "PERIODO", c.currency as "MONEDA", s.amount as "SALDO", s.load_id as "COD_CARGA", l.file_name as "ARCHIVO", u.name as "CARGADO_POR",
  coalesce(l.confirmed_at, l.loaded_at) as "CARGADO_EN"`
const loadOf = sql`join balance_load l on l.id = s.load_id join app_user u on u.id = l.loaded_by`
const balanceFrom = sql`balance s join account c on c.id = s.account_id join business b on b.id = c.business_id join period p on p.id = s.period_id ${loadOf}`

/** Without other filters the total is counted per business: these counts are stored, of open periods while they hold (`v_balance_sum`). */
export async function listBalancesIn(db: Db, caller: Caller, query: Parsed<typeof listBalances>['query']) {
  const where = all(
    accountScope(caller),
    query.filterByPeriod !== undefined && sql`s.period_id = ${query.filterByPeriod}`,
    query.businessId !== undefined && sql`c.business_id = ${query.businessId}`,
    query.accountId !== undefined && sql`c.id = ${query.accountId}`,
    contains(sql`c.search`, query.search),
  )
  const hasStoredCounts = seesWholeBusinesses(caller) && !query.search && query.accountId === undefined
  const counted = await row(
    db,
    hasStoredCounts
      ? sql<{
          total: number
        }>`select coalesce(sum(c.balances), 0)::int as total from v_balance_sum c cross join lateral (select c.period_id) s where ${where}`
      : sql<{
          total: number
        }>`select count(*)::int as total from balance s join account c on c.id = s.account_id where ${where}`,
  )
  return page<Balance, typeof query>(db, query, {
    select: balanceColumns,
    // Names are joined to the rows of the page; a sort may need them earlier.
    from: query.sort ? balanceFrom : sql`balance s join account c on c.id = s.account_id`,
    byIds: (ids) =>
      rows(
        db,
        sql<Balance>`${prepared} select x.* from unnest(${ids}::int[]) with ordinality as w(id, place)
          join lateral (select ${balanceColumns} from ${balanceFrom} where s.id = w.id offset 0) x on true order by w.place`,
      ),
    where,
    sortable: { CUENTA: sql`c.code`, NOMBRE: sql`c.name`, NEGOCIO: sql`b.name`, PERIODO: sql`p.name`, SALDO: sql`s.amount` },
    by: sql`c.code`,
    id: sql`s.id`,
    counted: { total: counted!.total, skip: (query.page - 1) * query.limit },
  })
}
export const findBalance = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<
      z.output<typeof BalanceDetail>
    >`select ${balanceColumns}, (select coalesce(json_agg(json_build_object('SALDO', s.amount::text, 'COD_CARGA', s.load_id, 'ARCHIVO', l.file_name,
        'CARGADO_POR', u.name, 'HASTA', ${moment(sql`s.until`)}) order by s.seq desc), '[]') from balance_past s ${loadOf}
        where s.period_id = p.id and s.account_id = c.id) as "ANTES"
      from ${balanceFrom} where s.id = ${id} and ${accountScope(caller)}`,
  )
export const newestBalance = (db: Db, caller: Caller, accountId: number) =>
  row(
    db,
    sql<Balance>`select ${balanceColumns} from ${balanceFrom} where c.id = ${accountId} and ${accountScope(caller)} order by p.name desc limit 1`,
  )
