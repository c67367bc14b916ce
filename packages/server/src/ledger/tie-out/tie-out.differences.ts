import type { TieOutResult, TieOutRule } from '@cuadre/api/tie-out'
import { type RawBuilder, sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

export type TiedOut = TieOutResult & { seen: boolean }
/** A rule as it is tried before it exists. */
type TriedRule = Pick<TieOutRule, 'NOMBRE' | 'ID_NEGOCIO' | 'TIPO' | 'IZQUIERDA' | 'DERECHA' | 'OPUESTO' | 'TOLERANCIA' | 'SEVERIDAD'>
type Asked = {
  /** All that have balances, unless said. */
  businessIds?: readonly number[]
  period: number
  /** What a load would store, which goes before what the period holds: rows of (business_id, code, currency, amount). */
  stagedBalances?: RawBuilder<unknown>
  /** In place of the rules in force. */
  tried?: TriedRule
  /** Whose businesses are marked as seen; all of them unless said. */
  caller?: Caller
}

const inForce = sql`select id, name, business_id, kind, left_terms, right_terms, opposite, tolerance, severity from tie_out_rule where active`
const asTried = ({ NOMBRE, ID_NEGOCIO, TIPO, IZQUIERDA, DERECHA, OPUESTO, TOLERANCIA, SEVERIDAD }: TriedRule) =>
  sql`select 0 as id, ${NOMBRE}::text as name, ${ID_NEGOCIO}::int as business_id, ${TIPO}::text as kind, ${IZQUIERDA}::text[] as left_terms, ${DERECHA}::text[] as right_terms,
    ${OPUESTO}::boolean as opposite, ${TOLERANCIA}::numeric as tolerance, ${SEVERIDAD}::text as severity`
const nothingStaged = sql`select null::int as business_id, null::text as code, null::text as currency, null::numeric as amount where false`

/**
 * The sums that every rule compares, by business and currency, what does not tie out first. A rule of every business says nothing where a
 * business has none of its accounts; one of that very business does not tie out then, nor without its control figure.
 */
export const tieOutDifferences = (db: Db, { businessIds, period, stagedBalances, tried, caller }: Asked): Promise<TiedOut[]> =>
  rows(
    db,
    sql<TiedOut>`with rule as (${tried ? asTried(tried) : inForce}),
      staged as (${stagedBalances ?? nothingStaged}),
      held as (select c.business_id, c.code, c.currency::text as currency, b.amount from balance b join account c on c.id = b.account_id
          where b.period_id = ${period} and exists (select from rule) and not exists (select from staged s where s.business_id = c.business_id and s.code = c.code)
        union all select s.business_id, s.code, s.currency, s.amount from staged s where s.business_id is not null),
      wanted as (select r.*, h.business, h.currency from rule r join (select distinct business_id as business, currency from held) h on r.business_id is null or r.business_id = h.business
        where ${businessIds === undefined ? sql`true` : sql`h.business = any(${businessIds}::int[])`}),
      summed as (select w.id, w.business, w.currency,
          coalesce(sum(h.amount) filter (where code_in(h.code, w.left_terms) and (w.kind <> 'debe_haber' or h.amount > 0)), 0) as left_sum,
          count(*) filter (where code_in(h.code, w.left_terms) and (w.kind <> 'debe_haber' or h.amount > 0))::int as left_n,
          case w.kind when 'igual' then coalesce(sum(h.amount) filter (where code_in(h.code, w.right_terms)), 0) * case when w.opposite then -1 else 1 end
            when 'debe_haber' then -coalesce(sum(h.amount) filter (where code_in(h.code, w.left_terms) and h.amount < 0), 0) end as right_sum,
          count(*) filter (where case w.kind when 'igual' then code_in(h.code, w.right_terms) when 'debe_haber' then code_in(h.code, w.left_terms) and h.amount < 0 end)::int as right_n
        from wanted w join held h on h.business_id = w.business and h.currency = w.currency group by w.id, w.business, w.currency, w.kind, w.opposite),
      result as (select w.*, s.left_sum, s.left_n, s.right_n, b.name as business_name,
          case when w.kind = 'control' then f.amount else s.right_sum end as right_sum, s.left_n + s.right_n as n
        from wanted w join summed s on s.id = w.id and s.business = w.business and s.currency = w.currency join business b on b.id = w.business
          left join tie_out_figure f on f.rule_id = w.id and f.period_id = ${period} and f.business_id = w.business
        where (s.left_n + s.right_n > 0 or (w.business_id is not null and w.currency = b.currency)) and (w.kind <> 'control' or w.currency = b.currency)),
      judged as (select r.*, coalesce(abs(left_sum - right_sum) <= tolerance, false) and n > 0 as ties from result r)
      select id as "ID_REGLA", name as "NOMBRE", kind as "TIPO", severity as "SEVERIDAD", business as "ID_NEGOCIO", business_name as "NEGOCIO", currency as "MONEDA",
        left_sum::numeric(30, 2)::text as "IZQUIERDA", right_sum::numeric(30, 2)::text as "DERECHA", (left_sum - right_sum)::numeric(30, 2)::text as "DIFERENCIA", tolerance::numeric(20, 2)::text as "TOLERANCIA",
        left_n as "CUENTAS_IZQUIERDA", right_n as "CUENTAS_DERECHA", ties as "CUADRA",
        ${caller ? businessScope(caller, sql`judged.business`) : sql`true`} as seen
      from judged order by ties, business_name, name, currency`,
  )

/**
 * What a load would store: rows that are refused, left out or only missing from the file are not. An account has its own code and currency, which a
 * file may write otherwise or leave out; a new one has what the file says, else the currency of its business.
 */
export const stagedOfLoad = (loadId: number) =>
  sql`select r.business_id, coalesce(c.code, r.code) as code, trim(coalesce(c.currency, r.currency, b.currency)) as currency, r.amount
    from load_row r left join account c on c.id = r.account_id left join business b on b.id = r.business_id
    where r.load_id = ${loadId} and r.class in ('nueva', 'cambia', 'igual') and r.amount is not null`
