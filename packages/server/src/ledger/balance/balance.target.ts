import { LEFT_OUT } from '@cuadre/api/balance'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'

/** Rows of the file that are not loaded, in SQL. */
export const LEFT = sql.join(LEFT_OUT.map((left) => sql.lit(left)))

/** The target period of a load, the period before it, and options. */
export type Target = {
  loadId: number
  periodId: number
  period: string
  previousId: number | null
  previous: string | null
  /** Rows that are sums of others: left out, loaded, or left out unless their account is kept as one already. */
  groups: 'omitir' | 'cargar' | 'nuevos'
  /** Zeros that change nothing are left out. */
  skipsZeros: boolean
  addsUp: boolean
  /** A code that differs from a known one only by zeros in front is that one. */
  ignoresZeros: boolean
  /** Other codes of accounts are known for a business of the file. */
  hasAliases: boolean
}
export const targetOf = async (tx: Db, loadId: number) =>
  (await row(
    tx,
    sql<Target>`select l.id as "loadId", l.period_id as "periodId", p.name as period, coalesce(l.mapping ->> 'grupos', 'nuevos') as groups,
      coalesce(l.mapping ->> 'ceros' = 'omitir', false) as "skipsZeros", coalesce(l.mapping ->> 'repetidas' = 'sumar', false) as "addsUp",
      coalesce(l.mapping ->> 'cerosDelante' = 'ignorar', false) as "ignoresZeros", o.id as "previousId", o.name as previous,
      exists (select from account_alias x join load_business n on n.business_id = x.business_id where n.load_id = l.id) as "hasAliases"
      from balance_load l join period p on p.id = l.period_id
      left join lateral (select o.id, o.name from period o where o.name < p.name order by o.name desc limit 1) o on true where l.id = ${loadId}`,
  ))!
